//! Movers that carry: lifts, turntables, pitching platforms and trains.

use super::*;

#[test]
fn a_lift_carries_its_rider_to_the_bit_and_comes_back() {
    let world = world(vec![], &[LIFT], vec![lift("150")]);
    let mut moving = moving(&world, 1);
    moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
    frame(&mut moving);
    assert_eq!(moving.players()[0].ground, 72);
    assert!(moving.fire(72));
    let mut highest = 0.0_f32;
    for _ in 0..600 {
        let before = (place(&moving, 0), moving.players()[0].body.origin);
        moving.step();
        let step = place(&moving, 0) - before.0;
        assert_eq!(moving.players()[0].body.origin, before.1 + step);
        // Nothing of the lift's motion is the rider's own.
        assert_eq!(moving.players()[0].body.velocity, Vec3::zeros());
        stand(&mut moving);
        assert_eq!(moving.players()[0].ground, 72);
        highest = highest.max(place(&moving, 0).z);
    }
    // As tall as it is, and two units, less its lip.
    assert_eq!((highest, place(&moving, 0).z), (102.0, 0.0));
}

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

#[test]
fn a_turntable_carries_round_and_turns_the_view() {
    let table = entity(4, "func_rotating", "model *1; speed 45");
    let world = world(vec![], &[[[-96.0, -96.0, 0.5], [96.0, 96.0, 8.0]]], vec![table]);
    let mut moving = moving(&world, 1);
    moving.restart(0, Point::new(60.0, 0.0, 8.0 + RESTS), 0.0);
    (0..126).for_each(|_| frame(&mut moving));
    let body = &moving.players()[0].body;
    let radius = body.origin.coords.xy().norm();
    assert!((radius - 60.0).abs() < 0.05, "{radius}");
    // 125 frames of 8 ms are a second, which is an eighth of a turn. Each step is cut to a 65,536th.
    let turned = f64::from(moving.players()[0].turn[1] & 0xffff) * 360.0 / 65_536.0;
    assert!((turned - 45.0).abs() < 0.4, "{turned}");
    let angle = body.origin.y.atan2(body.origin.x).to_degrees();
    assert!((angle - 45.0).abs() < 0.5, "{angle}");
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

#[test]
fn a_train_goes_round_and_rests_where_it_is_told_to() {
    let corner = |line, name: &str, next: &str, at: &str, wait: &str| {
        entity(
            line,
            "path_corner",
            &format!("targetname {name}; target {next}; origin {at}; wait {wait}"),
        )
    };
    let train = entity(9, "func_train", "model *1; target a; speed 100");
    let entities = vec![
        corner(3, "a", "b", "0 0 16", "0"),
        corner(5, "b", "a", "100 0 16", "0.5"),
        train,
    ];
    let world = world(vec![], &[[[-32.0, -32.0, -8.0], [32.0, 32.0, 8.0]]], entities);
    let mut moving = moving(&world, 0);
    let mut rests = 0;
    let (mut least, mut most) = (f32::MAX, f32::MIN);
    for _ in 0..500 {
        let before = place(&moving, 0);
        moving.step();
        let now = place(&moving, 0);
        rests += usize::from(now == before);
        (least, most) = (least.min(now.x), most.max(now.x));
    }
    assert_eq!((least, most), (0.0, 100.0));
    // 4 s hold a round of 2.5 s and more. Half a second at the far corner is some 62 frames.
    assert!((60..=130).contains(&rests), "{rests}");
}
