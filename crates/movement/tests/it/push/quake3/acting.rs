//! Triggers: pads and teleporters.

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

#[test]
fn pads_throw_and_teleporters_send() {
    let entities = vec![
        entity(3, "trigger_push", "model *1; target up"),
        entity(5, "target_position", "targetname up; origin 300 0 208"),
        entity(7, "trigger_teleport", "model *2; target there"),
        entity(
            9,
            "misc_teleporter_dest",
            "targetname there; origin 500 500 40; angle 90",
        ),
    ];
    let models = [
        [[-32.0, -32.0, 1.0], [32.0, 32.0, 15.0]],
        [[-332.0, -32.0, 1.0], [-268.0, 32.0, 80.0]],
    ];
    let mut world = world(vec![], &models, entities);
    for model in &mut world.models {
        model.brushes[0].contents = Contents::from_bits_retain(0x4000_0000);
    }
    let mut moving = moving(&world, 2);
    moving.restart(0, Point::new(0.0, 0.0, RESTS), 0.0);
    moving.restart(1, Point::new(-300.0, 0.0, RESTS), 0.0);
    frame(&mut moving);
    let thrown = moving.players()[0].body.velocity;
    // From the pad's middle, at 8, up by 200 against 800 u/s²: sqrt(2 g h). The way across takes as long as the rise.
    assert!(
        (thrown.z - 565.685).abs() < 0.01 && (thrown.x - 300.0 * std::f32::consts::SQRT_2).abs() < 0.01,
        "{thrown}"
    );
    let sent = &moving.players()[1].body;
    assert_eq!(sent.origin, Point::new(500.0, 500.0, 41.0));
    assert!((sent.velocity - Vec3::new(0.0, 400.0, 0.0)).norm() < 1e-3);
    let touched: Vec<Event> = moving.take_events().collect();
    assert_eq!(touched, [Event::Touched(72, 0), Event::Touched(73, 1)]);
}
