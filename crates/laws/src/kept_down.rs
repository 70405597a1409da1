//! L42: when a body is put down on the ground below it.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};
use clipmark_movement::Profile;
use clipmark_scene::{Fill, Shape, WorldSource};

/// After a walk Source puts a body on ground up to 18 u below it. GoldSrc's probe puts one down only in water that does not reach
/// its waist, QuakeWorld's in any.
///
/// `h < 18 − q; water level < 2`
pub(crate) const L42: Law = Law {
    id: "L42",
    slug: "l42-kept-down",
    title: "Kept on the ground",
    scene: scene!("l42-kept-down"),
    play: |sheet| {
        follows(sheet)?;
        in_water(sheet)
    },
};

/// For a walk off a drop.
const MSEC: f64 = 8.0;
const FAST: f64 = 250.0;
/// For a body in water, in ms: so short that it hardly sinks.
const SHORT: f64 = 1.0;
/// Gap above the floor in water, in units: within both probes.
const GAP: f64 = 0.75;

fn follows(sheet: &mut LawRun) -> Result<(), LawError> {
    for moves in [Moves::source(), Moves::css()] {
        let skin = f64::from(moves.profile.trace_rules.skin);
        let follow = f64::from(moves.profile.ground_probe.follow);
        let predicted = follow - skin;
        let measured = try_bisect(follow / 2.0, follow * 1.5, |drop| {
            Ok(sinks(sheet, &moves, drop)? > 1.0)
        })?;
        sheet.measured(
            predict(moves.at(MSEC), "greatest drop that is followed", "u", predicted),
            measured,
            Within::of(
                4.0 * Grain::F32.step(follow),
                "four f32 steps: of the start, the probe, and the two planes of the world",
            ),
        );
    }
    Ok(())
}

/// How far a body is put down in the tick that brings it off an edge, in units.
fn sinks(sheet: &LawRun, moves: &Moves, drop: f64) -> Result<f64, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    let block = |min, max| Shape::Box { min, max };
    scene.world = WorldSource::Shapes(vec![
        block([-512.0, -256.0, -512.0], [0.0, 256.0, 0.0]),
        block([0.0, -256.0, -512.0], [512.0, 256.0, -drop]),
    ]);
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let mut start = bench.at_rest();
    // The last place before the edge is left.
    start.origin.x = f64::from(moves.profile.size.half_width) - 1.0;
    start.velocity.x = FAST;
    Ok(start.origin.z - bench.tick_from(start, &[]).origin.z)
}

/// Heights of the water's surface over the floor for each water level, in units: dry, over feet, middle and eyes.
fn surfaces(profile: &Profile) -> [f64; 4] {
    let size = profile.size;
    let tall = f64::from(size.top - size.feet);
    [0.0, tall * 0.25, tall * 0.625, 2.0 * tall]
}

fn in_water(sheet: &mut LawRun) -> Result<(), LawError> {
    for moves in [Moves::goldsrc(), Moves::quakeworld()] {
        let profile = &moves.profile;
        let skin = f64::from(profile.trace_rules.skin);
        for (level, surface) in (0u8..).zip(surfaces(profile)) {
            let mut scene = at_tick(&sheet.scene(), SHORT);
            scene.world = WorldSource::Shapes(pool(surface));
            let mut bench = sheet.bench(&scene, *profile)?;
            let mut start = bench.standing(0.0, GAP);
            start.water_level = level;
            let put_down = start.origin.z - bench.tick_from(start, &[]).origin.z;
            let snaps = level < profile.ground_probe.snaps_below;
            let predicted = if snaps { GAP - skin } else { 0.0 };
            // Two ticks' fall, and a sinking swimmer's gain in one: either moves the body by less.
            let seconds = SHORT / 1000.0;
            let gains = f64::from(profile.gravity)
                + f64::from(profile.water.accelerate) * f64::from(profile.water.sink_speed);
            sheet.measured(
                predict(
                    moves.at(SHORT),
                    format!("put down in water of level {level}"),
                    "u",
                    predicted,
                ),
                put_down,
                Within::of(
                    2.0 * gains * seconds * seconds + 4.0 * Grain::F32.step(64.0),
                    "gravity and sinking in a tick, and four f32 steps",
                ),
            );
        }
    }
    Ok(())
}

/// A floor with water on it.
fn pool(surface: f64) -> Vec<Shape> {
    let mut shapes = vec![Shape::Box {
        min: [-512.0, -512.0, -64.0],
        max: [512.0, 512.0, 0.0],
    }];
    if surface > 0.0 {
        shapes.push(Shape::Group {
            at: [0.0; 3],
            yaw: 0.0,
            fill: Some(Fill::Water),
            shapes: vec![Shape::Box {
                min: [-512.0, -512.0, 0.0],
                max: [512.0, 512.0, surface],
            }],
        });
    }
    shapes
}
