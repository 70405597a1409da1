//! Small worlds: carrying, pushing, blocking, turning round, and refusals.

use super::*;
use crate::moving::Quake3Parts;
use crate::profile_named;
use clipmark_bsp::BspBackend;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Brush, Contents, MapEntity, Model, World};

type Moving = Quake3World<BspBackend>;

/// When players join, and the length of a frame, in milliseconds.
const START: i32 = 1400;
const FRAME: i32 = 8;
/// Feet of a player that rests on a floor at 0, a skin above it.
const RESTS: f32 = 24.125;

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

/// A floor with its top at 0, other solids, a model for each box, and entities.
fn world(solids: Vec<Brush>, models: &[[[f32; 3]; 2]], entities: Vec<MapEntity>) -> World {
    let mut brushes = vec![brush([-2048.0, -2048.0, -64.0], [2048.0, 2048.0, 0.0])];
    brushes.extend(solids);
    let mut world = World::of_brushes("test", brushes);
    for (i, [mins, maxs]) in models.iter().enumerate() {
        let name = format!("*{}", i + 1);
        world
            .models
            .push(Model::of_brushes(name, vec![brush(*mins, *maxs)]));
    }
    world.entities = entities;
    world
}

fn parts(world: &World) -> Quake3Parts {
    let bounds = |n: usize| world.models.get(n.wrapping_sub(1)).map(|m| m.bounds);
    Quake3Parts::of_map(&world.entities, bounds)
}

fn moving_by(profile: &str, world: &World, players: usize) -> Moving {
    let parts = parts(world);
    assert!(parts.left_out.is_empty(), "{:?}", parts.left_out);
    let setup = Quake3Setup {
        profile: *profile_named(profile).unwrap(),
        cast: Cast::of_parts(&parts),
        players,
        god: true,
        start_msec: START,
    };
    Quake3World::new(world, &parts, &setup, |w| {
        BspBackend::build(w, TraceRules::QUAKE3)
    })
    .unwrap()
}

fn moving(world: &World, players: usize) -> Moving {
    moving_by("quake3", world, players)
}

/// Plays a frame in which all players stand still.
fn frame(world: &mut Moving) {
    let msec = world.now + FRAME;
    world.advance(msec);
    stand(world, msec);
}

fn stand(world: &mut Moving, msec: i32) {
    for player in 0..world.players.len() {
        let command = Quake3Command {
            server_msec: msec,
            ..Quake3Command::default()
        };
        world.command(player, &command).unwrap();
    }
}

fn place(world: &Moving, mover: usize) -> Vec3 {
    world.movers[mover].origin
}

const LIFT: [[f32; 3]; 2] = [[-64.0, -64.0, -128.0], [64.0, 64.0, 0.5]];

fn lift(speed: &str) -> MapEntity {
    entity(
        3,
        &[
            ("classname", "func_door"),
            ("model", "*1"),
            ("angle", "-1"),
            ("lip", "28.5"),
            ("speed", speed),
            ("targetname", "lift"),
        ],
    )
}

#[test]
fn a_lift_carries_its_rider_to_the_bit_and_comes_back() {
    let world = world(vec![], &[LIFT], vec![lift("150")]);
    let mut moving = moving(&world, 1);
    moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
    frame(&mut moving);
    assert_eq!(moving.players[0].ground, 72);
    assert!(moving.fire(72));
    let mut highest = 0.0_f32;
    for _ in 0..600 {
        let before = (place(&moving, 0), moving.players[0].body.origin);
        let msec = moving.now + FRAME;
        moving.advance(msec);
        let step = place(&moving, 0) - before.0;
        assert_eq!(moving.players[0].body.origin, before.1 + step);
        // Nothing of the lift's motion is the rider's own.
        assert_eq!(moving.players[0].body.velocity, Vec3::zeros());
        let msec = moving.now;
        stand(&mut moving, msec);
        assert_eq!(moving.players[0].ground, 72);
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
    let msec = moving.now + FRAME;
    moving.advance(msec);
    let jump = Quake3Command {
        server_msec: msec,
        up: 127,
        ..Quake3Command::default()
    };
    moving.command(0, &jump).unwrap();
    let rise = moving.players[0].body.velocity.z;
    assert!((260.0..=270.0).contains(&rise), "{rise}");
}

/// A door that slides along +x, and a wall in its way that leaves room for a player or less.
fn sliding(wall_at: f32, keys: &[(&str, &str)]) -> World {
    let mut all = vec![
        ("classname", "func_door"),
        ("model", "*1"),
        ("angle", "0"),
        ("speed", "200"),
        ("lip", "-200"),
        ("targetname", "door"),
    ];
    all.extend_from_slice(keys);
    let wall = brush([wall_at, -64.0, 0.0], [wall_at + 16.0, 64.0, 128.0]);
    world(
        vec![wall],
        &[[[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]]],
        vec![entity(7, &all)],
    )
}

#[test]
fn a_door_pushes_an_idle_player_as_far_as_it_goes_beyond_the_first_gap() {
    let mut moving = moving(&sliding(400.0, &[]), 1);
    let start = Point::new(60.0, 0.0, RESTS);
    moving.restart(0, start, 0.0);
    frame(&mut moving);
    moving.fire(72);
    for _ in 0..70 {
        frame(&mut moving);
        // Never in the door, and never beyond it.
        let gap = moving.players[0].body.origin.x - 15.0 - place(&moving, 0).x;
        assert!(gap >= 0.0, "{gap}");
    }
    // Its left side stood at 45. Boxes are a unit larger than they are, so it may be met a little early.
    let pushed = moving.players[0].body.origin.x - start.x;
    let travel = place(&moving, 0).x - 45.0;
    assert!(
        travel > 40.0 && (pushed - travel).abs() < 2.0,
        "{pushed} {travel}"
    );
    assert_eq!(moving.players[0].ground, WORLD);
}

#[test]
fn a_blocked_door_turns_round_and_hurts_and_a_crusher_goes_on_hurting() {
    for (flags, turns_round) in [("0", true), ("4", false)] {
        let mut moving = moving(&sliding(64.0, &[("spawnflags", flags), ("dmg", "7")]), 1);
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
        assert!(blocks >= 1 && moving.players[0].body.origin.x + 15.0 <= 64.0);
        let stage = moving.movers[0].stage;
        assert_eq!(stage == Stage::Opening, !turns_round, "{stage:?}");
    }
}

#[test]
fn what_swings_is_never_blocked_and_kills() {
    let bob = entity(
        4,
        &[
            ("classname", "func_bobbing"),
            ("model", "*1"),
            ("spawnflags", "1"),
            ("height", "64"),
            ("speed", "2"),
        ],
    );
    let wall = brush([64.0, -64.0, 0.0], [80.0, 64.0, 128.0]);
    let world = world(vec![wall], &[[[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]]], vec![bob]);
    let mut moving = moving(&world, 1);
    moving.restart(0, Point::new(40.0, 0.0, RESTS), 0.0);
    for _ in 0..250 {
        frame(&mut moving);
        let now = &moving.movers[0];
        assert!((now.origin - now.position.at(moving.now)).norm() < 1e-3);
    }
    let kills = Event::Damage(0, 72, 99_999, 17);
    assert!(moving.take_events().any(|e| e == kills));
    // In god mode damage is asked for and not taken.
    assert!(!moving.players[0].is_dead());
}

#[test]
fn a_turntable_carries_round_and_turns_the_view() {
    let table = entity(
        4,
        &[("classname", "func_rotating"), ("model", "*1"), ("speed", "45")],
    );
    let world = world(vec![], &[[[-96.0, -96.0, 0.5], [96.0, 96.0, 8.0]]], vec![table]);
    let mut moving = moving(&world, 1);
    moving.restart(0, Point::new(60.0, 0.0, 8.0 + RESTS), 0.0);
    (0..126).for_each(|_| frame(&mut moving));
    let body = &moving.players[0].body;
    let radius = body.origin.coords.xy().norm();
    assert!((radius - 60.0).abs() < 0.05, "{radius}");
    // 125 frames of 8 ms are a second, which is an eighth of a turn. Each step is cut to a 65,536th.
    let turned = f64::from(moving.players[0].turn[1] & 0xffff) * 360.0 / 65_536.0;
    assert!((turned - 45.0).abs() < 0.4, "{turned}");
    let angle = body.origin.y.atan2(body.origin.x).to_degrees();
    assert!((angle - 45.0).abs() < 0.5, "{angle}");
}

/// A platform that pitches, its rider on the side that goes up.
fn pitching() -> World {
    let platform = entity(
        4,
        &[
            ("classname", "func_rotating"),
            ("model", "*1"),
            ("spawnflags", "8"),
            ("speed", "-15"),
            ("origin", "0 0 200"),
        ],
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
        assert_eq!(moving.players[0].ground, 72, "{profile}");
        let before = moving.movers[0].turned.x;
        (0..60).for_each(|_| frame(&mut moving));
        let turned = before - moving.movers[0].turned.x;
        // 60 frames of 8 ms at 15 degrees a second.
        assert_eq!(turned > 7.0, turns, "{profile}: {turned}");
        assert!(turns || turned < 2.0, "{profile}: {turned}");
    }
}

#[test]
fn who_is_left_behind_keeps_his_view_if_that_is_repaired() {
    // A turntable's rider whose head is under a beam that he cannot pass.
    let table = entity(
        4,
        &[("classname", "func_rotating"), ("model", "*1"), ("speed", "45")],
    );
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
        let rider = &moving.players[0];
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
        &[
            ("classname", "func_train"),
            ("model", "*1"),
            ("target", "a"),
            ("speed", "100"),
        ],
    );
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
        let msec = moving.now + FRAME;
        moving.advance(msec);
        let now = place(&moving, 0);
        rests += usize::from(now == before);
        (least, most) = (least.min(now.x), most.max(now.x));
    }
    assert_eq!((least, most), (0.0, 100.0));
    // 4 s hold a round of 2.5 s and more. Half a second at the far corner is some 62 frames.
    assert!((60..=130).contains(&rests), "{rests}");
}

#[test]
fn a_team_moves_as_one_or_not_at_all() {
    let door = |line, model: &str, angle: &str| {
        entity(
            line,
            &[
                ("classname", "func_door"),
                ("model", model),
                ("angle", angle),
                ("team", "pair"),
                ("lip", "-40"),
                ("wait", "9"),
            ],
        )
    };
    let models = [
        [[-32.0, -64.0, 1.0], [0.0, 64.0, 96.0]],
        [[0.0, -64.0, 1.0], [32.0, 64.0, 96.0]],
    ];
    let wall = brush([64.0, -64.0, 0.0], [80.0, 64.0, 128.0]);
    let world = world(
        vec![wall],
        &models,
        vec![door(3, "*1", "180"), door(6, "*2", "0")],
    );
    let mut moving = moving(&world, 1);
    assert_eq!((moving.movers[1].captain, moving.movers[0].next), (0, Some(1)));
    moving.restart(0, Point::new(48.0, 0.0, RESTS), 0.0);
    frame(&mut moving);
    // The second is blocked at once between its player and the wall, so that the first does not move either.
    for _ in 0..200 {
        frame(&mut moving);
        let (a, b) = (place(&moving, 0), place(&moving, 1));
        assert!((a.x + b.x).abs() < 1e-3, "{a} {b}");
    }
    assert!(moving.take_events().any(|e| e == Event::Blocked(72, 0)));
}

#[test]
fn two_stacked_players_block_a_lift_unless_that_is_repaired() {
    let world = world(vec![], &[LIFT], vec![lift("150")]);
    for (profile, rises) in [("quake3", false), ("quake3:ideal", true)] {
        let mut moving = moving_by(profile, &world, 2);
        moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
        moving.restart(1, Point::new(5.0, 3.0, RESTS + 0.5 + 56.125), 0.0);
        (0..3).for_each(|_| frame(&mut moving));
        assert_eq!((moving.players[0].ground, moving.players[1].ground), (72, 0));
        moving.fire(72);
        (0..60).for_each(|_| frame(&mut moving));
        let height = place(&moving, 0).z;
        assert_eq!(height > 50.0, rises, "{profile}: {height}");
        let apart = moving.players[1].body.origin.z - moving.players[0].body.origin.z;
        assert!((apart - 56.125).abs() < 0.01, "{profile}: {apart}");
    }
}

#[test]
fn pads_throw_and_teleporters_send() {
    let entities = vec![
        entity(
            3,
            &[("classname", "trigger_push"), ("model", "*1"), ("target", "up")],
        ),
        entity(
            5,
            &[
                ("classname", "target_position"),
                ("targetname", "up"),
                ("origin", "300 0 208"),
            ],
        ),
        entity(
            7,
            &[
                ("classname", "trigger_teleport"),
                ("model", "*2"),
                ("target", "there"),
            ],
        ),
        entity(
            9,
            &[
                ("classname", "misc_teleporter_dest"),
                ("targetname", "there"),
                ("origin", "500 500 40"),
                ("angle", "90"),
            ],
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
    let thrown = moving.players[0].body.velocity;
    // From the pad's middle, at 8, up by 200 against 800 u/s²: sqrt(2 g h). The way across takes as long as the rise.
    assert!(
        (thrown.z - 565.685).abs() < 0.01 && (thrown.x - 300.0 * std::f32::consts::SQRT_2).abs() < 0.01,
        "{thrown}"
    );
    let sent = &moving.players[1].body;
    assert_eq!(sent.origin, Point::new(500.0, 500.0, 41.0));
    assert!((sent.velocity - Vec3::new(0.0, 400.0, 0.0)).norm() < 1e-3);
    let touched: Vec<Event> = moving.take_events().collect();
    assert_eq!(touched, [Event::Touched(72, 0), Event::Touched(73, 1)]);
}

#[test]
fn hostile_entities_are_left_out_by_name() {
    let door = |extra: &[(&str, &str)]| {
        let mut keys = vec![("classname", "func_door"), ("model", "*1")];
        keys.extend_from_slice(extra);
        entity(3, &keys)
    };
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
    let cases: Vec<(Vec<MapEntity>, &str)> = vec![
        (vec![door(&[("model", "*7")])], "names no brush model"),
        (vec![door(&[("model", "*-1")])], "names no brush model"),
        (vec![door(&[("speed", "1e30")])], "its speed is \"1e30\""),
        (vec![door(&[("speed", "nan")])], "its speed is \"nan\""),
        (vec![door(&[("lip", "a lot")])], "its lip is \"a lot\""),
        (vec![door(&[("origin", "0 inf 0")])], "its origin is"),
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
                &[("classname", "func_pendulum"), ("model", "*1"), ("phase", "x")],
            )],
            "its phase is \"x\"",
        ),
        (
            vec![entity(
                3,
                &[
                    ("classname", "func_bobbing"),
                    ("model", "*1"),
                    ("speed", "0.0001"),
                ],
            )],
            "its period",
        ),
        (
            vec![entity(
                3,
                &[("classname", "trigger_push"), ("model", "*1"), ("target", "x")],
            )],
            "names no entity",
        ),
        (
            vec![entity(3, &[("classname", "func_explosive"), ("model", "*1")])],
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

#[test]
fn what_is_left_out_is_solid_all_the_same() {
    let bad = entity(
        3,
        &[("classname", "func_door"), ("model", "*1"), ("speed", "fast")],
    );
    let world = world(vec![], &[LIFT], vec![bad]);
    let parts = parts(&world);
    let mut setup = Quake3Setup {
        profile: *profile_named("quake3").unwrap(),
        cast: Cast::default(),
        players: 1,
        god: true,
        start_msec: START,
    };
    let part = |model| CastPart {
        number: 72,
        model,
        captain: 72,
        next: None,
        bounds: world.models[0].bounds.grown(1.0),
        places: [Vec3::zeros(); 2],
    };
    let build = |setup: &Quake3Setup| {
        Quake3World::new(&world, &parts, setup, |w| {
            BspBackend::build(w, TraceRules::QUAKE3)
        })
    };
    setup.cast.parts = vec![part(1)];
    let mut moving = build(&setup).unwrap();
    moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
    (0..5).for_each(|_| frame(&mut moving));
    assert_eq!(moving.players[0].ground, 72);
    setup.cast.parts = vec![part(2)];
    let error = build(&setup).err().unwrap().to_string();
    assert!(
        error.contains("entity 72") && error.contains("model 2"),
        "{error}"
    );
}

#[test]
fn odd_speeds_move_without_a_hang() {
    for speed in ["0", "-200", "1e-6", "999999"] {
        let world = world(vec![], &[LIFT], vec![lift(speed)]);
        let mut moving = moving(&world, 1);
        moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
        for k in 0..300 {
            if k % 50 == 0 {
                moving.fire(72);
            }
            frame(&mut moving);
            assert!(place(&moving, 0).iter().all(|x| x.is_finite()));
        }
    }
}

#[test]
fn a_thousand_targets_in_a_loop_end() {
    let mut entities = Vec::new();
    for i in 0..100 {
        let (name, next) = (format!("n{i}"), format!("n{}", (i + 1) % 100));
        entities.push(entity(
            i,
            &[
                ("classname", "func_door"),
                ("model", "*1"),
                ("angle", "-1"),
                ("targetname", &name),
                ("target", &next),
                ("wait", "0.1"),
            ],
        ));
    }
    let world = world(vec![], &[LIFT], entities);
    let mut moving = moving(&world, 0);
    moving.fire(72);
    for _ in 0..500 {
        let msec = moving.now + FRAME;
        moving.advance(msec);
    }
}
