//! Courses for Rapier's controllers: those of all libraries, and a groove.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../../../tests/course.rs"]
mod shared;

use clipmark_adapter::TUNED;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Brush, Contents, Plane, SurfaceFlags, Vec3, World};
pub(crate) use clipmark_rapier::RapierBackend as Library;
pub(crate) use shared::*;

/// Rapier's casts as its best user sets them up.
pub(crate) fn library(world: &World, rules: TraceRules) -> Library {
    Library::build(world, rules, TUNED).unwrap()
}

/// Two slabs of 8,192 by 8,192 by 128 that meet in a groove: each rises at 20 degrees to its side, and the groove falls at 10
/// degrees towards +x. Scene `11-v-groove`, 20 degrees, falling 10, of the suite.
pub(crate) fn groove() -> Vec<Brush> {
    let slab = |side: f32| {
        let out = Vec3::new(0.163_175_91, side * 0.342_020_15, 0.925_416_6);
        let down = Vec3::new(0.984_807_7, 0.0, -0.173_648_18);
        let across = Vec3::new(-side * 0.059_391_175, 0.939_692_6, -side * 0.336_824_1);
        let planes = [
            Plane::new(out, 0.0),
            Plane::new(-out, 128.0),
            Plane::new(down, 4096.0),
            Plane::new(-down, 4096.0),
            Plane::new(across, 4096.0),
            Plane::new(-across, 4096.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    vec![slab(-1.0), slab(1.0)]
}
