//! Small worlds of QuakeWorld and of Quake of 1996: carrying, pushing, blocking, turning round, and refusals.

use super::*;
use crate::command::UserCmd;
use crate::moving::Quake1Parts;
use crate::profile::ArrivalRule;
use crate::profile_named;
use clipmark_bsp::BspBackend;
use clipmark_geometry::{Brush, Contents, MapEntity, Model, World};

type Moving = Quake1World<BspBackend>;

const ENGINES: [&str; 2] = ["quakeworld", "netquake"];
/// Feet of a player that rests on a floor at 0, a skin above it.
const RESTS: f32 = 24.03125;

fn brush(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

fn entity(line: usize, keys: &[(&str, &str)]) -> MapEntity {
    let keys = keys.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    MapEntity {
        line,
        keys: keys.collect(),
    }
}

/// A floor with its top at 0, other solids, a model for each box, and entities. Files have models a unit smaller.
fn world(solids: Vec<Brush>, models: &[[[f32; 3]; 2]], entities: Vec<MapEntity>) -> World {
    let mut brushes = vec![brush([-2048.0, -2048.0, -64.0], [2048.0, 2048.0, 0.0])];
    brushes.extend(solids);
    let mut world = World::of_brushes("test", brushes);
    for (i, [mins, maxs]) in models.iter().enumerate() {
        let name = format!("*{}", i + 1);
        let mut model = Model::of_brushes(name, vec![brush(*mins, *maxs)]);
        model.bounds = model.bounds.grown(-1.0);
        world.models.push(model);
    }
    world.entities = entities;
    world
}

fn parts(world: &World) -> Quake1Parts {
    let bounds = |n: usize| world.models.get(n.wrapping_sub(1)).map(|m| m.bounds);
    Quake1Parts::of_map(&world.entities, bounds)
}

fn moving(profile: &str, world: &World, players: usize) -> Moving {
    let parts = parts(world);
    assert!(parts.left_out.is_empty(), "{:?}", parts.left_out);
    let profile = *profile_named(profile).unwrap();
    let setup = Quake1Setup {
        profile,
        least_step: None,
        numbers: parts
            .parts
            .iter()
            .map(|p| (40 + p.model as i32, p.model))
            .collect(),
        arrivals: Vec::new(),
        players,
        start: None,
    };
    Quake1World::new(world, &parts, &setup, |w| {
        BspBackend::build(w, profile.trace_rules)
    })
    .unwrap()
}

/// Plays a frame of a 72nd of a second in which all players stand still.
fn frame(world: &mut Moving) {
    const TICK: f64 = 1.0 / 72.0;
    let still = UserCmd {
        msec: 1000.0 / 72.0,
        ..UserCmd::default()
    };
    if !world.players_first() {
        world.advance(TICK);
    }
    for player in 0..world.players.len() {
        world.command(player, &still).unwrap();
    }
    if world.players_first() {
        world.advance_after_players(TICK);
    }
}

fn frames(world: &mut Moving, seconds: f32) {
    (0..(seconds * 72.0) as usize).for_each(|_| frame(world));
}

const LIFT: [[f32; 3]; 2] = [[-72.0, -72.0, -8.0], [72.0, 72.0, 104.0]];

fn plat() -> MapEntity {
    entity(
        3,
        &[("classname", "func_plat"), ("model", "*1"), ("height", "100")],
    )
}

#[test]
fn a_plat_rises_under_its_player_waits_and_goes_down() {
    for engine in ENGINES {
        let mut moving = moving(engine, &world(vec![], &[LIFT], vec![plat()]), 1);
        assert_eq!(moving.pieces[0].origin.z, -100.0);
        moving.restart(0, Point::new(3.0, 0.0, RESTS + 4.0), 0.0);
        frames(&mut moving, 0.5);
        assert_eq!(moving.pieces[0].spot, Spot::Up, "{engine}");
        frames(&mut moving, 0.5);
        let (lift, body) = (&moving.pieces[0], &moving.players[0].body);
        let above = body.origin.z - (lift.origin.z + 104.0);
        // Swept riders may lag a step; placed ones rest a skin above.
        assert!((above - RESTS).abs() < 0.05 && body.grounded, "{engine}: {above}");
        // While he stands in its trigger it stays up.
        frames(&mut moving, 6.0);
        assert_eq!(
            (moving.pieces[0].spot, moving.pieces[0].origin.z),
            (Spot::Top, 0.0),
            "{engine}"
        );
        moving.restart(0, Point::new(600.0, 0.0, RESTS), 0.0);
        frames(&mut moving, 2.5);
        assert_eq!(
            (moving.pieces[0].spot, moving.pieces[0].origin.z),
            (Spot::Bottom, -100.0),
            "{engine}"
        );
    }
}

/// A door that slides along +x toward a wall.
fn sliding(wall_at: f32) -> World {
    let wall = brush([wall_at, -64.0, 0.0], [wall_at + 16.0, 64.0, 128.0]);
    let door = entity(
        5,
        &[
            ("classname", "func_door"),
            ("model", "*1"),
            ("angle", "0"),
            ("speed", "200"),
            ("lip", "-200"),
            ("dmg", "5"),
            ("targetname", "door"),
        ],
    );
    world(
        vec![wall],
        &[[[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]]],
        vec![door],
    )
}

#[test]
fn a_blocked_door_kicks_and_turns_round() {
    for engine in ENGINES {
        let mut moving = moving(engine, &sliding(66.0), 1);
        moving.restart(0, Point::new(40.0, 10.0, RESTS), 0.0);
        frame(&mut moving);
        assert!(moving.fire(41) && !moving.fire(999));
        let (mut fastest, mut turned) = (0.0_f32, false);
        for _ in 0..70 {
            if moving.players_first() {
                frame(&mut moving);
                fastest = fastest.max(moving.players[0].body.velocity.norm());
            } else {
                moving.advance(1.0 / 72.0);
                fastest = fastest.max(moving.players[0].body.velocity.norm());
                let still = UserCmd {
                    msec: 1000.0 / 72.0,
                    ..UserCmd::default()
                };
                moving.command(0, &still).unwrap();
            }
            turned |= moving.pieces[0].spot == Spot::Down;
            let body = &moving.players[0].body;
            assert!(body.origin.x + 16.0 <= 66.0, "{engine}");
        }
        assert!(turned, "{engine}");
        // 8 u/s a point of damage.
        assert!((fastest - 40.0).abs() < 12.0, "{engine}: {fastest}");
        frames(&mut moving, 1.0);
        assert_eq!(moving.pieces[0].origin.x, 0.0, "{engine}");
    }
}

#[test]
fn a_door_pushes_an_idle_player_before_it() {
    for engine in ENGINES {
        let mut moving = moving(engine, &sliding(400.0), 1);
        moving.restart(0, Point::new(40.0, 10.0, RESTS), 0.0);
        frame(&mut moving);
        moving.fire(41);
        frames(&mut moving, 0.9);
        let gap = moving.players[0].body.origin.x - 16.0 - moving.pieces[0].origin.x;
        // By whole steps: QuakeWorld's world moves every third frame.
        assert!((-0.01..8.5).contains(&gap), "{engine}: {gap}");
        assert_eq!(moving.pieces[0].spot, Spot::Up, "{engine}");
    }
}

#[test]
fn doors_that_touch_are_one_and_open_before_players() {
    let door = |line, model: &str, angle: &str| {
        entity(
            line,
            &[("classname", "func_door"), ("model", model), ("angle", angle)],
        )
    };
    let models = [
        [[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]],
        [[0.0, -64.0, 1.0], [32.0, 64.0, 96.0]],
    ];
    let entities = vec![door(3, "*1", "180"), door(6, "*2", "0")];
    for engine in ENGINES {
        let mut moving = moving(engine, &world(vec![], &models, entities.clone()), 1);
        assert_eq!((moving.pieces[1].owner, moving.pieces[1].ring), (0, Some(0)));
        assert_eq!(moving.triggers.len(), 1);
        moving.restart(0, Point::new(0.0, 110.0, RESTS), 0.0);
        frames(&mut moving, 1.0);
        let places: Vec<f32> = moving.pieces.iter().map(|p| p.origin.x).collect();
        let open = |x: f32, wanted: f32| (x - wanted).abs() < 1e-3;
        assert!(
            open(places[0], -24.0) && open(places[1], 24.0),
            "{engine}: {places:?}"
        );
    }
}

#[test]
fn a_train_rests_at_its_corners() {
    let corner = |line, name: &str, next: &str, at: &str, wait: &str| {
        entity(
            line,
            &[
                ("classname", "path_corner"),
                ("targetname", name),
                ("target", next),
                ("origin", at),
                ("wait", wait),
            ],
        )
    };
    let train = entity(
        9,
        &[("classname", "func_train"), ("model", "*1"), ("target", "a")],
    );
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
            places.push(moving.pieces[0].origin);
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
fn buttons_are_pressed_by_touch_and_open_what_they_name() {
    let button = entity(
        3,
        &[
            ("classname", "func_button"),
            ("model", "*1"),
            ("angle", "180"),
            ("target", "gate"),
        ],
    );
    let gate = entity(
        6,
        &[
            ("classname", "func_door"),
            ("model", "*2"),
            ("angle", "-1"),
            ("targetname", "gate"),
        ],
    );
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
            if !moving.players_first() {
                moving.advance(1.0 / 72.0);
            }
            moving.command(0, &run).unwrap();
            if moving.players_first() {
                moving.advance_after_players(1.0 / 72.0);
            }
        }
        assert!(
            moving.pieces[1].origin.z > 20.0,
            "{engine}: {}",
            moving.pieces[1].origin.z
        );
    }
}

#[test]
fn two_stacked_players_block_a_lift_unless_that_is_repaired() {
    let lift = entity(
        3,
        &[
            ("classname", "func_door"),
            ("model", "*1"),
            ("angle", "-1"),
            ("speed", "100"),
            ("targetname", "lift"),
        ],
    );
    let world = world(vec![], &[[[-72.0, -72.0, -128.0], [72.0, 72.0, 0.5]]], vec![lift]);
    for (profile, rises) in [("quakeworld", false), ("quakeworld:ideal", true)] {
        let mut moving = moving(profile, &world, 2);
        moving.restart(0, Point::new(3.0, 0.0, RESTS + 0.5), 0.0);
        moving.restart(1, Point::new(3.0, 0.0, RESTS + 0.5 + 56.03125), 0.0);
        frames(&mut moving, 0.2);
        assert_eq!((moving.players[0].ground, moving.players[1].ground), (41, 1));
        moving.fire(41);
        frames(&mut moving, 0.6);
        assert_eq!(
            moving.pieces[0].origin.z > 30.0,
            rises,
            "{profile}: {}",
            moving.pieces[0].origin.z
        );
    }
}

#[test]
fn a_way_done_at_once_carries_in_quakeworld_alone() {
    // Two units up, which take less than 0.03 s.
    let lift = entity(
        3,
        &[
            ("classname", "func_door"),
            ("model", "*1"),
            ("angle", "-1"),
            ("lip", "126.5"),
            ("targetname", "lift"),
        ],
    );
    let world = world(vec![], &[[[-72.0, -72.0, -128.0], [72.0, 72.0, 0.5]]], vec![lift]);
    let rises = |rule: ArrivalRule| {
        let mut moving = moving("quakeworld", &world, 1);
        moving.setup.profile.moving.arrival = rule;
        moving.restart(0, Point::new(3.0, 0.0, RESTS + 0.5), 0.0);
        frames(&mut moving, 0.2);
        let before = moving.players[0].body.origin.z;
        moving.fire(41);
        // Players stand still, so that nothing but the push moves him.
        (0..8).for_each(|_| {
            moving.advance(1.0 / 72.0);
        });
        assert_eq!(moving.pieces[0].origin.z, 2.0);
        moving.players[0].body.origin.z - before
    };
    assert_eq!(rises(ArrivalRule::Pushes), 2.0);
    assert_eq!(rises(ArrivalRule::Jumps), 0.0);
}

#[test]
fn the_world_moves_in_steps_of_the_least_length() {
    let steps = |least: f64| {
        let mut moving = moving("quakeworld", &world(vec![], &[LIFT], vec![plat()]), 0);
        moving.least_step = least;
        let steps = (0..72).filter(|_| moving.advance(1.0 / 72.0).is_some());
        steps.count()
    };
    // Every third frame of a 72nd of a second is longer than 0.03 s.
    assert_eq!((steps(0.0), steps(0.03), steps(0.05)), (72, 24, 18));
}

#[test]
fn hostile_entities_are_left_out_by_name() {
    let corner = |line, name: &str, next: &str| {
        entity(
            line,
            &[
                ("classname", "path_corner"),
                ("targetname", name),
                ("target", next),
            ],
        )
    };
    let train = entity(
        9,
        &[("classname", "func_train"), ("model", "*1"), ("target", "a")],
    );
    let door =
        |key: &str, value: &str| entity(3, &[("classname", "func_door"), ("model", "*1"), (key, value)]);
    let cases: Vec<(Vec<MapEntity>, &str)> = vec![
        (vec![door("model", "*9")], "names no brush model"),
        (vec![door("speed", "1e30")], "its speed is \"1e30\""),
        (vec![door("speed", "-1")], "its speed is negative"),
        (vec![door("wait", "inf")], "its wait is \"inf\""),
        (vec![train.clone()], "names no path_corner"),
        (
            vec![corner(3, "a", "b"), train.clone()],
            "corner 1 of its way has no next",
        ),
        (
            vec![
                corner(3, "a", "b"),
                corner(5, "b", "c"),
                corner(7, "c", "b"),
                train,
            ],
            "never comes back",
        ),
        (
            vec![entity(
                3,
                &[
                    ("classname", "trigger_teleport"),
                    ("model", "*1"),
                    ("target", "x"),
                ],
            )],
            "names no entity",
        ),
        (
            vec![entity(3, &[("classname", "func_episodegate"), ("model", "*1")])],
            "no moving part",
        ),
    ];
    for (entities, says) in cases {
        let world = world(vec![], &[LIFT], entities);
        let parts = parts(&world);
        let [left_out] = &parts.left_out[..] else {
            panic!("{says}: {:?}", parts.left_out)
        };
        let text = left_out.to_string();
        assert!(text.contains(says) && text.contains("line "), "{text}");
        assert!(parts.parts.is_empty() && parts.triggers.is_empty());
    }
}
