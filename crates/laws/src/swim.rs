//! L28: swimming, and the water's brake.

use crate::LawError;
use crate::bench::{Bench, at_tick, speed};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::{Law, scene};
use clipmark_measure::Played;
use clipmark_movement::{Order, Profile};
use clipmark_scene::{Key, Step};

/// Water takes the same share of the speed each tick, in Quake III and QuakeWorld the more the deeper; so swimming and sinking
/// settle at a speed.
///
/// `v after n ticks = v₀ (1 − b T)ⁿ; swimming s* = min(s, A s / b); b = f d, in GoldSrc f`
pub(crate) const L28: Law = Law {
    id: "L28",
    slug: "l28-swim",
    title: "Swimming",
    scene: scene!("l28-swim"),
    play,
};

/// The water's surface in the law's scene, in units.
const SURFACE: f64 = 1024.0;
/// Origins with everything under water, and with the waist in it and the eyes out, below the surface, in units.
const DEEP: f64 = 200.0;
const WAIST: f64 = 12.0;
/// A run that ends as a swimmer who has let go of the keys, in ticks.
const COASTING: usize = 25;
/// Speed at the start, in u/s.
const FAST: f64 = 320.0;

/// The water's brake on the speed, 1/s.
fn brake(profile: &Profile, depth: f64) -> f64 {
    let friction = f64::from(profile.water.friction);
    match profile.order {
        Order::GoldSrc => friction,
        _ => friction * depth,
    }
}

/// Speed at which a wish settles against the brake.
fn settles(profile: &Profile, wished: f64, depth: f64) -> f64 {
    wished * (f64::from(profile.water.accelerate) / brake(profile, depth)).min(1.0)
}

/// Sinking is slower by the share of swimming, but in Quake III's order.
fn sinking(profile: &Profile) -> f64 {
    let sink = f64::from(profile.water.sink_speed);
    match profile.order {
        Order::Quake3 => sink,
        _ => sink * profile.water.swim_scale,
    }
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    for moves in [Moves::quakeworld(), Moves::quake3_unsnapped(), Moves::goldsrc()] {
        for msec in [8.0, 13.0] {
            coast(sheet, &moves, msec)?;
            steady(sheet, &moves, msec)?;
        }
    }
    Ok(())
}

fn bench(sheet: &LawRun, moves: &Moves, msec: f64) -> Result<Bench, LawError> {
    sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)
}

fn coast(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    let mut bench = bench(sheet, moves, msec)?;
    let mut start = bench.start();
    start.origin.z = SURFACE - DEEP;
    start.velocity.x = FAST;
    let seconds = msec / 1000.0;
    let played = bench.play_steps(start, vec![Step::Wait((COASTING as f64 + 0.5) * seconds)]);
    let kept = 1.0 - brake(&moves.profile, 3.0) * seconds;
    let law = |ticks: usize| FAST * kept.powi(ticks as i32);
    let measured = played.states.get(COASTING).map_or(f64::NAN, speed);
    sheet.measured(
        predict(
            moves.at(msec),
            "speed after 25 ticks without keys, under water",
            "u/s",
            law(COASTING),
        ),
        measured,
        grain.run(FAST),
    );
    Ok(())
}

fn steady(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    const SECONDS: f64 = 3.0;
    let grain = sheet.grain();
    let mut bench = bench(sheet, moves, msec)?;
    let profile = &moves.profile;
    let mut play = |below: f64, step: Step| -> Played<f64> {
        let mut start = bench.start();
        start.origin.z = SURFACE - below;
        bench.play_steps(start, vec![step])
    };
    let ahead = || Step::Hold {
        keys: vec![Key::Forward],
        seconds: SECONDS,
        turn: 0.0,
        yaw: None,
        pitch: None,
    };
    let swim = f64::from(profile.max_speed) * profile.water.swim_scale;
    for (below, depth, what) in [
        (WAIST, 2.0, "swimming ahead waist-deep, after 3 s"),
        (DEEP, 3.0, "swimming ahead under water, after 3 s"),
    ] {
        let settled = settles(profile, swim, depth);
        let last = play(below, ahead()).states.last().map_or(f64::NAN, speed);
        sheet.measured(
            predict(moves.at(msec), what, "u/s", settled),
            last,
            grain.run(settled),
        );
    }
    let settled = settles(profile, sinking(profile), 3.0);
    let played = play(DEEP, Step::Wait(SECONDS));
    let last = played.states.last().map_or(f64::NAN, |b| -b.velocity.z);
    sheet.measured(
        predict(
            moves.at(msec),
            "sinking without keys under water, after 3 s",
            "u/s",
            settled,
        ),
        last,
        grain.run(settled),
    );
    Ok(())
}
