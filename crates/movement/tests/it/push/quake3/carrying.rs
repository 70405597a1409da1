//! Movers that carry, with and without repairs. What they do in the game is recorded, but for a jump.

use super::*;

#[test]
fn a_jump_from_a_rising_lift_is_as_high_as_any() {
    let world = world(vec![], &[LIFT], vec![lift("150")]);
    let mut moving = moving(&world, 1);
    moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
    frame(&mut moving);
    moving.fire(72);
    (0..30).for_each(|_| frame(&mut moving));
    moving.step();
    let jump = Quake3Command {
        server_msec: moving.now,
        up: 127,
        ..Quake3Command::default()
    };
    moving.command(0, &jump).unwrap();
    let rise = moving.players()[0].body.velocity.z;
    assert!((260.0..=270.0).contains(&rise), "{rise}");
}

/// A platform that pitches, its rider on the side that goes up.
fn pitching() -> World {
    let platform = entity(
        4,
        "func_rotating",
        "model *1; spawnflags 8; speed -15; origin 0 0 200",
    );
    world(
        vec![],
        &[[[-128.0, -64.0, -8.0], [128.0, 64.0, 8.0]]],
        vec![platform],
    )
}

#[test]
fn a_pitching_platform_stands_still_under_its_rider_unless_that_is_repaired() {
    for (profile, turns) in [("quake3", false), ("quake3:ideal", true)] {
        let mut moving = moving_by(profile, &pitching(), 1);
        // It has pitched by 6 degrees before players join.
        moving.restart(0, Point::new(60.0, 0.0, 200.0 + 8.0 + RESTS + 12.0), 0.0);
        (0..30).for_each(|_| frame(&mut moving));
        assert_eq!(moving.players()[0].ground, 72, "{profile}");
        let before = moving.mover(0).turned.x;
        (0..60).for_each(|_| frame(&mut moving));
        let turned = before - moving.mover(0).turned.x;
        // 60 frames of 8 ms at 15 degrees a second.
        assert_eq!(turned > 7.0, turns, "{profile}: {turned}");
        assert!(turns || turned < 2.0, "{profile}: {turned}");
    }
}

#[test]
fn who_is_left_behind_keeps_his_view_if_that_is_repaired() {
    // A turntable's rider whose head is under a beam that he cannot pass.
    let table = entity(4, "func_rotating", "model *1; speed 45");
    let beam = brush([-200.0, 17.0, 9.0], [200.0, 40.0, 128.0]);
    let world = world(
        vec![beam],
        &[[[-96.0, -96.0, 0.5], [96.0, 96.0, 8.0]]],
        vec![table],
    );
    for (profile, stays) in [("quake3", false), ("quake3:ideal", true)] {
        let mut moving = moving_by(profile, &world, 1);
        moving.restart(0, Point::new(60.0, 0.0, 8.0 + RESTS), 0.0);
        (0..60).for_each(|_| frame(&mut moving));
        let rider = &moving.players()[0];
        assert!(rider.body.origin.y < 2.0, "{profile}: {}", rider.body.origin);
        let turned = f64::from(rider.turn[1] & 0xffff) * 360.0 / 65_536.0;
        // 60 frames at 45 degrees a second are 21.6 degrees; the first few go by before it meets the beam.
        assert_eq!(turned < 5.0, stays, "{profile}: {turned}");
    }
}
