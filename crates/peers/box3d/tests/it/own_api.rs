//! Failures that the comparison shows of Box3D, each with the library's own API alone: nothing of this workspace takes part.
//! Some are issues of its own (erincatto/box3d), named in their tests.
use boxddd::{
    BoxHull, Capsule, CollisionPlane, Foundation, Hull, QueryFilter, RayHit, ShapeCastInput, ShapeProxy,
    Vec3, World, solve_planes,
};

/// A floor of 20 x 20 m whose top is z = 0, and a world around it.
fn floor() -> World {
    let foundation = Foundation::initialize_default().unwrap();
    let mut world = foundation.create_world(foundation.world_def()).unwrap();
    let below = foundation
        .body_def_builder()
        .position([0.0, 0.0, -1.0])
        .build()
        .unwrap();
    let body = world.create_body(below).unwrap();
    let slab = BoxHull::new(10.0, 10.0, 1.0).unwrap();
    world
        .create_hull_shape(body, &foundation.shape_def(), &slab)
        .unwrap();
    world
}

/// The first hit of a cube of 1 m whose lower face is `gap` above the floor.
fn cast(gap: f32, way: [f32; 3]) -> Option<RayHit> {
    let side = |bit: u8, i: u8| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new(side(0, i), side(1, i), side(2, i)))
        .collect();
    let input = ShapeCastInput::new(ShapeProxy::new(corners, 0.0).unwrap(), way).unwrap();
    let mut first = None;
    floor()
        .visit_cast_shape([0.0, 0.0, 0.5 + gap], input, QueryFilter::default(), |hit| {
            first = Some(hit);
            hit.fraction
        })
        .unwrap();
    first
}

/// #32, open: a cast that starts within 0.006 m of a surface hits it at once, wherever it goes, and without a normal.
#[test]
fn box3d_32_a_cast_away_from_a_near_surface_is_a_hit() {
    for way in [[0.0, 0.0, 5.0], [5.0, 0.0, 0.0]] {
        let hit = cast(0.005, way).unwrap();
        assert_eq!(hit.fraction, 0.0, "{way:?}");
        assert_eq!(hit.normal, Vec3::ZERO, "{way:?}");
        assert!(cast(0.01, way).is_none(), "{way:?}");
    }
}

#[test]
fn a_cast_stops_a_slop_short_with_a_sharp_body_and_a_slop_late_with_a_round_one() {
    let down = |fraction: f32| 2.0 * fraction;
    let sharp = cast(1.0, [0.0, 0.0, -2.0]).unwrap();
    assert!((down(sharp.fraction) - (1.0 - 0.005)).abs() < 1e-4, "{sharp:?}");
    let input = ShapeCastInput::new(ShapeProxy::sphere(0.5).unwrap(), [0.0, 0.0, -2.0]).unwrap();
    let mut round = None;
    floor()
        .visit_cast_shape([0.0, 0.0, 1.5], input, QueryFilter::default(), |hit| {
            round = Some(hit);
            hit.fraction
        })
        .unwrap();
    let round = round.unwrap();
    assert!((down(round.fraction) - (1.0 + 0.005)).abs() < 1e-4, "{round:?}");
}

/// A comment in Box3D's source says that deep overlap is not handled: a mover whose core is in a solid has no planes, and falls.
#[test]
fn a_mover_deep_in_a_solid_is_not_pushed_out() {
    let world = floor();
    let mover = Capsule::new([0.0, 0.0, -0.3], [0.0, 0.0, 0.3], 0.3);
    let planes = |height: f32| {
        let found = world.collide_mover([0.0, 0.0, height], &mover, QueryFilter::default());
        found.unwrap().len()
    };
    assert_eq!(planes(0.5), 1, "0.1 m deep");
    assert_eq!(planes(0.2), 0, "0.4 m deep");
    let fall = world.cast_mover([0.0, 0.0, 0.2], &mover, [0.0, 0.0, -1.0], QueryFilter::default());
    assert_eq!(fall.unwrap(), 1.0, "and nothing stops its fall");
}

/// What planes leave of a move stays a slop inside of them, so that movers keep in touch.
#[test]
fn a_mover_comes_to_rest_a_slop_inside() {
    let world = floor();
    let mover = Capsule::new([0.0, 0.0, -0.3], [0.0, 0.0, 0.3], 0.3);
    let mut at = 0.58;
    for _ in 0..10 {
        let found = world
            .collide_mover([0.0, 0.0, at], &mover, QueryFilter::default())
            .unwrap();
        let rigid = |p: &boxddd::MoverPlane| CollisionPlane::new(p.plane, f32::MAX, true).unwrap();
        let mut planes: Vec<_> = found.iter().map(rigid).collect();
        at += solve_planes([0.0, 0.0, -0.001], &mut planes).unwrap().delta.z;
    }
    assert!((at - (0.6 - 0.005)).abs() < 1e-4, "{at}");
}

/// #163, closed: a hull of many points crashes at limits of more than 44 vertices. Gone: they are refused.
#[test]
fn box3d_163_a_hull_of_many_points_is_made_or_refused() {
    Foundation::initialize_default().unwrap();
    let golden = std::f32::consts::PI * (3.0 - 5.0_f32.sqrt());
    let points: Vec<Vec3> = (0..400_u16)
        .map(|i| {
            let z = 1.0 - (f32::from(i) + 0.5) / 200.0;
            let (sin, cos) = (golden * f32::from(i)).sin_cos();
            let r = (1.0 - z * z).sqrt();
            Vec3::new(r * cos, r * sin, z)
        })
        .collect();
    let made = (4..128)
        .filter(|&limit| Hull::from_points(&points, limit).is_ok())
        .count();
    // Limits 4 to 44; more round vertices make more than 128 faces or 256 half edges, which Box3D's hulls have at most.
    assert_eq!(made, 41);
}
