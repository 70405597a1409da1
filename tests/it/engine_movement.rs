//! The movement pipeline against runs recorded from the original engines: on `bsp`, whose traces are Quake III's, and on the clip
//! hulls of Quake's own maps. Single ticks start from the recorded state of the tick before; whole runs follow.

use crate::support;
use clipmark::internals::collision::recording::lines;
use clipmark::internals::collision::{CollisionBackend, TraceRules};
use clipmark::internals::hull::HullBackend;
use clipmark::internals::measure::agreement::{Agreement, Starts, agree, replay};
use clipmark::internals::movement::recording::{self, Commands, StateFormat};
use clipmark::internals::movement::{Body, OwnMover, Profile, Setup, profile_named};

const MAPS: [&str; 3] = ["aggressor", "slimefac", "oacmpdm8"];
const QUAKE_MAPS: [&str; 4] = ["cm_steps", "cm_pillars", "cm_pool_a", "cm_rubble_a"];
/// Ticks of a run.
const TICKS: usize = 2000;

/// A kind of recording.
#[derive(Clone, Copy)]
struct Kind {
    profile: &'static str,
    maps: &'static [&'static str],
    runs: &'static [&'static str],
    /// In the names of its files.
    states: &'static str,
    snaps: bool,
    is_on_hulls: bool,
}

const QUAKE3: Kind = Kind {
    profile: "quake3",
    maps: &MAPS,
    runs: &["q3.1", "q3.2", "q3.3"],
    states: "nosnap",
    snaps: false,
    is_on_hulls: false,
};
const QUAKE3_SNAPPED: Kind = Kind {
    states: "snap",
    snaps: true,
    ..QUAKE3
};
const QUAKEWORLD: Kind = Kind {
    profile: "quakeworld",
    runs: &["qw.1", "qw.2", "qw.3"],
    states: "out",
    ..QUAKE3
};
/// With crouching, its own grip and the ground carried over. Its sines are the platform's own: off glibc the last digit may
/// differ.
const SOURCE: Kind = Kind {
    profile: "source",
    maps: &["aggressor"],
    runs: &["source.1", "source.2", "source.3", "source.4"],
    states: "states",
    ..QUAKE3
};
const NETQUAKE_ON_HULLS: Kind = Kind {
    profile: "netquake",
    maps: &QUAKE_MAPS,
    runs: &["nq.1", "nq.2", "nq.3", "nq.4"],
    states: "states",
    snaps: false,
    is_on_hulls: true,
};
const QUAKEWORLD_ON_HULLS: Kind = Kind {
    profile: "quakeworld",
    runs: &["qw.1", "qw.2", "qw.3", "qw.4"],
    ..NETQUAKE_ON_HULLS
};
const GOLDSRC_ON_HULLS: Kind = Kind {
    profile: "goldsrc",
    maps: &["cm_steps_hl"],
    runs: &["gs.1", "gs.2", "gs.3", "gs.4"],
    ..NETQUAKE_ON_HULLS
};
const ON_HULLS: [Kind; 3] = [NETQUAKE_ON_HULLS, QUAKEWORLD_ON_HULLS, GOLDSRC_ON_HULLS];

/// A recorded run, and who plays it.
struct Run<'a> {
    name: String,
    backend: &'a dyn CollisionBackend,
    setup: &'a Setup,
    format: StateFormat,
    commands: Commands,
    states: Vec<Body>,
    written: Vec<String>,
}

impl Run<'_> {
    fn agree(&self, starts: Starts) -> Agreement {
        agree(self.backend, self.setup, &self.commands, &self.states, starts).unwrap()
    }

    /// As the recordings have it.
    fn write(&self, body: &Body) -> String {
        let mut line = Vec::new();
        recording::write_state(&mut line, body, self.format, &self.setup.profile).unwrap();
        String::from_utf8(line).unwrap().trim_end().to_owned()
    }
}

impl Kind {
    /// Shows every run, played by the profile with a change.
    fn play(&self, change: impl Fn(&mut Profile), mut visit: impl FnMut(&Run)) {
        let mut profile = *profile_named(self.profile).unwrap();
        profile.snap_velocity &= self.snaps;
        change(&mut profile);
        for map in self.maps {
            let backend: Box<dyn CollisionBackend> = if self.is_on_hulls {
                let folder = support::root().join("tests/recordings");
                let world = clipmark::internals::scene::load_world(&format!("{map}.bsp"), &folder).unwrap();
                Box::new(HullBackend::build(&world, profile.trace_rules).unwrap())
            } else {
                // All these engines were recorded on Quake III traces.
                Box::new(support::bsp(&support::map(map), TraceRules::QUAKE3))
            };
            let setup = Setup::new(profile, OwnMover::Slide, &*backend);
            for run in self.runs {
                visit(&self.read(&format!("{map}.{run}"), &*backend, &setup));
            }
        }
    }

    fn read<'a>(&self, run: &str, backend: &'a dyn CollisionBackend, setup: &'a Setup) -> Run<'a> {
        let order = setup.profile.order;
        let commands = support::recording(&format!("{run}.cmds.txt.gz"));
        let commands = recording::read_commands(commands, order).unwrap();
        let name = format!("{run}.{}.txt.gz", self.states);
        let (format, start) = (StateFormat::new(order, &commands), commands.start(order));
        let run = Run {
            states: recording::read_states(support::recording(&name), format, &start).unwrap(),
            written: lines(support::recording(&name)).unwrap(),
            name,
            backend,
            setup,
            format,
            commands,
        };
        let lengths = [run.commands.ticks.len(), run.states.len(), run.written.len()];
        assert_eq!(lengths, [TICKS; 3], "{}", run.name);
        run
    }

    /// Whether each tick is the engine's to the last digit of every field.
    fn has_digits(&self) -> bool {
        let is_glibc = cfg!(all(target_os = "linux", target_env = "gnu"));
        self.is_on_hulls || self.profile == "source" && is_glibc
    }

    fn assert_every_tick(&self) {
        self.play(
            |_| (),
            |run| {
                let a = run.agree(Starts::Recorded);
                println!(
                    "{}: {} ticks to the last bit, worst {:?} u",
                    run.name, a.bits, a.worst
                );
                assert_eq!(a.all, TICKS, "{}: {a:?}", run.name);
                let mut written = run.written.iter();
                let mut differing = 0;
                replay(run.backend, run.setup, &run.commands, Some(&run.states), |body| {
                    differing += usize::from(written.next() != Some(&run.write(body)));
                })
                .unwrap();
                assert!(
                    !self.has_digits() || differing == 0,
                    "{}: {differing} differ",
                    run.name
                );
            },
        );
    }
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_is_the_engines_on_maps() {
    for kind in [QUAKE3, QUAKE3_SNAPPED, QUAKEWORLD, SOURCE] {
        kind.assert_every_tick();
    }
}

#[test]
fn every_tick_is_the_engines_on_clip_hulls() {
    for kind in ON_HULLS {
        kind.assert_every_tick();
    }
}

/// A state that is read and written again is the same line: no field is lost.
#[test]
fn states_are_written_as_they_are_read() {
    for kind in ON_HULLS {
        kind.play(
            |_| (),
            |run| {
                let again: Vec<String> = run.states.iter().map(|state| run.write(state)).collect();
                assert_eq!(again, run.written, "{}", run.name);
            },
        );
    }
}

/// A run played from its start alone stays with the recording until a near-tie sends it another way. From there on it wanders.
/// The middle run is to stay for at least this many of its 2,000 ticks. A wrong stage parts within the first dozens, when the
/// player first lands, jumps or meets a wall.
const TOGETHER: usize = 1000;

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn whole_runs_stay_together_on_maps() {
    for kind in [QUAKE3, QUAKE3_SNAPPED, QUAKEWORLD] {
        let mut parted = Vec::new();
        kind.play(
            |_| (),
            |run| {
                let a = run.agree(Starts::Own);
                println!(
                    "{}: apart at {:?}, worst {:?} u",
                    run.name, a.first_apart, a.worst
                );
                parted.push(a.first_apart.unwrap_or(TICKS + 1));
            },
        );
        parted.sort_unstable();
        assert!(parted[parted.len() / 2] > TOGETHER, "{parted:?}");
    }
}

/// The body carries all that restarts need: a run from its start alone stays on the recording.
#[test]
fn whole_runs_never_part_on_clip_hulls() {
    for kind in ON_HULLS {
        kind.play(
            |_| (),
            |run| {
                let all = run.agree(Starts::Own);
                assert_eq!([all.all, all.bits], [TICKS; 2], "{}: {all:?}", run.name);
            },
        );
    }
}

/// The recordings of an engine, a rule of its own, and how it is taken away.
type Planted = (Kind, &'static str, fn(&mut Profile));

/// The test is not blind: without one of an engine's own rules, ticks differ.
#[test]
fn a_rule_taken_away_is_noticed() {
    let [netquake, quakeworld, goldsrc] = ON_HULLS;
    let planted: [Planted; 9] = [
        (netquake, "the step", |p| p.step_height = 17.0),
        (netquake, "the drag of the game's code", |p| p.water.drag = 0.0),
        (netquake, "friction of slow bodies", |p| p.crawl_speed = 1.0),
        (netquake, "edge friction", |p| p.edge_friction.factor = 1.0),
        (quakeworld, "edge friction", |p| p.edge_friction.factor = 1.0),
        (quakeworld, "the depth of the ground's probe", |p| {
            p.ground_probe.depth = 0.5;
        }),
        (goldsrc, "the depth of the ground's probe", |p| {
            p.ground_probe.depth = 1.0
        }),
        (goldsrc, "the speed of a crouched body", |p| p.duck_scale = 0.25),
        (goldsrc, "the least speed of friction", |p| p.crawl_speed = 1.0),
    ];
    for (kind, what, change) in planted {
        let mut differs = false;
        kind.play(change, |run| differs |= run.agree(Starts::Recorded).bits < TICKS);
        assert!(differs, "{} without {what} plays the same", kind.profile);
    }
}
