//! Answers a fan: its sweeps ask the solids near all of them, or walk one by one where these are many. Hull and questions are
//! looked at once.

use crate::V;
use crate::backend::{BvhBackend, is_usable};
use crate::core_shape::CoreShape;
use crate::hierarchy::Ways;
use crate::near::{Frustum, Near};
use crate::passage::{Path, larger, skin_of, smaller};
use crate::tally::{Counting, Silent, Tally};
use crate::trace::{meeting, trace_along};
use clipmark_collision::{CollisionBackend, Fan, Sweep, Trace, Work};
use clipmark_geometry::Point;

/// Fewer sweeps than this gain nothing by being asked together.
const FEWEST: usize = 3;

impl BvhBackend {
    pub(crate) fn answer_fan(&self, fan: &Fan, answers: &mut [Trace], work: &mut Work) {
        for (piece, answers) in fan.pieces(answers) {
            let is_answered = if work.is_counting() {
                self.answer_together::<Counting>(&piece, answers, work)
            } else {
                self.answer_together::<Silent>(&piece, answers, work)
            };
            if !is_answered {
                for (sweep, answer) in piece.sweeps().zip(answers) {
                    *answer = self.trace(&sweep, work);
                }
            }
        }
    }

    /// At most [`Fan::PIECE`] sweeps. False, and nothing answered, where they are few, or some are no question or go nowhere.
    fn answer_together<T: Tally>(&self, fan: &Fan, answers: &mut [Trace], work: &mut Work) -> bool {
        let is_path = |end: &Point| *end != fan.start && fan.sweep_to(*end).check().is_ok();
        if fan.ends.len() < FEWEST || !is_usable(&fan.hull) || !fan.ends.iter().all(is_path) {
            return false;
        }
        let shape = CoreShape::of(&fan.hull);
        let tally = T::default();
        let near = self.near(fan, &shape, &tally);
        for (sweep, answer) in fan.sweeps().zip(answers) {
            let path = || Path::new(&sweep, &shape, &self.rules);
            *answer = match &near {
                Some(near) if near.is_empty() => Trace::free(&sweep),
                Some(near) => self.answer_among(near, &shape, &path(), &sweep, &tally),
                None => self.answer_among(&self.hierarchy, &shape, &path(), &sweep, &tally),
            };
        }
        tally.report(work, fan.ends.len() as u64);
        true
    }

    /// What lies near the sweeps of a fan. Each sweep must be a valid question.
    fn near<T: Tally>(&self, fan: &Fan, shape: &CoreShape, tally: &T) -> Option<Near> {
        let start = fan.start.coords.cast::<f64>() + shape.center;
        let (mut low, mut high) = (V::repeat(f64::INFINITY), V::repeat(f64::NEG_INFINITY));
        let mut far = crate::far(&start, &start);
        for end in fan.ends {
            let end = end.coords.cast::<f64>() + shape.center;
            far = larger(far, crate::far(&start, &end));
            let delta = end - start;
            (low, high) = (low.zip_map(&delta, smaller), high.zip_map(&delta, larger));
        }
        let grow = shape.half.add_scalar(skin_of(&self.rules));
        let frustum = Frustum::new(&start, [&low, &high], far, &grow);
        let counts = |leaf| meeting(&self.solids, leaf, fan.mask).is_some();
        Near::gather(&self.hierarchy, &frustum, tally, counts)
    }

    #[inline(never)]
    fn answer_among<T: Tally>(
        &self,
        ways: &impl Ways,
        shape: &CoreShape,
        path: &Path,
        sweep: &Sweep,
        tally: &T,
    ) -> Trace {
        trace_along(ways, &self.solids, shape, path, sweep, self.solver, tally)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use clipmark_collision::{Status, TraceRules};
    use clipmark_geometry::{Brush, Contents, Hull, Vec3, World};

    /// 400 boxes of up to 60 u in a cube of 1,000 u.
    fn backend(unit: &mut impl FnMut() -> f32) -> BvhBackend {
        let brushes = (0..400).map(|_| {
            let mut three = || Vec3::new(unit(), unit(), unit());
            let low = Point::from(three() * 1000.0);
            let size = three().add_scalar(0.01) * 60.0;
            Brush::from_box(low, low + size, Contents::SOLID).unwrap()
        });
        BvhBackend::build(&World::of_brushes("boxes", brushes.collect()), TraceRules::QUAKE3).unwrap()
    }

    #[test]
    fn sweeps_are_answered_together_as_alone_and_both_ways_occur() {
        let mut seed = 3_u64;
        let mut unit = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f32 / (1 << 24) as f32
        };
        let backend = backend(&mut unit);
        let (mut together, mut alone, mut hits) = (0, 0, 0);
        for i in 0..400 {
            let start = Point::from(Vec3::new(unit(), unit(), unit()) * 1000.0);
            let hull = [Hull::quake3_player(), Hull::Point, Hull::new_sphere(9.0).unwrap()][i % 3];
            // To all sides, and in cones of all directions.
            let length = [8.0, 40.0, 300.0, 1500.0][i % 4];
            let ahead = Vec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5) * (2 * (i % 5)) as f32;
            let mut end = || start + (ahead + Vec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5)) * length;
            let ends: Vec<Point> = (0..16).map(|_| end()).collect();
            let fan = Fan::new(hull, start, &ends);
            let mut work = Work::silent();
            let nothing = Sweep::new(hull, start, start);
            let mut answers = [Trace::refused(&nothing, Status::Failed); 16];
            assert!(backend.answer_together::<Silent>(&fan, &mut answers, &mut work));
            match backend.near(&fan, &CoreShape::of(&hull), &Silent) {
                Some(_) => together += 1,
                None => alone += 1,
            }
            for (sweep, answer) in fan.sweeps().zip(&answers) {
                let own = backend.trace(&sweep, &mut work);
                assert_eq!(own.bits(), answer.bits(), "{sweep:?}");
                hits += usize::from(own.plane.is_some());
            }
        }
        assert!(
            together > 100 && alone > 20 && hits > 500,
            "{together} {alone} {hits}"
        );
    }
}
