//! The movement pipeline on `bsp` against runs recorded from the original engines: single ticks, each from the
//! recorded state of the tick before, and whole runs.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use clipmark::collision::TraceRules;
use clipmark::measure::agreement::{Agreement, Starts, agree};
use clipmark::movement::{Mover, Setup, profile_named, recording};

const MAPS: [&str; 3] = ["aggressor", "slimefac", "oacmpdm8"];

/// A kind of recording: file endings of runs and states, profile, velocity snapping.
const KINDS: [([&str; 3], &str, &str, bool); 3] = [
    (["q3.1", "q3.2", "q3.3"], "nosnap", "quake3", false),
    (["q3.1", "q3.2", "q3.3"], "snap", "quake3", true),
    (["qw.1", "qw.2", "qw.3"], "out", "quakeworld", false),
];

fn replayed(map: &str, kind: usize, starts: Starts) -> Vec<(String, Agreement)> {
    let (runs, states, profile, snap) = KINDS[kind];
    // Both engines were recorded on Quake III traces.
    let bsp = support::bsp(&support::map(map), TraceRules::QUAKE3);
    let mut profile = *profile_named(profile).unwrap();
    profile.snap_velocity = snap;
    let setup = Setup::new(profile, Mover::SlideStep, &bsp);
    let played = runs.map(|run| {
        let file = format!("{map}.{run}.cmds.txt.gz");
        let commands = recording::read_commands(support::recording(&file)).unwrap();
        let file = format!("{map}.{run}.{states}.txt.gz");
        let recorded = recording::read_states(support::recording(&file), profile.order).unwrap();
        assert_eq!(commands.ticks.len(), recorded.len());
        let agreement = agree(&bsp, &setup, &commands, &recorded, starts).unwrap();
        (format!("{map} {run} {states}"), agreement)
    });
    played.into()
}

fn every_tick(kind: usize) {
    for map in MAPS {
        for (run, agreement) in replayed(map, kind, Starts::Recorded) {
            println!(
                "{run}: {} of {} ticks to the last bit, worst {:?} u",
                agreement.bits, agreement.ticks, agreement.worst
            );
            assert_eq!(agreement.all, agreement.ticks, "{run}: {agreement:?}");
        }
    }
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_of_quake3() {
    every_tick(0);
    every_tick(1);
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_of_quakeworld() {
    every_tick(2);
}

/// A run played from its start alone stays with the recording until a near-tie sends it another way; from there on
/// it wanders. The middle run is to stay for at least this many of its 2,000 ticks: a wrong stage parts within the
/// first dozens, when the player first lands, jumps or meets a wall.
const TOGETHER: usize = 1000;

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn whole_runs_stay_together() {
    for kind in 0..KINDS.len() {
        let runs: Vec<_> = MAPS.iter().flat_map(|m| replayed(m, kind, Starts::Own)).collect();
        let mut parted: Vec<usize> = runs
            .iter()
            .map(|(_, a)| a.first_apart.unwrap_or(a.ticks + 1))
            .collect();
        for (run, a) in &runs {
            println!(
                "{run}: apart at {:?} of {}, worst {:?} u",
                a.first_apart, a.ticks, a.worst
            );
        }
        parted.sort_unstable();
        let middle = parted[parted.len() / 2];
        println!(
            "{} {}: median of the first tick apart is {middle}",
            KINDS[kind].2, KINDS[kind].1
        );
        assert!(middle > TOGETHER, "{parted:?}");
    }
}
