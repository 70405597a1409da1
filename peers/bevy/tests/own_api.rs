//! avian's own interface alone: what docs/libraries-failures.md says of it is asked here without a line of ours. Each test states what 0.7
//! does; when a version does otherwise the test fails, and the page is to be renewed.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use avian3d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;

/// Asks a world of these colliders, z up and in metres.
fn ask<R>(solids: &[(Collider, Vec3)], run: impl FnOnce(&MoveAndSlide) -> R) -> R {
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
