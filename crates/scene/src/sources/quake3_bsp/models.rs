//! The models after the first: doors, lifts and the like. Each has its own brushes and patches in the file's order.

use super::lumps::{Lump, Lumps};
use super::{MapError, Shader, numbered, read_brushes, surfaces};
use clipmark_geometry::{Aabb, Model, Plane};
use std::ops::Range;

/// A record's claim about its model.
struct Claim {
    bounds: Aabb,
    surfaces: Range<usize>,
    brushes: Range<usize>,
}

/// All models but the world, `*1` first.
pub(super) fn read(lumps: &Lumps, planes: &[Plane], shaders: &[Shader]) -> Result<Vec<Model>, MapError> {
    let (brush_count, surface_count) = (lumps.count(Lump::Brushes), lumps.count(Lump::Surfaces));
    let claims = lumps
        .records(Lump::Models)
        .skip(1)
        .map(|(i, r)| {
            Ok(Claim {
                bounds: Aabb::new(r.point(0, "model", i)?, r.point(12, "model", i)?),
                surfaces: r.run(24, "model", i, "surfaces", surface_count)?,
                brushes: r.run(32, "model", i, "brushes", brush_count)?,
            })
        })
        .collect::<Result<Vec<_>, MapError>>()?;
    let claimed = |count: usize, run: fn(&Claim) -> &Range<usize>| {
        let mut kept = vec![false; count];
        for claim in &claims {
            for own in &mut kept[run(claim).clone()] {
                // Models of a damaged file that share parts would multiply them.
                if std::mem::replace(own, true) {
                    return Err(MapError::Overlap("models"));
                }
            }
        }
        Ok(kept)
    };
    let kept = claimed(brush_count, |claim| &claim.brushes)?;
    let brushes = read_brushes(lumps, planes, shaders, &kept)?;
    let numbers = numbered(&kept);
    let kept = claimed(surface_count, |claim| &claim.surfaces)?;
    let (patches, patch_numbers) = surfaces::read_patches(lumps, shaders, &kept)?;
    let model = |(i, claim): (usize, &Claim)| Model {
        name: format!("*{}", i + 1),
        brushes: taken(&brushes, &numbers[claim.brushes.clone()]),
        patches: taken(&patches, &patch_numbers[claim.surfaces.clone()]),
        bounds: claim.bounds,
        ..Model::default()
    };
    Ok(claims.iter().enumerate().map(model).collect())
}

fn taken<T: Clone>(from: &[T], numbers: &[Option<u32>]) -> Vec<T> {
    let own = numbers.iter().flatten();
    own.map(|&n| from[n as usize].clone()).collect()
}
