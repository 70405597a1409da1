//! L35, L36, L38, L39 and L44: what an engine's tick does besides integrating: splitting, stopping, cropping, limiting, and
//! clipping a few times.

use crate::kit::*;
use clipmark_movement::{GravityRule, Order};

const MSEC: f64 = 8.0;

/// L35: a command that is too long is played as several ticks: Quake's halves until none is too long, Quake III cuts off one
/// of the greatest length after the other.
///
/// `v' = v (1 − f T₁)(1 − f T₂)…; T = N/2ᵏ ≤ L, or L, L, …, N − k L`
pub(crate) fn long_ticks(run: &mut Run) -> Result<()> {
    /// Speed at the start, in u/s. After some hundred ms of friction it is still far above the stop speed, whose law would
    /// hide the split.
    const FAST: f64 = 1000.0;
    for moves in ENGINES.map(moves) {
        let longest = f64::from(moves.profile.long_tick_msec);
        let twice = 2.0 * longest;
        for msec in [longest - 1.0, longest, longest + 1.0, twice, twice + 1.0] {
            let pieces = pieces(&moves.profile, msec);
            let (mut v, mut way) = (FAST, 0.0);
            for piece in &pieces {
                v = Ground::new(&moves.profile, *piece).rubbed(v);
                way += v * piece / 1000.0;
            }
            let bench = run.bench(&moves, msec, flat())?;
            let after = bench.tick(bench.running(FAST), &[]);
            let within = run.grain.run(FAST);
            run.check("speed after the command", "u/s", v, speed(&after), within);
            let within = run.grain.over_ticks(way, pieces.len(), way);
            run.check("way", "u", way, after.origin.x, within);
        }
    }
    Ok(())
}

/// The ticks of a command, in ms.
fn pieces(profile: &Profile, msec: f64) -> Vec<f64> {
    let longest = f64::from(profile.long_tick_msec);
    if profile.order == Order::Quake3 {
        let whole = ((msec / longest).ceil() as usize).max(1) - 1;
        let rest = msec - whole as f64 * longest;
        std::iter::repeat_n(longest, whole).chain([rest]).collect()
    } else {
        let halvings = (msec / longest).log2().ceil().max(0.0) as i32;
        let count = 2f64.powi(halvings);
        vec![msec / count; count as usize]
    }
}

/// L36: below 1 u/s a body stops at once: before friction in QuakeWorld and Quake III, after it in GoldSrc and Source.
///
/// `v < 1, or v < 1 + S f T`
pub(crate) fn crawling(run: &mut Run) -> Result<()> {
    let cases = [
        "quakeworld",
        "quake3, no snap",
        "cpm, no snap",
        "goldsrc",
        "source",
        "source:css",
    ];
    for moves in cases.map(moves) {
        // Ticks so short that friction alone would leave something of 1 u/s.
        for msec in [0.5, 1.0] {
            let ground = Ground::new(&moves.profile, msec);
            let predicted = if ground.dead > 0.0 {
                ground.dead + ground.stop * ground.friction * ground.seconds
            } else {
                ground.crawl
            };
            let bench = run.bench(&moves, msec, flat())?;
            let stops = |v| Ok(speed(&bench.tick(bench.running(v), &[])) == 0.0);
            let measured = bisect(predicted / 2.0, predicted * 2.0, stops)?;
            let which = "of the start, of what friction takes, and of the two sides of the limit";
            let within = Within::four_f32_steps(predicted, which);
            run.check("fastest that stops", "u/s", predicted, measured, within);
        }
    }
    Ok(())
}

/// L38: in GoldSrc a jump from more than 1.7 times the top speed leaves 0.65 of that limit; elsewhere a jump costs no speed.
///
/// `v' = 0.65 · 1.7 s if v > 1.7 s, else v`
pub(crate) fn cropped_jumps(run: &mut Run) -> Result<()> {
    for moves in ["goldsrc", "quakeworld", "quake3, no snap", "source"].map(moves) {
        let profile = &moves.profile;
        let crop = profile.jump_crop;
        let limit = crop.above.map(|above| f64::from(above * profile.max_speed));
        // The first half of the tick's gravity is part of the tested speed.
        let falls = match profile.gravity_rule() {
            GravityRule::HalfSteps => f64::from(profile.gravity) * MSEC / 2000.0,
            GravityRule::BeforeMove | GravityRule::Averaged => 0.0,
        };
        let bench = run.bench(&moves, MSEC, flat())?;
        let jump = |v: f64| speed(&bench.tick(bench.running(v), &[Jump]));
        for v in [320.0, 500.0, 600.0, 1000.0f64] {
            let predicted = match limit {
                Some(limit) if v.hypot(falls) > limit => v * crop.to * limit / v.hypot(falls),
                _ => v,
            };
            let what = format!("speed after a jump from {v} u/s");
            run.check(what, "u/s", predicted, jump(v), run.grain.tick(v));
        }
        if let Some(limit) = limit {
            let predicted = (limit * limit - falls * falls).sqrt();
            let measured = bisect(limit - 50.0, limit + 50.0, |v| Ok(jump(v) > limit - 60.0))?;
            let within = Within::four_f32_steps(limit, "of the run, its square, its root and the limit");
            let what = "fastest run that is not cropped";
            run.check(what, "u/s", predicted, measured, within);
        }
    }
    Ok(())
}

/// L39: NetQuake, GoldSrc and Source keep each component of the velocity within a limit; QuakeWorld and Quake III have none.
///
/// `|vᵢ| ≤ 2000, Source 3500; NetQuake falls with 2000 + g T`
pub(crate) fn greatest_speed(run: &mut Run) -> Result<()> {
    /// Source's limit, in u/s (`docs/engines.md` section 6.4).
    const SOURCE: f64 = 3500.0;
    /// The speeds that are asked where there is no limit are beside this, in u/s.
    const UNLIMITED: f64 = 4000.0;
    let cases = ["netquake", "goldsrc", "source", "quakeworld", "quake3, no snap"];
    for moves in cases.map(moves) {
        let profile = &moves.profile;
        let most = match profile.order {
            Order::Source => Some(SOURCE),
            _ => profile.max_velocity.map(f64::from),
        };
        let falls = f64::from(profile.gravity) * MSEC / 1000.0;
        let kept = |v: f64| most.map_or(v, |most| v.clamp(-most, most));
        let bench = run.bench(&moves, MSEC, flat())?;
        for beside in [-500.0, -50.0, 50.0, 500.0] {
            let v = most.unwrap_or(UNLIMITED) + beside;
            let mut start = bench.flying(0.0);
            start.origin.z = 4096.0;
            start.velocity = [v, -v, -v].into();
            let after = bench.tick(start, &[]).velocity;
            // NetQuake's limit comes before gravity, the others' after.
            let down = match profile.order {
                Order::NetQuake => kept(-v) - falls,
                _ => kept(-v - falls),
            };
            for (axis, predicted, measured) in [
                ("x", kept(v), after.x),
                ("y", kept(-v), after.y),
                ("z", down, after.z),
            ] {
                let what = format!("{axis} after a tick from {v} u/s");
                run.check(what, "u/s", predicted, measured, run.grain.tick(v));
            }
        }
    }
    Ok(())
}

/// Each wall's turn against the last, in degrees, and its length, in units: a long tick leads past six.
const BEND: f64 = 10.0;
const LONG: f64 = 6.0;

type Flat = [f64; 2];

/// L44: a tick has four stretches, so a wall that bends often turns a body four times at most. On the ground Quake III has
/// room for three walls beside the ground and the body's direction; a fourth stops it dead.
///
/// `vₖ = clip(vₖ₋₁, nₖ), in QuakeWorld clip(v₀, nₖ); k ≤ 4`
pub(crate) fn walls_in_one_tick(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 24.0;
    /// Speed at the start, in u/s, below every limit: a wall's overbounce then exceeds the speed that counts as entering
    /// it.
    const FAST: f64 = 1900.0;
    /// The body begins so far before the first, in units.
    const BEFORE: f64 = 4.0;
    let floor = || block([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0]);
    for (name, grounded) in [
        ("quake3, no snap", true),
        ("quake3, no snap", false),
        ("quakeworld", false),
        ("netquake", false),
        ("goldsrc", false),
        ("source", false),
    ] {
        let moves = moves(name);
        let place = if grounded { "on the ground" } else { "in the air" };
        let first = if grounded {
            Ground::new(&moves.profile, MSEC).rubbed(FAST)
        } else {
            FAST
        };
        for walls in 1..=6 {
            let predicted = along_walls(&moves.profile, grounded, [first, 0.0], walls);
            let world = [floor()].into_iter().chain(bend(walls)).collect();
            let bench = run.bench(&moves, MSEC, world)?;
            run.case = format!("{}, {place}", moves.name);
            let mut start = bench.running(FAST);
            if !grounded {
                start.origin.z += 128.0;
                start.grounded = false;
            }
            // The corner of the box ahead and to the right slides; it meets the first wall in its middle.
            let half = f64::from(moves.profile.size.half_width);
            start.origin.x = -BEFORE - half;
            start.origin.y = half + LONG / 2.0 * BEND.to_radians().sin();
            let after = bench.tick(start, &[]).velocity;
            for (axis, i) in [("x", 0), ("y", 1)] {
                let steps = walls as f64 * FAST * f64::from(f32::EPSILON);
                let within = run.grain.run(FAST).and(steps, PLANES_ARE_F32);
                let what = format!("{axis} after {walls} walls");
                run.check(what, "u/s", predicted[i], after[i], within);
            }
        }
    }
    Ok(())
}

fn along_walls(profile: &Profile, grounded: bool, start: Flat, walls: usize) -> Flat {
    /// Stretches of a tick, in all engines.
    const STRETCHES: usize = 4;
    /// Planes that Quake III keeps; the ground and the direction of the motion are two of them.
    const PLANES: usize = 5;
    let overbounce = f64::from(profile.clip_rule.overbounce);
    let kept = 1 + usize::from(grounded);
    if profile.order == Order::Quake3 && walls.min(STRETCHES) + kept > PLANES {
        return [0.0, 0.0];
    }
    (1..=walls.min(STRETCHES)).fold(start, |v, wall| {
        let v = match profile.order {
            Order::QuakeWorld => start,
            _ => v,
        };
        let n = normal(wall);
        let into = (v[0] * n[0] + v[1] * n[1]) * overbounce;
        [v[0] - n[0] * into, v[1] - n[1] * into]
    })
}

fn normal(wall: usize) -> Flat {
    let (sin, cos) = (wall as f64 * BEND).to_radians().sin_cos();
    [-sin, cos]
}

/// A wall to the right that turns to the left again and again: a column below each of its parts.
fn bend(walls: usize) -> impl Iterator<Item = Shape> {
    /// The last is longer than any way.
    const LAST: f64 = 256.0;
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
