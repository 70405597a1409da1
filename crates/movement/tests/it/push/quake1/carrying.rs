//! Lifts, with and without repairs, and at once. What plats and trains do in the games is recorded; law 46 has the steps of a
//! world.

use super::*;

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
        let mut moving = moving_by(profile, &world, 1);
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
