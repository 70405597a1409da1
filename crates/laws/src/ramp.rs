//! L17 and L18: running into a slope, and being launched by it.

use crate::LawError;
use crate::air_zones::bisect;
use crate::bench::at_tick;
use crate::forms::Ground;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::{Law, scene, worlds};
use clipmark_scene::{Shape, WorldSource};
use nalgebra::Vector3;

/// A horizontal velocity that meets a slope head-on keeps cos α of its speed and turns up along it.
///
/// `vx' = v (1 − b sin²α), vz' = b (v/2) sin 2α; b = 1, in Quake III 1.001`
pub(crate) const L17: Law = Law {
    id: "L17",
    slug: "l17-slope-clip",
    title: "Clipping against a slope",
    scene: scene!("l17-slope-clip"),
    play: l17,
};

/// Fast enough that no slope of the table is walked on afterwards, in u/s.
const FLIGHT: f64 = 2000.0;
/// Way to the slope: more than the ground probe above it, less than a tick, in units.
const AHEAD: f64 = 8.0;

fn l17(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const MSEC: f64 = 8.0;
    let weightless = |m: Moves| m.but("g = 0", |p| p.gravity = 0.0);
    let cases = [
        (
            weightless(Moves::quakeworld()),
            vec![10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0],
        ),
        // On slopes that can be stood on Quake III steps instead.
        (
            weightless(Moves::quake3_unsnapped()),
            vec![50.0, 60.0, 70.0, 80.0],
        ),
    ];
    for (moves, angles) in cases {
        let factor = f64::from(moves.profile.clip_rule.overbounce);
        let clipped = |degrees: f64| {
            let (sin, cos) = worlds::angle(degrees).sin_cos();
            [FLIGHT * (1.0 - factor * sin * sin), FLIGHT * factor * sin * cos]
        };
        for degrees in angles {
            let mut scene = at_tick(&sheet.scene(), MSEC);
            scene.world = WorldSource::Shapes(vec![worlds::slope(degrees)]);
            let bench = sheet.bench(&scene, moves.profile)?;
            let mut start = bench.start();
            start.origin =
                worlds::above(&moves.profile, worlds::slope_normal(degrees), 0.2) - Vector3::x() * AHEAD;
            start.velocity = Vector3::x() * FLIGHT;
            let after = bench
                .play_from(start)
                .states
                .get(1)
                .map_or(Vector3::zeros(), |b| b.velocity);
            let [x, z] = clipped(degrees);
            let case = format!("{} · {degrees}°", moves.at(MSEC));
            let within = grain.tick(FLIGHT);
            sheet.measured(predict(&case, "speed ahead", "u/s", x), after.x, within.clone());
            sheet.measured(predict(&case, "speed upward", "u/s", z), after.z, within);
        }
    }
    Ok(())
}

/// QuakeWorld leaves the ground when it rises faster than 180, so a run into a slope launches above a speed that depends on the
/// slope alone.
///
/// `v (1 − f T) > 360 / sin 2α`
pub(crate) const L18: Law = Law {
    id: "L18",
    slug: "l18-ramp-launch",
    title: "Ramp launch",
    scene: scene!("l18-ramp-launch"),
    play: l18,
};

fn l18(sheet: &mut LawRun) -> Result<(), LawError> {
    const MSEC: f64 = 13.0;
    for moves in [Moves::quakeworld(), Moves::goldsrc(), Moves::source()] {
        launches(sheet, &moves, MSEC)?;
    }
    Ok(())
}

fn launches(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    let limit = f64::from(moves.profile.leaves_ground.speed);
    let ground = Ground::of(&moves.profile, msec);
    let launching = |degrees: f64| 2.0 * limit / (2.0 * worlds::angle(degrees)).sin();
    for degrees in [10.0, 20.0, 30.0, 40.0, 45.0] {
        let mut scene = at_tick(&sheet.scene(), msec);
        scene.world = WorldSource::Shapes(vec![
            Shape::Box {
                min: [-1024.0, -512.0, -64.0],
                max: [2048.0, 512.0, 0.0],
            },
            Shape::Slope {
                at: [0.0, 0.0, 0.0],
                toward: 0.0,
                degrees,
                run: 1024.0,
                width: 1024.0,
            },
        ]);
        let bench = sheet.bench(&scene, moves.profile)?;
        let stays = |v: f64| {
            let mut start = bench.at_rest();
            // Half a unit before the foot of the slope, so that one tick's friction comes before it.
            start.origin.x = -f64::from(moves.profile.size.half_width) - 0.5;
            start.velocity.x = v;
            bench.play_from(start).states.get(1).is_some_and(|b| b.grounded)
        };
        let predicted = launching(degrees);
        let measured = ground.rubbed(bisect(200.0, 1500.0, stays));
        sheet.measured(
            predict(
                format!("{} · {degrees}°", moves.at(msec)),
                "speed that launches",
                "u/s",
                predicted,
            ),
            measured,
            grain.run(predicted),
        );
    }
    Ok(())
}
