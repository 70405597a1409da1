//! Compiled maps of Quake (BSP version 29, and its wide forms BSP2 and 2PSB) and of Half-Life (version 30).
//!
//! Source: the published descriptions of the formats (Olivier Montanuy and others, "Quake Specs", 1996). For BSP2, the notes of
//! the compilers that write it. Only collision data is read: the drawing tree (hull 0), the clip hulls of larger bodies, and
//! where players start. Textures, light and visibility may be missing.
//!
//! Departures: the games trust the file. Here every offset, length, index and float is checked first, and the trees are proven
//! to be trees. The world is model 0; doors and other models may be placed in it.

use super::record::{Lump, MapFile, Record, Records, damaged};
use super::walk::Walk;
use super::{cells, entities};
use crate::Problem;
use clipmark_geometry::{Aabb, ClipHull, ClipHulls, ClipNode, Contents, Model, Plane, Point, World};

/// Which of the related formats.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Version 29: indices of 16 bits.
    Quake,
    /// Version 30, the same layout.
    HalfLife,
    /// "BSP2": indices of 32 bits, bounds of floats.
    Bsp2,
    /// "2PSB": indices of 32 bits, bounds of 16 bits.
    Psb2,
}

impl Format {
    fn detect(file: &[u8]) -> Option<Self> {
        match *file.first_chunk()? {
            [29, 0, 0, 0] => Some(Self::Quake),
            [30, 0, 0, 0] => Some(Self::HalfLife),
            [b'B', b'S', b'P', b'2'] => Some(Self::Bsp2),
            [b'2', b'P', b'S', b'B'] => Some(Self::Psb2),
            _ => None,
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Self::Bsp2 | Self::Psb2)
    }

    /// The stride of narrow records, of BSP2's and of 2PSB's.
    fn pick(self, [narrow, bsp2, psb2]: [usize; 3]) -> usize {
        match self {
            Self::Quake | Self::HalfLife => narrow,
            Self::Bsp2 => bsp2,
            Self::Psb2 => psb2,
        }
    }
}

/// The version comes before the directory.
const DIRECTORY: usize = 4;
const LUMPS: usize = 15;
const ENTITIES: Lump = Lump::new(0, 1, "entity", "entities");
const PLANES: Lump = Lump::new(1, 20, "plane", "planes");
const NODES: Lump = Lump::new(5, 24, "node", "nodes");
const CLIP_NODES: Lump = Lump::new(9, 8, "clip node", "clip nodes");
const LEAFS: Lump = Lump::new(10, 28, "leaf", "leafs");
const MODELS: Lump = Lump::new(14, 64, "model", "models");

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
    Format::detect(bytes).is_some()
}

/// Reads the world of a map from the bytes of its file: its clip hulls, its spawns and its brushes. Those are the solid, liquid
/// and sky leaves of hull 0: convex cells between the planes of the drawing tree. `clip` brushes are in the clip hulls alone,
/// so that backends of brushes do not meet them.
///
/// # Errors
/// Anything in the file that does not hold together.
pub fn read(name: &str, bytes: &[u8]) -> Result<World, Problem> {
    let file = MapFile::new(bytes, DIRECTORY, LUMPS)?;
    let format =
        Format::detect(bytes).ok_or_else(|| damaged("it does not begin as Quake's or Half-Life's do"))?;
    let sized = |lump: Lump, strides| Lump {
        stride: format.pick(strides),
        ..lump
    };
    let planes = planes(file.records(PLANES)?)?;
    let leafs = file.records(sized(LEAFS, [28, 44, 32]))?;
    let mut lists = [
        NodeList::read(&file, sized(NODES, [24, 44, 32]), &planes, format, Some(leafs))?,
        NodeList::read(&file, sized(CLIP_NODES, [8, 12, 12]), &planes, format, None)?,
    ];
    let sizes: &[[[f32; 3]; 2]] = match format {
        Format::HalfLife => &HALF_LIFE,
        _ => &QUAKE,
    };
    let mut models = Vec::new();
    for (number, record) in file.records(MODELS)?.iter().enumerate() {
        let bounds = Aabb::new(record.point(0)?, record.point(12)?);
        let mut hulls = Vec::new();
        for (i, size) in sizes.iter().enumerate() {
            let list = &mut lists[usize::from(i > 0)];
            // A map compiled without clip hulls has a point's alone.
            if i > 0 && list.nodes.is_empty() {
                break;
            }
            let [mins, maxs] = size.map(Point::from);
            hulls.push(list.hull(&record, record.i32(36 + 4 * i), Aabb::new(mins, maxs))?);
        }
        models.push(Model {
            name: format!("*{number}"),
            brushes: cells::solids(&hulls[0], &bounds),
            clip_hulls: Some(ClipHulls { hulls }),
            bounds,
            ..Model::default()
        });
    }
    entities::world(name, models, file.lump(ENTITIES)?, SPAWN_LIFT)
}

fn planes(records: Records) -> Result<Vec<ClipNode>, Problem> {
    let read = |(i, r): (usize, Record)| {
        let plane = Plane::new(r.point(0)?.coords, r.coordinate(12)?);
        let mut node = ClipNode::new(plane, [-1, -1]);
        // The file says which planes are axial. A lie would make the games use one coordinate of a slope.
        let said = r.u32(16).min(u32::from(ClipNode::OBLIQUE)) as u8;
        let fits = said == ClipNode::OBLIQUE || said == node.axis;
        node.axis = said;
        (plane.is_valid() && fits).then_some(node).ok_or_else(|| {
            damaged(format_args!(
                "the normal of plane {i} is not of unit length or not of the plane's type"
            ))
        })
    };
    records.iter().enumerate().map(read).collect()
}

/// The nodes of the drawing tree or of the clip hulls, which the models share.
struct NodeList<'a> {
    lump: Lump,
    /// Their children are nodes of the file, or negative: the contents of a leaf as Quake's maps number them, -1 for empty.
    nodes: Vec<ClipNode>,
    /// The leafs that negative numbers of the drawing tree mean: `-1 - leaf`. Those of clip hulls are contents.
    leafs: Option<Records<'a>>,
    walk: Walk,
}

impl<'a> NodeList<'a> {
    fn read(
        file: &MapFile,
        lump: Lump,
        planes: &[ClipNode],
        format: Format,
        leafs: Option<Records<'a>>,
    ) -> Result<Self, Problem> {
        let records = file.records(lump)?;
        let count = records.len();
        let mut out = Self {
            lump,
            nodes: Vec::new(),
            leafs,
            walk: Walk::new(count),
        };
        for r in records.iter() {
            let mut node = planes[r.index(0, PLANES, planes.len())?];
            let children = match format.is_wide() {
                true => [r.i32(4), r.i32(8)],
                // Leaves count down from the top of 16 bits, which may leave room for more than 32,767 nodes.
                false => [4, 6].map(|at| wide(r.u16(at), count)),
            };
            for (child, number) in node.children.iter_mut().zip(children) {
                *child = out.child(number, &r, count)?;
            }
            out.nodes.push(node);
        }
        Ok(out)
    }

    /// A node of that number, or negative the contents of a leaf.
    fn child(&self, number: i32, by: &Record, count: usize) -> Result<i32, Problem> {
        let contents = match self.leafs {
            _ if number >= 0 => {
                by.within(i64::from(number), 1, self.lump.many, count)?;
                return Ok(number);
            }
            Some(leafs) => {
                let leaf = by.within(-1 - i64::from(number), 1, LEAFS.many, leafs.len())?;
                leafs.at(leaf.start).i32(0)
            }
            None => number,
        };
        match (LAST_CONTENTS..=-1).contains(&contents) {
            true => Ok(contents),
            false => Err(by.damaged(format_args!("leads to contents {contents}, which no leaf has"))),
        }
    }

    /// The clip hull of a model for a body: the tree below a root, its nodes renumbered in preorder, front first.
    fn hull(&mut self, model: &Record, root: i32, body: Aabb) -> Result<ClipHull, Problem> {
        let root = self.child(root, model, self.nodes.len())?;
        let mut out = ClipHull {
            bounds: body,
            nodes: Vec::new(),
            leaves: contents(),
        };
        if root < 0 {
            // The whole of space is one leaf, which must then come first.
            out.leaves = vec![out.leaf(root)];
            return Ok(out);
        }
        let nodes = &self.nodes;
        let children = |at: usize| nodes[at].children;
        self.walk
            .below(root, children, |child, above: Option<(usize, usize)>| {
                let next = out.nodes.len();
                let number = match usize::try_from(child) {
                    Ok(at) => {
                        out.nodes.push(nodes[at]);
                        next as i32
                    }
                    Err(_) => child,
                };
                if let Some((parent, side)) = above {
                    out.nodes[parent].children[side] = number;
                }
                next
            })?;
        out.nodes.shrink_to_fit();
        Ok(out)
    }
}

/// The last number that Quake's and Half-Life's compilers give to the contents of a leaf.
const LAST_CONTENTS: i32 = -15;

/// Contents by Quake's number, -1 first: empty, solid, water, slime, lava, sky, a marker of the compiler's, clip. Six
/// currents (moving water) and translucent follow.
fn contents() -> Vec<Contents> {
    let by_number = |number| match number {
        -2 => Contents::SOLID,
        -3 => Contents::WATER,
        -4 => Contents::SLIME,
        -5 => Contents::LAVA,
        -6 => Contents::SKY,
        -8 => Contents::PLAYER_CLIP,
        -14..=-9 => Contents::WATER,
        _ => Contents::empty(),
    };
    (LAST_CONTENTS..=-1).rev().map(by_number).collect()
}

/// A child of 16 bits: a node where there is one of that number, else negative.
fn wide(child: u16, count: usize) -> i32 {
    if usize::from(child) < count {
        i32::from(child)
    } else {
        i32::from(child as i16)
    }
}
