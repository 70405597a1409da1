//! NetQuake, QuakeWorld and GoldSrc on the clip hulls of Quake's own maps against runs recorded from those engines. Every tick
//! starts from the recorded state of the tick before and must match to the last digit of every field. Whole runs follow.

use crate::support;
use clipmark::internals::collision::recording::lines;
use clipmark::internals::collision::{CollisionBackend, Work};
use clipmark::internals::hull::HullBackend;
use clipmark::internals::measure::agreement::{Starts, agree};
use clipmark::internals::movement::recording::{self, Commands, StateFormat};
use clipmark::internals::movement::{Body, OwnMover, Profile, Setup, profile_named, tick};

const QUAKE_MAPS: [&str; 4] = ["cm_steps", "cm_pillars", "cm_pool_a", "cm_rubble_a"];
const RUNS: [u32; 4] = [1, 2, 3, 4];
/// Ticks of a run.
const TICKS: usize = 2000;

/// An engine's recordings.
struct Engine {
    profile: &'static str,
    /// In the names of its files.
    tag: &'static str,
    maps: &'static [&'static str],
}

const NETQUAKE: Engine = Engine {
    profile: "netquake",
    tag: "nq",
    maps: &QUAKE_MAPS,
};
const QUAKEWORLD: Engine = Engine {
    profile: "quakeworld",
    tag: "qw",
    maps: &QUAKE_MAPS,
};
const GOLDSRC: Engine = Engine {
    profile: "goldsrc",
    tag: "gs",
    maps: &["cm_steps_hl"],
};

/// A recorded run.
struct Run {
    name: String,
    commands: Commands,
    format: StateFormat,
    start: Body,
    states: Vec<Body>,
    written: Vec<String>,
}

impl Run {
    fn of(engine: &Engine, map: &str, number: u32, profile: &Profile) -> Self {
        let name = format!("{map}.{}.{number}", engine.tag);
        let order = profile.order;
        let file = support::recording(&format!("{name}.cmds.txt.gz"));
        let commands = recording::read_commands(file, order).unwrap();
        let (format, start) = (StateFormat::new(order, &commands), commands.start(order));
        let states = format!("{name}.states.txt.gz");
        let run = Self {
            states: recording::read_states(support::recording(&states), format, &start).unwrap(),
            written: lines(support::recording(&states)).unwrap(),
            name,
            commands,
            format,
            start,
        };
        assert_eq!(
            [run.commands.ticks.len(), run.states.len(), run.written.len()],
            [TICKS; 3],
            "{}",
            run.name
        );
        run
    }
}

fn world(map: &str, profile: &Profile) -> HullBackend {
    let folder = support::root().join("tests/recordings");
    let world = clipmark::internals::scene::load_world(&format!("{map}.bsp"), &folder).unwrap();
    HullBackend::build(&world, profile.trace_rules).unwrap()
}

/// Plays every tick of every run from the state before it.
fn every_tick(engine: &Engine) {
    let profile = *profile_named(engine.profile).unwrap();
    for map in engine.maps {
        let hulls = world(map, &profile);
        let setup = Setup::new(profile, OwnMover::Slide, &hulls);
        for number in RUNS {
            let run = Run::of(engine, map, number, &profile);
            let mut differ = Vec::new();
            for (i, cmd) in run.commands.ticks.iter().enumerate() {
                let mut body = if i == 0 { run.start } else { run.states[i - 1] };
                tick::<dyn CollisionBackend>(&hulls, &setup, &mut body, cmd, &mut Work::silent()).unwrap();
                let mut line = Vec::new();
                recording::write_state(&mut line, &body, run.format, &profile).unwrap();
                let line = String::from_utf8(line).unwrap();
                if line.trim_end() != run.written[i] {
                    differ.push((i + 1, line, run.written[i].clone()));
                }
            }
            println!(
                "{}: {} of {TICKS} ticks to the digit",
                run.name,
                TICKS - differ.len()
            );
            assert!(differ.is_empty(), "{}: {:?}", run.name, differ[0]);
        }
    }
}

#[test]
fn every_tick_of_netquake_to_the_digit() {
    every_tick(&NETQUAKE);
}

#[test]
fn every_tick_of_quakeworld_to_the_digit() {
    every_tick(&QUAKEWORLD);
}

#[test]
fn every_tick_of_goldsrc_to_the_digit() {
    every_tick(&GOLDSRC);
}

/// A state that is read and written again is the same line: no field is lost.
#[test]
fn states_are_written_as_they_are_read() {
    for engine in [NETQUAKE, QUAKEWORLD, GOLDSRC] {
        let profile = *profile_named(engine.profile).unwrap();
        for map in engine.maps {
            for number in RUNS {
                let run = Run::of(&engine, map, number, &profile);
                for (state, line) in run.states.iter().zip(&run.written) {
                    let mut again = Vec::new();
                    recording::write_state(&mut again, state, run.format, &profile).unwrap();
                    assert_eq!(String::from_utf8(again).unwrap().trim_end(), line, "{}", run.name);
                }
            }
        }
    }
}

/// The body carries all that restarts need: a run from its start alone stays on the recording.
#[test]
fn whole_runs_never_part() {
    for engine in [NETQUAKE, QUAKEWORLD, GOLDSRC] {
        let profile = *profile_named(engine.profile).unwrap();
        for map in engine.maps {
            let hulls = world(map, &profile);
            let setup = Setup::new(profile, OwnMover::Slide, &hulls);
            for number in RUNS {
                let run = Run::of(&engine, map, number, &profile);
                let all = agree(&hulls, &setup, &run.commands, &run.states, Starts::Own).unwrap();
                assert_eq!([all.all, all.bits], [TICKS; 2], "{}: {all:?}", run.name);
            }
        }
    }
}

/// An engine, a rule of its own, and how it is taken away.
type Planted = (&'static Engine, &'static str, fn(&mut Profile));

/// The test is not blind: without one of an engine's own rules, ticks differ.
#[test]
fn a_rule_taken_away_is_noticed() {
    let planted: [Planted; 9] = [
        (&NETQUAKE, "the step", |p| p.step_height = 17.0),
        (&NETQUAKE, "the drag of the game's code", |p| p.water.drag = 0.0),
        (&NETQUAKE, "friction of slow bodies", |p| p.crawl_speed = 1.0),
        (&NETQUAKE, "edge friction", |p| p.edge_friction.factor = 1.0),
        (&QUAKEWORLD, "edge friction", |p| p.edge_friction.factor = 1.0),
        (&QUAKEWORLD, "the depth of the ground's probe", |p| {
            p.ground_probe.depth = 0.5;
        }),
        (&GOLDSRC, "the depth of the ground's probe", |p| {
            p.ground_probe.depth = 1.0
        }),
        (&GOLDSRC, "the speed of a crouched body", |p| p.duck_scale = 0.25),
        (&GOLDSRC, "the least speed of friction", |p| p.crawl_speed = 1.0),
    ];
    for (engine, what, change) in planted {
        let mut profile = *profile_named(engine.profile).unwrap();
        change(&mut profile);
        let differs = engine.maps.iter().any(|map| {
            let hulls = world(map, &profile);
            let setup = Setup::new(profile, OwnMover::Slide, &hulls);
            RUNS.iter().any(|number| {
                let run = Run::of(engine, map, *number, &profile);
                let all = agree(&hulls, &setup, &run.commands, &run.states, Starts::Recorded).unwrap();
                all.bits < TICKS
            })
        });
        assert!(differs, "{} without {what} plays the same", engine.profile);
    }
}
