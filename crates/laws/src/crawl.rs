//! L36: how slow a body must be to stop at once.

use crate::LawError;
use crate::air_zones::bisect;
use crate::bench::{at_tick, speed};
use crate::forms::Ground;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};

/// Below 1 u/s a body stops at once: before friction in QuakeWorld and Quake III, after it in GoldSrc and Source.
///
/// `v < 1, or v < 1 + S f T`
pub(crate) const L36: Law = Law {
    id: "L36",
    slug: "l36-crawl",
    title: "Crawling",
    scene: scene!("l36-crawl"),
    play,
};

/// Ticks in ms: so short that friction alone would leave something of 1 u/s.
const TICKS: [f64; 2] = [0.5, 1.0];

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    for moves in [
        Moves::quakeworld(),
        Moves::quake3_unsnapped(),
        Moves::cpm_unsnapped(),
        Moves::goldsrc(),
        Moves::source(),
        Moves::css(),
    ] {
        for msec in TICKS {
            let ground = Ground::of(&moves.profile, msec);
            let predicted = if ground.dead > 0.0 {
                ground.dead + ground.stop * ground.friction * ground.seconds
            } else {
                ground.crawl
            };
            let mut bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
            let mut start = bench.at_rest();
            let measured = bisect(predicted / 2.0, predicted * 2.0, |v| {
                start.velocity.x = v;
                speed(&bench.tick_from(start, &[])) == 0.0
            });
            sheet.measured(
                predict(moves.at(msec), "fastest that stops", "u/s", predicted),
                measured,
                Within::of(
                    4.0 * Grain::F32.step(predicted),
                    "four f32 steps: of the start, of what friction takes, and of the two sides of the limit",
                ),
            );
        }
    }
    Ok(())
}
