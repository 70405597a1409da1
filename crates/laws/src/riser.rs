//! L27: how high a riser is climbed.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};
use clipmark_movement::{Order, Profile};
use clipmark_scene::{Shape, WorldSource};

/// The gap at rest adds to the height that is climbed.
///
/// `h < 18 + q`
pub(crate) const L27: Law = Law {
    id: "L27",
    slug: "l27-riser",
    title: "Highest riser",
    scene: scene!("l27-riser"),
    play,
};

const MSEC: f64 = 8.0;

/// Source tries its step this much higher than the profile's, in units (`docs/engines.md` section 6.4).
fn over_step(profile: &Profile) -> f64 {
    if profile.order == Order::Source {
        1.0 / 32.0
    } else {
        0.0
    }
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    // Movement, gaps at the start. QuakeWorld is put one skin above the floor whatever the gap.
    let cases: [(Moves, &[f64]); 5] = [
        (Moves::quakeworld(), &[0.03125]),
        (Moves::netquake(), &[0.03125]),
        (Moves::goldsrc(), &[0.03125]),
        (Moves::source(), &[0.03125]),
        (Moves::quake3(), &[0.125, 0.2, 0.25, 0.3, 0.37]),
    ];
    for (moves, gaps) in cases {
        let step = f64::from(moves.profile.step_height) + over_step(&moves.profile);
        for &gap in gaps {
            let limit = try_bisect(step - 1.0, step + 1.0, |height| {
                climbs(sheet, &moves, gap, height)
            })?;
            sheet.measured(
                predict(
                    format!("{} · gap {gap} u", moves.at(MSEC)),
                    "highest riser",
                    "u",
                    step + gap,
                ),
                limit,
                Within::of(
                    4.0 * Grain::F32.step(42.0),
                    "four f32 steps: of the start, the raised place, and the two planes of the world",
                ),
            );
        }
    }
    Ok(())
}

fn climbs(sheet: &LawRun, moves: &Moves, gap: f64, height: f64) -> Result<bool, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    let block = |min, max| Shape::Box { min, max };
    scene.world = WorldSource::Shapes(vec![
        block([-256.0, -256.0, -64.0], [512.0, 256.0, 0.0]),
        block([32.0, -256.0, 0.0], [512.0, 256.0, height]),
    ]);
    let bench = sheet.bench(&scene, moves.profile)?;
    let played = bench.play_from(bench.standing(0.0, gap));
    Ok(played.states.last().is_some_and(|b| b.origin.x > 32.0))
}
