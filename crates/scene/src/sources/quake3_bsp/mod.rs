//! Quake III's compiled maps: IBSP, version 46.
//!
//! Source: the published description of the format (Kekoa Proudfoot, "Unofficial Quake 3 Map Specs", 2000). Departures: only
//! collision data is read (no faces but curved patches, no light, no visibility). Where the engine trusts the file, every
//! offset, length, index and float is checked first.
//!
//! The world is model 0 and whatever the leaves of its tree refer to. The other models may be placed in it. Brushes, their
//! sides and the order of both are the file's. Engine traces depend on that order to the last bit.

mod tree;
mod write;

use super::entities;
use super::record::{Lump, MapFile, Record, Records, damaged, overlap, read_brushes};
use crate::Problem;
use clipmark_geometry::{
    Aabb, Brush, BrushError, BrushSide, Contents, Model, Patch, Plane, SurfaceFlags, World,
};
use std::ops::Range;
pub use write::{WriteError, write};

const VERSION: u32 = 46;
/// Magic and version come before the directory.
const DIRECTORY: usize = 8;
const LUMPS: usize = 17;
const ENTITIES: Lump = Lump::new(0, 1, "entity", "entities");
const SHADERS: Lump = Lump::new(1, 72, "shader", "shaders");
const PLANES: Lump = Lump::new(2, 16, "plane", "planes");
const NODES: Lump = Lump::new(3, 36, "node", "nodes");
const LEAFS: Lump = Lump::new(4, 48, "leaf", "leafs");
const LEAF_SURFACES: Lump = Lump::new(5, 4, "leaf surface", "leaf surfaces");
const LEAF_BRUSHES: Lump = Lump::new(6, 4, "leaf brush", "leaf brushes");
const MODELS: Lump = Lump::new(7, 40, "model", "models");
const BRUSHES: Lump = Lump::new(8, 12, "brush", "brushes");
const SIDES: Lump = Lump::new(9, 8, "brush side", "brush sides");
const VERTICES: Lump = Lump::new(10, 44, "vertex", "vertices");
const SURFACES: Lump = Lump::new(13, 104, "surface", "surfaces");
/// All that are read.
const READ: [Lump; 12] = [
    ENTITIES,
    SHADERS,
    PLANES,
    NODES,
    LEAFS,
    LEAF_SURFACES,
    LEAF_BRUSHES,
    MODELS,
    BRUSHES,
    SIDES,
    VERTICES,
    SURFACES,
];

/// The game puts a player this far above a spawn point, in units: its feet are then clear of the floor.
const SPAWN_LIFT: f32 = 9.0;

/// The surface type of a curved patch.
const PATCH: i32 = 2;
/// Most control points along one direction; the engine's grid is no larger.
const MAX_GRID: i32 = 129;

/// A shader of the map.
#[derive(Clone, Copy)]
struct Shader {
    surface: SurfaceFlags,
    contents: Contents,
}

/// The records that worlds and models are made of.
struct Parts<'a> {
    planes: Vec<Plane>,
    shaders: Vec<Shader>,
    brushes: Records<'a>,
    sides: Records<'a>,
    surfaces: Records<'a>,
    vertices: Records<'a>,
}

/// Reads the world of a map from the bytes of its file.
///
/// # Errors
/// Anything in the file that does not hold together.
pub fn read(name: &str, bytes: &[u8]) -> Result<World, Problem> {
    let hint = "give a compiled map of Quake, Half-Life, Quake II or Quake III";
    if bytes.len() >= 4 && !bytes.starts_with(b"IBSP") {
        let magic = String::from_utf8_lossy(&bytes[..4]);
        let message = format_args!("no Quake III map: it begins with {magic:?} instead of \"IBSP\"");
        return Err(Problem::new(message, hint));
    }
    let file = MapFile::new(bytes, DIRECTORY, LUMPS)?;
    if bytes[4..8] != VERSION.to_le_bytes() {
        let version = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
        let message = format_args!("IBSP version {version} is not read, only Quake III's version {VERSION}");
        return Err(Problem::new(message, hint));
    }
    let shader = |r: Record| Shader {
        surface: SurfaceFlags::from_bits_retain(r.u32(64)),
        contents: Contents::from_bits_retain(r.u32(68)),
    };
    // A file that is cut off is refused before anything of it takes memory.
    for lump in READ {
        file.lump(lump)?;
    }
    let planes = file.records(PLANES)?;
    let parts = Parts {
        planes: planes.iter().map(|r| r.plane()).collect::<Result<_, _>>()?,
        shaders: file.records(SHADERS)?.iter().map(shader).collect(),
        brushes: file.records(BRUSHES)?,
        sides: file.records(SIDES)?,
        surfaces: file.records(SURFACES)?,
        vertices: file.records(VERTICES)?,
    };
    let mut claims = parts.claims(file.records(MODELS)?)?;
    let own = claims.remove(0);
    let raw = tree::Raw::read(&file, &parts, &own)?;
    // What the world has, and what the other models have.
    let kept = [&raw.brushes.kept, &raw.surfaces.kept];
    let mut needed = kept.map(Vec::clone);
    claimed(claims.iter().map(|claim| &claim.brushes), &mut needed[0])?;
    claimed(claims.iter().map(|claim| &claim.surfaces), &mut needed[1])?;
    let brushes = parts.read_brushes(&needed[0])?;
    let patches = parts.read_patches(&needed[1])?;
    let model = |(i, claim): (usize, Claim)| Model {
        name: format!("*{}", i + 1),
        brushes: brushes[claim.brushes].iter().flatten().cloned().collect(),
        patches: patches[claim.surfaces].iter().flatten().cloned().collect(),
        bounds: claim.bounds,
        ..Model::default()
    };
    let others: Vec<Model> = claims.into_iter().enumerate().map(model).collect();
    let numbers = [numbered(&brushes, kept[0]), numbered(&patches, kept[1])];
    let world = Model {
        brushes: only(brushes, kept[0]),
        patches: only(patches, kept[1]),
        bounds: own.bounds,
        ..Model::default()
    };
    let models = std::iter::once(world).chain(others);
    Ok(World {
        tree: Some(raw.tree(&numbers[0], &numbers[1])),
        ..entities::world(name, models, file.lump(ENTITIES)?, SPAWN_LIFT)?
    })
}

/// Marks the parts of all models, of which no two may share one: models of a damaged file that do would multiply them.
fn claimed<'a>(runs: impl Iterator<Item = &'a Range<usize>>, needed: &mut [bool]) -> Result<(), Problem> {
    let mut taken = vec![false; needed.len()];
    for part in runs.flat_map(Range::clone) {
        if std::mem::replace(&mut taken[part], true) {
            return Err(overlap("models"));
        }
        needed[part] = true;
    }
    Ok(())
}

/// The parts that the world has.
fn only<T>(parts: Vec<Option<T>>, kept: &[bool]) -> Vec<T> {
    let own = parts.into_iter().zip(kept).filter(|(_, kept)| **kept);
    own.filter_map(|(part, _)| part).collect()
}

/// The world's number of each part.
fn numbered<T>(parts: &[Option<T>], kept: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    let number = |(part, kept): (&Option<T>, &bool)| {
        let is_own = part.is_some() && *kept;
        next += u32::from(is_own);
        is_own.then(|| next - 1)
    };
    parts.iter().zip(kept).map(number).collect()
}

/// A record's claim about its model.
struct Claim {
    bounds: Aabb,
    surfaces: Range<usize>,
    brushes: Range<usize>,
}

impl Parts<'_> {
    /// The claims of all models, the world's first; at least one.
    fn claims(&self, records: Records) -> Result<Vec<Claim>, Problem> {
        if records.is_empty() {
            return Err(damaged("it has no models"));
        }
        let claim = |r: Record| {
            Ok(Claim {
                bounds: Aabb::new(r.point(0)?, r.point(12)?),
                surfaces: r.run(24, SURFACES, self.surfaces.len())?,
                brushes: r.run(32, BRUSHES, self.brushes.len())?,
            })
        };
        records.iter().map(claim).collect()
    }

    fn read_brushes(&self, kept: &[bool]) -> Result<Vec<Option<Brush>>, Problem> {
        let shader = |r: Record, at| r.index(at, SHADERS, self.shaders.len()).map(|i| self.shaders[i]);
        let side = |r: Record| {
            let plane = self.planes[r.index(0, PLANES, self.planes.len())?];
            let surface = shader(r, 4)?.surface;
            Ok(BrushSide { plane, surface })
        };
        let brush = |r: Record, sides| Ok(brush(sides, shader(r, 8)?.contents));
        read_brushes(self.brushes, self.sides, kept, side, brush)
    }

    /// The patches among the kept surfaces.
    fn read_patches(&self, kept: &[bool]) -> Result<Vec<Option<Patch>>, Problem> {
        // Patches of a damaged file that all claim the same control points would multiply them.
        let mut left = self.vertices.len();
        let mut patches = vec![None; kept.len()];
        for (i, r) in self.surfaces.iter().enumerate() {
            if !kept[i] || r.i32(8) != PATCH {
                continue;
            }
            let (width, height) = (r.i32(96), r.i32(100));
            let odd = |n: i32| (3..=MAX_GRID).contains(&n) && n % 2 == 1;
            if !odd(width) || !odd(height) {
                return Err(damaged(format_args!(
                    "surface {i} is a curved patch of {width} x {height} control points; both must be odd, 3 to {MAX_GRID}"
                )));
            }
            let shader = self.shaders[r.index(0, SHADERS, self.shaders.len())?];
            let (first, count) = (i64::from(r.i32(12)), i64::from(width * height));
            let run = r.within(first, count, VERTICES.many, self.vertices.len())?;
            let after = left.checked_sub(run.len());
            left = after.ok_or_else(|| overlap("curved patches"))?;
            let points = self.vertices.run(run).map(|vertex| vertex.point(0));
            patches[i] = Some(Patch {
                width: width as usize,
                height: height as usize,
                points: points.collect::<Result<_, _>>()?,
                contents: shader.contents,
                surface: shader.surface,
            });
        }
        Ok(patches)
    }
}

/// A brush as the file has it. Compilers write the bounding box as the first six sides. Otherwise the box is computed and the
/// brush counts as one without bevels.
fn brush(sides: Vec<BrushSide>, contents: Contents) -> Result<Brush, BrushError> {
    match axial_bounds(&sides) {
        Some(bounds) if bounds.is_empty() => Err(BrushError::Empty),
        Some(bounds) => Ok(Brush {
            sides,
            contents,
            bounds,
            bevelled: true,
        }),
        None => Brush::keeping_sides(sides, contents),
    }
}

/// The box whose faces the first six sides are, in the order -x +x -y +y -z +z.
fn axial_bounds(sides: &[BrushSide]) -> Option<Aabb> {
    let mut bounds = Aabb::EMPTY;
    for (i, side) in sides.get(..6)?.iter().enumerate() {
        let (axis, plane) = (i / 2, side.plane);
        let sign = if i % 2 == 0 { -1.0 } else { 1.0 };
        if plane.normal[axis] != sign {
            return None;
        }
        if sign < 0.0 {
            bounds.mins[axis] = -plane.dist;
        } else {
            bounds.maxs[axis] = plane.dist;
        }
    }
    Some(bounds)
}
