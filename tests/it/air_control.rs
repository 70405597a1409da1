//! CPM's air control turns the velocity by its formula, keeps its size, and leaves other keys alone.

use crate::support;
use clipmark::collision::{CollisionBackend, Work};
use clipmark::geometry::{Vec3, World};
use clipmark::movement::{Body, OwnMover, Profile, Setup, UserCmd, profile_named, tick};
use nalgebra::Vector2;

/// Horizontal velocity after one tick of 8 ms in empty air, from 600 ups ahead, with keys and a view.
fn after(profile: Profile, forward: f32, right: f32, yaw: f32) -> Vector2<f64> {
    let backend = support::bsp(&World::default(), profile.trace_rules);
    let setup = Setup::new(profile, OwnMover::Slide, &backend);
    let mut body = Body::at([0.0, 0.0, 0.0].into());
    body.velocity = Vec3::new(600.0, 0.0, 0.0);
    let cmd = UserCmd {
        msec: 8.0,
        forward: forward * 127.0,
        right: right * 127.0,
        yaw,
        ..UserCmd::default()
    };
    tick::<dyn CollisionBackend>(&backend, &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
    body.velocity.xy().cast()
}

fn cpm(air_control: f32) -> Profile {
    Profile {
        air_control,
        snap_velocity: false,
        ..*profile_named("cpm").unwrap()
    }
}

#[test]
fn a_forward_key_turns_by_the_formula_and_keeps_the_speed() {
    for degrees in [5.0f64, 20.0, 45.0, 80.0] {
        // A multiple of the view's own step, or the game sees another angle.
        let yaw = (degrees * 65536.0 / 360.0).round() * 360.0 / 65536.0;
        let plain = after(cpm(0.0), 1.0, 0.0, yaw as f32);
        let turned = after(cpm(150.0), 1.0, 0.0, yaw as f32);
        let wish = Vector2::new(yaw.to_radians().cos(), yaw.to_radians().sin());
        let direction = plain.normalize();
        let k = 32.0 * 150.0 * direction.dot(&wish).powi(2) * 0.008;
        let law = (plain + wish * k).normalize() * plain.norm();
        // 1e-5 of the speed: f32 through a dozen operations.
        assert!((turned - law).norm() < 6e-3, "{degrees}: {turned} for {law}");
        assert!((turned - plain).norm() > 0.1, "{degrees}: it turns at all");
    }
}

#[test]
fn other_keys_and_ways_back_are_left_alone() {
    for (forward, right, yaw) in [
        (1.0, 1.0, 30.0),
        (0.0, 1.0, 30.0),
        (0.0, 0.0, 30.0),
        (1.0, 0.0, 120.0),
    ] {
        let plain = after(cpm(0.0), forward, right, yaw);
        assert_eq!(
            after(cpm(150.0), forward, right, yaw),
            plain,
            "{forward} {right} {yaw}"
        );
    }
    let back = after(cpm(150.0), -1.0, 0.0, 150.0);
    assert_ne!(back, after(cpm(0.0), -1.0, 0.0, 150.0), "a back key turns too");
}
