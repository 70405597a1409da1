//! Builds the tracer for a rule set: the tutorial's, or the engines'.

use crate::{BspBackend, TutorialBackend};
use clipmark_collision::{BuildError, CollisionBackend, TraceRules};
use clipmark_geometry::World;

/// The tracer that implements these rules: [`TutorialBackend`] the tutorial's, [`BspBackend`] all others.
///
/// # Errors
/// As those of the tracer.
pub fn build(world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
    Ok(if rules.is_tutorial() {
        Box::new(TutorialBackend::build(world, rules)?)
    } else {
        Box::new(BspBackend::build(world, rules)?)
    })
}
