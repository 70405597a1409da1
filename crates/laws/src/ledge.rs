//! L13: the highest ledge that a jump and a step together reach.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::at_tick;
use crate::forms::Flight;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::Grain;
use crate::{Law, scene};
use clipmark_scene::{Shape, WorldSource};

/// In Quake III a jump that meets a wall at its top steps up another 18 u, once it no longer rises.
///
/// `h < q + apex + 18, q the gap at rest`
pub(crate) const L13: Law = Law {
    id: "L13",
    slug: "l13-ledge",
    title: "Highest ledge",
    scene: scene!("l13-ledge"),
    play,
};

const MSEC: f64 = 8.0;
/// Where the ledge begins, in units along x.
const FACE: f64 = 160.0;
/// Places of the last tick before the wall, over one tick's way.
const PHASES: u32 = 12;

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let moves = Moves::quake3();
    let profile = &moves.profile;
    let law = Flight::of(profile, MSEC);
    let jump = f64::from(profile.jump_speed);
    let step = f64::from(profile.step_height);
    let (apex, ticks) = law.jump(jump);
    // The wall is met in the tick that ends at the apex: the first without a rise at its end.
    let k = (1..ticks).find(|k| law.height(jump, *k) >= apex).unwrap_or(ticks) - 1;
    let run = f64::from(profile.max_speed) * MSEC / 1000.0;
    let skin = f64::from(profile.trace_rules.skin);
    let touches = FACE - f64::from(profile.size.half_width) - skin;
    for gap in [skin, 0.3] {
        let mut best = f64::MIN;
        for phase in 0..PHASES {
            let before = run * (f64::from(phase) + 0.5) / f64::from(PHASES);
            let from = touches - before - run * k as f64;
            let highest = try_bisect(step, 80.0, |height| climbs(sheet, &moves, from, gap, height))?;
            best = best.max(highest);
        }
        let predicted = apex + step;
        let case = format!("{}, gap at rest {gap} u", moves.at(MSEC));
        let highest = predict(
            &case,
            format!("highest ledge less the gap, best of {PHASES} run-u/s"),
            "u",
            predicted,
        );
        // Exact edges are not clipped, and the last hundredths of a unit are a clipped corner.
        let highest = match grain {
            Grain::F32 => highest,
            Grain::F64 => highest.at_most(),
        };
        sheet.measured(highest, best - gap, grain.way(predicted, k, predicted + 24.0));
    }
    // The gap at rest adds to the law's 66.528. The ledge is only reached by a run-up that meets the wall in the very tick whose
    // end no longer rises, and even then the last hundredths of a unit are the clipped corner of METHODOLOGY.md: the raised hull
    // passes a corner that it leaves within the skin.
    Ok(())
}

fn climbs(sheet: &LawRun, moves: &Moves, from: f64, gap: f64, height: f64) -> Result<bool, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    let block = |min, max| Shape::Box { min, max };
    scene.world = WorldSource::Shapes(vec![
        block([-512.0, -256.0, -64.0], [1024.0, 256.0, 0.0]),
        block([FACE, -256.0, 0.0], [1024.0, 256.0, height]),
    ]);
    let bench = sheet.bench(&scene, moves.profile)?;
    let mut start = bench.standing(0.0, gap);
    start.origin.x = from;
    start.velocity.x = f64::from(moves.profile.max_speed);
    let played = bench.play_from(start);
    Ok(played
        .states
        .iter()
        .any(|b| b.origin.x > FACE && b.origin.z > 24.0 + height))
}
