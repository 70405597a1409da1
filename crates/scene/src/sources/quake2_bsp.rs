//! Quake II's compiled maps: IBSP, version 38.
//!
//! Source: the published description of the format (Max McGuire, "Quake 2 BSP File Format", 2000). Only brushes and
//! spawns are read; every offset, length, index and float is checked first.
//!
//! A model's brushes are the ones in the leaves of its tree, in the file's order. Model 0 is the world. The tree itself is
//! left to the backends, which make their own. Windows stop players, so they are solid here.

use super::entities;
use super::record::{Lump, MapFile, Record, damaged, no_solid, no_tree, overlap};
use crate::Problem;
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Model, Plane, SurfaceFlags, World};

/// The game puts a player this far above a spawn point, in units.
const SPAWN_LIFT: f32 = 9.0;
/// Magic and version come before the directory.
const DIRECTORY: usize = 8;
const LUMPS: usize = 19;
const VERSION: u32 = 38;
/// Contents of glass, which Quake II's players collide with.
const WINDOW: Contents = Contents::from_bits_retain(2);
/// Most sides of a brush: its outline costs their cube.
const MAX_SIDES: usize = 256;

const ENTITIES: Lump = Lump::new(0, 1, "entity", "entities");
const PLANES: Lump = Lump::new(1, 20, "plane", "planes");
const NODES: Lump = Lump::new(4, 28, "node", "nodes");
const TEXTURES: Lump = Lump::new(5, 76, "texture", "textures");
const LEAFS: Lump = Lump::new(8, 28, "leaf", "leafs");
const LEAF_BRUSHES: Lump = Lump::new(10, 2, "leaf brush", "leaf brushes");
const MODELS: Lump = Lump::new(13, 48, "model", "models");
const BRUSHES: Lump = Lump::new(14, 12, "brush", "brushes");
const SIDES: Lump = Lump::new(15, 4, "brush side", "brush sides");

/// Whether the file says that it is one of these.
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(b"IBSP") && bytes.get(4..8) == Some(&VERSION.to_le_bytes())
}

/// Reads the world of a map from the bytes of its file.
///
/// # Errors
/// Anything in the file that does not hold together.
pub fn read(name: &str, bytes: &[u8]) -> Result<World, Problem> {
    let file = MapFile::new(bytes, DIRECTORY, LUMPS)?;
    if !is_one(bytes) {
        return Err(damaged("it does not begin as Quake II's do"));
    }
    let (nodes, leafs) = (file.records(NODES)?, file.records(LEAFS)?);
    let lists = file.records(LEAF_BRUSHES)?;
    let brushes = file.records(BRUSHES)?;
    let mut walk = Walk::new((&nodes, &leafs, &lists), brushes.len());
    let mut claims = Vec::new();
    for record in file.records(MODELS)? {
        let bounds = Aabb::new(record.point(0)?, record.point(12)?);
        claims.push((bounds, walk.listed_below(record.i32(36), &record)?));
    }
    let mut kept = vec![false; brushes.len()];
    for &number in claims.iter().flat_map(|(_, own)| own) {
        kept[number as usize] = true;
    }
    let planes = planes(&file.records(PLANES)?)?;
    let (sides, textures) = (file.records(SIDES)?, file.records(TEXTURES)?);
    let brushes = read_brushes(&brushes, &sides, &textures, &planes, &kept)?;
    // Where each kept brush stands in the list.
    let place = |next: &mut usize, &kept: &bool| {
        *next += usize::from(kept);
        Some(next.wrapping_sub(1))
    };
    let places: Vec<usize> = kept.iter().scan(0, place).collect();
    let own = |list: &[u32]| {
        let places = list.iter().map(|&number| places[number as usize]);
        places.map(|at| brushes[at].clone()).collect()
    };
    let models = claims.iter().enumerate().map(|(i, (bounds, list))| Model {
        name: format!("*{i}"),
        brushes: own(list),
        bounds: *bounds,
        ..Model::default()
    });
    entities::world(name, models, file.lump(ENTITIES)?, SPAWN_LIFT)
}

fn planes(records: &[Record]) -> Result<Vec<Plane>, Problem> {
    records.iter().map(Record::plane).collect()
}

/// A walk down the trees of all models.
struct Walk<'a> {
    nodes: &'a [Record<'a>],
    leafs: &'a [Record<'a>],
    lists: &'a [Record<'a>],
    /// The last tree that came to each node and to each leaf, and that listed each brush.
    reached: Vec<u32>,
    seen: Vec<u32>,
    listed: Vec<u32>,
    tree: u32,
    /// Nodes, and entries of lists, that may still be visited.
    left: [usize; 2],
}

impl<'a> Walk<'a> {
    /// Trees, and lists, of a damaged file that overlap would multiply the work; some share a leaf or two.
    const SHARED: usize = 2;

    fn new((nodes, leafs, lists): (&'a [Record], &'a [Record], &'a [Record]), brushes: usize) -> Self {
        Self {
            nodes,
            leafs,
            lists,
            reached: vec![0; nodes.len()],
            seen: vec![0; leafs.len()],
            listed: vec![0; brushes],
            tree: 0,
            left: [nodes.len(), lists.len()].map(|n| n * Self::SHARED),
        }
    }

    /// The brushes that the leaves below the root of a model list, ascending.
    fn listed_below(&mut self, root: i32, model: &Record) -> Result<Vec<u32>, Problem> {
        self.tree += 1;
        let mut out = Vec::new();
        let mut open = vec![(root, *model)];
        while let Some((child, above)) = open.pop() {
            if child >= 0 {
                let at = above
                    .within(i64::from(child), 1, NODES.many, self.nodes.len())?
                    .start;
                if std::mem::replace(&mut self.reached[at], self.tree) == self.tree {
                    return Err(no_tree(at));
                }
                self.left[0] = self.left[0].checked_sub(1).ok_or_else(|| overlap("models"))?;
                let node = self.nodes[at];
                open.extend([(node.i32(4), node), (node.i32(8), node)]);
                continue;
            }
            let leaf = -1 - i64::from(child);
            let at = above.within(leaf, 1, LEAFS.many, self.leafs.len())?.start;
            if std::mem::replace(&mut self.seen[at], self.tree) != self.tree {
                self.leaf(at, &mut out)?;
            }
        }
        out.sort_unstable();
        Ok(out)
    }

    fn leaf(&mut self, at: usize, out: &mut Vec<u32>) -> Result<(), Problem> {
        let leaf = &self.leafs[at];
        let (first, count) = (leaf.u16(24).into(), leaf.u16(26).into());
        let run = leaf.within(first, count, LEAF_BRUSHES.many, self.lists.len())?;
        let left = self.left[1].checked_sub(run.len());
        self.left[1] = left.ok_or_else(|| overlap(LEAF_BRUSHES.many))?;
        for entry in &self.lists[run] {
            let number = entry.u16(0);
            let at = entry
                .within(number.into(), 1, BRUSHES.many, self.listed.len())?
                .start;
            if std::mem::replace(&mut self.listed[at], self.tree) != self.tree {
                out.push(number.into());
            }
        }
        Ok(())
    }
}

fn read_brushes(
    brushes: &[Record],
    sides: &[Record],
    textures: &[Record],
    planes: &[Plane],
    kept: &[bool],
) -> Result<Vec<Brush>, Problem> {
    let mut left = sides.len();
    let mut out = Vec::new();
    for (i, record) in brushes.iter().enumerate().filter(|(i, _)| kept[*i]) {
        let run = record.run(0, SIDES, sides.len())?;
        left = left.checked_sub(run.len()).ok_or_else(|| overlap(BRUSHES.many))?;
        if run.len() > MAX_SIDES {
            return Err(record.damaged(format_args!("has {} sides, more than {MAX_SIDES}", run.len())));
        }
        let mut contents = Contents::from_bits_retain(record.u32(8));
        if contents.intersects(WINDOW) {
            contents |= Contents::SOLID;
        }
        let side = |side: &Record| {
            let plane = side
                .within(side.u16(0).into(), 1, PLANES.many, planes.len())?
                .start;
            // Bevels have no texture.
            let texture = usize::try_from(side.u16(2) as i16).ok();
            let flags = texture.and_then(|t| textures.get(t)).map_or(0, |r| r.u32(32));
            Ok(BrushSide {
                plane: planes[plane],
                surface: surface(flags),
            })
        };
        let list = sides[run].iter().map(side).collect::<Result<Vec<_>, Problem>>()?;
        let planes: Vec<Plane> = list.iter().map(|s| s.plane).collect();
        let solid = Brush::from_planes(&planes, contents, SurfaceFlags::empty());
        // Its bevels are kept: on most maps a box needs no others. Missing ones are added.
        out.push(Brush {
            sides: list,
            ..solid.map_err(|why| no_solid(i, why))?
        });
    }
    Ok(out)
}

/// Quake II's flags of a surface that mean something here: slick 2, sky 4.
fn surface(flags: u32) -> SurfaceFlags {
    SurfaceFlags::from_bits_retain(flags) & (SurfaceFlags::SLICK | SurfaceFlags::SKY)
}
