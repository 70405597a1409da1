//! Answers a fan: the pieces of it that are searched together, and the sweeps that are asked one by one.

use crate::backend::BspBackend;
use crate::contacts::for_shape;
use crate::fan_cast::Searched;
use crate::fan_lanes::Lined;
use crate::shape::{MovingShape, recentred};
use clipmark_collision::{CollisionBackend, Fan, Trace, Work};

/// Fewer sweeps than this gain nothing by being searched together.
const FEWEST: usize = 3;

impl BspBackend {
    pub(crate) fn answer_fan(&self, fan: &Fan, answers: &mut [Trace], work: &mut Work) {
        for (piece, answers) in fan.pieces(answers) {
            if !self.answer_together(&piece, answers, work) {
                for (sweep, answer) in piece.sweeps().zip(answers) {
                    *answer = self.trace(&sweep, work);
                }
            }
        }
    }

    /// At most [`Fan::PIECE`] sweeps. False, and nothing answered, where they are to be asked one by one.
    fn answer_together(&self, fan: &Fan, answers: &mut [Trace], work: &mut Work) -> bool {
        let Some((shape, offset)) = recentred(&fan.hull) else {
            return false;
        };
        if fan.ends.len() < FEWEST || !self.brushes.bounded {
            return false;
        }
        if work.is_counting() {
            for_shape!(shape, s => self.fan::<_, true>(s, offset, fan, answers, work))
        } else {
            for_shape!(shape, s => self.fan::<_, false>(s, offset, fan, answers, work))
        }
    }

    fn fan<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        offset: [f32; 3],
        fan: &Fan,
        answers: &mut [Trace],
        work: &mut Work,
    ) -> bool {
        // As for single sweeps: points walk where there are patches.
        if S::IS_POINT && !self.patches.facets.is_empty() {
            return false;
        }
        let Some(mut lined) = Lined::new(fan, offset) else {
            return false;
        };
        let mut hits = None;
        let searched =
            self.first_hits_of_fan::<S, COUNT>(&shape, &mut lined, fan.mask, &mut hits, &mut work.counts);
        if matches!(searched, Searched::No) {
            return false;
        }
        if COUNT {
            work.counts.queries += fan.ends.len() as u64;
        }
        let asked = fan.sweeps().zip(answers);
        let Some(hits) = hits else {
            for (sweep, answer) in asked {
                *answer = Trace::free(&sweep);
            }
            return true;
        };
        for (i, (sweep, answer)) in asked.enumerate() {
            let path = lined.path(i);
            let found = self
                .settle::<S, COUNT>(&shape, path, &hits[i], &mut work.counts)
                .unwrap_or_else(|| self.walk::<S, COUNT>(shape, path, fan.mask, work));
            *answer = self.answer(&sweep, &found);
        }
        true
    }
}
