//! What the file of a family is written with: shapes, steps and expectations in short, a case, and the facts of its movement.

pub(crate) use crate::ask::*;
pub(crate) use crate::case::Case;
pub(crate) use crate::profile_facts::Stage;
pub(crate) use crate::solids::*;
pub(crate) use clipmark_scene::{
    Change, Corner, Expectation, Facing, Fill, Key, Mover, MoverMotion, Shape, Side, Step, Triple,
};
pub(crate) use serde::Deserialize;

/// A walker must not climb what it cannot stand on by more than a step (F22).
pub(crate) fn no_climb(stage: &Stage) -> Expectation {
    never_above(stage.rest() + stage.figure.step_height + 1.0, None, WALKER)
}

/// Each of the first with each of the second.
pub(crate) fn pairs<'a, A: Copy, B: Copy>(
    first: &'a [A],
    second: &'a [B],
) -> impl Iterator<Item = (A, B)> + 'a {
    first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)))
}
