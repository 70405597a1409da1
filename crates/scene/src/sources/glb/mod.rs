//! Triangle meshes of glTF 2.0, `.glb` and `.gltf`.
//!
//! Source: Khronos, *glTF 2.0 Specification*, 2021. Only the scene's nodes and the positions of their triangles count.
//! Metres become units and y becomes up. Surfaces stop from both sides; triangles without area are dropped.
//!
//! It is our own reader on `serde_json` rather than the crate `gltf`. Collision needs only six small tables, and the crate
//! panics on some damaged files. Compressed, quantised and sparse meshes are refused with the remedy.

mod document;

use super::MapError;
use clipmark_geometry::{Aabb, Contents, Point, Spawn, Triangle, TriangleError, TriangleSides, World};
use document::{Accessor, Document, Node, Primitive};
use nalgebra::{Matrix4, Point3, Quaternion, UnitQuaternion, Vector3};

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

const POSITION_FLOATS: u64 = 5126;
const TRIANGLES: u64 = 4;

/// Reads the world of a glTF file. `beside` reads a file by the path that the glTF file gives, which is relative to it.
///
/// # Errors
/// A file that is no glTF, is damaged, or uses a feature that is not read.
pub fn read(
    name: &str,
    bytes: &[u8],
    beside: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<World, MapError> {
    let (text, own) = chunks(bytes)?;
    let document: Document = serde_json::from_slice(text).map_err(|e| wrong(format!("is no glTF: {e}")))?;
    if !document.asset.version.starts_with("2.") {
        return Err(wrong(format!(
            "is of version {:?}; export it as glTF 2.0",
            document.asset.version
        )));
    }
    if let Some(extension) = document.extensions_required.first() {
        return Err(wrong(format!(
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
        return Err(wrong("holds no triangles; export the meshes of the scene".into()));
    }
    let bounds = world.triangles.iter().map(Triangle::bounds);
    world.bounds = bounds.fold(Aabb::EMPTY, |a, b| a.union(&b));
    Ok(world)
}

fn wrong(what: String) -> MapError {
    MapError::Gltf(what)
}

/// The JSON text, and the binary chunk of a `.glb`.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), MapError> {
    const HEADER: usize = 12;
    const JSON: &[u8] = b"JSON";
    const BINARY: &[u8] = b"BIN\0";
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let cut_off = || wrong("is cut off; export it again".into());
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
) -> Result<Vec<Vec<u8>>, MapError> {
    let mut left = MAX_BUFFER_BYTES;
    let mut out = Vec::new();
    for (i, buffer) in document.buffers.iter().enumerate() {
        let bytes = match &buffer.uri {
            None if i == 0 => own.unwrap_or_default().to_vec(),
            None => return Err(wrong(format!("has a buffer {i} of no bytes"))),
            Some(uri) => match uri.split_once(";base64,") {
                Some((_, text)) if uri.starts_with("data:") => {
                    use base64::Engine;
                    base64::engine::general_purpose::STANDARD
                        .decode(text)
                        .map_err(|e| wrong(format!("has a buffer {i} that is no base64: {e}")))?
                }
                _ => beside(uri).map_err(|e| wrong(format!("needs its buffer {uri:?}: {e}")))?,
            },
        };
        left = left
            .checked_sub(bytes.len())
            .ok_or_else(|| wrong("has more than 256 MiB of buffers".into()))?;
        out.push(bytes);
    }
    Ok(out)
}

struct Reader<'a> {
    document: &'a Document,
    buffers: &'a [Vec<u8>],
    reached: Vec<bool>,
    world: World,
    left: usize,
}

impl Reader<'_> {
    fn node(&mut self, number: usize, above: &Matrix4<f64>, depth: usize) -> Result<(), MapError> {
        let document = self.document;
        let node = document
            .nodes
            .get(number)
            .ok_or_else(|| missing("node", number))?;
        if std::mem::replace(&mut self.reached[number], true) {
            return Err(wrong(format!(
                "reaches node {number} twice, so its nodes are no tree"
            )));
        }
        if depth > MAX_DEPTH {
            return Err(wrong(format!("nests nodes deeper than {MAX_DEPTH}")));
        }
        let place = above * transform(node, number)?;
        let named = node.name.to_ascii_lowercase();
        if SPAWNS.iter().any(|s| named.starts_with(s)) {
            let origin = corner(&place, [0.0; 3]).ok_or_else(|| far("node", number))?;
            self.world.spawns.push(Spawn { origin, yaw: 0.0 });
        }
        if let Some(mesh) = node.mesh {
            let mesh = document.meshes.get(mesh).ok_or_else(|| missing("mesh", mesh))?;
            for primitive in mesh.primitives.iter().filter(|p| p.mode == TRIANGLES) {
                self.primitive(primitive, &place)?;
            }
        }
        node.children
            .iter()
            .try_for_each(|&c| self.node(c, &place, depth + 1))
    }

    fn primitive(&mut self, primitive: &Primitive, place: &Matrix4<f64>) -> Result<(), MapError> {
        let Some(number) = primitive.attributes.position else {
            return Ok(());
        };
        let positions = self.view(number)?;
        if positions.accessor.kind != "VEC3" || positions.accessor.component_type != POSITION_FLOATS {
            return Err(wrong(format!(
                "has positions in accessor {number} that are no floats; export it without quantisation"
            )));
        }
        let indices = primitive.indices.map(|i| self.view(i)).transpose()?;
        let count = indices
            .as_ref()
            .map_or(positions.accessor.count, |i| i.accessor.count);
        let left = self.left.checked_sub(count / 3);
        let left =
            left.ok_or_else(|| wrong(format!("has more than {MAX_TRIANGLES} triangles; decimate it")))?;
        let mut found = Vec::new();
        let index = |i: usize| match &indices {
            Some(view) => view.index(i),
            None => Ok(i),
        };
        for triangle in 0..count / 3 {
            let at = |corner_of: usize| -> Result<Point, MapError> {
                let vertex = index(3 * triangle + corner_of)?;
                corner(place, positions.position(vertex)?).ok_or_else(|| far("vertex", vertex))
            };
            let corners = [at(0)?, at(1)?, at(2)?];
            match Triangle::new(corners, Contents::SOLID, TriangleSides::Both) {
                Ok(t) => found.push(t),
                // A triangle without area stops nothing.
                Err(TriangleError::Degenerate) => {}
                Err(TriangleError::NotFinite) => return Err(far("triangle", triangle)),
            }
        }
        self.left = left;
        self.world.triangles.extend(found);
        Ok(())
    }

    /// An accessor and the bytes that it reads, all of whose elements lie inside them.
    fn view(&self, number: usize) -> Result<View<'_>, MapError> {
        let accessor = self
            .document
            .accessors
            .get(number)
            .ok_or_else(|| missing("accessor", number))?;
        let view = accessor
            .buffer_view
            .filter(|_| accessor.sparse.is_none())
            .ok_or_else(|| {
                wrong(format!(
                    "has a sparse or empty accessor {number}; export it without sparse data"
                ))
            })?;
        let view = self
            .document
            .buffer_views
            .get(view)
            .ok_or_else(|| missing("buffer view", view))?;
        let buffer = self
            .buffers
            .get(view.buffer)
            .ok_or_else(|| missing("buffer", view.buffer))?;
        let size = accessor
            .element_size()
            .ok_or_else(|| wrong(format!("has an accessor {number} of an unknown type")))?;
        let stride = view.byte_stride.unwrap_or(size).max(1);
        let outside = || {
            wrong(format!(
                "is cut off or damaged: accessor {number} reaches past its buffer"
            ))
        };
        let end = view
            .byte_offset
            .checked_add(view.byte_length)
            .ok_or_else(outside)?;
        let bytes = buffer.get(view.byte_offset..end).ok_or_else(outside)?;
        let bytes = bytes.get(accessor.byte_offset..).ok_or_else(outside)?;
        let needed = match accessor.count {
            0 => Some(0),
            n => (n - 1).checked_mul(stride).and_then(|x| x.checked_add(size)),
        };
        if needed.is_none_or(|n| n > bytes.len()) {
            return Err(outside());
        }
        Ok(View {
            accessor,
            bytes,
            stride,
        })
    }
}

struct View<'a> {
    accessor: &'a Accessor,
    bytes: &'a [u8],
    stride: usize,
}

impl View<'_> {
    fn element(&self, number: usize, size: usize) -> Result<&[u8], MapError> {
        let from = number
            .checked_mul(self.stride)
            .filter(|_| number < self.accessor.count);
        let bytes = from.and_then(|f| self.bytes.get(f..f.checked_add(size)?));
        bytes.ok_or_else(|| missing("vertex", number))
    }

    fn position(&self, number: usize) -> Result<[f64; 3], MapError> {
        let bytes = self.element(number, 12)?;
        let at = |i: usize| {
            f64::from(f32::from_le_bytes([
                bytes[i],
                bytes[i + 1],
                bytes[i + 2],
                bytes[i + 3],
            ]))
        };
        Ok([at(0), at(4), at(8)])
    }

    fn index(&self, number: usize) -> Result<usize, MapError> {
        let size = self.accessor.component_size();
        if self.accessor.kind != "SCALAR" || size == 0 {
            return Err(wrong("has indices that are no whole numbers".into()));
        }
        let bytes = self.element(number, size)?;
        Ok(bytes.iter().rev().fold(0, |n, b| n << 8 | usize::from(*b)))
    }
}

/// A corner in the world; `None` when it is no number or too far away.
fn corner(place: &Matrix4<f64>, at: [f64; 3]) -> Option<Point> {
    let p = place.transform_point(&Point3::from(at));
    p.iter().all(|x| x.abs() <= MAX_COORDINATE).then(|| p.cast())
}

fn transform(node: &Node, number: usize) -> Result<Matrix4<f64>, MapError> {
    if let Some(matrix) = &node.matrix {
        let sound = matrix.len() == 16
            && matrix[15] == 1.0
            && matrix[3..].iter().step_by(4).take(3).all(|x| *x == 0.0);
        return sound
            .then(|| Matrix4::from_column_slice(matrix))
            .ok_or_else(|| wrong(format!("has a matrix in node {number} that is no placement")));
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let turn = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), f64::EPSILON)
        .ok_or_else(|| wrong(format!("has a rotation in node {number} that is none")))?;
    let scale = Vector3::from(node.scale.unwrap_or([1.0; 3]));
    let by = Vector3::from(node.translation.unwrap_or([0.0; 3]));
    Ok(Matrix4::new_translation(&by) * turn.to_homogeneous() * Matrix4::new_nonuniform_scaling(&scale))
}

fn missing(what: &str, number: usize) -> MapError {
    wrong(format!(
        "is damaged: it refers to {what} {number}, which it does not have"
    ))
}

fn far(what: &str, number: usize) -> MapError {
    wrong(format!(
        "puts {what} {number} beyond {MAX_COORDINATE} u ({} m), or nowhere; move or scale the mesh",
        MAX_COORDINATE / UNITS_PER_METRE
    ))
}
