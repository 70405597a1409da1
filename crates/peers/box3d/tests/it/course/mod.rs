//! Courses for Box3D's controllers: those of all libraries, and one of two walls that meet.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../../../tests/course.rs"]
mod shared;

use clipmark_adapter::TUNED;
pub(crate) use clipmark_box3d::Box3dBackend as Library;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Brush, Contents, Plane, SurfaceFlags, Vec3, World};
pub(crate) use shared::*;

/// Box3D as its best user sets it up.
pub(crate) fn library(world: &World, rules: TraceRules) -> Library {
    Library::build(world, rules, TUNED).unwrap()
}

/// Two walls that meet at x = 480 at 30 degrees, open towards the start.
pub(crate) fn pocket() -> Vec<Brush> {
    let wall = |side: f32| {
        let (sin, cos) = 15.0_f32.to_radians().sin_cos();
        let planes = [
            Plane::new(Vec3::new(-sin, -side * cos, 0.0), -sin * 480.0),
            Plane::new(Vec3::new(0.0, side, 0.0), 160.0),
            Plane::new(Vec3::new(1.0, 0.0, 0.0), 512.0),
            Plane::new(Vec3::new(-1.0, 0.0, 0.0), -256.0),
            Plane::new(Vec3::new(0.0, 0.0, 1.0), 256.0),
            Plane::new(Vec3::new(0.0, 0.0, -1.0), 0.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    vec![floor(), wall(1.0), wall(-1.0)]
}
