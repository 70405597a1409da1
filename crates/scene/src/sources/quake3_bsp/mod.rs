//! Quake III's compiled maps: IBSP, version 46.
//!
//! Source: the published description of the format (Kekoa Proudfoot, "Unofficial Quake 3 Map Specs", 2000). Departures: only
//! collision data is read (no faces but curved patches, no light, no visibility). Where the engine trusts the file, every offset,
//! length, index and float is checked first.
//!
//! The world is model 0 and whatever the leaves of its tree refer to. The other models may be placed in it. Brushes, their sides
//! and the order of both are the file's. Engine traces depend on that order to the last bit.

mod lumps;
mod models;
mod surfaces;
mod tree;
mod write;

use super::{MapError, entities};
use crate::sources::record::Record;
use clipmark_geometry::{Aabb, Brush, BrushError, BrushSide, Contents, Plane, SurfaceFlags, World};
use lumps::{Lump, Lumps};
use std::ops::Range;
pub use write::{WriteError, write};

/// The game puts a player this far above a spawn point, in units: its feet are then clear of the floor.
const SPAWN_LIFT: f32 = 9.0;

/// A shader of the map.
#[derive(Clone, Copy)]
struct Shader {
    surface: SurfaceFlags,
    contents: Contents,
}

/// Reads the world of a map from the bytes of its file.
///
/// # Errors
/// Anything in the file that does not hold together.
pub fn read(name: &str, bytes: &[u8]) -> Result<World, MapError> {
    let lumps = Lumps::new(bytes)?;
    let shaders: Vec<Shader> = lumps
        .records(Lump::Shaders)
        .map(|(_, r)| Shader {
            surface: SurfaceFlags::from_bits_retain(r.u32(64)),
            contents: Contents::from_bits_retain(r.u32(68)),
        })
        .collect();
    let planes = read_planes(&lumps)?;
    let model = lumps
        .records(Lump::Models)
        .next()
        .map(|(_, r)| r)
        .ok_or(MapError::Nothing("models"))?;
    let bounds = Aabb::new(model.point(0, "model", 0)?, model.point(12, "model", 0)?);
    let own_surfaces = model.run(24, "model", 0, "surfaces", lumps.count(Lump::Surfaces))?;
    let own_brushes = model.run(32, "model", 0, "brushes", lumps.count(Lump::Brushes))?;

    let raw = tree::Raw::read(&lumps, &planes)?;
    let brush_map = raw.brushes.kept(lumps.count(Lump::Brushes), own_brushes);
    let brushes = read_brushes(&lumps, &planes, &shaders, &brush_map)?;
    let surfaces_kept = raw.surfaces.kept(lumps.count(Lump::Surfaces), own_surfaces);
    let (patches, patch_map) = surfaces::read_patches(&lumps, &shaders, &surfaces_kept)?;
    let models = models::read(&lumps, &planes, &shaders)?;
    let entities = entities::all(lumps.bytes(Lump::Entities))?;
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
        bounds,
    })
}

fn read_planes(lumps: &Lumps) -> Result<Vec<Plane>, MapError> {
    lumps
        .records(Lump::Planes)
        .map(|(i, r)| {
            let normal = r.point(0, "plane", i)?.coords;
            let plane = Plane::new(normal, r.coordinate(12, "plane", i)?);
            plane.is_valid().then_some(plane).ok_or(MapError::Normal(i))
        })
        .collect()
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

fn read_brushes(
    lumps: &Lumps,
    planes: &[Plane],
    shaders: &[Shader],
    kept: &[bool],
) -> Result<Vec<Brush>, MapError> {
    let side_count = lumps.count(Lump::BrushSides);
    let sides: Vec<Record> = lumps.records(Lump::BrushSides).map(|(_, r)| r).collect();
    // Brushes of a damaged file that all claim the same sides would multiply them.
    let mut left = side_count;
    let mut out = Vec::new();
    for (i, r) in lumps.records(Lump::Brushes) {
        let run = r.run(0, "brush", i, "sides", side_count)?;
        let shader = r.index(8, "brush", i, "shaders", shaders.len())?;
        left = left.checked_sub(run.len()).ok_or(MapError::Overlap("brushes"))?;
        if !kept[i] {
            continue;
        }
        let sides = run
            .map(|s| {
                let plane = planes[sides[s].index(0, "brush side", s, "planes", planes.len())?];
                let shader = sides[s].index(4, "brush side", s, "shaders", shaders.len())?;
                let surface = shaders[shader].surface;
                Ok(BrushSide { plane, surface })
            })
            .collect::<Result<Vec<_>, MapError>>()?;
        out.push(brush(sides, shaders[shader].contents).map_err(|why| MapError::Brush { brush: i, why })?);
    }
    Ok(out)
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

/// A run of indices in a leaf list, and its rest after renumbering.
type Run = Range<u32>;
