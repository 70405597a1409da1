//! Which failed expectations do not count against a contestant: those that the reference mover fails too.
//!
//! Source: `docs/failures.md`, "Lawful quirks". On a chain of surf ramps QuakeWorld's own rules stop a body at flush
//! joints. Near the end of a ramp the planes of the next brush, each a skin further out, form a corner. Its bevel is
//! met before the ramp. The reference mover, in f64 on exact solids, stops in the same tick.
//!
//! Only expectations of the motion can be excused, since the reference answers no sweeps. It has no rounding, so an
//! effect on a contestant alone stays that contestant's failure.

use clipmark_measure::{Base, BuiltContestant, Played, Setting, judge_reference};
use clipmark_movement::ShapeKind;
use clipmark_scene::Scene;

/// The expectations of this contestant that the reference mover does not meet. `None` where it moves otherwise.
pub(crate) fn unmet_by_law(
    scene: &Scene,
    setting: &Setting,
    entrant: &BuiltContestant,
    base: &Base,
    reference: Option<&Played<f64>>,
) -> Option<Vec<String>> {
    let alike = entrant.setup.mover().slides() && entrant.setup.shape() == ShapeKind::Box;
    let run = reference.filter(|_| alike)?;
    let asked = judge_reference(scene, setting, entrant, run, base);
    Some(asked.into_iter().filter(|e| !e.held).map(|e| e.what).collect())
}
