//! Curved patches, the only surfaces that collide by themselves.

use super::lumps::{Lump, Lumps};
use super::{MapError, Shader};
use clipmark_geometry::Patch;

/// The surface type of a curved patch.
pub(super) const PATCH: i32 = 2;
/// Most control points along one direction; the engine's grid is no larger.
const MAX_GRID: i32 = 129;

/// The patches among the kept surfaces, in file order, and for each surface the number of its patch.
pub(super) fn read_patches(
    lumps: &Lumps,
    shaders: &[Shader],
    kept: &[bool],
) -> Result<(Vec<Patch>, Vec<Option<u32>>), MapError> {
    let vertices = lumps.count(Lump::Vertices);
    let positions: Vec<_> = lumps.records(Lump::Vertices).map(|(_, r)| r).collect();
    // Patches of a damaged file that all claim the same control points would multiply them.
    let mut left = vertices;
    let mut patches = Vec::new();
    let mut numbers = vec![None; kept.len()];
    for (i, r) in lumps.records(Lump::Surfaces).filter(|(i, _)| kept[*i]) {
        if r.i32(8) != PATCH {
            continue;
        }
        let (width, height) = (r.i32(96), r.i32(100));
        let odd = |n: i32| (3..=MAX_GRID).contains(&n) && n % 2 == 1;
        if !odd(width) || !odd(height) {
            return Err(MapError::Grid {
                surface: i,
                width,
                height,
                most: MAX_GRID,
            });
        }
        let shader = shaders[r.index(0, "surface", i, "shaders", shaders.len())?];
        let first = i64::from(r.i32(12));
        let count = (width * height) as usize;
        let run = crate::sources::record::checked(first, count as i64, "surface", i, "vertices", vertices)?;
        left = left
            .checked_sub(count)
            .ok_or(MapError::Overlap("curved patches"))?;
        let points = run
            .map(|v| positions[v].point(0, "vertex", v))
            .collect::<Result<Vec<_>, MapError>>()?;
        numbers[i] = Some(patches.len() as u32);
        patches.push(Patch {
            width: width as usize,
            height: height as usize,
            points,
            contents: shader.contents,
            surface: shader.surface,
        });
    }
    Ok((patches, numbers))
}
