//! Doors that are one, and buttons. Doors that push and are blocked are recorded.

use super::*;

/// A door far away, and two of these spawnflags that touch each other and open to both sides.
fn pair(flags: &str) -> World {
    let door = |line, model: &str, angle: &str| {
        entity(
            line,
            "func_door",
            &format!("model {model}; angle {angle}; spawnflags {flags}"),
        )
    };
    let models = [
        [[1000.0, -64.0, 1.0], [1032.0, 64.0, 96.0]],
        [[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]],
        [[0.0, -64.0, 1.0], [32.0, 64.0, 96.0]],
    ];
    let doors = [door(3, "*1", "0"), door(6, "*2", "180"), door(9, "*3", "0")];
    world(vec![], &models, doors.to_vec())
}

/// Both of the pair are open, and the one far away is not.
fn assert_open(moving: &Moving, why: &str) {
    let places: Vec<f32> = moving.pushers().map(|p| p.origin.x).collect();
    let open = |x: f32, wanted: f32| (x - wanted).abs() < 1e-3;
    assert!(
        open(places[0], 0.0) && open(places[1], -24.0) && open(places[2], 24.0),
        "{why}: {places:?}"
    );
}

#[test]
fn doors_that_touch_are_one_and_open_before_players() {
    for engine in ENGINES {
        let mut moving = moving(engine, &pair("0"), 1);
        moving.restart(0, Point::new(0.0, 110.0, RESTS), 0.0);
        frames(&mut moving, 1.0);
        assert_open(&moving, engine);
        // Who uses either uses both.
        for number in [42, 43] {
            let mut used = self::moving(engine, &pair("0"), 0);
            used.fire(number);
            frames(&mut used, 1.0);
            assert_open(&used, &format!("{engine}, {number} is used"));
        }
        // Doors that toggle would be shut at once by a second trigger.
        let mut toggling = self::moving(engine, &pair("32"), 1);
        toggling.restart(0, Point::new(0.0, 110.0, RESTS), 0.0);
        frames(&mut toggling, 0.5);
        assert_open(&toggling, &format!("{engine}, one trigger"));
    }
}

#[test]
fn buttons_are_pressed_by_touch_and_open_what_they_name() {
    let button = entity(3, "func_button", "model *1; angle 180; target gate");
    let gate = entity(6, "func_door", "model *2; angle -1; targetname gate");
    let models = [
        [[-80.0, -16.0, 8.0], [-64.0, 16.0, 48.0]],
        [[200.0, -64.0, 1.0], [216.0, 64.0, 96.0]],
    ];
    for engine in ENGINES {
        let mut moving = moving(
            engine,
            &world(vec![], &models, vec![button.clone(), gate.clone()]),
            1,
        );
        moving.restart(0, Point::new(-40.0, 0.0, RESTS), 180.0);
        let run = UserCmd {
            msec: 1000.0 / 72.0,
            forward: 400.0,
            yaw: 180.0,
            ..UserCmd::default()
        };
        for _ in 0..60 {
            if !moving.players_first {
                moving.advance(1.0 / 72.0);
            }
            moving.command(0, &run).unwrap();
            if moving.players_first {
                moving.advance_after_players(1.0 / 72.0);
            }
        }
        assert!(
            moving.pusher(1).origin.z > 20.0,
            "{engine}: {}",
            moving.pusher(1).origin.z
        );
    }
}
