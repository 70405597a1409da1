//! avian's own interface alone: what docs/libraries.md says of it is asked here without a line of ours. Each test states what 0.7
//! does; when a version does otherwise the test fails, and the page is to be renewed.

use avian3d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;

/// A world of these colliders, z up and in metres.
fn built(solids: &[(Collider, Vec3)]) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
    for (collider, at) in solids {
        app.world_mut().spawn((
            RigidBody::Static,
            collider.clone(),
            Transform::from_translation(*at),
        ));
    }
    app.finish();
    app.cleanup();
    for _ in 0..3 {
        app.update();
    }
    app
}

/// Asks such a world.
fn ask<R>(solids: &[(Collider, Vec3)], run: impl FnOnce(&MoveAndSlide) -> R) -> R {
    asked(&mut built(solids), run)
}

fn asked<R>(app: &mut App, run: impl FnOnce(&MoveAndSlide) -> R) -> R {
    let mut state: SystemState<MoveAndSlide> = SystemState::new(app.world_mut());
    run(&state.get(app.world()).unwrap())
}

fn floor() -> (Collider, Vec3) {
    (Collider::cuboid(100.0, 100.0, 1.0), Vec3::new(0.0, 0.0, -0.5))
}

/// `cast_move` gives back the length that it was asked for as the distance to the hit, so `intersects` is never true.
#[test]
fn the_distance_to_a_collision_is_the_length_asked_for() {
    let wall = (Collider::cuboid(1.0, 10.0, 10.0), Vec3::new(3.5, 0.0, 0.0));
    ask(&[wall], |moves| {
        let cube = Collider::cuboid(1.0, 1.0, 1.0);
        let filter = SpatialQueryFilter::default();
        let cast = |from: f32, way: f32| {
            let from = Vec3::new(from, 0.0, 0.0);
            moves
                .cast_move(&cube, from, Quat::IDENTITY, Vec3::X * way, 0.01, &filter)
                .unwrap()
        };
        let hit = cast(0.0, 10.0);
        assert!((hit.distance - 2.49).abs() < 1e-3, "it may move 2.49 m: {hit:?}");
        assert_eq!(hit.collision_distance, 10.01, "2.5 m lie between cube and wall");
        let inside = cast(3.0, 10.0);
        assert!(
            inside.distance == 0.0 && !inside.intersects(),
            "half a metre deep: {inside:?}"
        );
    });
}

/// Move-and-slide takes no steps: a capsule of 0.47 m radius stops at a riser of 0.5 m; over one of 0.25 m its round foot slides.
#[test]
fn a_riser_higher_than_its_radius_stops_a_capsule() {
    let end = |rise: f32| {
        let step = (
            Collider::cuboid(10.0, 10.0, rise),
            Vec3::new(6.0, 0.0, rise / 2.0),
        );
        ask(&[floor(), step], |moves| {
            let body = Collider::capsule(0.47, 0.81);
            let upright = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
            let filter = SpatialQueryFilter::default();
            let mut at = Vec3::new(-1.0, 0.0, 0.885);
            for _ in 0..200 {
                let wanted = Vec3::new(3.0, 0.0, -1.0);
                let accept = |_: MoveAndSlideHitData| MoveAndSlideHitResponse::Accept;
                let tick = Duration::from_millis(16);
                let config = MoveAndSlideConfig::default();
                at = moves
                    .move_and_slide(&body, at, upright, wanted, tick, &config, &filter, accept)
                    .position;
            }
            at.x
        })
    };
    let (high, low) = (end(0.5), end(0.25));
    assert!(high < 1.0, "{high}");
    assert!(low > 2.0, "{low}");
}

/// avian#821, open: casts that meet nothing. Of cubes cast down at a floor of 100 m that they touch, 2 of 10,000 meet nothing.
#[test]
fn some_casts_into_a_floor_that_is_touched_meet_nothing() {
    let (mut missed, mut all) = (0, 0);
    ask(&[floor()], |moves| {
        let cube = Collider::cuboid(1.0, 1.0, 1.0);
        let filter = SpatialQueryFilter::default();
        let config = ShapeCastConfig {
            ignore_origin_penetration: true,
            ..ShapeCastConfig::from_max_distance(1.0)
        };
        for i in 0..100 {
            for j in 0..100 {
                let from = Vec3::new(i as f32 * 0.37 - 18.0, j as f32 * 0.41 - 20.0, 0.5);
                let hit = moves.spatial_query.cast_shape(
                    &cube,
                    from,
                    Quat::IDENTITY,
                    Dir3::NEG_Z,
                    &config,
                    &filter,
                );
                missed += usize::from(hit.is_none());
                all += 1;
            }
        }
    });
    println!("{missed} of {all} casts meet nothing");
    assert!(missed > 0, "none of {all} is missed now");
}

/// Radius of the body of the tests below, and half its height.
const RADIUS: f32 = 0.47;
const HALF: f32 = 0.875;
/// Kept from all surfaces by default.
const SKIN: f32 = 0.01;
const STEP: Duration = Duration::from_millis(16);

/// A world with a cuboid that a step of 16 ms takes on by a velocity.
fn driven(solids: &[(Collider, Vec3)], lengths: Vec3, at: Vec3, velocity: Vec3) -> (App, Entity) {
    let mut app = built(solids);
    app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(STEP);
    let part = app.world_mut().spawn((
        RigidBody::Kinematic,
        Collider::cuboid(lengths.x, lengths.y, lengths.z),
        Transform::from_translation(at),
    ));
    let part = part.id();
    app.update();
    app.world_mut().entity_mut(part).insert(LinearVelocity(velocity));
    (app, part)
}

fn place(app: &App, part: Entity) -> Vec3 {
    app.world().get::<Position>(part).unwrap().0
}

/// Where a body is after a tick.
fn moved(app: &mut App, at: Vec3, wanted: Vec3) -> Vec3 {
    asked(app, |moves| {
        let body = Collider::capsule(RADIUS, 2.0 * (HALF - RADIUS));
        let upright = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let (config, filter) = (MoveAndSlideConfig::default(), SpatialQueryFilter::default());
        let accept = |_: MoveAndSlideHitData| MoveAndSlideHitResponse::Accept;
        moves
            .move_and_slide(&body, at, upright, wanted, STEP, &config, &filter, accept)
            .position
    })
}

/// Move-and-slide reads where colliders are, and no velocity: a platform lifts who stands on it, and carries him nowhere.
#[test]
fn a_platform_lifts_a_body_and_carries_it_nowhere() {
    for velocity in [Vec3::new(0.0, 0.0, 3.0), Vec3::new(4.0, 0.0, 0.0)] {
        let slab = Vec3::new(12.0, 12.0, 0.5);
        let (mut app, part) = driven(&[floor()], slab, Vec3::new(0.0, 0.0, 0.25), velocity);
        let mut at = Vec3::new(0.0, 0.0, 0.5 + HALF + SKIN);
        for _ in 0..60 {
            app.update();
            at = moved(&mut app, at, Vec3::new(0.0, 0.0, -0.4));
        }
        let way = place(&app, part) - Vec3::new(0.0, 0.0, 0.25);
        assert!((way - velocity * 0.96).length() < 1e-3, "the part went {way}");
        let top = 0.5 + way.z + HALF + SKIN;
        assert!((at.z - top).abs() < 2e-3, "{velocity}: {at}");
        assert!(at.xy().length() < 1e-3, "it is carried now: {velocity}: {at}");
    }
}

/// The example moves its character in `FixedUpdate`, and avian steps in `FixedPostUpdate`. When a tick ends, a wall is in the
/// character by the way of that tick, less the skin. Who moves after the step keeps the skin.
#[test]
fn a_wall_is_in_a_body_that_moves_before_the_step_and_not_in_one_that_moves_after_it() {
    for (moves_first, deep) in [(true, 5.0 * 0.016 - SKIN), (false, -SKIN)] {
        let wall = Vec3::new(0.5, 10.0, 3.8);
        let before = Vec3::new(-1.0, 0.0, 2.0);
        let (mut app, part) = driven(&[floor()], wall, before, Vec3::new(5.0, 0.0, 0.0));
        let mut at = Vec3::new(0.0, 0.0, HALF + SKIN);
        for _ in 0..40 {
            if moves_first {
                at = moved(&mut app, at, Vec3::ZERO);
            }
            app.update();
            if !moves_first {
                at = moved(&mut app, at, Vec3::ZERO);
            }
        }
        let found = place(&app, part).x + 0.25 - (at.x - RADIUS);
        assert!((found - deep).abs() < 2e-3, "{found} of {deep}");
    }
}

/// The greatest distance that a body's middle is beyond the face of a wall, which is driven against it at 5 m/s. The body stands
/// idle, before a wall or not.
fn deepest(stands_before_a_wall: bool) -> f32 {
    let mut solids = vec![floor()];
    if stands_before_a_wall {
        solids.push((Collider::cuboid(0.5, 10.0, 4.0), Vec3::new(0.75, 0.0, 2.0)));
    }
    let wall = Vec3::new(0.5, 10.0, 3.8);
    let velocity = Vec3::new(5.0, 0.0, 0.0);
    let (mut app, part) = driven(&solids, wall, Vec3::new(-2.0, 0.0, 2.0), velocity);
    let mut at = Vec3::new(0.0, 0.0, HALF + SKIN);
    let mut deepest = f32::NEG_INFINITY;
    for _ in 0..30 {
        app.update();
        at = moved(&mut app, at, Vec3::ZERO);
        deepest = deepest.max(place(&app, part).x + 0.25 - at.x);
    }
    deepest
}

/// Nothing blocks a kinematic body: who has no room is passed. With room he is pushed, and the wall stays off his middle.
#[test]
fn a_wall_that_is_driven_against_a_body_without_room_passes_its_middle() {
    let (free, held) = (deepest(false), deepest(true));
    assert!(free < 0.01 - RADIUS, "with room: {free}");
    assert!(held > 0.0, "it keeps off now: {held}");
}
