//! Quake III's compiled maps: IBSP, version 46.
//!
//! Source: the published description of the format (Kekoa Proudfoot, "Unofficial Quake 3 Map Specs", 2000). Departures: only
//! collision data is read (no faces but curved patches, no light, no visibility). Where the engine trusts the file, every offset,
//! length, index and float is checked first.
//!
//! The world is model 0 and whatever the leaves of its tree refer to. The other models may be placed in it. Brushes, their sides
//! and the order of both are the file's. Engine traces depend on that order to the last bit.

mod models;
mod tree;
mod write;

use super::entities;
use super::record::{Lump, MapFile, Record, damaged, no_solid, overlap};
use crate::Problem;
use clipmark_geometry::{Aabb, Brush, BrushError, BrushSide, Contents, Patch, Plane, SurfaceFlags, World};
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
    brushes: Vec<Record<'a>>,
    sides: Vec<Record<'a>>,
    surfaces: Vec<Record<'a>>,
    vertices: Vec<Record<'a>>,
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
    let shader = |r: &Record| Shader {
        surface: SurfaceFlags::from_bits_retain(r.u32(64)),
        contents: Contents::from_bits_retain(r.u32(68)),
    };
    // A file that is cut off is refused before anything of it takes memory.
    for lump in READ {
        file.lump(lump)?;
    }
    let planes = file.records(PLANES)?;
    let parts = Parts {
        planes: planes.iter().map(Record::plane).collect::<Result<_, _>>()?,
        shaders: file.records(SHADERS)?.iter().map(shader).collect(),
        brushes: file.records(BRUSHES)?,
        sides: file.records(SIDES)?,
        surfaces: file.records(SURFACES)?,
        vertices: file.records(VERTICES)?,
    };
    let (brush_count, surface_count) = (parts.brushes.len(), parts.surfaces.len());
    let mut claims = models::claims(&file.records(MODELS)?, brush_count, surface_count)?;
    let own = claims.remove(0);
    let raw = tree::Raw::read(&file, &parts)?;
    let brush_map = raw.brushes.kept(brush_count, own.brushes);
    let brushes = parts.read_brushes(&brush_map)?;
    let surfaces_kept = raw.surfaces.kept(surface_count, own.surfaces);
    let (patches, patch_map) = parts.read_patches(&surfaces_kept)?;
    let models = models::read(&parts, &claims)?;
    let entities = entities::all(file.lump(ENTITIES)?)?;
    Ok(World {
        name: name.into(),
        brushes,
        patches,
        triangles: Vec::new(),
        tree: Some(raw.tree(&numbered(&brush_map), &patch_map)),
        clip_hulls: None,
        spawns: entities::spawns(&entities, SPAWN_LIFT)?,
        entities,
        bodies: Vec::new(),
        submodels: models.len(),
        models,
        bounds: own.bounds,
    })
}

/// New numbers of the kept ones.
fn numbered(kept: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    kept.iter()
        .map(|&k| {
            next += u32::from(k);
            k.then(|| next - 1)
        })
        .collect()
}

impl Parts<'_> {
    fn read_brushes(&self, kept: &[bool]) -> Result<Vec<Brush>, Problem> {
        let shader = |r: &Record, at| r.index(at, SHADERS, self.shaders.len()).map(|i| self.shaders[i]);
        let side = |r: &Record| {
            let plane = self.planes[r.index(0, PLANES, self.planes.len())?];
            let surface = shader(r, 4)?.surface;
            Ok(BrushSide { plane, surface })
        };
        // Brushes of a damaged file that all claim the same sides would multiply them.
        let mut left = self.sides.len();
        let mut out = Vec::new();
        for (i, r) in self.brushes.iter().enumerate() {
            let run = r.run(0, SIDES, self.sides.len())?;
            let shader = shader(r, 8)?;
            left = left.checked_sub(run.len()).ok_or_else(|| overlap(BRUSHES.many))?;
            if kept[i] {
                let sides = self.sides[run].iter().map(side);
                let sides = sides.collect::<Result<Vec<_>, Problem>>()?;
                out.push(brush(sides, shader.contents).map_err(|why| no_solid(i, why))?);
            }
        }
        Ok(out)
    }

    /// The patches among the kept surfaces, in file order, and for each surface the number of its patch.
    pub(super) fn read_patches(&self, kept: &[bool]) -> Result<(Vec<Patch>, Vec<Option<u32>>), Problem> {
        // Patches of a damaged file that all claim the same control points would multiply them.
        let mut left = self.vertices.len();
        let mut patches = Vec::new();
        let mut numbers = vec![None; kept.len()];
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
            let points = self.vertices[run].iter().map(|vertex| vertex.point(0));
            numbers[i] = Some(patches.len() as u32);
            patches.push(Patch {
                width: width as usize,
                height: height as usize,
                points: points.collect::<Result<_, _>>()?,
                contents: shader.contents,
                surface: shader.surface,
            });
        }
        Ok((patches, numbers))
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
        None => {
            let planes: Vec<Plane> = sides.iter().map(|s| s.plane).collect();
            let bounds = Brush::from_planes(&planes, contents, SurfaceFlags::empty())?.bounds;
            Ok(Brush {
                sides,
                contents,
                bounds,
                bevelled: false,
            })
        }
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
