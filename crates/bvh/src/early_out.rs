//! Early out before GJK: solids whose faces show that they cannot change the result of a sweep.

use crate::passage::{Swept, larger, smaller};
use crate::solid::Solid;
use crate::tally::Tally;

impl<T: Tally> Swept<'_, T> {
    /// Whether the planes of a solid's faces end [`Self::cast`] without a hit. One of them keeps hull and solid apart. Or one is left
    /// before the last one is entered or before the path begins. Or the hull comes to rest later than `limit`. More planes could
    /// only bring the same end. Where all planes hold the start, the cast ends otherwise. The sums are those of
    /// [`PlaneInterval::clip`](crate::passage::PlaneInterval::clip).
    pub(crate) fn is_passed_by_planes(&self, solid: Solid, limit: f64) -> bool {
        let Self { shape, path, tally } = *self;
        let (mut enter, mut leave, mut stop) = (f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        let mut starts_outside = false;
        let mut count = 0;
        // Told how far in front of a plane the hull starts, and how far it falls towards it: whether the plane alone keeps them apart.
        let mut clip = |before: f64, fall: f64| {
            count += 1;
            if before >= 0.0 && (before - fall >= path.reach() || fall <= 0.0) {
                return true;
            }
            starts_outside |= before >= -path.touch;
            if fall > 0.0 {
                let time = 1.0 / fall;
                stop = larger((before - path.skin) * time, stop);
                enter = larger(before * time, enter);
            } else if fall < 0.0 {
                leave = smaller(before / fall, leave);
            }
            false
        };
        let apart = if let Some(planes) = solid.planes_of_cuboid(shape, path) {
            planes.into_iter().any(|(before, fall)| clip(before, fall))
        } else {
            solid.faces().iter().any(|face| {
                let normal = face.plane.normal.cast::<f64>();
                let before = normal.dot(&path.start) - face.reach - shape.reach(&normal);
                clip(before, -normal.dot(&path.delta))
            })
        };
        tally.planes(count);
        let is_left = leave < 1.0 && (enter >= leave || leave <= 0.0);
        apart || starts_outside && (is_left || stop > limit)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::core_shape::CoreShape;
    use crate::passage::Path;
    use crate::samples::{ASKEW, RAMP, cut_box};
    use crate::solid::Solids;
    use crate::tally::Silent;
    use clipmark_collision::{Sweep, TraceRules};
    use clipmark_geometry::{Hull, Point, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn solids() -> Solids {
        let mut solids = Solids::default();
        for cuts in [&[][..], &[(RAMP, 32.0)], &[(ASKEW, 32.0)]] {
            solids.push_brush(&cut_box(64.0, cuts, Vec3::zeros())).unwrap();
        }
        solids
    }

    fn units() -> impl FnMut() -> f32 {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        move || random.random()
    }

    #[test]
    fn gjk_meets_nothing_that_the_early_out_skips() {
        let solids = solids();
        let hull = Hull::quake3_player();
        let shape = CoreShape::from_hull(&hull);
        let mut unit = units();
        for solid in solids.iter() {
            let mut passed = 0;
            for _ in 0..4000 {
                let mut place = || Point::new(unit() - 0.5, unit() - 0.5, unit() - 0.5) * 300.0;
                let sweep = Sweep::new(hull, place(), place());
                let path = Path::new(&sweep, &shape, &TraceRules::QUAKE3);
                let limit = f64::from(unit());
                let swept = Swept {
                    shape: &shape,
                    path: &path,
                    tally: &Silent,
                };
                if swept.is_passed_by_planes(solid, limit) {
                    passed += 1;
                    assert!(swept.cast(solid, limit, false).is_none(), "{sweep:?}");
                }
            }
            assert!((500..3500).contains(&passed), "{passed}");
        }
    }

    #[test]
    fn a_box_is_met_where_a_solid_of_its_planes_is() {
        let (solids, face_by_face) = (solids(), solids().without_cuboids());
        let mut unit = units();
        let shapes = [
            Hull::quake3_player(),
            Hull::new_sphere(12.0).unwrap(),
            Hull::Point,
        ];
        let mut hits = 0;
        for i in 0..6000 {
            let hull = shapes[i % shapes.len()];
            let shape = CoreShape::from_hull(&hull);
            // Grid points, so that edges and sides are met exactly.
            let mut place = || {
                let mut along = || (f64::from(unit()) * 32.0 - 16.0).round() as f32 * 15.0;
                Point::new(along(), along(), along())
            };
            let sweep = Sweep::new(hull, place(), place());
            let path = Path::new(&sweep, &shape, &TraceRules::QUAKE3);
            let swept = Swept {
                shape: &shape,
                path: &path,
                tally: &Silent,
            };
            let mut answers =
                [&solids, &face_by_face].map(|solids| format!("{:?}", swept.cast(solids.get(0), 1.0, true)));
            hits += usize::from(answers[0].contains("Hit"));
            // The sign of a 0 is lost where sums leave out terms of 0.
            answers = answers.map(|a| a.replace("-0.0", "0.0"));
            assert_eq!(answers[0], answers[1], "{sweep:?}");
        }
        assert!(hits > 500, "{hits}");
    }
}
