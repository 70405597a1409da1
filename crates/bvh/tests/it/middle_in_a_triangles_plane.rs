//! `bvh:planes` reported a start in the solid for a hull with its middle in a triangle's plane, however far away. The two faces
//! of a triangle hold its whole plane. Found by the fuzz target `differential`.
use crate::common::both;
use clipmark_collision::{Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Point, SurfaceFlags, Triangle, TriangleSides, World};

/// What `bvh` and `bvh:planes` answer.
fn traces(start: Point, end: Point) -> [Trace; 2] {
    let corners = [[0.0, -768.0, 0.0], [0.0, 0.0, 744.0], [0.0, 32.0, 296.0]].map(Point::from);
    let mut world = World::of_brushes("triangle", Vec::new());
    world.triangles = vec![Triangle {
        corners,
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
        sides: TriangleSides::Both,
    }];
    let sweep = Sweep::new(Hull::quake3_player(), start, end);
    both(&world, TraceRules::QUAKE3).map(|backend| backend.trace(&sweep, &mut Work::silent()))
}

#[test]
fn is_not_in_the_triangle() {
    for away in traces(Point::origin(), Point::new(-112.0, 0.0, 0.0)) {
        assert!(!away.start_solid && !away.hit(), "{away:?}");
    }
}

#[test]
fn meets_it_on_the_way_up() {
    for up in traces(Point::origin(), Point::new(0.0, 0.0, 500.0)) {
        assert!(!up.start_solid && up.hit(), "{up:?}");
        // Here the lower edge, from (-768, 0) to (32, 296) in y and z, is over the hull's side at y = -15. 278.61 high, and the
        // hull's top 32 over its origin. The skin is 1/8 along the normal of the edge, 0.133 upwards.
        let rest = (768.0 - 15.0) * 296.0 / 800.0 - 32.0 - 0.125 * (800.0_f32.hypot(296.0) / 800.0);
        assert!(
            (up.end.z - rest).abs() < 0.01,
            "rests at {}, not {rest}",
            up.end.z
        );
    }
}
