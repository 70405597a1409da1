//! The movement pipeline on `bsp` against runs recorded from the original engines: every tick starts from the
//! recorded state of the tick before, so that one near-tie does not spoil the rest.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use clipmark::collision::{TraceRules, Work};
use clipmark::movement::{Body, Mover, Setup, profile_named, recording, tick};

/// A tick agrees within this, in units: the recorders' own margin for another build is 0.01; a different
/// branch (a step taken or not, a plane more) moves a player by 0.1 and more.
const NEAR: f32 = 0.001;
/// ... and within this in units per second.
const NEAR_SPEED: f32 = 0.01;

/// Share of ticks that agree in position, velocity and state.
fn agreeing(map: &str, run: &str, states: &str, profile: &str, snap: bool) -> f64 {
    // Both engines were recorded on Quake III traces.
    let bsp = support::bsp(&support::map(map), TraceRules::QUAKE3);
    let mut profile = *profile_named(profile).unwrap();
    profile.snap_velocity = snap;
    let setup = Setup::new(profile, Mover::SlideStep, &bsp);
    let commands = recording::read_commands(support::recording(&format!("{map}.{run}.cmds.txt.gz"))).unwrap();
    let states = recording::read_states(
        support::recording(&format!("{map}.{run}.{states}.txt.gz")),
        profile.order,
    )
    .unwrap();
    assert_eq!(commands.ticks.len(), states.len());
    let mut before = Body::at(commands.origin);
    let mut good = 0;
    for (cmd, want) in commands.ticks.iter().zip(&states) {
        let mut body = before;
        tick(&bsp, &setup, &mut body, cmd, &mut Work::silent()).unwrap();
        let near =
            (body.origin - want.origin).norm() < NEAR && (body.velocity - want.velocity).norm() < NEAR_SPEED;
        let same = body.grounded == want.grounded
            && body.flags == want.flags
            && body.timer_msec == want.timer_msec
            && body.water_level == want.water_level
            && body.water_jump_seconds == want.water_jump_seconds;
        good += usize::from(near && same);
        before = *want;
    }
    good as f64 / states.len() as f64
}

const MAPS: [&str; 3] = ["aggressor", "slimefac", "oacmpdm8"];

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_of_quake3() {
    for map in MAPS {
        for run in ["q3.1", "q3.2", "q3.3"] {
            let plain = agreeing(map, run, "nosnap", "quake3", false);
            assert_eq!(plain, 1.0, "{map} {run} without snapping");
            let snapped = agreeing(map, run, "snap", "quake3", true);
            assert_eq!(snapped, 1.0, "{map} {run} with snapping");
        }
    }
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn every_tick_of_quakeworld() {
    for map in MAPS {
        for run in ["qw.1", "qw.2", "qw.3"] {
            assert_eq!(agreeing(map, run, "out", "quakeworld", false), 1.0, "{map} {run}");
        }
    }
}
