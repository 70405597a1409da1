//! Bodies that block what pushes them: crushers, and stacked players with and without the repair. Doors, teams and pendulums
//! are recorded.

use super::*;

/// A door that slides along +x, and a wall in its way that leaves room for a player or less.
fn sliding(wall_at: f32, keys: &str) -> World {
    let door = format!("model *1; angle 0; speed 200; lip -200; targetname door; {keys}");
    let wall = brush([wall_at, -64.0, 0.0], [wall_at + 16.0, 64.0, 128.0]);
    world(
        vec![wall],
        &[[[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]]],
        vec![entity(7, "func_door", &door)],
    )
}

#[test]
fn a_blocked_door_turns_round_and_hurts_and_a_crusher_goes_on_hurting() {
    for (flags, turns_round) in [("0", true), ("4", false)] {
        let door = sliding(64.0, &format!("spawnflags {flags}; dmg 7"));
        let mut moving = moving(&door, 1);
        moving.restart(0, Point::new(40.0, 0.0, RESTS), 0.0);
        frame(&mut moving);
        moving.fire(72);
        (0..60).for_each(|_| frame(&mut moving));
        let events: Vec<Event> = moving.take_events().collect();
        let blocks = events.iter().filter(|e| **e == Event::Blocked(72, 0)).count();
        let hurts = events
            .iter()
            .filter(|e| **e == Event::Damage(0, 72, 7, 17))
            .count();
        assert_eq!(blocks, hurts);
        assert_eq!(blocks == 1, turns_round, "{blocks}");
        assert!(blocks >= 1 && moving.players()[0].body.origin.x + 15.0 <= 64.0);
        let stage = moving.mover(0).stage;
        assert_eq!(stage == Stage::Opening, !turns_round, "{stage:?}");
    }
}

/// Who uses the second of a team uses its captain, and with it both.
#[test]
fn a_team_is_used_by_any_of_its_doors() {
    let door = |line, model: &str, angle: &str| {
        let keys = format!("model {model}; angle {angle}; team pair; lip -40; wait 9");
        entity(line, "func_door", &keys)
    };
    let models = [
        [[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]],
        [[0.0, -64.0, 1.0], [32.0, 64.0, 96.0]],
    ];
    let world = world(vec![], &models, vec![door(3, "*1", "180"), door(6, "*2", "0")]);
    let entities = Entities::of_parts(&parts(&world));
    assert_eq!(
        (entities.parts[1].captain, entities.parts[0].next),
        (72, Some(73))
    );
    let mut used = moving(&world, 0);
    used.fire(73);
    (0..20).for_each(|_| used.step());
    let (a, b) = (place(&used, 0), place(&used, 1));
    assert!(a.x < -1.0 && (a.x + b.x).abs() < 1e-3, "{a} {b}");
}

#[test]
fn two_stacked_players_block_a_lift_unless_that_is_repaired() {
    let world = world(vec![], &[LIFT], vec![lift("150")]);
    for (profile, rises) in [("quake3", false), ("quake3:ideal", true)] {
        let mut moving = moving_by(profile, &world, 2);
        moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
        moving.restart(1, Point::new(5.0, 3.0, RESTS + 0.5 + 56.125), 0.0);
        (0..3).for_each(|_| frame(&mut moving));
        assert_eq!((moving.players()[0].ground, moving.players()[1].ground), (72, 0));
        moving.fire(72);
        (0..60).for_each(|_| frame(&mut moving));
        let height = place(&moving, 0).z;
        assert_eq!(height > 50.0, rises, "{profile}: {height}");
        let apart = moving.players()[1].body.origin.z - moving.players()[0].body.origin.z;
        assert!((apart - 56.125).abs() < 0.01, "{profile}: {apart}");
    }
}
