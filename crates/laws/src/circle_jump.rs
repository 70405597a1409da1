//! L9: how fast one can run in circles, which is where a circle jump takes off.

use crate::Law;
use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Ground;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, Printed, predict};
use crate::within::{ANGLE_STEP, Grain, Within};
use clipmark_movement::{KeyRule, Profile};

pub(crate) const L9: Law = Law {
    id: "L9",
    slug: "l09-circle-jump",
    title: "Circle jump",
    statement: "With the wish at the best angle to the velocity, speed on the ground settles above the running speed: \
                the speed of a circle jump.",
    formula: "v* = s √( A (2 − A T) / (f (2 − f T)) )",
    axes: ["time (s)", "speed (u/s)"],
    scene: clipmark_scenes::law("l09-circle-jump"),
    play,
};

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let cases: [(Moves, f64, Printed); 8] = [
        (Moves::quakeworld(), 13.0, Some("495.731")),
        (Moves::quakeworld(), HZ_72, Some("495.004")),
        (Moves::quakeworld(), 8.0, Some("499.756")),
        (Moves::goldsrc(), 10.0, Some("498.16")),
        (Moves::goldsrc(), 1.0, Some("505.20")),
        (Moves::quake3_unsnapped(), 8.0, Some("409.7180")),
        (Moves::cpm_unsnapped(), 8.0, Some("431.794")),
        (
            Moves::cpm_unsnapped().but("f = 6", |p| p.friction = 6.0),
            8.0,
            Some("496.5454"),
        ),
    ];
    for (moves, msec, printed) in cases {
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
            predict(moves.at(msec), "settled speed", "u/s", best).printed(printed),
            last,
            within(sheet.grain(), &law, &moves.profile, best),
        );
        let ticks = (1.0 / law.seconds) as usize;
        // Once the wish can be placed, v² closes a fixed share of its distance each tick.
        let keeps = (1.0 - law.friction * law.seconds).powi(2);
        let begin = speeds[0];
        let curve = |k: usize| {
            let left = keeps.powi(k as i32) * (best * best - begin * begin);
            [k as f64 * law.seconds, (best * best - left).sqrt()]
        };
        let measured = speeds.iter().take(ticks).enumerate();
        sheet.curve(
            moves.at(msec),
            (0..ticks).map(curve).collect(),
            measured.map(|(k, v)| [k as f64 * law.seconds, *v]).collect(),
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
        .simulated()
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
