//! L6 and L7: the gain of a run of optimal ticks, and the bound on every tick.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Air;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::within::{ANGLE_STEP, Within};
use crate::{Law, scene};
use clipmark_movement::KeyRule;
use clipmark_scene::{Key, Side, Step};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// At the best angle every tick in the air adds the same to the square of the speed, whatever the speed.
///
/// `vₙ = √(v₀² + n G), G = a(2L − a) if a ≤ L, else L²`
pub(crate) const L6: Law = Law {
    id: "L6",
    slug: "l06-strafe-growth",
    title: "Strafing grows as a square root",
    scene: scene!("l06-strafe-growth"),
    play: l6,
};

/// Speed from which strafing begins.
const FROM: f64 = 400.0;

fn l6(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const TICKS: [f64; 5] = [1.0, 8.0, 10.0, 13.0, HZ_72];
    for moves in [
        Moves::quakeworld(),
        Moves::quake3_unsnapped(),
        Moves::cpm_unsnapped(),
    ] {
        for msec in TICKS {
            let law = Air::strafing(&moves.profile, msec);
            let scene = at_tick(&sheet.scene(), msec);
            let bench = sheet.bench(&scene, moves.profile)?;
            let mut start = bench.start();
            start.velocity.x = FROM;
            let played = bench.play_from(start);
            let speeds: Vec<f64> = played.states.iter().map(speed).collect();
            let n = (speeds.len() - 1) as f64;
            let last = speeds.last().copied().unwrap_or(f64::NAN);
            let measured = (last * last - FROM * FROM) / n;
            let case = moves.at(msec);
            let end = (FROM * FROM + n * law.growth()).sqrt();
            // 1e-5 of the final speed in its square, spread over the ticks.
            let within = Within::of(
                2.0 * end * grain.run(end).value / n,
                "f32 run: 1e-5 of the final speed, as a share of its square a tick",
            );
            let within = match moves.profile.keys {
                // The mean over the run of the largest loss by a step outside the best angle.
                KeyRule::Scaled => within.and(
                    speeds.iter().map(|v| lost_outside(&law, *v)).sum::<f64>() / n,
                    "the view turns in steps of 360/65536°: up to one outside the best angle, 2 a v sin θ · step",
                ),
                KeyRule::Speeds => within,
            };
            sheet.measured(
                predict(
                    &case,
                    format!("growth of v² a tick, over {n} ticks"),
                    "u²/s²",
                    law.growth(),
                ),
                measured,
                within,
            );
        }
    }
    thousand_at_a_kilohertz(sheet)
}

fn lost_outside(law: &Air, v: f64) -> f64 {
    2.0 * law.gain * v * law.best_angle(v).sin() * ANGLE_STEP
}

/// The published cross-check: some 4,938 ticks from 320 to 1,000 u/s at 1,000 fps with Half-Life's constants.
fn thousand_at_a_kilohertz(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let (moves, msec) = (Moves::goldsrc(), 1.0);
    let law = Air::strafing(&moves.profile, msec);
    let mut bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
    let mut start = bench.start();
    start.velocity.x = 320.0;
    let step = Step::Strafe {
        seconds: 6.0,
        side: Side::Right,
        toward: None,
        angle: None,
        hop: false,
    };
    let played = bench.play_steps(start, vec![step]);
    let exact = (1e6 - 320.0 * 320.0) / law.growth();
    let measured = played.states.iter().position(|b| speed(b) >= 1000.0);
    // At the end of the run a tick is worth G / 2v.
    let a_tick = law.growth() / 2000.0;
    sheet.measured(
        predict(moves.at(msec), "ticks from 320 to 1,000 u/s", "", exact),
        measured.map_or(f64::NAN, |k| k as f64),
        Within::of(1.0, "whole ticks").and(grain.run(1000.0).value / a_tick, "1e-5 of 1,000 u/s in ticks"),
    );
    Ok(())
}

/// In QuakeWorld's air a wish ahead from rest tops out at the cap of 30, a wish back from 320 leaves −30; and no input of any
/// profile adds more than G to the square of the speed in a tick.
///
/// `v → ±L; |v'|² − |v|² ≤ G`
pub(crate) const L7: Law = Law {
    id: "L7",
    slug: "l07-air-cap",
    title: "No tick gains more",
    scene: scene!("l07-air-cap"),
    play: l7,
};

/// Seed of the random ticks (PCG 64 MCG).
const SEED: u64 = 7;
const RANDOM_TICKS: usize = 2000;
/// Fastest of the random ticks, in u/s.
const FASTEST: f64 = 1000.0;

fn l7(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let hold = |key| {
        vec![Step::Hold {
            keys: vec![key],
            seconds: 1.0,
            turn: 0.0,
            yaw: Some(0.0),
            pitch: None,
        }]
    };
    for msec in [8.0, 13.0] {
        let moves = Moves::quakeworld();
        let law = Air::strafing(&moves.profile, msec);
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
        for (from, key, what, leaves) in [
            (0.0, Key::Forward, "speed ahead, wish ahead from rest", law.cap),
            (320.0, Key::Back, "speed ahead, wish back from 320 u/s", -law.cap),
        ] {
            let mut start = bench.start();
            start.velocity.x = from;
            let played = bench.play_steps(start, hold(key));
            let last = played.states.last().map_or(f64::NAN, |b| b.velocity.x);
            sheet.measured(
                predict(moves.at(msec), what, "u/s", leaves),
                last,
                grain.run(leaves),
            );
        }
    }
    for (moves, msec) in [
        (Moves::quakeworld(), 8.0),
        (Moves::quakeworld(), 13.0),
        (Moves::quake3_unsnapped(), 8.0),
        (Moves::cpm_unsnapped(), 8.0),
        (Moves::goldsrc(), 10.0),
        (Moves::source(), 10.0),
    ] {
        // Whichever keys gain more.
        let growth = Air::strafing(&moves.profile, msec)
            .growth()
            .max(Air::running(&moves.profile, msec).growth());
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
        let mut random = Pcg64Mcg::seed_from_u64(SEED);
        let mut most = f64::MIN;
        for _ in 0..RANDOM_TICKS {
            let (v, heading) = (
                random.random_range(0.0..FASTEST),
                random.random_range(0.0..360.0f64),
            );
            let mut start = bench.start();
            start.velocity.x = v * heading.to_radians().cos();
            start.velocity.y = v * heading.to_radians().sin();
            let keys = [
                [Key::Forward, Key::Back][random.random_range(0..2)],
                [Key::Left, Key::Right][random.random_range(0..2)],
            ];
            let keys = keys[random.random_range(0..2)..].to_vec();
            let step = Step::Hold {
                keys,
                seconds: msec / 1000.0,
                turn: 0.0,
                yaw: Some(random.random_range(0.0..360.0)),
                pitch: None,
            };
            let played = bench.play_steps(start, vec![step]);
            let (before, after) = (speed(&start), played.states.last().map_or(f64::NAN, speed));
            most = most.max(after * after - before * before);
        }
        let rounding = 2.0 * FASTEST * grain.tick(FASTEST).value;
        sheet.measured(
            predict(
                format!("{}, {RANDOM_TICKS} random ticks, seed {SEED}", moves.at(msec)),
                "greatest gain of v²",
                "u²/s²",
                growth,
            )
            .at_most(),
            most,
            Within::of(rounding, "eight f32 roundings of a speed of 1,000 in its square"),
        );
    }
    Ok(())
}
