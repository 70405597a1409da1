//! Teleporters. What pads and teleporters do to one player is recorded (`case_pad_tele_1`).

use super::*;

/// A teleporter that a player stands in, and another player 20 u beside its end.
fn taken_end() -> World {
    let entities = vec![
        entity(7, "trigger_teleport", "model *1; target there"),
        entity(9, "misc_teleporter_dest", "targetname there; origin 200 200 40"),
    ];
    let mut world = world(vec![], &[[[-332.0, -32.0, 1.0], [-268.0, 32.0, 80.0]]], entities);
    world.models[0].brushes[0].contents = Contents::from_bits_retain(0x4000_0000);
    world
}

/// Also as a god.
#[test]
fn who_stands_where_another_arrives_dies() {
    let world = taken_end();
    let mut moving = moving(&world, 2);
    moving.restart(0, Point::new(220.0, 200.0, RESTS), 0.0);
    moving.restart(1, Point::new(-300.0, 0.0, RESTS), 0.0);
    frame(&mut moving);
    assert!(
        moving
            .take_events()
            .any(|e| matches!(e, Event::Damage(0, 1, _, 18)))
    );
    assert!(moving.players()[0].health <= 0);
    let apart = moving.players()[0].body.origin - moving.players()[1].body.origin;
    assert!(apart.x < 30.0, "{apart}");
}
