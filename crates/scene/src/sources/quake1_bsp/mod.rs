//! Compiled maps of Quake (BSP version 29, and its wide forms BSP2 and 2PSB) and of Half-Life (version 30).
//!
//! Source: the published descriptions of the formats (Olivier Montanuy and others, "Quake Specs", 1996). For BSP2, the notes of
//! the compilers that write it. Only collision data is read: the drawing tree (hull 0), the clip hulls of larger bodies, and
//! where players start. Textures, light and visibility may be missing.
//!
//! Departures: the games trust the file. Here every offset, length, index and float is checked first, and the trees are proven
//! to be trees. The world is model 0; doors and other models may be placed in it.

mod lumps;

use super::clip_tree::{self, FileNode, Taken};
use super::{MapError, cells, entities};
use clipmark_geometry::{Aabb, ClipHulls, ClipNode, Model, Plane, Point, World};
use lumps::{Format, Lump, Lumps};

/// The games put a player this far above a spawn point, in units.
const SPAWN_LIFT: f32 = 1.0;

/// Hulls of Quake: a point, the player, and large monsters.
const QUAKE: [[[f32; 3]; 2]; 3] = [
    [[0.0; 3], [0.0; 3]],
    [[-16.0, -16.0, -24.0], [16.0, 16.0, 32.0]],
    [[-32.0, -32.0, -24.0], [32.0, 32.0, 64.0]],
];
/// Hulls of Half-Life: a point, a standing player, large monsters, and a ducked player.
const HALF_LIFE: [[[f32; 3]; 2]; 4] = [
    [[0.0; 3], [0.0; 3]],
    [[-16.0, -16.0, -36.0], [16.0, 16.0, 36.0]],
    [[-32.0, -32.0, -32.0], [32.0, 32.0, 32.0]],
    [[-16.0, -16.0, -18.0], [16.0, 16.0, 18.0]],
];

/// Whether the file says that it is one of these.
pub fn is_one(bytes: &[u8]) -> bool {
    Format::of(bytes).is_some()
}

/// Reads the world of a map from the bytes of its file: its clip hulls, its spawns and its brushes. Those are the solid, liquid
/// and sky leaves of hull 0: convex cells between the planes of the drawing tree. `clip` brushes are in the clip hulls alone,
/// so that backends of brushes do not meet them.
///
/// # Errors
/// Anything in the file that does not hold together.
pub fn read(name: &str, bytes: &[u8]) -> Result<World, MapError> {
    let lumps = Lumps::new(bytes)?;
    let planes = planes(&lumps)?;
    let models = models(&lumps, &planes)?;
    entities::world(name, models, lumps.bytes(Lump::Entities), SPAWN_LIFT)
}

/// All models, the world first.
fn models(lumps: &Lumps, planes: &[ClipNode]) -> Result<Vec<Model>, MapError> {
    let sizes: &[[[f32; 3]; 2]] = match lumps.format {
        Format::HalfLife => &HALF_LIFE,
        _ => &QUAKE,
    };
    let drawing = drawing_nodes(lumps, planes)?;
    let clip = clip_nodes(lumps, planes)?;
    let mut taken = [Taken::of(drawing.len()), Taken::of(clip.len())];
    let mut models = Vec::new();
    for (number, record) in lumps.records(Lump::Models) {
        let bounds = Aabb::new(
            record.point(0, "model", number)?,
            record.point(12, "model", number)?,
        );
        let mut hulls = Vec::new();
        for (i, size) in sizes.iter().enumerate() {
            let (nodes, of) = if i == 0 {
                (&drawing, "nodes")
            } else {
                (&clip, "clip nodes")
            };
            // A map compiled without clip hulls has a point's alone.
            if nodes.is_empty() && i > 0 {
                break;
            }
            let head = record.i32(36 + 4 * i);
            let root = if head < 0 {
                contents_of(head, "model", number, i == 0, lumps)?
            } else {
                record.index(36 + 4 * i, "model", number, of, nodes.len())? as i32
            };
            let [mins, maxs] = size.map(Point::from);
            let taken = &mut taken[usize::from(i > 0)];
            hulls.push(clip_tree::take(nodes, root, Aabb::new(mins, maxs), taken)?);
        }
        models.push(Model {
            name: format!("*{number}"),
            brushes: cells::solids(&hulls[0], &bounds),
            clip_hulls: Some(ClipHulls { hulls }),
            bounds,
            ..Model::default()
        });
    }
    Ok(models)
}

fn planes(lumps: &Lumps) -> Result<Vec<ClipNode>, MapError> {
    lumps
        .records(Lump::Planes)
        .map(|(i, r)| {
            let normal = r.point(0, "plane", i)?.coords;
            let plane = Plane::new(normal, r.coordinate(12, "plane", i)?);
            let mut node = ClipNode::new(plane, [-1, -1]);
            // The file says which planes are axial. A lie would make the games use one coordinate of a slope.
            let said = r.u32(16).min(u32::from(ClipNode::OBLIQUE)) as u8;
            let fits = said == ClipNode::OBLIQUE || said == node.axis;
            node.axis = said;
            (plane.is_valid() && fits)
                .then_some(node)
                .ok_or(MapError::Normal(i))
        })
        .collect()
}

/// The contents of a leaf with a negative number. In the drawing tree that is leaf `-1 - number`, elsewhere the number itself.
fn contents_of(
    number: i32,
    what: &'static str,
    item: usize,
    drawing: bool,
    lumps: &Lumps,
) -> Result<i32, MapError> {
    let contents = if drawing {
        let (leaf, count) = (-1 - i64::from(number), lumps.count(Lump::Leafs));
        let record = usize::try_from(leaf)
            .ok()
            .and_then(|l| lumps.record(Lump::Leafs, l));
        let out_of_range = MapError::Range {
            what,
            item,
            of: "leafs",
            first: leaf,
            end: leaf + 1,
            count,
        };
        record.ok_or(out_of_range)?.i32(0)
    } else {
        number
    };
    if clip_tree::is_contents(contents) {
        Ok(contents)
    } else {
        Err(MapError::Contents { what, item, contents })
    }
}

fn drawing_nodes(lumps: &Lumps, planes: &[ClipNode]) -> Result<Vec<FileNode>, MapError> {
    let count = lumps.count(Lump::Nodes);
    lumps
        .records(Lump::Nodes)
        .map(|(i, r)| {
            let node = planes[r.index(0, "node", i, "planes", planes.len())?];
            let children = match lumps.format.is_wide() {
                true => [r.i32(4), r.i32(8)],
                // Leaves count down from the top of 16 bits, which may leave room for more than 32,767 nodes.
                false => [4, 6].map(|at| wide(r.u16(at), count)),
            };
            let [front, back] = children.map(|c| child(c, "node", i, count, true, lumps));
            let children = [front?, back?];
            Ok(FileNode { node, children })
        })
        .collect()
}

fn clip_nodes(lumps: &Lumps, planes: &[ClipNode]) -> Result<Vec<FileNode>, MapError> {
    let count = lumps.count(Lump::ClipNodes);
    lumps
        .records(Lump::ClipNodes)
        .map(|(i, r)| {
            let node = planes[r.index(0, "clip node", i, "planes", planes.len())?];
            let children = match lumps.format.is_wide() {
                true => [r.i32(4), r.i32(8)],
                false => [4, 6].map(|at| wide(r.u16(at), count)),
            };
            let [front, back] = children.map(|c| child(c, "clip node", i, count, false, lumps));
            let children = [front?, back?];
            Ok(FileNode { node, children })
        })
        .collect()
}

fn child(
    child: i32,
    what: &'static str,
    item: usize,
    count: usize,
    drawing: bool,
    lumps: &Lumps,
) -> Result<i32, MapError> {
    if child < 0 {
        contents_of(child, what, item, drawing, lumps)
    } else if (child as usize) < count {
        Ok(child)
    } else {
        let first = i64::from(child);
        Err(MapError::Range {
            what,
            item,
            of: "nodes",
            first,
            end: first + 1,
            count,
        })
    }
}

/// A child of 16 bits: a node where there is one of that number, else negative.
fn wide(child: u16, count: usize) -> i32 {
    if usize::from(child) < count {
        i32::from(child)
    } else {
        i32::from(child as i16)
    }
}
