//! L44: how many walls a body is clipped against in one tick.

use crate::LawError;
use crate::bench::at_tick;
use crate::forms::Ground;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::worlds::PLANES_ARE_F32;
use crate::{Law, scene};
use clipmark_movement::{Order, Profile};
use clipmark_scene::{Shape, WorldSource};

/// A tick has four stretches, so a wall that bends often turns a body four times at most. On the ground Quake III has room for
/// three walls beside the ground and the body's direction; a fourth stops it dead.
///
/// `vₖ = clip(vₖ₋₁, nₖ), in QuakeWorld clip(v₀, nₖ); k ≤ 4`
pub(crate) const L44: Law = Law {
    id: "L44",
    slug: "l44-bends",
    title: "Walls in one tick",
    scene: scene!("l44-bends"),
    play,
};

const MSEC: f64 = 24.0;
/// Speed at the start, in u/s, below every limit: a wall's overbounce then exceeds the speed that counts as entering
/// it.
const FAST: f64 = 1900.0;
/// Each wall's turn against the last, in degrees, and its length, in units: a tick leads past six.
const BEND: f64 = 10.0;
const LONG: f64 = 6.0;
/// The last is longer than any way.
const LAST: f64 = 256.0;
/// The body begins so far before the first, in units.
const BEFORE: f64 = 4.0;
/// Walls that are tried, at most.
const WALLS: usize = 6;
/// Stretches of a tick, in all engines.
const STRETCHES: usize = 4;
/// Planes that Quake III keeps; the ground and the direction of the motion are two of them.
const PLANES: usize = 5;

type Flat = [f64; 2];

fn normal(wall: usize) -> Flat {
    let (sin, cos) = (wall as f64 * BEND).to_radians().sin_cos();
    [-sin, cos]
}

/// The velocity without its part into a wall.
fn clip(v: Flat, n: Flat, overbounce: f64) -> Flat {
    let into = (v[0] * n[0] + v[1] * n[1]) * overbounce;
    [v[0] - n[0] * into, v[1] - n[1] * into]
}

/// The horizontal velocity after a tick along that many walls.
fn after(profile: &Profile, grounded: bool, walls: usize) -> Flat {
    let overbounce = f64::from(profile.clip_rule.overbounce);
    let kept = 1 + usize::from(grounded);
    if profile.order == Order::Quake3 && walls.min(STRETCHES) + kept > PLANES {
        return [0.0, 0.0];
    }
    let first = if grounded {
        Ground::of(profile, MSEC).rubbed(FAST)
    } else {
        FAST
    };
    let start = [first, 0.0];
    (1..=walls.min(STRETCHES)).fold(start, |v, wall| {
        let from = if profile.order == Order::QuakeWorld {
            start
        } else {
            v
        };
        clip(from, normal(wall), overbounce)
    })
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for (moves, grounded) in [
        (Moves::quake3_unsnapped(), true),
        (Moves::quake3_unsnapped(), false),
        (Moves::quakeworld(), false),
        (Moves::netquake(), false),
        (Moves::goldsrc(), false),
        (Moves::source(), false),
    ] {
        let place = if grounded { "on the ground" } else { "in the air" };
        let name = format!("{}, {place}", moves.name);
        for walls in 1..=WALLS {
            let predicted = after(&moves.profile, grounded, walls);
            let measured = measured(sheet, &moves, grounded, walls)?;
            for (axis, i) in [("x", 0), ("y", 1)] {
                let steps = walls as f64 * FAST * f64::from(f32::EPSILON);
                sheet.measured(
                    predict(&name, format!("{axis} after {walls} walls"), "u/s", predicted[i]),
                    measured[i],
                    grain.run(FAST).and(steps, PLANES_ARE_F32),
                );
            }
        }
    }
    Ok(())
}

fn measured(sheet: &LawRun, moves: &Moves, grounded: bool, walls: usize) -> Result<Flat, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    let floor = Shape::Box {
        min: [-512.0, -512.0, -64.0],
        max: [512.0, 512.0, 0.0],
    };
    scene.world = WorldSource::Shapes([floor].into_iter().chain(bend(walls)).collect());
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let mut start = bench.at_rest();
    if !grounded {
        start.origin.z += 128.0;
        start.grounded = false;
    }
    // The corner of the box ahead and to the right slides; it meets the first wall in its middle.
    let half = f64::from(moves.profile.size.half_width);
    start.origin.x = -BEFORE - half;
    start.origin.y = half + LONG / 2.0 * BEND.to_radians().sin();
    start.velocity.x = FAST;
    let velocity = bench.tick_from(start, &[]).velocity;
    Ok([velocity.x, velocity.y])
}

/// A wall to the right that turns to the left again and again: a column below each of its parts.
fn bend(walls: usize) -> impl Iterator<Item = Shape> {
    let mut at: Flat = [0.0, 0.0];
    (1..=walls).map(move |wall| {
        let n = normal(wall);
        let long = if wall == walls { LAST } else { LONG };
        let from = at;
        at = [from[0] + n[1] * long, from[1] - n[0] * long];
        Shape::Planes(vec![
            ([n[0], n[1], 0.0], n[0] * from[0] + n[1] * from[1]),
            ([-1.0, 0.0, 0.0], -from[0]),
            ([1.0, 0.0, 0.0], at[0]),
            ([0.0, -1.0, 0.0], 64.0),
            ([0.0, 0.0, -1.0], 0.0),
            ([0.0, 0.0, 1.0], 512.0),
        ])
    })
}
