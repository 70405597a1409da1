//! Triangle meshes of glTF 2.0, `.glb` and `.gltf`.
//!
//! Source: Khronos, *glTF 2.0 Specification*, 2021. Only the scene's nodes and the positions of their triangles count.
//! Metres become units and y becomes up. Surfaces stop from both sides; triangles without area are dropped.
//!
//! It is our own reader on `serde_json` rather than the crate `gltf`. Collision needs only six small tables, and the crate
//! panics on some damaged files. Compressed, quantised and sparse meshes are refused with the remedy.

use crate::Problem;
use clipmark_geometry::{Aabb, Contents, Point, Spawn, Triangle, TriangleError, TriangleSides, World};
use nalgebra::{Matrix4, Point3, Quaternion, UnitQuaternion, Vector3};
use serde::Deserialize;
use std::fmt::Display;

/// Units in a metre: a player of 56 units is 1.75 m tall.
const UNITS_PER_METRE: f64 = 32.0;
/// Most triangles of a file, instances counted.
const MAX_TRIANGLES: usize = 1_000_000;
/// Most bytes of the buffers of a file together.
const MAX_BUFFER_BYTES: usize = 256 << 20;
/// Largest coordinate, in units.
const MAX_COORDINATE: f64 = 65_536.0;
/// Deepest nesting of nodes.
const MAX_DEPTH: usize = 256;
/// Nodes whose name begins so are places where players start.
const SPAWNS: [&str; 2] = ["spawn", "info_player"];

const TRIANGLES: u64 = 4;

/// Reads the world of a glTF file. `beside` reads a file by the path that the glTF file gives, which is relative to it.
///
/// # Errors
/// A file that is no glTF, is damaged, or uses a feature that is not read.
pub fn read(
    name: &str,
    bytes: &[u8],
    beside: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<World, Problem> {
    let (text, own) = chunks(bytes)?;
    let document: Document =
        serde_json::from_slice(text).map_err(|e| wrong(format_args!("is no glTF: {e}")))?;
    if !document.asset.version.starts_with("2.") {
        return Err(wrong(format_args!(
            "is of version {:?}; export it as glTF 2.0",
            document.asset.version
        )));
    }
    if let Some(extension) = document.extensions_required.first() {
        return Err(wrong(format_args!(
            "needs the extension {extension:?}, which is not read; export it without compression"
        )));
    }
    let buffers = buffers(&document, own, beside)?;
    let mut reader = Reader {
        document: &document,
        buffers: &buffers,
        reached: vec![false; document.nodes.len()],
        world: World {
            name: name.into(),
            ..World::default()
        },
        left: MAX_TRIANGLES,
    };
    // y up becomes z up.
    let upright = Matrix4::new(
        1.0, 0.0, 0.0, 0.0, //
        0.0, 0.0, -1.0, 0.0, //
        0.0, 1.0, 0.0, 0.0, //
        0.0, 0.0, 0.0, 1.0,
    ) * Matrix4::new_scaling(UNITS_PER_METRE);
    for root in document.roots()? {
        reader.node(root, &upright, 0)?;
    }
    let mut world = reader.world;
    if world.triangles.is_empty() {
        return Err(wrong("holds no triangles; export the meshes of the scene"));
    }
    let bounds = world.triangles.iter().map(Triangle::bounds);
    world.bounds = bounds.fold(Aabb::EMPTY, |a, b| a.union(&b));
    Ok(world)
}

/// A file that cannot be used; the remedy comes after a semicolon.
fn wrong(what: impl Display) -> Problem {
    let what = what.to_string();
    let (message, hint) = what.split_once("; ").unwrap_or((&what, "export it again"));
    Problem::new(format_args!("the glTF file {message}"), hint)
}

/// The JSON text, and the binary chunk of a `.glb`.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Problem> {
    const HEADER: usize = 12;
    const JSON: &[u8] = b"JSON";
    const BINARY: &[u8] = b"BIN\0";
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let cut_off = || wrong("is cut off; export it again");
    let mut rest = bytes.get(HEADER..).ok_or_else(cut_off)?;
    let (mut text, mut binary) = (None, None);
    while !rest.is_empty() {
        let (head, body) = rest.split_at_checked(8).ok_or_else(cut_off)?;
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let (chunk, after) = body.split_at_checked(length).ok_or_else(cut_off)?;
        match &head[4..] {
            JSON if text.is_none() => text = Some(chunk),
            BINARY if binary.is_none() => binary = Some(chunk),
            _ => {}
        }
        rest = after;
    }
    Ok((text.ok_or_else(cut_off)?, binary))
}

/// The bytes of all buffers.
fn buffers(
    document: &Document,
    own: Option<&[u8]>,
    beside: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<Vec<u8>>, Problem> {
    let mut left = MAX_BUFFER_BYTES;
    let mut out = Vec::new();
    for (i, buffer) in document.buffers.iter().enumerate() {
        let bytes = match &buffer.uri {
            None if i == 0 => own.unwrap_or_default().to_vec(),
            None => return Err(wrong(format_args!("has a buffer {i} of no bytes"))),
            Some(uri) => match uri.split_once(";base64,") {
                Some((_, text)) if uri.starts_with("data:") => {
                    use base64::Engine;
                    base64::engine::general_purpose::STANDARD
                        .decode(text)
                        .map_err(|e| wrong(format_args!("has a buffer {i} that is no base64: {e}")))?
                }
                _ => beside(uri).map_err(|e| wrong(format_args!("needs its buffer {uri:?}: {e}")))?,
            },
        };
        left = left
            .checked_sub(bytes.len())
            .ok_or_else(|| wrong("has more than 256 MiB of buffers"))?;
        out.push(bytes);
    }
    Ok(out)
}

/// The scene being read.
struct Reader<'a> {
    document: &'a Document,
    buffers: &'a [Vec<u8>],
    reached: Vec<bool>,
    world: World,
    left: usize,
}

impl<'a> Reader<'a> {
    fn node(&mut self, number: usize, above: &Matrix4<f64>, depth: usize) -> Result<(), Problem> {
        let document = self.document;
        let node = named(&document.nodes, "node", number)?;
        if std::mem::replace(&mut self.reached[number], true) {
            return Err(wrong(format_args!(
                "reaches node {number} twice, so its nodes are no tree"
            )));
        }
        if depth > MAX_DEPTH {
            return Err(wrong(format_args!("nests nodes deeper than {MAX_DEPTH}")));
        }
        let place = above * transform(node, number)?;
        let name = node.name.to_ascii_lowercase();
        if SPAWNS.iter().any(|s| name.starts_with(s)) {
            let origin = corner(&place, [0.0; 3]).ok_or_else(|| far("node", number))?;
            self.world.spawns.push(Spawn { origin, yaw: 0.0 });
        }
        if let Some(mesh) = node.mesh {
            let all = &named(&document.meshes, "mesh", mesh)?.primitives;
            for primitive in all.iter().filter(|p| p.mode.is_none_or(|mode| mode == TRIANGLES)) {
                self.primitive(primitive, &place)?;
            }
        }
        let mut children = node.children.iter();
        children.try_for_each(|&c| self.node(c, &place, depth + 1))
    }

    fn primitive(&mut self, primitive: &Primitive, place: &Matrix4<f64>) -> Result<(), Problem> {
        let Some(number) = primitive.attributes.position else {
            return Ok(());
        };
        let positions = self.view(number, &POSITIONS)?;
        let indices = primitive.indices.map(|i| self.view(i, &INDICES)).transpose()?;
        let count = indices.as_ref().map_or(positions.count, |i| i.count) / 3;
        let left = self.left.checked_sub(count);
        let too_many = || {
            wrong(format_args!(
                "has more than {MAX_TRIANGLES} triangles; decimate it"
            ))
        };
        self.left = left.ok_or_else(too_many)?;
        let vertex = |i: usize| -> Result<usize, Problem> {
            match &indices {
                Some(view) => {
                    let bytes = view.element(i)?.iter().rev();
                    Ok(bytes.fold(0, |n, b| n << 8 | usize::from(*b)))
                }
                None => Ok(i),
            }
        };
        for triangle in 0..count {
            let at = |i: usize| -> Result<Point, Problem> {
                let vertex = vertex(3 * triangle + i)?;
                let bytes = positions.element(vertex)?;
                let axis =
                    |i: usize| f32::from_le_bytes(bytes[4 * i..].first_chunk().copied().unwrap_or_default());
                corner(place, [0, 1, 2].map(|i| axis(i).into())).ok_or_else(|| far("vertex", vertex))
            };
            let corners = [at(0)?, at(1)?, at(2)?];
            match Triangle::new(corners, Contents::SOLID, TriangleSides::Both) {
                Ok(t) => self.world.triangles.push(t),
                // A triangle without area stops nothing.
                Err(TriangleError::Degenerate) => {}
                Err(TriangleError::NotFinite) => return Err(far("triangle", triangle)),
            }
        }
        Ok(())
    }

    /// The bytes that an accessor reads, all of whose elements lie inside them.
    fn view(&self, number: usize, wanted: &Wanted) -> Result<View<'a>, Problem> {
        let accessor = named(&self.document.accessors, "accessor", number)?;
        let Some(view) = accessor.buffer_view.filter(|_| accessor.sparse.is_none()) else {
            return Err(wrong(format_args!(
                "has a sparse or empty accessor {number}; export it without sparse data"
            )));
        };
        let view = named(&self.document.buffer_views, "buffer view", view)?;
        let buffer = named(self.buffers, "buffer", view.buffer)?;
        let kind = (&*accessor.kind, accessor.component_type);
        let size = wanted.sizes.iter().find(|(known, _)| *known == kind);
        let not_so = || wrong(format_args!("has in accessor {number} {}", wanted.otherwise));
        let size = size.ok_or_else(not_so)?.1;
        let (count, stride) = (accessor.count, view.byte_stride.unwrap_or(size).max(1));
        let bytes = || {
            let end = view.byte_offset.checked_add(view.byte_length)?;
            let bytes = buffer.get(view.byte_offset..end)?.get(accessor.byte_offset..)?;
            let needed = match count {
                0 => 0,
                n => (n - 1).checked_mul(stride)?.checked_add(size)?,
            };
            (needed <= bytes.len()).then_some(bytes)
        };
        let bytes = bytes().ok_or_else(|| {
            wrong(format_args!(
                "is cut off or damaged: accessor {number} reaches past its buffer"
            ))
        })?;
        Ok(View {
            bytes,
            size,
            stride,
            count,
        })
    }
}

/// What an accessor must hold: type, number of the type of a component, and the bytes of an element.
struct Wanted {
    sizes: &'static [((&'static str, u64), usize)],
    /// The fault where it holds something else.
    otherwise: &'static str,
}

const POSITIONS: Wanted = Wanted {
    sizes: &[(("VEC3", 5126), 12)],
    otherwise: "positions that are no floats; export it without quantisation",
};
const INDICES: Wanted = Wanted {
    sizes: &[
        (("SCALAR", 5121), 1),
        (("SCALAR", 5123), 2),
        (("SCALAR", 5125), 4),
    ],
    otherwise: "indices that are no whole numbers",
};

/// The elements of an accessor.
struct View<'a> {
    bytes: &'a [u8],
    size: usize,
    stride: usize,
    count: usize,
}

impl<'a> View<'a> {
    fn element(&self, number: usize) -> Result<&'a [u8], Problem> {
        let from = (number < self.count).then(|| number * self.stride);
        let bytes = from.and_then(|from| self.bytes.get(from..from + self.size));
        bytes.ok_or_else(|| missing("vertex", number))
    }
}

/// The entry of a table that another refers to.
fn named<'a, T>(table: &'a [T], what: &str, number: usize) -> Result<&'a T, Problem> {
    table.get(number).ok_or_else(|| missing(what, number))
}

/// A corner in the world; `None` when it is no number or too far away.
fn corner(place: &Matrix4<f64>, at: [f64; 3]) -> Option<Point> {
    let p = place.transform_point(&Point3::from(at));
    p.iter().all(|x| x.abs() <= MAX_COORDINATE).then(|| p.cast())
}

fn transform(node: &Node, number: usize) -> Result<Matrix4<f64>, Problem> {
    if let Some(matrix) = &node.matrix {
        let matrix = Matrix4::from_column_slice(matrix);
        let is_affine = matrix.row(3) == Matrix4::identity().row(3);
        return is_affine
            .then_some(matrix)
            .ok_or_else(|| wrong(format_args!("has a matrix in node {number} that is no placement")));
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let turn = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), f64::EPSILON)
        .ok_or_else(|| wrong(format_args!("has a rotation in node {number} that is none")))?;
    let scale = Vector3::from(node.scale.unwrap_or([1.0; 3]));
    let by = Vector3::from(node.translation.unwrap_or([0.0; 3]));
    Ok(Matrix4::new_translation(&by) * turn.to_homogeneous() * Matrix4::new_nonuniform_scaling(&scale))
}

fn missing(what: &str, number: usize) -> Problem {
    wrong(format_args!(
        "is damaged: it refers to {what} {number}, which it does not have"
    ))
}

fn far(what: &str, number: usize) -> Problem {
    wrong(format_args!(
        "puts {what} {number} beyond {MAX_COORDINATE} u ({} m), or nowhere; move or scale the mesh",
        MAX_COORDINATE / UNITS_PER_METRE
    ))
}

/// The tables of a glTF file that collision needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    asset: Asset,
    #[serde(default)]
    extensions_required: Vec<String>,
    #[serde(default)]
    scene: usize,
    #[serde(default)]
    scenes: Vec<Scene>,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    meshes: Vec<Mesh>,
    #[serde(default)]
    accessors: Vec<Accessor>,
    #[serde(default)]
    buffer_views: Vec<BufferView>,
    #[serde(default)]
    buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
struct Asset {
    version: String,
}

#[derive(Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize)]
struct Node {
    #[serde(default)]
    name: String,
    #[serde(default)]
    children: Vec<usize>,
    mesh: Option<usize>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
}

#[derive(Deserialize)]
struct Mesh {
    #[serde(default)]
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: Attributes,
    indices: Option<usize>,
    /// Triangles, unless it says otherwise.
    mode: Option<u64>,
}

#[derive(Deserialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u64,
    count: usize,
    #[serde(rename = "type")]
    kind: String,
    sparse: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BufferView {
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

#[derive(Deserialize)]
struct Buffer {
    uri: Option<String>,
}

impl Document {
    /// The nodes that the scene begins with; those without a parent where the file has no scene.
    fn roots(&self) -> Result<Vec<usize>, Problem> {
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
