//! What the planes of a solid say of a sweep before GJK is asked, where its answer could change nothing.

use crate::V;
use crate::cast::Cast;
use crate::core_shape::CoreShape;
use crate::passage::Path;
use crate::solid::{Solid, Solids};
use crate::tally::Tally;

/// A start that all planes hold deeper than touching by this much, in units, is in the solid without asking GJK. Larger: GJK is
/// asked in vain. Smaller: a corner that is off by the shortest edge kept ([`crate::solid`]) may say otherwise.
const SURE: f64 = 1.0 / 64.0;

/// What the planes known beforehand say without GJK.
pub(crate) enum Foreseen {
    /// One of them keeps hull and solid apart.
    Passed,
    /// All of them hold the start.
    Inside(Cast),
    /// What GJK is for.
    Open,
}

/// Spares GJK the solids about which [`cast`](crate::cast::cast) ends alike whatever GJK finds: what one known plane keeps
/// away from the path it leaves out at last, and to a start that all planes hold, where planes are all there is, GJK can add
/// no plane.
pub(crate) fn foreseen<T: Tally>(
    solids: &Solids,
    solid: &Solid,
    shape: &CoreShape,
    path: &Path,
    settled: bool,
    tally: &T,
) -> Foreseen {
    let sure = -path.touch - SURE;
    let (mut start_held, mut end_held, mut end_free) = (settled, true, false);
    let faces = solids.faces(solid);
    for (i, face) in faces.iter().enumerate() {
        let normal = face.plane.normal.cast::<f64>();
        let before = normal.dot(&path.start) - face.reach - shape.reach(&normal);
        let fall = -normal.dot(&path.delta);
        let after = before - fall;
        if before >= 0.0 && (after >= path.reach() || fall <= 0.0) {
            tally.planes(i + 1);
            return Foreseen::Passed;
        }
        start_held &= before < sure;
        end_held &= after < sure;
        end_free |= after >= -path.touch;
    }
    tally.planes(faces.len());
    if start_held {
        // The bounding box is left: its sides push out by half the hull.
        for i in 0..3 {
            let (low, high) = (
                f64::from(solid.mins[i]) - shape.half[i],
                f64::from(solid.maxs[i]) + shape.half[i],
            );
            let depth = |at: &V| f64::min(at[i] - low, high - at[i]);
            start_held &= depth(&path.start) > -sure;
            end_held &= depth(&path.end) > -sure;
        }
        if start_held && end_free {
            return Foreseen::Inside(Cast::StartsInside);
        } else if start_held && end_held {
            return Foreseen::Inside(Cast::AllInside);
        }
    }
    Foreseen::Open
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::cast::cast;
    use crate::solver::Solver;
    use crate::tally::Silent;
    use clipmark_collision::{Sweep, TraceRules};
    use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3};

    /// A box of 64 u with one edge cut off: planes are all that a box can meet.
    fn ramp() -> Solids {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        let mut planes: Vec<Plane> = axes
            .into_iter()
            .flat_map(|n| [Plane::new(n, 64.0), Plane::new(-n, 64.0)])
            .collect();
        planes.push(Plane::new(Vec3::new(0.6, 0.0, 0.8), 32.0));
        let mut solids = Solids::default();
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        solids.push_brush(&brush).unwrap();
        solids
    }

    #[test]
    fn what_is_foreseen_is_what_planes_find_and_all_cases_occur() {
        let solids = ramp();
        let solid = &solids.solids[0];
        let hull = Hull::quake3_player();
        let shape = CoreShape::of(&hull);
        assert!(shape.is_settled_by_planes(solid.box_settled));
        let mut seed = 5_u64;
        let mut unit = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f32 / (1 << 24) as f32 - 0.5
        };
        let (mut passed, mut leaves, mut stays, mut open) = (0, 0, 0, 0);
        for _ in 0..4000 {
            let mut place = || Point::new(unit(), unit(), unit()) * 300.0;
            let sweep = Sweep::new(hull, place(), place());
            let path = Path::new(&sweep, &shape, &TraceRules::QUAKE3);
            let planes = || cast(&solids, solid, &shape, &path, 1.0, Solver::PlanesFirst, &Silent);
            match foreseen(&solids, solid, &shape, &path, true, &Silent) {
                Foreseen::Passed => {
                    assert!(planes().is_none(), "{sweep:?}");
                    passed += 1;
                }
                Foreseen::Inside(Cast::StartsInside) => {
                    assert!(matches!(planes(), Some(Cast::StartsInside)), "{sweep:?}");
                    leaves += 1;
                }
                Foreseen::Inside(_) => {
                    assert!(matches!(planes(), Some(Cast::AllInside)), "{sweep:?}");
                    stays += 1;
                }
                Foreseen::Open => open += 1,
            }
        }
        assert!(
            passed.min(leaves).min(stays).min(open) > 50,
            "{passed} {leaves} {stays} {open}"
        );
    }
}
