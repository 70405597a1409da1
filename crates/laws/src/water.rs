//! L28 and L43: swimming, and leaping out of the water.

use crate::kit::*;
use clipmark_movement::Order;

/// L28: water takes the same share of the speed each tick, in Quake III and QuakeWorld the more the deeper; so swimming and
/// sinking settle at a speed.
///
/// `v after n ticks = v₀ (1 − b T)ⁿ; swimming s* = min(s, A s / b); b = f d, in GoldSrc f`
pub(crate) fn swimming(run: &mut Run) -> Result<()> {
    for moves in ["quakeworld", "quake3, no snap", "goldsrc"].map(moves) {
        for msec in [8.0, 13.0].into_iter().chain(SCREENS) {
            swim(run, &moves, msec)?;
        }
    }
    Ok(())
}

/// The water's brake on the speed, 1/s.
fn brake(profile: &Profile, depth: f64) -> f64 {
    let friction = f64::from(profile.water.friction);
    match profile.order {
        Order::GoldSrc => friction,
        _ => friction * depth,
    }
}

fn swim(run: &mut Run, moves: &Moves, msec: f64) -> Result<()> {
    /// The water's surface, and origins below it with everything under water, and with the waist in it and the eyes out.
    const SURFACE: f64 = 1024.0;
    const DEEP: f64 = 200.0;
    const WAIST: f64 = 12.0;
    /// Ticks without keys, and the speed before them, in u/s.
    const COASTING: usize = 25;
    const FAST: f64 = 320.0;
    const SECONDS: f64 = 3.0;
    let grain = run.grain;
    let profile = &moves.profile;
    let mut world = flat();
    world.push(water([-8192.0, -8192.0, 0.0], [8192.0, 8192.0, SURFACE]));
    let bench = run.bench(moves, msec, world)?;
    let start = |below: f64, speed: f64| {
        let mut start = bench.flying(speed);
        start.origin.z = SURFACE - below;
        start
    };

    let seconds = msec / 1000.0;
    let steps = [Step::Wait((COASTING as f64 + 0.5) * seconds)];
    let played = bench.play(start(DEEP, FAST), &steps);
    let kept = 1.0 - brake(profile, 3.0) * seconds;
    let predicted = FAST * kept.powi(COASTING as i32);
    let measured = played.states.get(COASTING).map_or(f64::NAN, speed);
    let what = "speed after 25 ticks without keys, under water";
    run.check(what, "u/s", predicted, measured, grain.run(FAST));

    let settles =
        |wished: f64, depth| wished * (f64::from(profile.water.accelerate) / brake(profile, depth)).min(1.0);
    let swim = f64::from(profile.max_speed) * profile.water.swim_scale;
    for (below, depth, what) in [
        (WAIST, 2.0, "swimming ahead waist-deep, after 3 s"),
        (DEEP, 3.0, "swimming ahead under water, after 3 s"),
    ] {
        let settled = settles(swim, depth);
        let end = bench.end(start(below, 0.0), &[hold(&[Forward], SECONDS)]);
        run.near(what, "u/s", settled, speed(&end));
    }
    // Sinking is slower by the share of swimming, but in Quake III's order.
    let sink = f64::from(profile.water.sink_speed);
    let sink = match profile.order {
        Order::Quake3 => sink,
        _ => sink * profile.water.swim_scale,
    };
    let settled = settles(sink, 3.0);
    let end = bench.end(start(DEEP, 0.0), &[Step::Wait(SECONDS)]);
    let what = "sinking without keys under water, after 3 s";
    run.near(what, "u/s", settled, -end.velocity.z);
    Ok(())
}

/// A place in a pool whose wall begins at x = 0. The water's surface is at z = 0.
#[derive(Clone, Copy)]
struct Place {
    /// The body's middle from the wall, in units.
    distance: f64,
    /// The wall over the body's origin, in units.
    height: f64,
    /// Upward speed, in u/s.
    rise: f64,
    flooded: bool,
}

/// How far ahead a wall may be, and its least and greatest height over the origin, in units. QuakeWorld and Quake III ask for
/// the contents of two points. NetQuake and GoldSrc sweep two; GoldSrc's second is as high as the body. Source sweeps the body
/// itself, from its middle and from above the eyes.
fn ledge_probe(profile: &Profile) -> [f64; 3] {
    let [ahead, height, gap] = profile.water.ledge_probe.map(f64::from);
    let size = profile.size;
    let top = f64::from(size.top);
    match profile.order {
        Order::Source => [
            ahead + f64::from(size.half_width),
            f64::from(size.feet) + top / 2.0,
            f64::from(size.eyes) + height,
        ],
        Order::GoldSrc => [ahead, height, top],
        _ => [ahead, height, height + gap],
    }
}

/// L43: a swimmer leaps where a wall is near and its top lies between two heights; in QuakeWorld not where water stands over
/// the wall, and in Quake's orders not in a fast fall.
///
/// `d < a; z + p < H < z + p + g; vz ≥ −180`
pub(crate) fn leaps_out_of_water(run: &mut Run) -> Result<()> {
    /// Quake's orders have no leap in a fall faster than this, in u/s (`docs/engines.md` section 3).
    const FALLS: f64 = -180.0;
    let cases = ["quakeworld", "quake3, no snap", "netquake", "goldsrc", "source"];
    for moves in cases.map(moves) {
        let profile = &moves.profile;
        let [ahead, low, high] = ledge_probe(profile);
        let usual = Place {
            distance: f64::from(profile.size.half_width) + 2.0,
            height: (low + high) / 2.0,
            rise: 0.0,
            flooded: false,
        };
        let which = "of the start, of the probe, and of the two planes of the world";
        let within = || Within::four_f32_steps(128.0, which);
        let leaps_at = |distance| leaps(run, &moves, Place { distance, ..usual });
        let measured = bisect(usual.distance, ahead + 16.0, leaps_at)?;
        run.check("farthest wall", "u", ahead, measured, within());
        let mut leaps_at = |height| leaps(run, &moves, Place { height, ..usual });
        let highest = bisect(usual.height, high + 16.0, &mut leaps_at)?;
        let lowest = bisect(low - 12.0, usual.height, |height| Ok(!leaps_at(height)?))?;
        run.check("highest wall", "u", high, highest, within());
        run.check("lowest wall", "u", low, lowest, within());
        if matches!(profile.order, Order::QuakeWorld | Order::GoldSrc | Order::Source) {
            let mut leaps_at = |rise| leaps(run, &moves, Place { rise, ..usual });
            let fastest = bisect(FALLS - 50.0, 0.0, |rise| Ok(!leaps_at(rise)?))?;
            run.check("fastest fall", "u/s", FALLS, fastest, within());
        }
        if matches!(profile.order, Order::QuakeWorld | Order::Quake3) {
            // QuakeWorld's gap must be dry, Quake III's only clear.
            let predicted = f64::from(u8::from(profile.order == Order::Quake3));
            let flooded = Place {
                flooded: true,
                ..usual
            };
            let measured = f64::from(u8::from(leaps(run, &moves, flooded)?));
            let what = "leaps where water stands on the wall";
            run.count(what, predicted, measured);
        }
    }
    Ok(())
}

const MSEC: f64 = 8.0;

/// Whether a swimmer leaps within a tick.
fn leaps(run: &mut Run, moves: &Moves, at: Place) -> Result<bool> {
    /// Faster than this upwards is a leap, in u/s: swimming and sinking are far slower.
    const LEAPS: f64 = 100.0;
    /// The middle, or the waist, begins this far below the surface, in units: the eyes are out.
    const WET: f64 = 8.0;
    let size = moves.profile.size;
    let z = -WET - f64::from(size.feet + size.top) / 2.0;
    let wall = z + at.height;
    let mut world = vec![
        block([-512.0, -512.0, -576.0], [512.0, 512.0, -512.0]),
        block([0.0, -512.0, -512.0], [512.0, 512.0, wall]),
        water([-512.0, -512.0, -512.0], [0.0, 512.0, 0.0]),
    ];
    if at.flooded {
        world.push(water([0.0, -512.0, wall], [512.0, 512.0, wall + 128.0]));
    }
    let bench = run.bench(moves, MSEC, world)?;
    let mut start = bench.flying(0.0);
    start.origin = [-at.distance, 0.0, z].into();
    start.velocity.z = at.rise;
    start.water_level = 2;
    Ok(bench.tick(start, &[]).velocity.z > LEAPS)
}
