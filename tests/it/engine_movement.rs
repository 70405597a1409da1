//! The movement pipeline on `bsp` against runs recorded from the original engines. Single ticks start from the recorded state
//! of the tick before; whole runs follow.

use crate::support;
use clipmark::internals::collision::TraceRules;
use clipmark::internals::collision::recording::lines;
use clipmark::internals::measure::agreement::{Agreement, Starts, agree, replay};
use clipmark::internals::movement::recording::{self, StateFormat};
use clipmark::internals::movement::{OwnMover, Setup, profile_named};

const MAPS: [&str; 3] = ["aggressor", "slimefac", "oacmpdm8"];

/// A kind of recording.
struct Kind {
    maps: &'static [&'static str],
    runs: &'static [&'static str],
    states: &'static str,
    profile: &'static str,
    snap: bool,
}

const QUAKE3: Kind = Kind {
    maps: &MAPS,
    runs: &["q3.1", "q3.2", "q3.3"],
    states: "nosnap",
    profile: "quake3",
    snap: false,
};
const QUAKE3_SNAPPED: Kind = Kind {
    states: "snap",
    snap: true,
    ..QUAKE3
};
const QUAKEWORLD: Kind = Kind {
    runs: &["qw.1", "qw.2", "qw.3"],
    states: "out",
    profile: "quakeworld",
    ..QUAKE3
};
/// With crouching, its own grip and the ground carried over. Its sines are the platform's own: off glibc the last digit may
/// differ.
const SOURCE: Kind = Kind {
    maps: &["aggressor"],
    runs: &["source.1", "source.2", "source.3", "source.4"],
    states: "states",
    profile: "source",
    snap: false,
};

/// Plays every run of a kind: its file, how it agrees, and the ticks that differ in a written digit.
fn replayed(kind: &Kind, starts: Starts) -> Vec<(String, Agreement, Vec<usize>)> {
    let mut played = Vec::new();
    for map in kind.maps {
        // All engines were recorded on Quake III traces.
        let bsp = support::bsp(&support::map(map), TraceRules::QUAKE3);
        let mut profile = *profile_named(kind.profile).unwrap();
        profile.snap_velocity = kind.snap;
        let setup = Setup::new(profile, OwnMover::Slide, &bsp);
        for run in kind.runs {
            let file = format!("{map}.{run}.cmds.txt.gz");
            let commands = recording::read_commands(support::recording(&file), profile.order).unwrap();
            let file = format!("{map}.{run}.{}.txt.gz", kind.states);
            let format = StateFormat::new(profile.order, &commands);
            let start = commands.start(profile.order);
            let recorded = recording::read_states(support::recording(&file), format, &start).unwrap();
            assert_eq!(commands.ticks.len(), recorded.len());
            let agreement = agree(&bsp, &setup, &commands, &recorded, starts).unwrap();
            let lines = lines(support::recording(&file)).unwrap();
            let (mut number, mut differing) = (0, Vec::new());
            replay(&bsp, &setup, &commands, Some(&recorded), |body| {
                let mut written = Vec::new();
                recording::write_state(&mut written, body, format, &profile).unwrap();
                if String::from_utf8(written).unwrap().trim_end() != lines[number] {
                    differing.push(number + 1);
                }
                number += 1;
            })
            .unwrap();
            played.push((file, agreement, differing));
        }
    }
    played
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_is_the_engines() {
    for kind in [QUAKE3, QUAKE3_SNAPPED, QUAKEWORLD, SOURCE] {
        for (run, a, differing) in replayed(&kind, Starts::Recorded) {
            println!(
                "{run}: {} of {} ticks to the last bit, worst {:?} u",
                a.bits, a.ticks, a.worst
            );
            assert_eq!(a.all, a.ticks, "{run}: {a:?}");
            let has_digits = kind.profile == "source" && cfg!(all(target_os = "linux", target_env = "gnu"));
            assert!(
                !has_digits || differing.is_empty(),
                "{run}: ticks {differing:?} differ in a digit"
            );
        }
    }
}

/// A run played from its start alone stays with the recording until a near-tie sends it another way. From there on it wanders.
/// The middle run is to stay for at least this many of its 2,000 ticks. A wrong stage parts within the first dozens, when the
/// player first lands, jumps or meets a wall.
const TOGETHER: usize = 1000;

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn whole_runs_stay_together() {
    for kind in [QUAKE3, QUAKE3_SNAPPED, QUAKEWORLD] {
        let runs = replayed(&kind, Starts::Own);
        for (run, a, _) in &runs {
            println!(
                "{run}: apart at {:?} of {}, worst {:?} u",
                a.first_apart, a.ticks, a.worst
            );
        }
        let mut parted: Vec<usize> = runs
            .iter()
            .map(|(_, a, _)| a.first_apart.unwrap_or(a.ticks + 1))
            .collect();
        parted.sort_unstable();
        let middle = parted[parted.len() / 2];
        println!(
            "{} {}: median of the first tick apart is {middle}",
            kind.profile, kind.states
        );
        assert!(middle > TOGETHER, "{parted:?}");
    }
}
