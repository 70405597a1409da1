//! L37: where friction is doubled before a drop.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::{at_tick, speed};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};
use clipmark_movement::{EdgeProbe, Profile};
use clipmark_scene::{Shape, WorldSource};

/// Friction doubles where a probe ahead at the feet's height falls freely: a point 16 u ahead in NetQuake, the whole hull in
/// QuakeWorld and GoldSrc.
///
/// `NetQuake: x > −16, d > 34 − q; QuakeWorld, GoldSrc: x > w − 16, d > 34 − feet − q`
pub(crate) const L37: Law = Law {
    id: "L37",
    slug: "l37-edge-friction",
    title: "Edge friction",
    scene: scene!("l37-edge-friction"),
    play,
};

const MSEC: f64 = 8.0;
/// Speed at the start, in u/s.
const FAST: f64 = 320.0;
/// A drop that is deep enough for every probe, in units.
const DEEP: f64 = 256.0;

/// How far the body's middle is from the edge, in units, where friction starts to double; negative is before it. The probe must
/// be clear of the floor.
fn first_place(profile: &Profile) -> f64 {
    let half = match profile.edge_friction.probe {
        EdgeProbe::Hull => f64::from(profile.size.half_width),
        EdgeProbe::Point | EdgeProbe::None => 0.0,
    };
    half - f64::from(profile.edge_friction.ahead)
}

/// The least drop that counts, in units, from a gap at rest. The probe begins at the feet's height, with its origin.
fn least_drop(profile: &Profile, gap: f64) -> f64 {
    let low = match profile.edge_friction.probe {
        EdgeProbe::Hull => -f64::from(profile.size.feet),
        EdgeProbe::Point | EdgeProbe::None => 0.0,
    };
    low + f64::from(profile.edge_friction.drop) - gap
}

/// Within this a box that falls past an edge may be said to touch it, in units. Origin: measured of `bvh`, 7.7e-5 u, rounded up;
/// a probe 3 % nearer is 0.48 u off.
const PASSES: f64 = 1e-4;

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for moves in [Moves::netquake(), Moves::quakeworld(), Moves::goldsrc()] {
        let profile = &moves.profile;
        let lost = FAST * f64::from(profile.friction) * MSEC / 1000.0;
        let factor = f64::from(profile.edge_friction.factor);
        let half_way = FAST - lost * (1.0 + factor) / 2.0;
        let place = first_place(profile);
        let beyond = place + 4.0;
        let four_steps = |size: f64| {
            Within::of(
                4.0 * Grain::F32.step(size),
                "four f32 steps: of the start, the probe, and the two planes of the world",
            )
        };
        let case = moves.at(MSEC);
        let measured = try_bisect(place - 12.0, beyond, |x| {
            Ok(after(sheet, &moves, x, DEEP)? > half_way)
        })?;
        sheet.measured(
            predict(&case, "place before the edge where friction doubles", "u", place),
            measured,
            Within::of(PASSES, "a cast by GJK past an edge, which bvh is 7.7e-5 u off by"),
        );
        let drop = least_drop(profile, f64::from(profile.trace_rules.skin));
        let measured = try_bisect(drop - 12.0, drop + 12.0, |depth| {
            Ok(after(sheet, &moves, beyond, depth)? > half_way)
        })?;
        sheet.measured(
            predict(&case, "least drop before which it doubles", "u", drop),
            measured,
            four_steps(128.0),
        );
        for (what, depth, times) in [
            ("before a deep drop", DEEP, factor),
            ("before a low drop", drop - 4.0, 1.0),
        ] {
            let measured = after(sheet, &moves, beyond, depth)?;
            sheet.measured(
                predict(
                    &case,
                    format!("speed after a tick {what}"),
                    "u/s",
                    FAST - lost * times,
                ),
                measured,
                grain.tick(FAST),
            );
        }
    }
    Ok(())
}

/// Speed after one tick without keys, from a place beside an edge at x = 0 with a drop behind it.
fn after(sheet: &LawRun, moves: &Moves, x: f64, depth: f64) -> Result<f64, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    let block = |min, max| Shape::Box { min, max };
    scene.world = WorldSource::Shapes(vec![
        block([-512.0, -256.0, -512.0], [0.0, 256.0, 0.0]),
        block([0.0, -256.0, -512.0], [512.0, 256.0, -depth]),
    ]);
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let mut start = bench.at_rest();
    start.origin.x = x;
    start.velocity.x = FAST;
    Ok(speed(&bench.tick_from(start, &[])))
}
