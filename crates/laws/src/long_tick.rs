//! L35: how long ticks are split.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Ground;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::{Law, scene};
use clipmark_movement::{Profile, SplitRule};

/// A command that is too long is played as several ticks: Quake's halves until none is too long, Quake III cuts off one of the
/// greatest length after the other.
///
/// `v' = v (1 − f T₁)(1 − f T₂)…; T = N/2ᵏ ≤ L, or L, L, …, N − k L`
pub(crate) const L35: Law = Law {
    id: "L35",
    slug: "l35-long-tick",
    title: "Long ticks",
    scene: scene!("l35-long-tick"),
    play,
};

/// Speed at the start, in u/s. After some hundred ms of friction it is still far above the stop speed, whose law would hide the
/// split.
const FAST: f64 = 1000.0;

/// The ticks of a command, in ms.
fn pieces(profile: &Profile, msec: f64) -> Vec<f64> {
    let longest = f64::from(profile.long_tick.msec);
    match profile.long_tick.rule {
        SplitRule::Halved => {
            let halvings = (msec / longest).log2().ceil().max(0.0) as i32;
            let count = 2f64.powi(halvings);
            vec![msec / count; count as usize]
        }
        SplitRule::Chopped => {
            let whole = ((msec / longest).ceil() as usize).max(1) - 1;
            let rest = msec - whole as f64 * longest;
            std::iter::repeat_n(longest, whole).chain([rest]).collect()
        }
    }
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for moves in [
        Moves::netquake(),
        Moves::quakeworld(),
        Moves::quake3_unsnapped(),
        Moves::cpm_unsnapped(),
        Moves::goldsrc(),
        Moves::source(),
    ] {
        let longest = f64::from(moves.profile.long_tick.msec);
        for msec in [
            longest - 1.0,
            longest,
            longest + 1.0,
            2.0 * longest,
            2.0 * longest + 1.0,
        ] {
            let (mut v, mut way) = (FAST, 0.0);
            let pieces = pieces(&moves.profile, msec);
            for piece in &pieces {
                v = Ground::of(&moves.profile, *piece).rubbed(v);
                way += v * piece / 1000.0;
            }
            let mut bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
            let mut start = bench.at_rest();
            start.velocity.x = FAST;
            let after = bench.tick_from(start, &[]);
            let case = moves.at(msec);
            sheet.measured(
                predict(&case, "speed after the command", "u/s", v),
                speed(&after),
                grain.run(FAST),
            );
            let within = grain.way(way, pieces.len(), way);
            sheet.measured(
                predict(&case, "way", "u", way),
                after.origin.x - start.origin.x,
                within,
            );
        }
    }
    Ok(())
}
