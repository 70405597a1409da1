//! F17b, stuck solid: for two ticks or more the backend reports a start in a solid, and a body with motion stays
//! (`docs/failures.md`).
//!
//! Unit: ticks of the longest stretch; counted are stretches. Departure: a start-solid answer alone is no failure,
//! since QuakeWorld's probe for edge friction begins in the floor by design. Keys or velocity must also ask for
//! motion.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_geometry::Vec3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F17b",
    needs: Needs::Run,
    concerns: Concerns::AnyMover,
    look,
};

/// Fewer ticks than these are no failure: one may free a body.
const LEAST: usize = 2;
/// A body that moves less in a tick keeps its place, in units: below the slowest walk, above rounding.
const STILL: f32 = 1e-3;
/// Slower than this a body does not want to move by itself, in units per second (where friction stops it).
const CRAWL: f32 = 1.0;

fn look(evidence: &Evidence) -> Seen {
    let run = evidence.walk.run;
    let held = |k: usize| {
        let (before, after) = (&run.states[k], &run.states[k + 1]);
        let would_move = run.wish(k) != Vec3::zeros() || before.velocity.norm() > CRAWL;
        run.facts[k].start_solid > 0 && would_move && (after.origin - before.origin).norm() < STILL
    };
    let ticks: Vec<usize> = (0..run.commands.len()).filter(|&k| held(k)).collect();
    let mut seen = Seen::default();
    for stretch in ticks.chunk_by(|a, b| a + 1 == *b).filter(|s| s.len() >= LEAST) {
        seen.case(
            stretch.len() as f64,
            Some(stretch[0]),
            &run.states[stretch[0] + 1].origin,
        );
        seen.ticks.extend(stretch);
    }
    seen
}
