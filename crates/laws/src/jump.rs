//! L10 to L12: the curve of a jump under three integrations of gravity.

use crate::LawError;
use crate::bench::at_tick;
use crate::forms::Flight;
use crate::moves::{HZ_72, Moves, tick_name};
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene};

/// Height of the platform, in units: near zero, where f32 is finest.
const PLATFORM: f64 = -24.0;
/// Ticks of the table, in ms.
const TICKS: [f64; 9] = [1.0, 3.0, 4.0, 8.0, 10.0, 13.0, HZ_72, 20.0, 50.0];

/// Gravity before the move (semi-implicit Euler) makes the height of a jump depend on the tick.
///
/// `zₖ = k v₀ T − g T² k(k+1)/2`
pub(crate) const L10: Law = Law {
    id: "L10",
    slug: "l10-jump-quakeworld",
    title: "Jump in QuakeWorld",
    scene: scene!("l10-jump-quakeworld"),
    play: |sheet| {
        jumps(sheet, &Moves::quakeworld())?;
        jumps(sheet, &Moves::netquake())
    },
};

/// The mean of old and new speed (trapezoid) keeps every tick on the true parabola.
///
/// `zₖ = k v₀ T − g T² k²/2`
pub(crate) const L11: Law = Law {
    id: "L11",
    slug: "l11-jump-quake3-no-snap",
    title: "Jump in Quake III without rounding",
    scene: scene!("l11-jump-quake3-no-snap"),
    play: |sheet| {
        jumps(sheet, &Moves::quake3_unsnapped())?;
        // Half of gravity before and half after the move is the same parabola.
        for moves in [Moves::goldsrc(), Moves::css(), Moves::source()] {
            for msec in [8.0, 10.0, 13.0] {
                jump(sheet, &moves, msec)?;
            }
        }
        Ok(())
    },
};

/// Rounding the velocity each tick changes gravity to round(gT)/T: 750 at 125 Hz, and so the height of jumps.
///
/// `zₖ = k T (v₀ + ((1 − k) round(gT) − gT)/2)`
pub(crate) const L12: Law = Law {
    id: "L12",
    slug: "l12-jump-quake3",
    title: "Jump in Quake III",
    scene: scene!("l12-jump-quake3"),
    play: |sheet| {
        jumps(sheet, &Moves::quake3())?;
        neutral_ticks(sheet)
    },
};

/// Jumps at all ticks of the table.
fn jumps(sheet: &mut LawRun, moves: &Moves) -> Result<(), LawError> {
    for msec in TICKS {
        jump(sheet, moves, msec)?;
    }
    Ok(())
}

fn jump(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    let profile = &moves.profile;
    let law = Flight::of(profile, msec);
    let speed = f64::from(profile.jump_speed);
    let (apex, ticks) = law.jump(speed);
    let bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
    let start = bench.standing(PLATFORM, f64::from(profile.trace_rules.skin));
    let played = bench.play_from(start);
    let heights: Vec<f64> = played
        .states
        .iter()
        .map(|b| b.origin.z - start.origin.z)
        .collect();
    let case = moves.at(msec);
    let way = grain.way(apex, ticks, apex);
    // At the law's tick the height may be exactly zero, and f32 a hair above it.
    let landed = heights
        .iter()
        .skip(1)
        .position(|z| *z <= way.value)
        .map_or(f64::NAN, |k| (k + 1) as f64);
    let highest = heights.iter().copied().fold(f64::MIN, f64::max);
    sheet.measured(predict(&case, "apex above take-off", "u", apex), highest, way);
    sheet.measured(
        predict(&case, "ticks until no higher than at take-off", "", ticks as f64),
        landed,
        Within::exactly(),
    );
    Ok(())
}

/// Ticks whose gT is whole are rounded by nothing: with and without rounding a jump must be the same.
fn neutral_ticks(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for msec in [5.0, 10.0, 20.0] {
        let heights = |moves: Moves| -> Result<Vec<f64>, LawError> {
            let bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
            let skin = f64::from(moves.profile.trace_rules.skin);
            let played = bench.play_from(bench.standing(PLATFORM, skin));
            // The skin ends the fall at any landing place; and the rest of the speed is rounded.
            let up = played.states.iter().skip(1).skip_while(|b| b.grounded);
            Ok(up.take_while(|b| !b.grounded).map(|b| b.origin.z).collect())
        };
        let (with, without) = (heights(Moves::quake3())?, heights(Moves::quake3_unsnapped())?);
        let pairs = with.iter().zip(&without);
        let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let case = format!("with and without rounding · {}", tick_name(msec));
        sheet.measured(
            predict(case, "largest difference of height", "u", 0.0),
            apart,
            grain.way(0.0, with.len(), 256.0),
        );
    }
    Ok(())
}
