//! Each fault of movement has its stated effect, and none where its constant does not matter.

use clipmark_bsp::BspBackend;
use clipmark_collision::*;
use clipmark_faults::{AnyFault, MovementFault, movement_faults};
use clipmark_geometry::*;
use clipmark_movement::{
    Body, CONSTANTS, MoveFlags, OwnMover, PROFILES, Profile, Setup, UserCmd, profile_named, tick,
};

fn fault(name: &str) -> &'static MovementFault {
    match AnyFault::named(name).unwrap() {
        AnyFault::Movement(fault) => fault,
        AnyFault::Collision(_) | AnyFault::Push(_) => panic!("{name} is no fault of movement"),
    }
}

fn filled(mins: [f32; 3], maxs: [f32; 3], contents: Contents) -> Brush {
    Brush::from_box(mins.into(), maxs.into(), contents).unwrap()
}

/// A floor at z = 0, with something on it.
fn world(brush: Option<Brush>) -> World {
    let floor = filled([-4096.0, -4096.0, -64.0], [4096.0, 4096.0, 0.0], Contents::SOLID);
    World::of_brushes("floor", [floor].into_iter().chain(brush).collect())
}

/// Plays the same commands with the fault and without; the states after each tick, the fault's first.
fn play(name: &str, profile: &str, world: &World, start: Body, cmd: UserCmd, ticks: usize) -> [Vec<Body>; 2] {
    let profile = *profile_named(profile).unwrap();
    let backend = BspBackend::build(world, profile.trace_rules).unwrap();
    let sound = Setup::new(profile, OwnMover::Slide, &backend);
    let planted = fault(name).plant(sound.clone());
    assert_eq!(planted.profile, sound.profile, "judges are told of the sound one");
    [planted, sound].map(|setup| {
        let (mut body, mut work) = (start, Work::silent());
        let mut run = || {
            tick::<dyn CollisionBackend>(&backend, &setup, &mut body, &cmd, &mut work).unwrap();
            body
        };
        (0..ticks).map(|_| run()).collect()
    })
}

fn forward() -> UserCmd {
    UserCmd {
        msec: 8.0,
        forward: 127.0,
        ..UserCmd::default()
    }
}

fn idle() -> UserCmd {
    UserCmd {
        msec: 8.0,
        ..UserCmd::default()
    }
}

fn at(z: f32) -> Body {
    Body::at(Point::new(0.0, 0.0, z))
}

fn moving(z: f32, velocity: [f32; 3]) -> Body {
    Body {
        velocity: velocity.into(),
        ..at(z)
    }
}

/// Thirty by hand, and one of every constant. Each of these changes that constant alone, in the profiles that have it.
#[test]
fn every_constant_is_planted_and_changes_alone() {
    let of_table: Vec<_> = movement_faults().iter().filter(|f| f.is_of_table()).collect();
    assert_eq!(movement_faults().len(), 30 + of_table.len());
    assert_eq!(of_table.len(), CONSTANTS.len());
    let profiles: Vec<&Profile> = PROFILES.to_vec();
    let mut idle = Vec::new();
    for (fault, constant) in of_table.iter().zip(&CONSTANTS) {
        assert_eq!(
            fault.name,
            format!("constant-{}", constant.name.replace('_', "-"))
        );
        for profile in &profiles {
            let planted = fault.of(profile).profile;
            // A set of rules of traces names its skin.
            let follows = |name: &str| constant.name == "trace_rules" && name == "trace_skin";
            for other in CONSTANTS
                .iter()
                .filter(|c| c.name != constant.name && !follows(c.name))
            {
                assert_eq!(
                    other.value(&planted),
                    other.value(profile),
                    "{}: {}",
                    fault.name,
                    other.name
                );
            }
        }
        if fault.is_idle(&profiles) {
            idle.push(fault.name);
        }
    }
    assert!(idle.len() < CONSTANTS.len() / 8, "no profile has {idle:?}");
}

#[test]
fn a_step_of_17_and_a_half_is_too_high() {
    let riser = |z: f32| {
        world(Some(filled(
            [60.0, -512.0, 0.0],
            [4096.0, 512.0, z],
            Contents::SOLID,
        )))
    };
    let [got, want] = play("step-height", "quake3", &riser(17.5), at(24.2), forward(), 125);
    assert!(got[124].origin.x < 45.0 && want[124].origin.x > 100.0);
    let [got, want] = play("step-height", "quake3", &riser(16.5), at(24.2), forward(), 125);
    assert_eq!(got, want);
}

#[test]
fn friction_takes_one_hundredth_less() {
    let start = moving(24.1, [300.0, 0.0, 0.0]);
    let [got, want] = play("friction", "quakeworld", &world(None), start, idle(), 1);
    let lost = |v: &Body| 300.0 - v.velocity.x;
    assert!((lost(&got[0]) / lost(&want[0]) - 0.99).abs() < 1e-4);
    // Rounding to whole units per second hides it.
    let start = moving(24.2, [300.0, 0.0, 0.0]);
    let [got, want] = play("friction", "quake3", &world(None), start, idle(), 1);
    assert_eq!(got[0].velocity, want[0].velocity);
}

#[test]
fn the_air_cap_is_31() {
    let [got, want] = play(
        "air-cap",
        "quakeworld",
        &world(None),
        moving(500.0, [0.0; 3]),
        UserCmd {
            forward: 400.0,
            ..forward()
        },
        60,
    );
    assert!((got[59].velocity.x - 31.0).abs() < 1e-3 && (want[59].velocity.x - 30.0).abs() < 1e-3);
    let [got, want] = play(
        "air-cap",
        "quake3",
        &world(None),
        moving(500.0, [0.0; 3]),
        forward(),
        60,
    );
    assert_eq!(got, want);
}

#[test]
fn overbounce_pushes_off_more() {
    let wall = filled([60.0, -512.0, 0.0], [90.0, 512.0, 512.0], Contents::SOLID);
    let start = moving(200.0, [900.0, 0.0, 0.0]);
    let [got, want] = play("overbounce", "quakeworld", &world(Some(wall)), start, idle(), 10);
    assert_eq!(want[9].velocity.x, 0.0);
    assert!(got[9].velocity.x < -0.5, "{:?}", got[9].velocity);
}

#[test]
fn slow_bodies_are_braked_more() {
    let start = moving(24.1, [80.0, 0.0, 0.0]);
    let [got, want] = play("stop-speed", "quakeworld", &world(None), start, idle(), 1);
    let lost = |v: &Body| 80.0 - v.velocity.x;
    assert!((lost(&got[0]) / lost(&want[0]) - 1.05).abs() < 1e-3);
}

#[test]
fn gravity_comes_after_the_move() {
    for profile in ["quake3", "quakeworld", "netquake", "goldsrc", "source", "cpm"] {
        let start = moving(500.0, [0.0; 3]);
        let [got, want] = play("gravity-after-move", profile, &world(None), start, idle(), 20);
        assert_eq!(got[0].origin.z, 500.0, "{profile}");
        assert!(want[0].origin.z < 500.0, "{profile}");
        let speeds = |run: &[Body]| run[19].velocity.z;
        assert!((speeds(&got) - speeds(&want)).abs() < 1.0, "{profile}");
    }
    let [got, want] = play(
        "gravity-after-move",
        "quake3",
        &world(None),
        at(24.125),
        forward(),
        50,
    );
    assert_eq!(got, want, "on the ground nothing changes");
}

#[test]
fn a_crouched_body_is_higher() {
    let profile = profile_named("quake3").unwrap();
    let duct = filled([60.0, -512.0, 41.0], [4096.0, 512.0, 256.0], Contents::SOLID);
    assert_eq!(profile.size.crouched_top - profile.size.crouched_feet, 40.0);
    let crawl = UserCmd {
        up: -127.0,
        ..forward()
    };
    let [got, want] = play("duck-height", "quake3", &world(Some(duct)), at(24.2), crawl, 250);
    assert!(got[249].origin.x < 46.0 && want[249].origin.x > 60.0);
}

/// Who lets go of crouch stands up under a ceiling, under one that is a little too low, and beside a shelf.
#[test]
fn a_crouched_body_stands_up_without_room() {
    let ceiling = |z: f32| filled([-64.0, -64.0, z], [64.0, 64.0, 256.0], Contents::SOLID);
    let shelf = filled([8.0, -64.0, 48.0], [64.0, 64.0, 256.0], Contents::SOLID);
    let mut start = at(24.125);
    start.flags.insert(MoveFlags::DUCKED);
    for (name, low, above) in [
        ("stands-up-blind", None, ceiling(48.0)),
        ("stands-up-low", Some(ceiling(48.0)), ceiling(55.5)),
        ("stands-up-narrow", Some(ceiling(55.5)), shelf),
    ] {
        let is_ducked = |above: Brush| {
            let runs = play(name, "quake3", &world(Some(above)), start, idle(), 2);
            runs.map(|run| run[1].flags.contains(MoveFlags::DUCKED))
        };
        assert_eq!(is_ducked(above), [false, true], "{name}");
        if let Some(low) = low {
            assert_eq!(is_ducked(low), [true, true], "{name}");
        }
        assert_eq!(is_ducked(ceiling(64.0)), [false, false], "{name}");
    }
}

#[test]
fn ticks_of_some_lengths_alone_are_wrong() {
    let jump = UserCmd { up: 127.0, ..idle() };
    let (slows, flies) = (moving(24.125, [300.0, 0.0, 0.0]), moving(500.0, [0.0; 3]));
    for (name, start, cmd, wrong) in [
        ("jump-missed-7-ms", at(24.125), jump, [7.0, 17.0]),
        ("no-friction-11-ms", slows, idle(), [11.0, 16.0]),
        ("no-air-control-6-ms", flies, forward(), [6.0, 12.0]),
    ] {
        for msec in (1u8..=50).map(f32::from) {
            let cmd = UserCmd { msec, ..cmd };
            let [got, want] = play(name, "quakeworld", &world(None), start, cmd, 1);
            assert_eq!(got != want, wrong.contains(&msec), "{name} {msec} ms");
        }
    }
}

#[test]
fn jumps_are_faster() {
    let jump = UserCmd { up: 127.0, ..idle() };
    let [got, want] = play("jump-speed", "quake3", &world(None), at(24.125), jump, 1);
    assert_eq!(got[0].velocity.z, want[0].velocity.z + 1.0);
}

#[test]
fn water_does_not_brake() {
    let water = filled([-2048.0, -512.0, 0.0], [2048.0, 512.0, 512.0], Contents::WATER);
    let start = moving(200.0, [200.0, 0.0, 0.0]);
    let [got, want] = play("water-friction", "quake3", &world(Some(water)), start, idle(), 50);
    assert!(got[49].velocity.x > want[49].velocity.x + 30.0);
}

#[test]
fn velocities_are_even() {
    let start = moving(500.0, [101.0, 57.0, 0.0]);
    let [got, want] = play("even-velocity", "quake3", &world(None), start, idle(), 10);
    assert!(got.iter().all(|b| b.velocity.iter().all(|v| v % 2.0 == 0.0)));
    assert_eq!(want[9].velocity.x, 101.0);
    let [got, want] = play("even-velocity", "quakeworld", &world(None), start, idle(), 10);
    assert_eq!(got, want, "where nothing is rounded nothing changes");
}

#[test]
fn a_command_of_51_ms_is_no_longer_split() {
    let start = moving(24.03125, [300.0, 0.0, 0.0]);
    let long = |msec| UserCmd { msec, ..idle() };
    let speeds = |msec| {
        let name = "constant-long-tick-msec";
        let [got, want] = play(name, "quakeworld", &world(None), start, long(msec), 1);
        [got, want].map(|run| run[0].velocity.x)
    };
    let [got, want] = speeds(51.0);
    assert!(
        want - got > 2.0,
        "friction twice over half the time: {got} and {want}"
    );
    let [got, want] = speeds(50.0);
    assert_eq!(got, want);
}

#[test]
fn traces_keep_another_skin_or_touch_by_another_rule() {
    let skin = fault("constant-trace-skin").trace_rules(TraceRules::QUAKE3).skin;
    assert!((skin / TraceRules::QUAKE3.skin - 1.03).abs() < 1e-6, "{skin}");
    let rules = fault("constant-trace-rules").trace_rules(TraceRules::QUAKE3);
    assert_eq!(rules, TraceRules::QUAKEWORLD);
    assert_eq!(
        fault("friction").trace_rules(TraceRules::QUAKE3),
        TraceRules::QUAKE3
    );
}

#[test]
fn a_body_goes_where_nobody_asked_it_to() {
    let wall = filled([200.0, -4096.0, 0.0], [232.0, 4096.0, 256.0], Contents::SOLID);
    let aslant = UserCmd {
        right: -127.0,
        ..forward()
    };
    let world = world(Some(wall));
    let start = at(24.125);
    let [got, want] = play("quick-along-walls", "quake3", &world, start, aslant, 250);
    let along = |run: &[Body]| run[249].origin.y - run[149].origin.y;
    assert!(along(&got).abs() > 5.0 * along(&want).abs(), "{}", along(&got));
    let [got, _] = play("rises", "quake3", &world, start, forward(), 20);
    assert!(got.iter().any(|b| b.origin.z > 24.2));
    let [got, want] = play("creeps-at-rest", "quake3", &world, start, idle(), 100);
    assert_eq!(want[99].origin.y, 0.0);
    assert!((got[99].origin.y - 2.0).abs() < 0.05, "{}", got[99].origin.y);
}

#[test]
fn rules_of_the_engines_are_broken() {
    let both = UserCmd {
        right: 127.0,
        ..forward()
    };
    let speed = |run: &[Body]| run[run.len() - 1].horizontal_speed();
    let [got, want] = play("quick-diagonal", "quake3", &world(None), at(24.125), both, 100);
    assert!(speed(&got) > speed(&want) + 5.0, "{}", speed(&got));
    let slow = moving(24.125, [0.5, 0.0, 0.0]);
    let [got, want] = play("never-stops", "quake3", &world(None), slow, idle(), 1);
    assert!(speed(&got) > 0.2 && speed(&want) == 0.0);
    let hop = UserCmd { up: 127.0, ..idle() };
    let [got, want] = play("held-jump", "quake3", &world(None), at(24.125), hop, 200);
    let airborne = |run: &[Body]| run[100..].iter().any(|b| !b.grounded);
    assert!(airborne(&got) && !airborne(&want));
    let pool = |top| {
        world(Some(filled(
            [-2048.0, -2048.0, 0.0],
            [2048.0, 2048.0, top],
            Contents::WATER,
        )))
    };
    let [got, want] = play("wading-brake", "quake3", &pool(8.0), at(24.125), forward(), 100);
    assert!(speed(&got) < speed(&want) - 5.0, "{}", speed(&got));
    let [got, want] = play("falls-at-waist", "quake3", &pool(40.0), at(36.0), idle(), 5);
    assert!(got[4].velocity.z < want[4].velocity.z - 5.0, "{:?}", got[4]);
    let slope = Plane::new(Vec3::new(-0.4, 0.0, 1.0).normalize(), 0.0);
    let mut sides: Vec<Plane> = filled([0.0, -512.0, -8.0], [512.0, 512.0, 256.0], Contents::SOLID)
        .sides
        .iter()
        .map(|side| side.plane)
        .collect();
    sides.push(slope);
    let ramp = Brush::from_planes(&sides, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let [got, want] = play(
        "slope-friction",
        "quake3",
        &world(Some(ramp)),
        at(24.125),
        forward(),
        100,
    );
    assert!(speed(&got) < speed(&want) - 5.0, "{}", speed(&got));
}

#[test]
fn rules_that_are_code_are_broken() {
    let [got, want] = play(
        "edge-inside",
        "quakeworld",
        &world(None),
        at(24.125),
        forward(),
        100,
    );
    let is_slower = |(got, want): (&Body, &Body)| got.horizontal_speed() < want.horizontal_speed() - 5.0;
    assert!(got.iter().zip(&want).any(is_slower));
    let hop = UserCmd { up: 127.0, ..idle() };
    let [got, want] = play("leaves-late", "quake3", &world(None), at(24.125), hop, 1);
    assert!(got[0].origin.z < want[0].origin.z - 1.0, "{:?}", got[0]);
    let [got, want] = play("half-snapped", "quakeworld", &world(None), at(24.6), idle(), 1);
    assert!(got[0].origin.z > want[0].origin.z + 0.2, "{:?}", got[0]);
    let mut pool = world(Some(filled(
        [-512.0, -512.0, 0.0],
        [40.0, 512.0, 40.0],
        Contents::WATER,
    )));
    pool.brushes
        .push(filled([40.0, -512.0, 0.0], [512.0, 512.0, 60.0], Contents::SOLID));
    let pool = World::of_brushes("pool", pool.brushes);
    let start = Body::at(Point::new(20.0, 0.0, 30.0));
    let [got, want] = play("gap-missed", "quakeworld", &pool, start, forward(), 1);
    assert!(
        want[0].velocity.z > 250.0 && got[0].velocity.z < 50.0,
        "{:?}",
        got[0]
    );
    let long = UserCmd {
        msec: 132.0,
        ..idle()
    };
    let fast = moving(24.125, [400.0, 0.0, 0.0]);
    let [got, want] = play("short-pieces", "quake3", &world(None), fast, long, 1);
    assert!(got[0].origin.x < want[0].origin.x - 0.3, "{:?}", got[0]);
}
