//! L41: how fast a body may rise and still step up in the air.

use crate::LawError;
use crate::air_zones::bisect;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};

/// In the air Quake III steps up while it does not rise, ProMode while it rises by no more than 370 u/s.
///
/// `v₀ − g T ≤ r; r = 0, ProMode 370`
pub(crate) const L41: Law = Law {
    id: "L41",
    slug: "l41-rising-step",
    title: "Steps in the air",
    scene: scene!("l41-rising-step"),
    play,
};

/// In the law's scene a ledge begins here, in units along x, and is so high.
const FACE: f64 = 64.0;
const HEIGHT: f64 = 96.0;
/// The feet begin so far below the ledge, and the body so far before it, in units.
const BELOW: f64 = 8.0;
const BEFORE: f64 = 1.0;
/// Speed ahead, in u/s: at every tick enough to come well over the ledge. And aside: a body that meets a wall head-on is clipped
/// against its own direction too.
const AHEAD: f64 = 640.0;
const ASIDE: f64 = 320.0;
/// Ticks in ms.
const TICKS: [f64; 3] = [4.0, 8.0, 10.0];

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    for moves in [Moves::quake3_unsnapped(), Moves::cpm_unsnapped()] {
        let profile = &moves.profile;
        for msec in TICKS {
            let predicted = f64::from(profile.step_rising_speed) + f64::from(profile.gravity) * msec / 1000.0;
            let mut bench = sheet.bench(&at_tick(&sheet.scene(), msec), *profile)?;
            let touches = FACE - f64::from(profile.size.half_width) - f64::from(profile.trace_rules.skin);
            let mut start = bench.start();
            start.origin.x = touches - BEFORE;
            start.origin.z = HEIGHT - BELOW - f64::from(profile.size.feet);
            start.velocity.x = AHEAD;
            start.velocity.y = ASIDE;
            let measured = bisect((predicted - 20.0).max(0.0), predicted + 20.0, |rise| {
                start.velocity.z = rise;
                bench.tick_from(start, &[]).origin.x > touches + BEFORE / 4.0
            });
            sheet.measured(
                predict(
                    moves.at(msec),
                    "fastest rise that still steps up",
                    "u/s",
                    predicted,
                ),
                measured,
                Within::of(
                    4.0 * Grain::F32.step(predicted),
                    "four f32 steps: of the start, of gravity and of the speed after it",
                ),
            );
        }
    }
    Ok(())
}
