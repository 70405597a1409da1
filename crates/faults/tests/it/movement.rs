//! Each fault of movement parts a run from the sound one, and none where its constant does not matter. Some have a stated size.

use clipmark_bsp::BspBackend;
use clipmark_collision::*;
use clipmark_faults::{AnyFault, MovementFault, movement_faults};
use clipmark_geometry::*;
use clipmark_movement::{
    Body, CONSTANTS, MoveFlags, OwnMover, PROFILES, Profile, Setup, UserCmd, profile_named, tick,
};
use std::collections::BTreeSet;

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
fn on_floor(brushes: &[Brush]) -> World {
    let floor = filled([-4096.0, -4096.0, -64.0], [4096.0, 4096.0, 0.0], Contents::SOLID);
    World::of_brushes("floor", [&[floor], brushes].concat())
}

/// Water on the floor, so deep.
fn pool(top: f32) -> World {
    let water = filled([-2048.0, -2048.0, 0.0], [2048.0, 2048.0, top], Contents::WATER);
    on_floor(&[water])
}

/// A riser ahead.
fn riser(top: f32) -> World {
    on_floor(&[filled([60.0, -512.0, 0.0], [4096.0, 512.0, top], Contents::SOLID)])
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

/// Whether a run of the same commands goes another way with the fault than without.
fn parts(name: &str, profile: &str, world: &World, start: Body, cmd: UserCmd, ticks: usize) -> bool {
    let [planted, sound] = play(name, profile, world, start, cmd, ticks);
    planted != sound
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
fn each_fault_parts_a_run_where_it_matters() {
    let floor = &on_floor(&[]);
    let duct = &on_floor(&[filled(
        [60.0, -512.0, 41.0],
        [4096.0, 512.0, 256.0],
        Contents::SOLID,
    )]);
    let wall = &on_floor(&[filled([60.0, -512.0, 0.0], [90.0, 512.0, 512.0], Contents::SOLID)]);
    let shore = &on_floor(&[
        filled([-512.0, -512.0, 0.0], [40.0, 512.0, 40.0], Contents::WATER),
        filled([40.0, -512.0, 0.0], [512.0, 512.0, 60.0], Contents::SOLID),
    ]);
    let block = filled([0.0, -512.0, -8.0], [512.0, 512.0, 256.0], Contents::SOLID);
    let slope = Plane::new(Vec3::new(-0.4, 0.0, 1.0).normalize(), 0.0);
    let sides: Vec<Plane> = block.sides.iter().map(|side| side.plane).chain([slope]).collect();
    let ramp = Brush::from_planes(&sides, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let ramp = &on_floor(&[ramp]);
    let (run, jump) = (forward(), UserCmd { up: 127.0, ..idle() });
    let crawl = UserCmd { up: -127.0, ..run };
    let aslant = UserCmd { right: 127.0, ..run };
    let long = |msec| UserCmd { msec, ..idle() };
    let (stands, falls) = (at(24.125), at(500.0));
    let on_shore = Body::at(Point::new(20.0, 0.0, 30.0));

    let mut seen = BTreeSet::new();
    let mut parted = |name: &'static str, profile: &str, world: &World, start: Body, cmd: UserCmd, ticks| {
        seen.insert(name);
        parts(name, profile, world, start, cmd, ticks)
    };
    assert!(parted("step-height", "quake3", &riser(17.5), at(24.2), run, 125));
    assert!(!parted("step-height", "quake3", &riser(16.5), at(24.2), run, 125));
    let slides = moving(24.1, [300.0, 0.0, 0.0]);
    assert!(parted("friction", "quakeworld", floor, slides, idle(), 1));
    assert!(parted("air-cap", "quakeworld", floor, falls, run, 60));
    assert!(!parted("air-cap", "quake3", floor, falls, run, 60));
    let into_wall = moving(200.0, [900.0, 0.0, 0.0]);
    assert!(parted("overbounce", "quakeworld", wall, into_wall, idle(), 10));
    let slow = moving(24.1, [80.0, 0.0, 0.0]);
    assert!(parted("stop-speed", "quakeworld", floor, slow, idle(), 1));
    for profile in ["quake3", "quakeworld", "netquake", "goldsrc", "source", "cpm"] {
        assert!(parted("gravity-after-move", profile, floor, falls, idle(), 20));
    }
    assert!(!parted("gravity-after-move", "quake3", floor, stands, run, 50));
    assert!(parted("duck-height", "quake3", duct, at(24.2), crawl, 250));
    assert!(parted("jump-speed", "quake3", floor, stands, jump, 1));
    let swims = moving(200.0, [200.0, 0.0, 0.0]);
    assert!(parted(
        "water-friction",
        "quake3",
        &pool(512.0),
        swims,
        idle(),
        50
    ));
    let odd = moving(500.0, [101.0, 57.0, 0.0]);
    assert!(parted("even-velocity", "quake3", floor, odd, idle(), 10));
    // Where nothing is rounded nothing changes.
    assert!(!parted("even-velocity", "quakeworld", floor, odd, idle(), 10));
    let far_wall = filled([200.0, -4096.0, 0.0], [232.0, 4096.0, 256.0], Contents::SOLID);
    let far_wall = &on_floor(&[far_wall]);
    assert!(parted(
        "quick-along-walls",
        "quake3",
        far_wall,
        stands,
        aslant,
        250
    ));
    assert!(parted("rises", "quake3", floor, stands, run, 20));
    assert!(parted("creeps-at-rest", "quake3", floor, stands, idle(), 100));
    assert!(parted("quick-diagonal", "quake3", floor, stands, aslant, 100));
    let nearly_still = moving(24.125, [0.5, 0.0, 0.0]);
    assert!(parted("never-stops", "quake3", floor, nearly_still, idle(), 1));
    assert!(parted("held-jump", "quake3", floor, stands, jump, 200));
    assert!(parted("wading-brake", "quake3", &pool(8.0), stands, run, 100));
    assert!(parted(
        "falls-at-waist",
        "quake3",
        &pool(40.0),
        at(36.0),
        idle(),
        5
    ));
    assert!(parted("slope-friction", "quake3", ramp, stands, run, 100));
    assert!(parted("edge-inside", "quakeworld", floor, stands, run, 100));
    assert!(parted("leaves-late", "quake3", floor, stands, jump, 1));
    assert!(parted("half-snapped", "quakeworld", floor, at(24.6), idle(), 1));
    assert!(parted("gap-missed", "quakeworld", shore, on_shore, run, 1));
    let fast = moving(24.125, [400.0, 0.0, 0.0]);
    assert!(parted("short-pieces", "quake3", floor, fast, long(132.0), 1));
    // Who lets go of crouch stands up under a ceiling, under one that is a little too low, and beside a shelf.
    let ceiling = |z: f32| on_floor(&[filled([-64.0, -64.0, z], [64.0, 64.0, 256.0], Contents::SOLID)]);
    let shelf = on_floor(&[filled([8.0, -64.0, 48.0], [64.0, 64.0, 256.0], Contents::SOLID)]);
    let mut ducked = stands;
    ducked.flags.insert(MoveFlags::DUCKED);
    for (name, sound, wrong) in [
        ("stands-up-blind", ceiling(64.0), ceiling(48.0)),
        ("stands-up-low", ceiling(48.0), ceiling(55.5)),
        ("stands-up-narrow", ceiling(55.5), shelf),
    ] {
        assert!(!parted(name, "quake3", &sound, ducked, idle(), 2), "{name}");
        assert!(parted(name, "quake3", &wrong, ducked, idle(), 2), "{name}");
    }
    // In ticks of two lengths alone.
    let hop = UserCmd { up: 127.0, ..idle() };
    for (name, start, cmd, wrong) in [
        ("jump-missed-7-ms", stands, hop, [7.0, 17.0]),
        (
            "no-friction-11-ms",
            moving(24.125, [300.0, 0.0, 0.0]),
            idle(),
            [11.0, 16.0],
        ),
        ("no-air-control-6-ms", falls, run, [6.0, 12.0]),
    ] {
        for msec in (1u8..=50).map(f32::from) {
            let cmd = UserCmd { msec, ..cmd };
            let is_wrong = parted(name, "quakeworld", floor, start, cmd, 1);
            assert_eq!(is_wrong, wrong.contains(&msec), "{name} {msec} ms");
        }
    }
    let by_hand = movement_faults().iter().filter(|fault| !fault.is_of_table());
    assert_eq!(seen, by_hand.map(|fault| fault.name).collect());
}

#[test]
fn constants_are_off_as_the_faults_say() {
    let of = |name: &str, base: &str| fault(name).of(profile_named(base).unwrap()).profile;
    let (quake3, quakeworld) = (
        profile_named("quake3").unwrap(),
        profile_named("quakeworld").unwrap(),
    );
    let friction = of("friction", "quakeworld").friction / quakeworld.friction;
    assert!((friction - 0.99).abs() < 1e-6, "{friction}");
    let stop_speed = of("stop-speed", "quakeworld").stop_speed / quakeworld.stop_speed;
    assert!((stop_speed - 1.05).abs() < 1e-6, "{stop_speed}");
    let [off, sound] = [of("overbounce", "quakeworld"), *quakeworld].map(|p| p.clip_rule.overbounce);
    assert!((off - sound - 0.001).abs() < 1e-6, "{off} {sound}");
    assert_eq!(of("air-cap", "quakeworld").air_wish_cap, Some(31.0));
    assert_eq!(of("air-cap", "quake3").air_wish_cap, None);
    assert_eq!(of("step-height", "quake3").step_height, 17.0);
    assert_eq!(of("jump-speed", "quake3").jump_speed, quake3.jump_speed + 1.0);
    let crouched = |p: Profile| p.size.crouched_top - p.size.crouched_feet;
    assert_eq!(crouched(of("duck-height", "quake3")), crouched(*quake3) + 2.0);
    assert_eq!(of("water-friction", "quake3").water.friction, 0.0);
}

#[test]
fn ends_of_ticks_are_off_as_the_faults_say() {
    let (floor, falls) = (&on_floor(&[]), at(500.0));
    for profile in ["quake3", "quakeworld", "netquake", "goldsrc", "source", "cpm"] {
        let [got, want] = play("gravity-after-move", profile, floor, falls, idle(), 20);
        assert_eq!(got[0].origin.z, 500.0, "{profile}");
        assert!(want[0].origin.z < 500.0, "{profile}");
        let apart = got[19].velocity.z - want[19].velocity.z;
        assert!(apart.abs() < 1.0, "{profile}: {apart}");
    }
    let odd = moving(500.0, [101.0, 57.0, 0.0]);
    let [got, want] = play("even-velocity", "quake3", floor, odd, idle(), 10);
    assert!(got.iter().all(|b| b.velocity.iter().all(|v| v % 2.0 == 0.0)));
    assert_eq!(want[9].velocity.x, 101.0);
    let stands = at(24.125);
    let [got, _] = play("rises", "quake3", floor, stands, forward(), 20);
    assert!(got.iter().any(|b| b.origin.z > 24.2));
    let [got, want] = play("creeps-at-rest", "quake3", floor, stands, idle(), 100);
    assert_eq!(want[99].origin.y, 0.0);
    assert!((got[99].origin.y - 2.0).abs() < 0.05, "{}", got[99].origin.y);
    // Friction twice over half the time, where a command is no longer split.
    let speeds = |msec| {
        let slides = moving(24.03125, [300.0, 0.0, 0.0]);
        let long = UserCmd { msec, ..idle() };
        let runs = play("constant-long-tick-msec", "quakeworld", floor, slides, long, 1);
        runs.map(|run| run[0].velocity.x)
    };
    let [got, want] = speeds(51.0);
    assert!(want - got > 2.0, "{got} and {want}");
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
