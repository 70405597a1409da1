//! A stop that the skin puts ahead of, or beside, the meeting once had the normal of where the core would have come
//! to much later, past an edge.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Point, Vec3, World};

fn sweep(mins: [f32; 3], maxs: [f32; 3], start: [f32; 3], end: [f32; 3]) -> Trace {
    let block = Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap();
    let world = World::of_brushes("block", vec![block]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let bounds = Aabb::new(Point::new(-15.0, -15.0, -10.0), Point::new(15.0, 15.0, 10.0));
    let sweep = Sweep::new(Hull::Cylinder { bounds }, start.into(), end.into());
    backend.trace(&sweep, &mut Work::silent())
}

/// Grazing a wall, the hull meets the face 0.05 before its end; the core, 0.17 later, the edge there.
#[test]
fn grazing_past_the_end_of_a_wall() {
    let (start, along) = (Vec3::new(-16.86, 19.95, 0.0), Vec3::new(9.3, -99.5, 0.0));
    let t = sweep(
        [0.0, 0.0, -100.0],
        [10.0, 100.0, 100.0],
        start.into(),
        (start + along).into(),
    );
    assert!(t.hit());
    assert_eq!(t.plane.unwrap().normal, Vec3::new(-1.0, 0.0, 0.0));
}

/// Rising at one in ten towards a ceiling: at the stop its edge is 1/8 ahead and 0.11 above, and the ceiling itself
/// is met a unit later.
#[test]
fn rising_past_the_edge_of_a_ceiling() {
    let t = sweep(
        [0.0, 0.0, 10.0],
        [100.0, 100.0, 20.0],
        [-30.0, 50.0, -1.6],
        [20.0, 50.0, 3.4],
    );
    let normal = t.plane.unwrap().normal;
    let to_edge = Vec3::new(-0.125, 0.0, -0.1125).normalize();
    assert!((normal - to_edge).norm() < 1e-3, "{normal:?}");
}
