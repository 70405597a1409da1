//! L29: how low a ceiling a body gets under, standing and crouched, and how fast it walks crouched.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::{at_tick, speed};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};
use clipmark_scene::{Key, Shape, Step, WorldSource};

/// A body gets under a ceiling that is higher than its own height and its gap at rest, and walks crouched at a share of its
/// speed.
///
/// `h > top − feet + q; v* = c s`
pub(crate) const L29: Law = Law {
    id: "L29",
    slug: "l29-crouch",
    title: "Crouching",
    scene: scene!("l29-crouch"),
    play,
};

const MSEC: f64 = 8.0;
/// Long enough to crouch, to walk there crouched and beyond the edge, in seconds.
const SECONDS: f64 = 4.0;

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    // Movements and gaps at rest in units.
    let cases: [(Moves, &[f64]); 3] = [
        (Moves::quakeworld(), &[0.03125]),
        (Moves::quake3_unsnapped(), &[0.125, 0.25, 0.37]),
        (Moves::goldsrc(), &[0.03125]),
    ];
    for (moves, gaps) in cases {
        let size = moves.profile.size;
        let crouches = size.crouched_top - size.crouched_feet < size.top - size.feet;
        for crouched in [false, true].into_iter().take(1 + usize::from(crouches)) {
            let tall = f64::from(if crouched {
                size.crouched_top - size.crouched_feet
            } else {
                size.top - size.feet
            });
            let how = if crouched { "crouched" } else { "standing" };
            for gap in gaps {
                let limit = try_bisect(tall - 1.0, tall + 1.0, |height| {
                    is_stopped(sheet, &moves, *gap, height, crouched)
                })?;
                sheet.measured(
                    predict(
                        format!("{} · {how} · gap {gap} u", moves.at(MSEC)),
                        "lowest ceiling",
                        "u",
                        tall + gap,
                    ),
                    limit,
                    Within::of(
                        4.0 * Grain::F32.step(tall),
                        "four f32 steps: of the start, the top of the body, and the two planes of the world",
                    ),
                );
            }
        }
        if crouches {
            let walks = f64::from(moves.profile.max_speed) * moves.profile.duck_scale;
            let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
            let start = bench.at_rest();
            let played = bench.play_steps(start, vec![ahead(true, 1.0)]);
            let last = played.states.last().map_or(f64::NAN, speed);
            sheet.measured(
                predict(moves.at(MSEC), "speed crouched, after 1 s", "u/s", walks),
                last,
                grain.run(walks),
            );
        }
    }
    Ok(())
}

fn ahead(crouched: bool, seconds: f64) -> Step {
    let keys = if crouched {
        vec![Key::Forward, Key::Crouch]
    } else {
        vec![Key::Forward]
    };
    Step::Hold {
        keys,
        seconds,
        turn: 0.0,
        yaw: None,
        pitch: None,
    }
}

fn is_stopped(
    sheet: &LawRun,
    moves: &Moves,
    gap: f64,
    height: f64,
    crouched: bool,
) -> Result<bool, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    let block = |min, max| Shape::Box { min, max };
    scene.world = WorldSource::Shapes(vec![
        block([-256.0, -256.0, -64.0], [2048.0, 256.0, 0.0]),
        block([128.0, -256.0, height], [2048.0, 256.0, height + 64.0]),
    ]);
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let start = bench.standing(0.0, gap);
    let played = bench.play_steps(start, vec![ahead(crouched, SECONDS)]);
    Ok(played.states.last().is_none_or(|b| b.origin.x < 128.0))
}
