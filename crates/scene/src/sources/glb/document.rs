//! The tables of a glTF file that collision needs.

use super::{MapError, missing};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    pub(super) asset: Asset,
    #[serde(default)]
    pub(super) extensions_required: Vec<String>,
    #[serde(default)]
    scene: usize,
    #[serde(default)]
    scenes: Vec<Scene>,
    #[serde(default)]
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub(super) buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
pub(super) struct Asset {
    pub(super) version: String,
}

#[derive(Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    pub(super) matrix: Option<Vec<f64>>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    #[serde(default)]
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    #[serde(default = "triangles")]
    pub(super) mode: u64,
}

fn triangles() -> u64 {
    super::TRIANGLES
}

#[derive(Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) component_type: u64,
    pub(super) count: usize,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) sparse: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
}

impl Document {
    /// The nodes that the scene begins with; those without a parent where the file has no scene.
    pub(super) fn roots(&self) -> Result<Vec<usize>, MapError> {
        if let Some(scene) = self.scenes.get(self.scene) {
            return Ok(scene.nodes.clone());
        }
        if !self.scenes.is_empty() {
            return Err(missing("scene", self.scene));
        }
        let mut is_child = vec![false; self.nodes.len()];
        for &child in self.nodes.iter().flat_map(|n| &n.children) {
            *is_child.get_mut(child).ok_or_else(|| missing("node", child))? = true;
        }
        Ok((0..self.nodes.len()).filter(|&i| !is_child[i]).collect())
    }
}

impl Accessor {
    /// Bytes of one number of an index: 0 where it is no whole one.
    pub(super) fn component_size(&self) -> usize {
        match self.component_type {
            5121 => 1,
            5123 => 2,
            5125 => 4,
            _ => 0,
        }
    }

    /// Bytes of an element of the types that are read.
    pub(super) fn element_size(&self) -> Option<usize> {
        match (&*self.kind, self.component_type) {
            ("VEC3", super::POSITION_FLOATS) => Some(12),
            ("SCALAR", _) => Some(self.component_size()).filter(|s| *s > 0),
            ("VEC3", _) => Some(3),
            _ => None,
        }
    }
}
