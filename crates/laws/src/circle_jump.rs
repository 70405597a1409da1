//! L9: how fast one can run in circles, which is where a circle jump takes off.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Ground;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::within::{ANGLE_STEP, Grain, Within};
use crate::{Law, scene};
use clipmark_movement::{KeyRule, Profile};

/// With the wish at the best angle to the velocity, speed on the ground settles above the running speed: the speed of a circle
/// jump.
///
/// `v* = s √( A (2 − A T) / (f (2 − f T)) )`
pub(crate) const L9: Law = Law {
    id: "L9",
    slug: "l09-circle-jump",
    title: "Circle jump",
    scene: scene!("l09-circle-jump"),
    play,
};

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let cases: [(Moves, f64); 8] = [
        (Moves::quakeworld(), 13.0),
        (Moves::quakeworld(), HZ_72),
        (Moves::quakeworld(), 8.0),
        (Moves::goldsrc(), 10.0),
        (Moves::goldsrc(), 1.0),
        (Moves::quake3_unsnapped(), 8.0),
        (Moves::cpm_unsnapped(), 8.0),
        (Moves::cpm_unsnapped().but("f = 6", |p| p.friction = 6.0), 8.0),
    ];
    for (moves, msec) in cases {
        let law = Ground::of(&moves.profile, msec);
        let best = law.best();
        let scene = at_tick(&sheet.scene(), msec);
        let played = {
            let bench = sheet.bench(&scene, moves.profile)?;
            bench.play_from(bench.at_rest())
        };
        let speeds: Vec<f64> = played.states.iter().map(speed).collect();
        let last = speeds.last().copied().unwrap_or(f64::NAN);
        sheet.measured(
            predict(moves.at(msec), "settled speed", "u/s", best),
            last,
            within(sheet.grain(), &law, &moves.profile, best),
        );
    }
    snapped(sheet)
}

/// With velocities rounded each tick the fixed point becomes a walk about it, which depends on its beginning. The
/// published figure is the fastest known.
fn snapped(sheet: &mut LawRun) -> Result<(), LawError> {
    const MSEC: f64 = 8.0;
    const HEADINGS: u32 = 90;
    let moves = Moves::cpm().but("f = 6", |p| p.friction = 6.0);
    let bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
    let mut fastest = 0f64;
    for i in 0..HEADINGS {
        let mut start = bench.at_rest();
        let (sin, cos) = f64::from(i).to_radians().sin_cos();
        start.velocity.x = f64::from(moves.profile.max_speed) * cos;
        start.velocity.y = f64::from(moves.profile.max_speed) * sin;
        let played = bench.play_from(start);
        fastest = played.states.iter().map(speed).fold(fastest, f64::max);
    }
    sheet.measured(
        predict(
            moves.at(MSEC),
            format!("greatest speed, rounded, of {HEADINGS} headings"),
            "u/s",
            498.787,
        )
        .at_most(),
        fastest,
        Within::of(0.0005, "the published figure is rounded to thousandths"),
    );
    Ok(())
}

/// Quake III's view steps put the wish up to one step outside the best angle. That costs up to 2 a v sin θ · step
/// of v² each tick; friction keeps r² of it from tick to tick.
fn within(grain: Grain, law: &Ground, profile: &Profile, best: f64) -> Within {
    let within = grain.run(best);
    if profile.keys != KeyRule::Scaled {
        return within;
    }
    let rubbed = law.rubbed(best);
    let sin = (1.0 - ((law.wished - law.gain()) / rubbed).powi(2)).sqrt();
    let keeps = (1.0 - law.friction * law.seconds).powi(2);
    let lost = 2.0 * law.gain() * rubbed * sin * ANGLE_STEP / (1.0 - keeps);
    within.and(
        lost / (2.0 * best),
        "the view turns in steps of 360/65536°, which misses the best angle by up to one",
    )
}
