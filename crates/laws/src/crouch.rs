//! L29: how low a ceiling a body gets under, standing and crouched, and how fast it walks crouched.

use crate::Law;
use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::{at_tick, speed};
use crate::moves::Moves;
use crate::sheet::{LawRun, Printed, predict};
use crate::within::{Grain, Within};
use clipmark_scene::{Key, Shape, Step, WorldSource};

pub(crate) const L29: Law = Law {
    id: "L29",
    slug: "l29-crouch",
    title: "Crouching",
    statement: "A body gets under a ceiling that is higher than its own height and its gap at rest, and walks crouched at a \
                share of its speed.",
    formula: "h > top − feet + q; v* = c s",
    axes: ["gap at rest (u)", "lowest ceiling (u)"],
    scene: clipmark_scenes::law("l29-crouch"),
    play,
};

const MSEC: f64 = 8.0;
/// Long enough to crouch, to walk there crouched and beyond the edge, in seconds.
const SECONDS: f64 = 4.0;

/// Gaps at rest in units, each with the lowest ceilings that are printed for it, standing and crouched.
type Gaps = Vec<(f64, [Printed; 2])>;

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    // The last is the crouched speed that is printed.
    let cases: [(Moves, Gaps, Printed); 3] = [
        (
            Moves::quakeworld(),
            vec![(0.03125, [Some("56.03125"), None])],
            None,
        ),
        (
            Moves::quake3_unsnapped(),
            vec![
                (0.125, [Some("56.125"), Some("40.125")]),
                (0.25, [None, None]),
                (0.37, [None, None]),
            ],
            Some("80"),
        ),
        (
            Moves::goldsrc(),
            vec![(0.03125, [Some("72.03125"), Some("36.03125")])],
            Some("106.56"),
        ),
    ];
    for (moves, gaps, speed_printed) in cases {
        let size = moves.profile.size;
        let crouches = size.crouched_top - size.crouched_feet < size.top - size.feet;
        for crouched in [false, true].into_iter().take(1 + usize::from(crouches)) {
            let tall = f64::from(if crouched {
                size.crouched_top - size.crouched_feet
            } else {
                size.top - size.feet
            });
            let how = if crouched { "crouched" } else { "standing" };
            let mut dots = Vec::new();
            for (gap, printed) in &gaps {
                let limit = try_bisect(tall - 1.0, tall + 1.0, |height| {
                    is_stopped(sheet, &moves, *gap, height, crouched)
                })?;
                sheet.measured(
                    predict(
                        format!("{} · {how} · gap {gap} u", moves.at(MSEC)),
                        "lowest ceiling",
                        "u",
                        tall + gap,
                    )
                    .printed(printed[usize::from(crouched)]),
                    limit,
                    Within::of(
                        4.0 * Grain::F32.step(tall),
                        "four f32 steps: of the start, the top of the body, and the two planes of the world",
                    ),
                );
                dots.push([*gap, limit]);
            }
            let law = vec![[0.0, tall], [0.4, tall + 0.4]];
            sheet.curve(format!("{} · {how}", moves.name), law, dots);
        }
        if crouches {
            let walks = f64::from(moves.profile.max_speed) * moves.profile.duck_scale;
            let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
            let start = bench.at_rest();
            let played = bench.play_steps(start, vec![ahead(true, 1.0)]);
            let last = played.states.last().map_or(f64::NAN, speed);
            sheet.measured(
                predict(moves.at(MSEC), "speed crouched, after 1 s", "u/s", walks).printed(speed_printed),
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
