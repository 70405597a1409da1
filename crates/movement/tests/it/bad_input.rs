//! Commands that no player can give are refused and change nothing. Any other command, at any place and speed and by any
//! profile, ends in finite numbers and never in a panic.

use crate::plain_world::{Everything, Floor, Nothing};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Point, Vec3};
use clipmark_movement::{
    Body, Buttons, CONSTANTS, CommandError, EngineState, MoveFlags, OwnMover, PROFILES, Profile, Setup,
    UserCmd, Value, WalkerState, WalkerVariant, custom, tick,
};
use proptest::prelude::*;

const MOVERS: [OwnMover; 2] = [OwnMover::Slide, OwnMover::Pair(WalkerVariant::Improved)];

fn setup(profile: Profile, mover: OwnMover) -> Setup {
    Setup::new(profile, mover, &Floor(TraceRules::QUAKE3))
}

/// The movement is compiled once for all worlds, not for each.
fn on(world: &dyn CollisionBackend) -> &dyn CollisionBackend {
    world
}

fn finite(body: &Body) -> bool {
    let numbers = body.origin.iter().chain(body.velocity.iter());
    let walker = body.walker.slide_velocity.iter();
    let timers = [body.timer_msec, body.water_jump_seconds, body.double_jump_msec];
    let engine = &body.engine;
    let carried = engine.move_dir.iter().chain(engine.model_angles.iter());
    let times = [engine.water_jump_ends, engine.duck_msec, engine.clock as f32];
    numbers
        .chain(walker)
        .chain(carried)
        .chain(timers.iter().chain(&times))
        .all(|x| x.is_finite())
}

/// Commands that no player can give, keys out of range, and bodies too far or too fast. Which error each is by which mover.
#[test]
fn what_cannot_be_played_is_refused_and_changes_nothing() {
    let [slide, walker] = MOVERS;
    let here = Body::at(Point::new(0.0, 0.0, 40.0));
    let good = UserCmd {
        msec: 8.0,
        forward: 127.0,
        ..UserCmd::default()
    };
    let mut cases: Vec<(OwnMover, UserCmd, Body, CommandError)> = Vec::new();
    for mover in MOVERS {
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let changes: [fn(&mut UserCmd, f32); 6] = [
                |c, x| c.msec = x,
                |c, x| c.forward = x,
                |c, x| c.right = x,
                |c, x| c.up = x,
                |c, x| c.pitch = x,
                |c, x| c.yaw = x,
            ];
            for change in changes {
                let mut cmd = good;
                change(&mut cmd, x);
                cases.push((mover, cmd, here, CommandError::NotFinite));
            }
        }
        for msec in [0.0, -0.0, -8.0, -1e30, 1000.1, 1e30] {
            cases.push((mover, UserCmd { msec, ..good }, here, CommandError::Length(msec)));
        }
    }
    let far_key = UserCmd {
        forward: 1e10,
        ..good
    };
    cases.push((slide, far_key, here, CommandError::Key(1e10)));
    cases.push((slide, UserCmd { up: -2e9, ..good }, here, CommandError::Key(-2e9)));
    let far = Sweep::LIMIT * 1.01;
    for x in [f32::NAN, f32::INFINITY, -f32::INFINITY, far, -far] {
        let at = Body::at(Point::new(0.0, x, 0.0));
        cases.push((slide, good, at, CommandError::Position));
    }
    for x in [f32::NAN, f32::INFINITY, -f32::INFINITY, 1.1e9, -1.1e9] {
        let (mut fast, mut timed, mut slid) = (here, here, here);
        fast.velocity.z = x;
        timed.timer_msec = x;
        slid.walker.slide_velocity.x = x;
        let moved = [(slide, fast), (walker, timed), (walker, slid)];
        cases.extend(moved.map(|(mover, body)| (mover, good, body, CommandError::Motion)));
    }
    for profile in PROFILES {
        for (mover, cmd, before, wanted) in &cases {
            let mut body = *before;
            let (floor, setup) = (Floor(profile.trace_rules), setup(*profile, *mover));
            let error = tick(on(&floor), &setup, &mut body, cmd, &mut Work::silent()).unwrap_err();
            assert_eq!(error, *wanted);
            assert_eq!(format!("{body:?}"), format!("{before:?}"), "nothing has changed");
            assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn a_body_spawned_in_a_solid_stays_where_it_is() {
    for profile in PROFILES {
        for mover in MOVERS {
            let world = Everything(profile.trace_rules);
            let start = Point::new(3.0, -5.0, 7.0);
            let mut body = Body::at(start);
            body.velocity = Vec3::new(300.0, 20.0, -500.0);
            for i in 0..200 {
                let cmd = UserCmd {
                    msec: 8.0,
                    forward: profile.full_key,
                    up: if i % 2 == 0 { profile.full_key } else { 0.0 },
                    yaw: i as f32,
                    ..UserCmd::default()
                };
                tick(
                    on(&world),
                    &setup(*profile, mover),
                    &mut body,
                    &cmd,
                    &mut Work::silent(),
                )
                .unwrap();
                assert!(finite(&body) && !body.grounded, "{} {body:?}", profile.name);
                assert_eq!(body.origin, start, "{} {} moved", profile.name, mover.kind().name);
            }
            // Falling speed does not pile up, or the body would be shot out once it is free.
            assert!(
                body.velocity.z.abs() < 320.0,
                "{} {}: {}",
                profile.name,
                mover.kind().name,
                body.velocity
            );
        }
    }
}

/// A body in a solid searches this far at most for a free place: an eighth in each direction (QuakeWorld).
const SEARCH: f32 = 0.125;

#[test]
fn a_body_spawned_slightly_in_the_floor_comes_free() {
    for profile in PROFILES {
        let world = Floor(profile.trace_rules);
        // QuakeWorld's nudge lifts it by an eighth; Quake III lets it move out.
        let deep = SEARCH * 0.8;
        let mut body = Body::at(Point::new(0.0, 0.0, -profile.size.feet - deep));
        for i in 0..100 {
            let cmd = UserCmd {
                msec: 8.0,
                forward: profile.full_key,
                up: if i > 50 { profile.full_key } else { 0.0 },
                ..UserCmd::default()
            };
            tick(
                on(&world),
                &setup(*profile, OwnMover::Slide),
                &mut body,
                &cmd,
                &mut Work::silent(),
            )
            .unwrap();
        }
        let feet = body.origin.z + profile.size.feet;
        assert!(finite(&body));
        // It has run for half a second, and is 0.4 s into a jump.
        assert!(body.origin.x > 100.0 && feet > 40.0, "{}: {body:?}", profile.name);
    }
}

#[test]
fn a_fall_without_end_ends_in_a_safe_answer() {
    for profile in PROFILES {
        for mover in MOVERS {
            // Four million units to the limit of coordinates, at 90,000 units per second.
            let mut body = Body::at(Point::new(0.0, 0.0, 0.0));
            body.velocity.z = -90_000.0;
            for _ in 0..1200 {
                let cmd = UserCmd {
                    msec: 50.0,
                    forward: profile.full_key,
                    ..UserCmd::default()
                };
                let world = Nothing(profile.trace_rules);
                tick(
                    on(&world),
                    &setup(*profile, mover),
                    &mut body,
                    &cmd,
                    &mut Work::silent(),
                )
                .unwrap();
                assert!(finite(&body), "{} {} {body:?}", profile.name, mover.kind().name);
                assert!(body.origin.z >= -Sweep::LIMIT);
            }
        }
    }
}

/// Found by `finite_in_finite_out`: a negative grip gave speed to a standing body, along a direction that it lacks.
#[test]
fn a_grip_below_nothing_moves_nobody_who_stands() {
    let profile = custom("netquake", &[("order".into(), Value::Word("source".into()))]).unwrap();
    let floor = Floor(profile.trace_rules);
    let setup = setup(profile, MOVERS[1]);
    let mut body = Body::at(Point::origin());
    body.timer_msec = 1908.521;
    body.engine.surface_friction = -8.172_964_5e-21;
    let cmd = UserCmd {
        msec: 324.811_37,
        forward: 0.0,
        right: 0.0,
        up: 0.0,
        pitch: 0.0,
        yaw: 0.0,
        buttons: None,
    };
    tick(on(&floor), &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
    assert!(finite(&body), "{body:?}");
}

/// Any finite number, with a taste for the small and the ordinary.
fn number(most: f32) -> impl Strategy<Value = f32> {
    prop_oneof![
        -400.0..400.0f32,
        -most..most,
        Just(0.0),
        Just(-0.0),
        Just(f32::MIN_POSITIVE),
        Just(1e-42),
        (-1e-20..1e-20f32),
    ]
}

fn vector(most: f32) -> impl Strategy<Value = Vec3> {
    [number(most), number(most), number(most)].prop_map(Vec3::from)
}

fn any_body() -> impl Strategy<Value = Body> {
    let place = (vector(Sweep::LIMIT), vector(1e9), any::<bool>(), any::<u32>());
    let timers = [0.0..3000.0f32, 0.0..3.0, 0.0..400.0];
    (place, timers, 0..4u8, vector(1e9), any::<bool>()).prop_map(
        |((at, velocity, grounded, flags), [a, b, c], water_level, slide_velocity, jumping)| Body {
            origin: Point::from(at),
            velocity,
            grounded,
            flags: MoveFlags::from_bits_retain(flags),
            timer_msec: a,
            water_jump_seconds: b,
            double_jump_msec: c,
            water_level,
            walker: WalkerState {
                slide_velocity,
                jumping,
                ..WalkerState::default()
            },
            engine: EngineState::default(),
        },
    )
}

fn any_engine_state() -> impl Strategy<Value = EngineState> {
    let vectors = (vector(1e9), vector(1e9), vector(Sweep::LIMIT), any::<bool>());
    let numbers = [number(1e9), number(1e9), number(1e9)];
    (vectors, numbers, 0.0..1e6f64, any::<u32>()).prop_map(
        |((move_dir, model_angles, free, was_free), [water_jump_ends, duck_msec, eyes], clock, liquid)| {
            EngineState {
                move_dir,
                water_jump_ends,
                clock,
                model_angles,
                last_free: was_free.then(|| Point::from(free)),
                duck_msec,
                eyes: was_free.then_some(eyes),
                surface_friction: duck_msec,
                ticks: liquid,
                liquid: Contents::from_bits_retain(liquid),
            }
        },
    )
}

fn any_command() -> impl Strategy<Value = UserCmd> {
    let keys = [number(1e9), number(1e9), number(1e9)];
    (
        prop_oneof![0.001..1000.0f32, Just(8.0)],
        keys,
        [number(1e38), number(1e38)],
        prop::option::of(any::<u8>()),
    )
        .prop_map(|(msec, [forward, right, up], [pitch, yaw], buttons)| UserCmd {
            msec,
            forward,
            right,
            up,
            pitch,
            yaw,
            buttons: buttons.map(Buttons::from_bits_retain),
        })
}

/// A shipped profile with some constants at random within their ranges.
fn any_profile() -> impl Strategy<Value = Profile> {
    let change = (
        0..CONSTANTS.len(),
        0.0..=1.0f32,
        any::<bool>(),
        any::<prop::sample::Index>(),
    );
    (0..PROFILES.len(), prop::collection::vec(change, 0..6)).prop_filter_map("a body", |(i, changes)| {
        let value = |(c, share, flag, choice): &(usize, f32, bool, prop::sample::Index)| {
            let constant = &CONSTANTS[*c];
            let [low, high] = constant.range;
            let value = match constant.choices() {
                [] if low < high => Value::Number(low + (high - low) * share),
                [] => Value::Flag(*flag),
                names => Value::Word((*choice.get(names)).into()),
            };
            (constant.name.to_owned(), value)
        };
        let changes: Vec<_> = changes.iter().map(value).collect();
        custom(PROFILES[i].name, &changes).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn finite_in_finite_out(
        profile in any_profile(),
        walks in any::<bool>(),
        start in any_body(),
        engine in any_engine_state(),
        commands in prop::collection::vec(any_command(), 1..4),
        world in 0..3usize,
    ) {
        let rules = profile.trace_rules;
        let worlds: [&dyn CollisionBackend; 3] = [&Floor(rules), &Nothing(rules), &Everything(rules)];
        let setup = setup(profile, MOVERS[usize::from(walks)]);
        let mut body = Body { engine, ..start };
        for cmd in &commands {
            match tick(worlds[world], &setup, &mut body, cmd, &mut Work::silent()) {
                Ok(_) => prop_assert!(finite(&body), "{body:?} after {cmd:?}"),
                // The last tick's state may be too fast for the next one; that is reported, not played.
                Err(error) => {
                    prop_assert!(matches!(error, CommandError::Motion | CommandError::Position), "{error}");
                    break;
                }
            }
        }
    }
}
