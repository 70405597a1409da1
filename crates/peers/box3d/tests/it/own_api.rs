//! Failures that the comparison shows of Box3D, each with the library's own API alone: nothing of this workspace takes part.
//! Some are issues of its own (erincatto/box3d), named in their tests.
use boxddd::{
    BodyId, BodyType, BoxHull, Capsule, CollisionPlane, Foundation, Hull, Quat, QueryFilter, RayHit,
    ShapeCastInput, ShapeProxy, Vec3, World, WorldTransform, solve_planes,
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

const SECONDS: f32 = 1.0 / 60.0;
/// Radius of the movers of these tests, and half their height.
const RADIUS: f32 = 0.3;
const HALF: f32 = 0.6;

/// A box, of a body that is static or kinematic.
fn cuboid(world: &mut World, kind: BodyType, half: [f32; 3], at: [f32; 3]) -> BodyId {
    let foundation = Foundation::initialize_default().unwrap();
    let body = foundation.body_def_builder().body_type(kind).position(at);
    let body = world.create_body(body.build().unwrap()).unwrap();
    let cuboid = BoxHull::new(half[0], half[1], half[2]).unwrap();
    world
        .create_hull_shape(body, &foundation.shape_def(), &cuboid)
        .unwrap();
    body
}

/// Takes a kinematic body to a place by a step of the world, as Box3D's documentation has it; where it then is.
fn taken(world: &mut World, body: BodyId, to: [f32; 3]) -> Vec3 {
    let target = WorldTransform {
        p: to.into(),
        q: Quat::IDENTITY,
    };
    world
        .set_body_target_transform(body, target, SECONDS, true)
        .unwrap();
    world.step(SECONDS, 4).unwrap();
    let at = world.body_position(body).unwrap();
    Vec3::new(at.x, at.y, at.z)
}

/// A move of a mover as the sample has it: planes, their solution and a cast, up to five times.
fn moved(world: &World, at: Vec3, way: [f32; 3]) -> Vec3 {
    let mover = Capsule::new([0.0, 0.0, RADIUS - HALF], [0.0, 0.0, HALF - RADIUS], RADIUS);
    let all = QueryFilter::default();
    let to = Vec3::new(at.x + way[0], at.y + way[1], at.z + way[2]);
    let mut at = at;
    for _ in 0..5 {
        let found = world.collide_mover([at.x, at.y, at.z], &mover, all).unwrap();
        let rigid = |p: &boxddd::MoverPlane| CollisionPlane::new(p.plane, f32::MAX, true).unwrap();
        let mut planes: Vec<_> = found.iter().map(rigid).collect();
        let wanted = Vec3::new(to.x - at.x, to.y - at.y, to.z - at.z);
        let delta = solve_planes(wanted, &mut planes).unwrap().delta;
        let free = world.cast_mover([at.x, at.y, at.z], &mover, delta, all).unwrap();
        let by = [delta.x, delta.y, delta.z].map(|x| x * free);
        at = Vec3::new(at.x + by[0], at.y + by[1], at.z + by[2]);
        if by.iter().map(|x| x * x).sum::<f32>() < 0.01 * 0.01 {
            break;
        }
    }
    at
}

/// Box3D carries no mover: one that rests on a platform is lifted by planes, and stays behind where the platform goes level.
#[test]
fn a_platform_lifts_a_mover_and_carries_it_nowhere() {
    let way = |speed: [f32; 3], tick: u8| speed.map(|x| x * SECONDS * f32::from(tick));
    for speed in [[0.0, 0.0, 3.0], [4.0, 0.0, 0.0]] {
        let mut world = floor();
        let part = cuboid(
            &mut world,
            BodyType::Kinematic,
            [6.0, 6.0, 0.25],
            [0.0, 0.0, 0.25],
        );
        let mut at = Vec3::new(0.0, 0.0, 0.5 + HALF - 0.005);
        for tick in 1..=60 {
            let [x, y, z] = way(speed, tick);
            taken(&mut world, part, [x, y, 0.25 + z]);
            at = moved(&world, at, [0.0, 0.0, -0.003]);
        }
        let [_, _, rise] = way(speed, 60);
        assert!(
            (at.z - (0.5 + rise + HALF - 0.005)).abs() < 1e-3,
            "{speed:?}: {at:?}"
        );
        assert!(at.x.abs() < 1e-3, "it is carried now: {speed:?}: {at:?}");
    }
}

/// The greatest distance that a mover's middle is beyond the face of a wall, which is driven against it at 5 m/s. The mover
/// stands idle, before a wall or not.
fn driven(stands_before_a_wall: bool) -> f32 {
    let mut world = floor();
    if stands_before_a_wall {
        cuboid(&mut world, BodyType::Static, [0.25, 5.0, 2.0], [0.57, 0.0, 2.0]);
    }
    let part = cuboid(
        &mut world,
        BodyType::Kinematic,
        [0.25, 5.0, 1.9],
        [-2.0, 0.0, 2.0],
    );
    let mut at = Vec3::new(0.0, 0.0, HALF - 0.005);
    let mut deepest = f32::NEG_INFINITY;
    for tick in 1..=30_u8 {
        let middle = -2.0 + 5.0 * SECONDS * f32::from(tick);
        taken(&mut world, part, [middle, 0.0, 2.0]);
        at = moved(&world, at, [0.0, 0.0, 0.0]);
        deepest = deepest.max(middle + 0.25 - at.x);
    }
    deepest
}

/// Nothing blocks a kinematic body: who has no room is passed. With room he is pushed, and the wall stays off his middle.
#[test]
fn a_wall_that_is_driven_against_a_mover_without_room_passes_its_middle() {
    assert!(driven(false) < 0.01 - RADIUS, "with room: {}", driven(false));
    assert!(driven(true) > 0.0, "it keeps off now: {}", driven(true));
}

/// The sample moves its mover and then steps the world. A wall is then in the mover by the way of a tick, when that tick ends.
#[test]
fn a_wall_is_in_a_mover_that_moves_before_the_step_and_not_in_one_that_moves_after_it() {
    for (moves_first, deep) in [(true, 5.0 * SECONDS + 0.005), (false, 0.005)] {
        let mut world = floor();
        let part = cuboid(
            &mut world,
            BodyType::Kinematic,
            [0.25, 5.0, 1.9],
            [-0.6, 0.0, 2.0],
        );
        let mut at = Vec3::new(0.0, 0.0, HALF - 0.005);
        let mut middle = -0.6;
        for _ in 0..20 {
            if moves_first {
                at = moved(&world, at, [0.0, 0.0, 0.0]);
            }
            middle += 5.0 * SECONDS;
            taken(&mut world, part, [middle, 0.0, 2.0]);
            if !moves_first {
                at = moved(&world, at, [0.0, 0.0, 0.0]);
            }
        }
        let found = middle + 0.25 - (at.x - RADIUS);
        assert!((found - deep).abs() < 1e-3, "{found} of {deep}");
    }
}

/// A step takes a kinematic body to its target to rounding, but no faster than 400 m/s.
#[test]
fn a_step_takes_a_kinematic_body_to_its_target_if_that_is_near() {
    let mut world = floor();
    let part = cuboid(&mut world, BodyType::Kinematic, [1.0; 3], [0.0, 0.0, 4.0]);
    let near = taken(&mut world, part, [3.0, -2.0, 5.0]);
    assert!(
        (near.x - 3.0).abs() < 1e-5 && (near.y + 2.0).abs() < 1e-5,
        "{near:?}"
    );
    let far = taken(&mut world, part, [103.0, -2.0, 5.0]);
    assert!((far.x - (3.0 + 400.0 * SECONDS)).abs() < 1e-3, "{far:?}");
}
