//! Rapier's own interface alone: what the tables say of it is asked here without a line of ours. Each test states what 0.36.1
//! does; when a version does otherwise the test fails, and the page is to be renewed. Casts are in `own_api_casts.rs`.

use rapier3d::control::{
    CharacterAutostep, CharacterLength, EffectiveCharacterMovement, KinematicCharacterController,
};
use rapier3d::parry::shape::Cuboid;
use rapier3d::prelude::{ColliderBuilder, PhysicsWorld, Pose, RigidBodyBuilder, Rotation, Vector};

const TICK: f32 = 1.0 / 125.0;

/// A player of 30 x 30 x 56 units, in metres of 32 units.
pub(crate) fn player() -> Cuboid {
    Cuboid::new(Vector::new(15.0, 15.0, 28.0) / 32.0)
}

pub(crate) fn world(colliders: impl IntoIterator<Item = ColliderBuilder>) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    for collider in colliders {
        world.insert_collider(collider, None);
    }
    world.detect_collisions(&(), &());
    world
}

pub(crate) fn floor() -> ColliderBuilder {
    ColliderBuilder::cuboid(50.0, 50.0, 0.5).translation(Vector::new(0.0, 0.0, -0.5))
}

fn controller() -> KinematicCharacterController {
    KinematicCharacterController {
        up: Vector::Z,
        ..KinematicCharacterController::default()
    }
}

/// A player moved in a tick.
fn moved(
    world: &PhysicsWorld,
    controller: &KinematicCharacterController,
    at: Vector,
    wanted: Vector,
) -> EffectiveCharacterMovement {
    let (queries, at) = (world.query_pipeline(), Pose::from_translation(at));
    controller.move_shape(TICK, &queries, &player(), &at, wanted, |_| {})
}

/// A slab whose upper face rises towards +x at so many degrees and passes through the origin.
fn slope(degrees: f32) -> ColliderBuilder {
    let turn = Rotation::from_rotation_y(-degrees.to_radians());
    let slab = ColliderBuilder::cuboid(50.0, 50.0, 0.5);
    slab.position(Pose::from_parts(turn * Vector::new(0.0, 0.0, -0.5), turn))
}

/// `grounded` is no answer to "can I stand here": it is true against a slope of 80 degrees, though 45 is the steepest
/// that the controller is told to climb.
#[test]
fn a_slope_of_80_degrees_grounds() {
    let world = world([slope(80.0)]);
    // The box touches the slope with its upper edge towards it; a hundredth of a metre of gap.
    let normal = Vector::new(-80f32.to_radians().sin(), 0.0, 80f32.to_radians().cos());
    let half = player().half_extents;
    let reach = half.x * normal.x.abs() + half.z * normal.z.abs();
    let wanted = Vector::new(0.0, 0.0, -0.02);
    assert!(moved(&world, &controller(), normal * (reach + 0.02), wanted).grounded);
}

/// A body that overlaps the floor is lifted out only when it wants nothing: a sideways move leaves it in.
#[test]
fn a_move_does_not_lift_out_of_the_floor() {
    let world = world([floor()]);
    let depth = 0.01;
    let at = Vector::new(0.0, 0.0, 28.0 / 32.0 - depth);
    let rise = |wanted: Vector| moved(&world, &controller(), at, wanted).translation.z;
    assert!(rise(Vector::ZERO) >= depth);
    let walking = rise(Vector::new(0.08, 0.0, 0.0));
    assert!(walking < depth, "lifted by {walking} m");
}

/// Ticks of 1,000 in which a box gets less than half of its wanted way. It walks over tiles of 0.25 m, pulled down by 2 mm a
/// tick.
fn held_on_seams(normal_nudge_factor: f32) -> usize {
    let tile = |i: i16| {
        let at = Vector::new(0.25 * f32::from(i), 0.0, -0.25);
        ColliderBuilder::cuboid(0.125, 2.0, 0.25).translation(at)
    };
    let world = world((-8..400).map(tile));
    let controller = KinematicCharacterController {
        normal_nudge_factor,
        ..controller()
    };
    let mut at = Vector::new(0.0, 0.0, 28.0 / 32.0 + 0.02);
    let mut held = 0;
    for _ in 0..1000 {
        let wanted = Vector::new(0.08, 0.0, -0.002);
        let led = moved(&world, &controller, at, wanted).translation;
        at += led;
        held += usize::from(led.x < 0.5 * wanted.x);
    }
    held
}

/// With default settings a walk over seams stops now and then (54 ticks of 1,000 on x86-64). With a 32nd of the default nudge,
/// which our scale would suggest, it stops nearly always (981).
#[test]
fn seams_hold_who_walks_over_them() {
    let (default, small) = (held_on_seams(1e-4), held_on_seams(1e-4 / 32.0));
    assert!(default > 0, "seams hold nobody any more");
    assert!(small > 900 && default < 200, "{small}, {default}");
}

/// On one flat cuboid, `snap_to_ground` (on by default) pulls a walking body deep into the floor. Its cast at the offset's
/// distance, from a smaller gap, meets the floor too late. Without it nobody sinks.
#[test]
fn snapping_pulls_into_a_flat_floor() {
    let cuboid = ColliderBuilder::cuboid(13.0, 13.0, 0.5).translation(Vector::new(-4.0, -4.0, -0.5));
    let world = world([cuboid]);
    let deepest = |snaps: bool| {
        let mut controller = controller();
        if !snaps {
            controller.snap_to_ground = None;
        }
        let mut at = Vector::new(0.0, 0.0, 28.2 / 32.0);
        let mut deepest = 0.0f32;
        for _ in 0..150 {
            let wanted = Vector::new(1.0, 1.0, 0.0).normalize() * 0.01;
            at += moved(&world, &controller, at, wanted).translation;
            deepest = deepest.max(28.0 / 32.0 - at.z);
        }
        deepest
    };
    // A quarter of a metre on x86-64: 8 of the player's 56 units.
    assert!(deepest(true) > 0.05, "{} m", deepest(true));
    assert_eq!(deepest(false), 0.0);
}

/// Why stairs hold who walks: a riser met by a cast whose normal leans down by rounding (1e-5) counts as a ceiling, so no step is
/// tried. So it is at 40 of 200 places before a riser of half a metre, with the offset of `rapier:tuned`.
#[test]
fn a_riser_whose_normal_leans_down_by_rounding_is_not_stepped_on() {
    const UNIT: f32 = 1.0 / 32.0;
    let steps = (0..4).map(|i| {
        let (near, top) = (i as f32 * 0.75, 0.5 * (i + 1) as f32);
        let half = Vector::new((16.0 - near) / 2.0, 8.0, top / 2.0);
        let middle = Vector::new(near + half.x, 0.0, half.z);
        ColliderBuilder::cuboid(half.x, half.y, half.z).translation(middle)
    });
    let world = world(steps.chain([floor()]));
    let length = CharacterLength::Absolute;
    let controller = KinematicCharacterController {
        offset: length(UNIT / 8.0),
        autostep: Some(CharacterAutostep {
            max_height: length(18.0 * UNIT),
            min_width: length(UNIT),
            include_dynamic_bodies: true,
        }),
        snap_to_ground: None,
        ..controller()
    };
    let (mut leaning, mut upright) = ([0; 2], [0; 2]);
    for i in 0..200 {
        // On the second step, so far before the third riser.
        let gap = UNIT * (0.135 + 0.01 * i as f32);
        let at = Vector::new(1.5 - gap, 0.0, 1.0 + UNIT / 8.0) + Vector::new(-15.0, 0.0, 28.0) * UNIT;
        let mut first = None;
        let moved = controller.move_shape(
            TICK,
            &world.query_pipeline(),
            &player(),
            &Pose::from_translation(at),
            Vector::new(2.56 * UNIT, 0.0, 0.0),
            |hit| first = first.or(Some(hit.hit.normal1.z)),
        );
        let climbs = moved.translation.z > 0.25;
        match first.is_some_and(|lean| lean < 0.0) {
            true => leaning[usize::from(climbs)] += 1,
            false => upright[usize::from(climbs)] += 1,
        }
    }
    println!("held and climbing: {leaning:?} where the riser leans down, {upright:?} elsewhere");
    assert_eq!(leaning[1], 0);
    assert!((30..=60).contains(&leaning[0]), "{leaning:?}");
    assert!(upright[1] > 10 * upright[0], "{upright:?}");
}

/// Two slabs of 256 x 256 x 4 m meet in a groove, and a player is in one of them. A move of nothing, which lifts out of a floor,
/// does not lift it out, and a run on by 8 cm meets nothing. `rapier:tuned` does not lower such a body onto the ground that a
/// cast from there tells.
#[test]
fn a_body_in_a_groove_is_not_lifted_out_and_runs_on_inside() {
    let slab = |side: f32| {
        let out = Vector::new(0.163_175_91, side * 0.342_020_15, 0.925_416_6);
        let down = Vector::new(0.984_807_7, 0.0, -0.173_648_18);
        let across = Vector::new(-side * 0.059_391_175, 0.939_692_6, -side * 0.336_824_1);
        let corner = |i: u8| {
            let sign = |axis: u8| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
            let depth = if i >> 2 & 1 == 0 { 0.0 } else { -4.0 };
            down * (128.0 * sign(0)) + across * (128.0 * sign(1)) + out * depth
        };
        let corners: Vec<Vector> = (0..8).map(corner).collect();
        ColliderBuilder::convex_hull(&corners).unwrap()
    };
    let world = world([slab(-1.0), slab(1.0)]);
    let queries = world.query_pipeline();
    let at = Pose::from_translation(Vector::new(12.533_506, -0.420_985_22, -0.919_608_6));
    let wanted = Vector::new(0.078_944_65, -0.004_463_127_3, -0.012_158_234);
    let settings = KinematicCharacterController {
        offset: CharacterLength::Absolute(0.125 / 32.0),
        snap_to_ground: None,
        ..controller()
    };
    let overlaps = |pose: Pose| queries.intersect_shape(pose, &player()).next().is_some();
    assert!(overlaps(at));
    for displacement in [Vector::ZERO, wanted] {
        let mut met = 0;
        let moved = settings.move_shape(TICK, &queries, &player(), &at, displacement, |_| met += 1);
        let ended = overlaps(Pose::from_translation(moved.translation) * at);
        assert!(
            ended && met == 0,
            "{displacement}: met {met}, ended in a slab: {ended}"
        );
    }
}

/// A platform at z = 0 with that velocity, and how a player that stands on it goes in a tick, told so.
fn carried(velocity: Vector, wanted: Vector) -> Vector {
    let mut world = PhysicsWorld::new();
    let platform = world.insert_body(RigidBodyBuilder::kinematic_velocity_based().linvel(velocity));
    let slab = ColliderBuilder::cuboid(4.0, 4.0, 0.5).translation(Vector::new(0.0, 0.0, -0.5));
    world.insert_collider(slab, Some(platform));
    world.detect_collisions(&(), &());
    let offset = 0.0175;
    let at = Vector::new(0.0, 0.0, 28.0 / 32.0 + offset);
    moved(&world, &controller(), at, wanted).translation
}

/// A kinematic platform takes along only whom a wanted move presses onto it: who wants nothing stays where he is.
#[test]
fn a_platform_carries_only_who_is_pressed_onto_it() {
    let stays = carried(Vector::X, Vector::ZERO);
    assert_eq!(stays.x, 0.0, "{stays}");
    let goes = carried(Vector::X, Vector::new(0.0, 0.0, -0.001));
    assert!((goes.x - TICK).abs() < 1e-4, "{goes}");
}
