//! Pushers that carry: lifts, trains, and the steps in which they move.

use super::*;

#[test]
fn a_plat_rises_under_its_player_waits_and_goes_down() {
    for engine in ENGINES {
        let mut moving = moving(engine, &world(vec![], &[LIFT], vec![plat()]), 1);
        assert_eq!(moving.pusher(0).origin.z, -100.0);
        moving.restart(0, Point::new(3.0, 0.0, RESTS + 4.0), 0.0);
        frames(&mut moving, 0.5);
        assert_eq!(moving.pusher(0).state, MoveState::Up, "{engine}");
        frames(&mut moving, 0.5);
        let (lift, body) = (moving.pusher(0), &moving.players()[0].body);
        let above = body.origin.z - (lift.origin.z + 104.0);
        // Swept riders may lag a step; placed ones rest a skin above.
        assert!((above - RESTS).abs() < 0.05 && body.grounded, "{engine}: {above}");
        // While he stands in its trigger it stays up.
        frames(&mut moving, 6.0);
        assert_eq!(
            (moving.pusher(0).state, moving.pusher(0).origin.z),
            (MoveState::Top, 0.0),
            "{engine}"
        );
        moving.restart(0, Point::new(600.0, 0.0, RESTS), 0.0);
        frames(&mut moving, 2.5);
        assert_eq!(
            (moving.pusher(0).state, moving.pusher(0).origin.z),
            (MoveState::Bottom, -100.0),
            "{engine}"
        );
    }
}

#[test]
fn a_train_rests_at_its_corners() {
    let corner = |line, name: &str, next: &str, at: &str, wait: &str| {
        entity(
            line,
            "path_corner",
            &format!("targetname {name}; target {next}; origin {at}; wait {wait}"),
        )
    };
    let train = entity(9, "func_train", "model *1; target a");
    let entities = vec![
        corner(3, "a", "b", "0 0 16", "0"),
        corner(5, "b", "a", "100 0 16", "0.5"),
        train,
    ];
    for engine in ENGINES {
        let mut moving = moving(engine, &world(vec![], &[LIFT], entities.clone()), 0);
        let mut places = Vec::new();
        for _ in 0..400 {
            frame(&mut moving);
            places.push(moving.pusher(0).origin);
        }
        // A corner is where the lowest corner of its box comes.
        let near = |x: f32| places.iter().filter(|p| p.x == x).count();
        assert!(
            near(72.0) > 2 && near(172.0) > 30,
            "{engine}: {} {}",
            near(72.0),
            near(172.0)
        );
        assert!(places.iter().all(|p| (71.9..=172.1).contains(&p.x)));
    }
}

#[test]
fn two_stacked_players_block_a_lift_unless_that_is_repaired() {
    let lift = entity(3, "func_door", "model *1; angle -1; speed 100; targetname lift");
    let world = world(vec![], &[[[-72.0, -72.0, -128.0], [72.0, 72.0, 0.5]]], vec![lift]);
    for (profile, rises) in [("quakeworld", false), ("quakeworld:ideal", true)] {
        let mut moving = moving(profile, &world, 2);
        moving.restart(0, Point::new(3.0, 0.0, RESTS + 0.5), 0.0);
        moving.restart(1, Point::new(3.0, 0.0, RESTS + 0.5 + 56.03125), 0.0);
        frames(&mut moving, 0.2);
        assert_eq!((moving.players()[0].ground, moving.players()[1].ground), (41, 1));
        moving.fire(41);
        frames(&mut moving, 0.6);
        assert_eq!(
            moving.pusher(0).origin.z > 30.0,
            rises,
            "{profile}: {}",
            moving.pusher(0).origin.z
        );
    }
}

#[test]
fn a_way_done_at_once_carries_in_quakeworld_alone() {
    // Two units up, which take less than 0.03 s.
    let lift = entity(3, "func_door", "model *1; angle -1; lip 126.5; targetname lift");
    let world = world(vec![], &[[[-72.0, -72.0, -128.0], [72.0, 72.0, 0.5]]], vec![lift]);
    let rises = |rule: ArrivalRule| {
        let mut profile = *profile_named("quakeworld").unwrap();
        profile.moving.arrival = rule;
        let mut moving = moving_by(profile, &world, 1, None);
        moving.restart(0, Point::new(3.0, 0.0, RESTS + 0.5), 0.0);
        frames(&mut moving, 0.2);
        let before = moving.players()[0].body.origin.z;
        moving.fire(41);
        // Players stand still, so that nothing but the push moves him.
        (0..8).for_each(|_| {
            moving.advance(1.0 / 72.0);
        });
        assert_eq!(moving.pusher(0).origin.z, 2.0);
        moving.players()[0].body.origin.z - before
    };
    assert_eq!(rises(ArrivalRule::Pushes), 2.0);
    assert_eq!(rises(ArrivalRule::Jumps), 0.0);
}

#[test]
fn the_world_moves_in_steps_of_the_least_length() {
    let steps = |least: f64| {
        let profile = *profile_named("quakeworld").unwrap();
        let world = world(vec![], &[LIFT], vec![plat()]);
        let mut moving = moving_by(profile, &world, 0, Some(least));
        let steps = (0..72).filter(|_| moving.advance(1.0 / 72.0).is_some());
        steps.count()
    };
    // Every third frame of a 72nd of a second is longer than 0.03 s.
    assert_eq!((steps(0.0), steps(0.03), steps(0.05)), (72, 24, 18));
}
