//! L27: how high a riser is climbed.

use crate::Law;
use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, Printed, predict};
use crate::within::{Grain, Within};
use clipmark_movement::{Order, Profile};
use clipmark_scene::{Shape, WorldSource};

pub(crate) const L27: Law = Law {
    id: "L27",
    slug: "l27-riser",
    title: "Highest riser",
    statement: "The gap at rest adds to the height that is climbed.",
    formula: "h < 18 + q",
    axes: ["gap at rest (u)", "highest riser climbed (u)"],
    scene: clipmark_scenes::law("l27-riser"),
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
    // Movement, gaps at the start, printed limits. QuakeWorld is put one skin above the floor whatever the gap.
    let cases: [(Moves, Vec<(f64, Printed)>); 5] = [
        (Moves::quakeworld(), vec![(0.03125, Some("18.03125"))]),
        (Moves::netquake(), vec![(0.03125, Some("18.03125"))]),
        (Moves::goldsrc(), vec![(0.03125, Some("18.03125"))]),
        (Moves::source(), vec![(0.03125, None)]),
        (
            Moves::quake3(),
            vec![
                (0.125, Some("18.125")),
                (0.2, None),
                (0.25, None),
                (0.3, None),
                (0.37, None),
            ],
        ),
    ];
    for (moves, gaps) in cases {
        let step = f64::from(moves.profile.step_height) + over_step(&moves.profile);
        let mut dots = Vec::new();
        for (gap, printed) in gaps {
            let limit = try_bisect(step - 1.0, step + 1.0, |height| {
                climbs(sheet, &moves, gap, height)
            })?;
            sheet.measured(
                predict(
                    format!("{} · gap {gap} u", moves.at(MSEC)),
                    "highest riser",
                    "u",
                    step + gap,
                )
                .printed(printed),
                limit,
                Within::of(
                    4.0 * Grain::F32.step(42.0),
                    "four f32 steps: of the start, the raised place, and the two planes of the world",
                ),
            );
            dots.push([gap, limit]);
        }
        sheet.curve(&moves.name, vec![[0.0, step], [0.4, step + 0.4]], dots);
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
