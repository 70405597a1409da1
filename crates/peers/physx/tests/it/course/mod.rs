//! Courses for PhysX's controllers: those of all libraries.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../../../tests/course.rs"]
mod shared;

use clipmark_adapter::TUNED;
use clipmark_collision::TraceRules;
use clipmark_geometry::World;
pub(crate) use clipmark_physx::PhysxBackend as Library;
pub(crate) use shared::*;

/// PhysX as its best user sets it up.
pub(crate) fn library(world: &World, rules: TraceRules) -> Library {
    Library::build(world, rules, TUNED).unwrap()
}
