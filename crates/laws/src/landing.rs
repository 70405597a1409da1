//! L16: the rest of a fall for the next jump, after QuakeWorld's ground probe.

use crate::LawError;
use crate::bench::at_tick;
use crate::forms::Flight;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::{Law, scene};
use clipmark_movement::{JumpRule, Profile};

/// A tick that ends within the probe above the floor counts as landed but keeps its fall, and the next jump only adds to it.
///
/// `v₀' = v₀ + vₖ if 0 < zₖ < 1 − skin, else v₀`
pub(crate) const L16: Law = Law {
    id: "L16",
    slug: "l16-landing-defect",
    title: "Jump bug",
    scene: scene!("l16-landing-defect"),
    play,
};

const JUMPS: usize = 20;

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let repaired = Moves::quakeworld().but("clip_before_jump", |p| p.repairs.clip_before_jump = true);
    let cases: [(Moves, f64); 5] = [
        (Moves::quakeworld(), 8.0),
        (Moves::quakeworld(), 13.0),
        (Moves::quakeworld(), HZ_72),
        (repaired, 8.0),
        // The tick whose jump sets the speed.
        (Moves::goldsrc(), 8.0),
    ];
    for (moves, msec) in cases {
        let law = Flight::of(&moves.profile, msec);
        let bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
        let played = bench.play_from(bench.at_rest());
        let jumps = played
            .commands
            .iter()
            .zip(&played.states[1..])
            .filter(|(c, _)| c.up > 0.0);
        let took_off: Vec<f64> = jumps
            .map(|(_, after)| after.velocity.z + law.loss())
            .take(JUMPS)
            .collect();
        let first = f64::from(moves.profile.jump_speed);
        let predicted: Vec<f64> =
            std::iter::successors(Some(first), |v| Some(next(&law, &moves.profile, *v)))
                .take(took_off.len())
                .collect();
        let least = |all: &[f64]| all.iter().copied().reduce(f64::min).unwrap_or(f64::NAN);
        sheet.measured(
            predict(
                moves.at(msec),
                format!("slowest take-off of {JUMPS}"),
                "u/s",
                least(&predicted),
            ),
            least(&took_off),
            grain.run(first),
        );
        let worst = took_off
            .iter()
            .zip(&predicted)
            .map(|(a, b)| (a - b).abs())
            .reduce(f64::max)
            .unwrap_or(f64::NAN);
        sheet.measured(
            predict(
                moves.at(msec),
                format!("largest difference over {} take-offs", took_off.len()),
                "u/s",
                0.0,
            ),
            worst,
            grain.run(first),
        );
    }
    Ok(())
}

/// Upward speed of the jump after a jump at `speed`.
fn next(law: &Flight, profile: &Profile, speed: f64) -> f64 {
    let jump = f64::from(profile.jump_speed);
    let reach = f64::from(profile.ground_probe.depth - profile.trace_rules.skin);
    for k in 1.. {
        let (z, v) = (law.height(speed, k), speed - k as f64 * law.loss());
        if z <= 0.0 {
            return jump;
        }
        // A player that rises faster than 180 u/s does not land.
        if z < reach && v <= 180.0 {
            // After a hop of one tick the key must be released for another, on the ground, where the fall
            // ends.
            let adds = profile.jump_rule == JumpRule::Adds && !profile.repairs.clip_before_jump;
            return if k == 1 || !adds { jump } else { jump + v };
        }
    }
    unreachable!("gravity wins")
}
