//! Failures that the comparison shows of Jolt, each with the library's own API alone: nothing of this workspace takes part.
use oxijolt::{
    Activation, BodySettings, CharacterSettings, ExtendedUpdateSettings, PhysicsWorld, Quat, QueryFilter,
    RVec3, Shape, ShapeCast, ShapeCastHit, Vec3, WorldSettings,
};

/// A box of 1 x 1 x 2 m, cast at a cube of 4 m around the origin.
fn cast(from: RVec3, way: Vec3, back_faces: bool) -> Option<ShapeCastHit> {
    let mut world = PhysicsWorld::new(WorldSettings::default().single_threaded()).unwrap();
    let cube = Shape::new_box(Vec3::new(2.0, 2.0, 2.0)).unwrap();
    world.create_body(&cube, &BodySettings::new_static()).unwrap();
    let body = Shape::new_box(Vec3::new(0.5, 0.5, 1.0)).unwrap();
    let cast = ShapeCast::new(&body, from, Quat::IDENTITY, way).collide_with_back_faces(back_faces);
    world.cast_shape(&cast, &QueryFilter::new()).unwrap()
}

/// The box meets the face y = -2 after 2/6.875 of its way and would go 0.96 m deep. By default nothing is met.
const FROM: RVec3 = RVec3::new(-1.25, -4.5, 2.125);
const WAY: Vec3 = Vec3::new(-0.625, 6.875, -1.875);
const EXACT: f32 = 2.0 / 6.875;

#[test]
fn a_box_that_is_cast_at_a_box_goes_through_it_by_default() {
    let taught = cast(FROM, WAY, false);
    assert!(taught.is_none(), "it is met now: {taught:?}");
    // The hit was found and dropped: its normal does not look against the path.
    let hit = cast(FROM, WAY, true).unwrap();
    assert!((hit.fraction - EXACT).abs() < 1e-6, "{hit:?}");
}

#[test]
fn the_normal_of_a_cast_is_not_that_of_the_face_met() {
    let hit = cast(FROM, WAY, true).unwrap();
    let toward_the_face = -hit.normal.y;
    assert!(toward_the_face < 0.1, "the face's normal is -y: {:?}", hit.normal);
}

/// Out of 200,000 casts from free space on a grid of 1/8 m, how many of the hits are missed.
#[test]
fn more_than_one_hit_in_twenty_is_missed_on_a_grid_by_default_and_none_with_back_faces() {
    let mut state = 12_345_u64;
    let mut eighths = move |reach: f32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (state >> 40) as f32 / (1_u64 << 24) as f32;
        ((2.0 * share - 1.0) * reach * 8.0).round() / 8.0
    };
    let mut world = PhysicsWorld::new(WorldSettings::default().single_threaded()).unwrap();
    let cube = Shape::new_box(Vec3::new(2.0, 2.0, 2.0)).unwrap();
    world.create_body(&cube, &BodySettings::new_static()).unwrap();
    let body = Shape::new_box(Vec3::new(0.5, 0.5, 1.0)).unwrap();
    let (mut hits, mut missed) = (0, [0; 2]);
    for _ in 0..200_000 {
        let from = [6.0; 3].map(&mut eighths);
        let way = [8.0; 3].map(&mut eighths);
        if !is_certain_hit(from, way) {
            continue;
        }
        hits += 1;
        let from = RVec3::new(from[0], from[1], from[2]);
        for (missed, back_faces) in missed.iter_mut().zip([false, true]) {
            let cast = ShapeCast::new(&body, from, Quat::IDENTITY, Vec3::from(way));
            let cast = cast.collide_with_back_faces(back_faces);
            *missed += u32::from(world.cast_shape(&cast, &QueryFilter::new()).unwrap().is_none());
        }
    }
    assert!(hits > 10_000, "{hits}");
    assert!(missed[0] * 20 > hits, "{missed:?} of {hits}");
    assert_eq!(missed[1], 0, "of {hits}");
}

/// Whether the box's way, from 0.05 m off the cube at least, leads well into it: exact, since both are boxes.
fn is_certain_hit(from: [f32; 3], way: [f32; 3]) -> bool {
    const HALF: [f32; 3] = [2.5, 2.5, 3.0];
    let apart = (0..3).any(|i| from[i].abs() > HALF[i] + 0.05);
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for i in 0..3 {
        if way[i] == 0.0 {
            if from[i].abs() >= HALF[i] {
                return false;
            }
            continue;
        }
        let ends = [-1.0, 1.0].map(|side| (side * HALF[i] - from[i]) / way[i]);
        enters = enters.max(ends[0].min(ends[1]));
        leaves = leaves.min(ends[0].max(ends[1]));
    }
    apart && leaves - enters > 0.02 && enters < 0.98
}

/// Whether a character of 1.75 m, y up, that walks at 10 m/s gets onto a step. Jolt's own defaults hold throughout, except for a
/// step-up of 0.5625 m and the slope limit.
fn gets_onto(rise: f32, slope_limit: f32) -> bool {
    let mut world = PhysicsWorld::new(WorldSettings::default().single_threaded()).unwrap();
    let floor = Shape::new_box(Vec3::new(50.0, 1.0, 50.0)).unwrap();
    let step = Shape::new_box(Vec3::new(20.0, rise / 2.0, 20.0)).unwrap();
    for (shape, at) in [
        (&floor, RVec3::new(0.0, -1.0, 0.0)),
        (&step, RVec3::new(23.0, rise / 2.0, 0.0)),
    ] {
        let body = BodySettings::new_static().position(at);
        world.create_body(shape, &body).unwrap();
    }
    let settings = CharacterSettings::humanoid(1.75, 0.46875)
        .unwrap()
        .max_slope_angle(slope_limit.to_radians());
    let at = RVec3::new(0.0, 0.0, 0.0);
    let id = world.create_character(&settings, at, Quat::IDENTITY).unwrap();
    let all = QueryFilter::new();
    world.refresh_character_contacts(id, &all).unwrap();
    let how = ExtendedUpdateSettings::default().walk_stairs_step_up(Vec3::new(0.0, 0.5625, 0.0));
    for _ in 0..250 {
        let gravity = Vec3::new(0.0, -25.0, 0.0);
        let velocity = Vec3::new(10.0, -25.0 * 0.008, 0.0);
        world
            .character_mut(id)
            .unwrap()
            .set_linear_velocity(velocity)
            .unwrap();
        world.update_character(id, 0.008, gravity, &how, &all).unwrap();
    }
    world.character(id).unwrap().position().y > rise - 0.05
}

/// Quake III's slope limit is a normal of 0.7 upward: 45.57 degrees; Jolt's default is 50.
#[test]
fn a_step_lower_than_the_step_up_stops_a_character_with_the_slope_limit_of_quake3() {
    assert!(gets_onto(0.4375, 45.57) && gets_onto(0.5, 50.0));
    assert!(!gets_onto(0.5, 45.57), "it gets onto it now");
}

/// A wall of 32,768 x 1 x 256 units is 1,024 m long and 3 cm thick. The wrapper refuses such points before Jolt sees them, and
/// its documentation advises a box; so the backend makes one, and the wall stops what comes.
#[test]
fn a_long_thin_wall_is_refused_as_a_hull_and_accepted_as_a_box() {
    let half = [512.0, 1.0 / 64.0, 4.0_f32];
    let sign = |i: u8, axis: usize| {
        if i >> axis & 1 == 0 {
            -half[axis]
        } else {
            half[axis]
        }
    };
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2)))
        .collect();
    let hull = Shape::new_convex_hull_with_convex_radius(&corners, 0.0);
    assert!(hull.is_err(), "it makes a hull of it now");
    let wall = Shape::new_box_with_convex_radius(Vec3::new(half[0], half[1], half[2]), 0.0).unwrap();
    let mut world = PhysicsWorld::new(WorldSettings::default().single_threaded()).unwrap();
    world.create_body(&wall, &BodySettings::new_static()).unwrap();
    let body = Shape::new_box_with_convex_radius(Vec3::new(0.5, 0.5, 0.5), 0.0).unwrap();
    let cast = ShapeCast::new(
        &body,
        RVec3::new(0.0, -4.0, 0.0),
        Quat::IDENTITY,
        Vec3::new(0.0, 8.0, 0.0),
    );
    let hit = world.cast_shape(&cast, &QueryFilter::new()).unwrap().unwrap();
    let exact = (4.0 - 0.5 - half[1]) / 8.0;
    assert!((hit.fraction - exact).abs() < 1e-4, "{hit:?}");
}

/// A capsule of 1.75 m stands idle, before a wall or not. Another wall, half a metre thick, is driven toward it at 5 m/s by
/// `MoveKinematic`. The result is the greatest distance of the capsule's middle beyond the moving wall's face, in metres.
fn driven(stands_before_a_wall: bool) -> f32 {
    const SECONDS: f32 = 1.0 / 60.0;
    let mut world = PhysicsWorld::new(WorldSettings::default().single_threaded()).unwrap();
    let floor = Shape::new_box(Vec3::new(50.0, 1.0, 50.0)).unwrap();
    let wall = Shape::new_box(Vec3::new(0.25, 2.0, 5.0)).unwrap();
    let still = |at| BodySettings::new_static().position(at);
    world
        .create_body(&floor, &still(RVec3::new(0.0, -1.0, 0.0)))
        .unwrap();
    if stands_before_a_wall {
        world
            .create_body(&wall, &still(RVec3::new(0.75, 2.0, 0.0)))
            .unwrap();
    }
    let part = world.create_body(&wall, &BodySettings::new_kinematic()).unwrap();
    let settings = CharacterSettings::humanoid(1.75, 0.46875).unwrap();
    let at = RVec3::new(0.0, 0.02, 0.0);
    let id = world.create_character(&settings, at, Quat::IDENTITY).unwrap();
    let all = QueryFilter::new();
    world.refresh_character_contacts(id, &all).unwrap();
    let mut deepest = f32::NEG_INFINITY;
    let middle = |tick: u8| RVec3::new(-2.0 + 5.0 * SECONDS * f32::from(tick), 2.0, 0.0);
    for tick in 0..30 {
        let mut body = world.body_mut(part).unwrap();
        body.set_position_and_rotation(middle(tick), Quat::IDENTITY, Activation::Activate)
            .unwrap();
        body.move_kinematic(middle(tick + 1), Quat::IDENTITY, SECONDS)
            .unwrap();
        world
            .character_mut(id)
            .unwrap()
            .set_linear_velocity(Vec3::ZERO)
            .unwrap();
        let gravity = Vec3::new(0.0, -25.0, 0.0);
        let how = ExtendedUpdateSettings::default();
        world.update_character(id, SECONDS, gravity, &how, &all).unwrap();
        let face = middle(tick + 1).x + 0.25;
        deepest = deepest.max(face - world.character(id).unwrap().position().x);
    }
    deepest
}

/// Nothing blocks a kinematic body: who has no room is passed. With room he is pushed, and the wall stays off him.
#[test]
fn a_wall_that_is_driven_against_who_has_no_room_passes_his_middle() {
    assert!(driven(false) < -0.4, "with room: {}", driven(false));
    assert!(driven(true) > 0.0, "it keeps off now: {}", driven(true));
}
