//! The movement pipeline against runs recorded from the original engines. Single ticks start from the recorded state of the
//! tick before; whole runs follow.

use crate::support::engine_runs::{Kind, ON_HULLS, ON_MAPS, QUAKE3, QUAKE3_SNAPPED, QUAKEWORLD, Run, TICKS};
use clipmark::internals::bsp::BspBackend;
use clipmark::internals::collision::CollisionBackend;
use clipmark::internals::hull::HullBackend;
use clipmark::internals::measure::agreement::{Agreement, Starts, agree, replay};
use clipmark::internals::movement::{Body, OwnMover, Profile, Setup, recording};

/// A run, and who plays it.
struct Played<'a> {
    run: Run,
    backend: &'a dyn CollisionBackend,
    setup: &'a Setup,
}

impl Played<'_> {
    fn agree(&self, starts: Starts) -> Agreement {
        let Run { commands, states, .. } = &self.run;
        agree(self.backend, self.setup, commands, states, starts).unwrap()
    }

    /// As the recordings have it.
    fn write(&self, body: &Body) -> String {
        let mut line = Vec::new();
        recording::write_state(&mut line, body, self.run.format, &self.setup.profile).unwrap();
        String::from_utf8(line).unwrap().trim_end().to_owned()
    }
}

/// Shows every run of a kind, played by its profile with a change.
fn play(kind: &Kind, change: impl Fn(&mut Profile), mut visit: impl FnMut(&Played)) {
    let mut profile = kind.profile();
    change(&mut profile);
    for map in kind.maps {
        let world = kind.world(map);
        let backend: Box<dyn CollisionBackend> = match kind.is_on_hulls {
            true => Box::new(HullBackend::build(&world, kind.rules()).unwrap()),
            false => Box::new(BspBackend::build(&world, kind.rules()).unwrap()),
        };
        let setup = Setup::new(profile, OwnMover::Slide, &*backend);
        for run in kind.runs {
            visit(&Played {
                run: kind.read(map, run),
                backend: &*backend,
                setup: &setup,
            });
        }
    }
}

/// Whether each tick of a kind is the engine's to the last digit of every field.
fn has_digits(kind: &Kind) -> bool {
    let is_glibc = cfg!(all(target_os = "linux", target_env = "gnu"));
    kind.is_on_hulls || kind.profile == "source" && is_glibc
}

fn assert_every_tick(kind: &Kind) {
    play(
        kind,
        |_| (),
        |played| {
            let (a, run) = (played.agree(Starts::Recorded), &played.run);
            println!(
                "{}: {} ticks to the last bit, worst {:?} u",
                run.name, a.bits, a.worst
            );
            assert_eq!(a.all, TICKS, "{}: {a:?}", run.name);
            let (mut written, mut differing) = (run.written.iter(), 0);
            let (backend, setup) = (played.backend, played.setup);
            replay(backend, setup, &run.commands, Some(&run.states), |body| {
                differing += usize::from(written.next() != Some(&played.write(body)));
            })
            .unwrap();
            assert!(
                !has_digits(kind) || differing == 0,
                "{}: {differing} differ",
                run.name
            );
        },
    );
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_is_the_engines_on_maps() {
    ON_MAPS.iter().for_each(assert_every_tick);
}

#[test]
fn every_tick_is_the_engines_on_clip_hulls() {
    ON_HULLS.iter().for_each(assert_every_tick);
}

/// A state that is read and written again is the same line: no field is lost.
#[test]
fn states_are_written_as_they_are_read() {
    for kind in &ON_HULLS {
        let again = |played: &Played| {
            let states = played.run.states.iter();
            let again: Vec<String> = states.map(|state| played.write(state)).collect();
            assert_eq!(again, played.run.written, "{}", played.run.name);
        };
        play(kind, |_| (), again);
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
        let until_apart = |played: &Played| {
            let a = played.agree(Starts::Own);
            println!(
                "{}: apart at {:?}, worst {:?} u",
                played.run.name, a.first_apart, a.worst
            );
            parted.push(a.first_apart.unwrap_or(TICKS + 1));
        };
        play(&kind, |_| (), until_apart);
        parted.sort_unstable();
        assert!(parted[parted.len() / 2] > TOGETHER, "{parted:?}");
    }
}

/// The body carries all that restarts need: a run from its start alone stays on the recording.
#[test]
fn whole_runs_never_part_on_clip_hulls() {
    for kind in &ON_HULLS {
        let whole = |played: &Played| {
            let all = played.agree(Starts::Own);
            assert_eq!([all.all, all.bits], [TICKS; 2], "{}: {all:?}", played.run.name);
        };
        play(kind, |_| (), whole);
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
        play(&kind, change, |played| {
            differs |= played.agree(Starts::Recorded).bits < TICKS
        });
        assert!(differs, "{} without {what} plays the same", kind.profile);
    }
}
