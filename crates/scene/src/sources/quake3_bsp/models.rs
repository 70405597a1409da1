//! The models of a map, the world first, then doors, lifts and the like. Those have their own brushes and patches in the file's
//! order.

use super::{BRUSHES, Parts, SURFACES, numbered};
use crate::Problem;
use crate::sources::record::{Record, damaged, overlap};
use clipmark_geometry::{Aabb, Model};
use std::ops::Range;

/// A record's claim about its model.
pub(super) struct Claim {
    pub(super) bounds: Aabb,
    pub(super) surfaces: Range<usize>,
    pub(super) brushes: Range<usize>,
}

/// The claims of all models, at least one.
pub(super) fn claims(records: &[Record], brushes: usize, surfaces: usize) -> Result<Vec<Claim>, Problem> {
    if records.is_empty() {
        return Err(damaged("it has no models"));
    }
    let claim = |r: &Record| {
        Ok(Claim {
            bounds: Aabb::new(r.point(0)?, r.point(12)?),
            surfaces: r.run(24, SURFACES, surfaces)?,
            brushes: r.run(32, BRUSHES, brushes)?,
        })
    };
    records.iter().map(claim).collect()
}

/// All models but the world, `*1` first.
pub(super) fn read(parts: &Parts, claims: &[Claim]) -> Result<Vec<Model>, Problem> {
    let claimed = |count: usize, run: fn(&Claim) -> &Range<usize>| {
        let mut kept = vec![false; count];
        for claim in claims {
            for own in &mut kept[run(claim).clone()] {
                // Models of a damaged file that share parts would multiply them.
                if std::mem::replace(own, true) {
                    return Err(overlap("models"));
                }
            }
        }
        Ok(kept)
    };
    let kept = claimed(parts.brushes.len(), |claim| &claim.brushes)?;
    let brushes = parts.read_brushes(&kept)?;
    let numbers = numbered(&kept);
    let kept = claimed(parts.surfaces.len(), |claim| &claim.surfaces)?;
    let (patches, patch_numbers) = parts.read_patches(&kept)?;
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
