//! Quake II's compiled maps: IBSP, version 38.
//!
//! Source: the published description of the format (Max McGuire, "Quake 2 BSP File Format", 2000). Only brushes and
//! spawns are read; every offset, length, index and float is checked first.
//!
//! A model's brushes are the ones in the leaves of its tree, in the file's order. Model 0 is the world. The tree itself is
//! left to the backends, which make their own. Windows stop players, so they are solid here.

use super::entities;
use super::record::{Lump, MapFile, Record, damaged, overlap, read_brushes};
use super::walk::Walk;
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
    let brushes = file.records(BRUSHES)?;
    let listed = listed_by_models(&file, brushes.len())?;
    let mut kept = vec![false; brushes.len()];
    for &number in listed.iter().flat_map(|(_, own)| own) {
        kept[number] = true;
    }
    let planes = file.records(PLANES)?;
    let planes: Vec<Plane> = planes.iter().map(|r| r.plane()).collect::<Result<_, _>>()?;
    let (sides, textures) = (file.records(SIDES)?, file.records(TEXTURES)?);
    let side = |side: Record| {
        let plane = side.within(side.u16(0).into(), 1, PLANES.many, planes.len())?;
        // Bevels have no texture.
        let texture = usize::try_from(side.u16(2) as i16).ok();
        let flags = texture
            .filter(|t| *t < textures.len())
            .map_or(0, |t| textures.at(t).u32(32));
        Ok(BrushSide {
            plane: planes[plane.start],
            surface: surface(flags),
        })
    };
    let brush = |record: Record, sides: Vec<BrushSide>| {
        if sides.len() > MAX_SIDES {
            let count = sides.len();
            return Err(record.damaged(format_args!("has {count} sides, more than {MAX_SIDES}")));
        }
        let mut contents = Contents::from_bits_retain(record.u32(8));
        if contents.intersects(WINDOW) {
            contents |= Contents::SOLID;
        }
        // Its bevels are kept: on most maps a box needs no others. Missing ones are added.
        Ok(Brush::keeping_sides(sides, contents))
    };
    let brushes = read_brushes(brushes, sides, &kept, side, brush)?;
    let models = listed.iter().enumerate().map(|(i, (bounds, own))| Model {
        name: format!("*{i}"),
        brushes: own.iter().filter_map(|&number| brushes[number].clone()).collect(),
        bounds: *bounds,
        ..Model::default()
    });
    entities::world(name, models, file.lump(ENTITIES)?, SPAWN_LIFT)
}

/// The bounds of each model, and the brushes that the leaves of its tree list, ascending.
fn listed_by_models(file: &MapFile, brushes: usize) -> Result<Vec<(Aabb, Vec<usize>)>, Problem> {
    /// Lists of a damaged file that overlap would multiply the work; some leaves share one.
    const SHARED: usize = 2;
    let (nodes, leafs) = (file.records(NODES)?, file.records(LEAFS)?);
    let lists = file.records(LEAF_BRUSHES)?;
    let counts = [nodes.len(), leafs.len()];
    let children = |r: Record| Ok([r.child(4, counts)?, r.child(8, counts)?]);
    let children = nodes
        .iter()
        .map(children)
        .collect::<Result<Vec<[i32; 2]>, Problem>>()?;
    let mut walk = Walk::new(nodes.len());
    let mut left = lists.len() * SHARED;
    let mut listed = |model: Record| {
        let mut below = Vec::new();
        let root = model.child(36, counts)?;
        walk.below::<()>(
            root,
            |at| children[at],
            |child, _| {
                if child < 0 {
                    below.push((-1 - child) as usize);
                }
            },
        )?;
        below.sort_unstable();
        below.dedup();
        let mut own = Vec::new();
        for leaf in below.into_iter().map(|at| leafs.at(at)) {
            let (first, count) = (leaf.u16(24).into(), leaf.u16(26).into());
            let run = leaf.within(first, count, LEAF_BRUSHES.many, lists.len())?;
            left = left
                .checked_sub(run.len())
                .ok_or_else(|| overlap(LEAF_BRUSHES.many))?;
            for entry in lists.run(run) {
                let number = entry.within(entry.u16(0).into(), 1, BRUSHES.many, brushes)?;
                own.push(number.start);
            }
        }
        own.sort_unstable();
        own.dedup();
        Ok((Aabb::new(model.point(0)?, model.point(12)?), own))
    };
    file.records(MODELS)?.iter().map(&mut listed).collect()
}

/// Quake II's flags of a surface that mean something here: slick 2, sky 4.
fn surface(flags: u32) -> SurfaceFlags {
    SurfaceFlags::from_bits_retain(flags) & (SurfaceFlags::SLICK | SurfaceFlags::SKY)
}
