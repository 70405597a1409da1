//! L38: the rest of a fast run after a jump in GoldSrc.

use crate::LawError;
use crate::air_zones::bisect;
use crate::bench::{at_tick, speed};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};
use clipmark_movement::{GravityRule, Profile};
use clipmark_scene::Key;

/// In GoldSrc a jump from more than 1.7 times the top speed leaves 0.65 of that limit; elsewhere a jump costs no speed.
///
/// `v' = 0.65 · 1.7 s if v > 1.7 s, else v`
pub(crate) const L38: Law = Law {
    id: "L38",
    slug: "l38-jump-crop",
    title: "Cropped jumps",
    scene: scene!("l38-jump-crop"),
    play,
};

const MSEC: f64 = 8.0;
/// Speeds of the run, in u/s: below and above the limit.
const SPEEDS: [f64; 4] = [320.0, 500.0, 600.0, 1000.0];

/// The limit, and the rest of it. The first half of the tick's gravity is part of the tested speed.
fn crop(profile: &Profile) -> Option<[f64; 3]> {
    let limit = f64::from(profile.jump_crop.above? * profile.max_speed);
    let falls = match profile.gravity_rule() {
        GravityRule::HalfSteps => f64::from(profile.gravity) * MSEC / 2000.0,
        GravityRule::BeforeMove | GravityRule::Averaged => 0.0,
    };
    Some([limit, profile.jump_crop.to, falls])
}

fn law(profile: &Profile, v: f64) -> f64 {
    match crop(profile) {
        Some([limit, to, falls]) if v.hypot(falls) > limit => v * to * limit / v.hypot(falls),
        _ => v,
    }
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for moves in [
        Moves::goldsrc(),
        Moves::quakeworld(),
        Moves::quake3_unsnapped(),
        Moves::source(),
    ] {
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
        let mut start = bench.at_rest();
        let mut jump = |v: f64| {
            start.velocity.x = v;
            speed(&bench.tick_from(start, &[Key::Jump]))
        };
        for v in SPEEDS {
            let measured = jump(v);
            let predicted = law(&moves.profile, v);
            sheet.measured(
                predict(
                    moves.at(MSEC),
                    format!("speed after a jump from {v} u/s"),
                    "u/s",
                    predicted,
                ),
                measured,
                grain.tick(v),
            );
        }
        if let Some([limit, _, falls]) = crop(&moves.profile) {
            let predicted = (limit * limit - falls * falls).sqrt();
            let measured = bisect(limit - 50.0, limit + 50.0, |v| jump(v) > limit - 60.0);
            sheet.measured(
                predict(
                    moves.at(MSEC),
                    "fastest run that is not cropped",
                    "u/s",
                    predicted,
                ),
                measured,
                Within::of(
                    4.0 * Grain::F32.step(limit),
                    "four f32 steps: of the run, its square, its root and the limit",
                ),
            );
        }
    }
    Ok(())
}
