//! L25 to L27, L29, L37, L41 and L42: landing, and what steps, ceilings and edges are to a body.

use crate::kit::*;
use clipmark_movement::{MoveFlags, Order};
use clipmark_scene::Triple;

const MSEC: f64 = 8.0;

/// Speed that a tick of fall adds.
fn fall_speed(profile: &Profile) -> f64 {
    let pull = f64::from(profile.gravity) * MSEC / 1000.0;
    if profile.snap_velocity {
        pull.round_ties_even()
    } else {
        pull
    }
}

/// Way fallen from rest after k ticks.
fn fallen(profile: &Profile, k: usize) -> f64 {
    let pull = f64::from(profile.gravity) * MSEC / 1000.0;
    let k = k as f64;
    k * MSEC / 1000.0 * ((k - 1.0) * fall_speed(profile) + pull) / 2.0
}

/// Fastest rise at the end of any tick after a drop by a height. A plain landing at 500 u/s or more leaves 1 u/s, by
/// the overbounce of 1.001 and the rounding. That is no rise.
fn rebound(bench: &Bench, moves: &Moves, height: f64) -> f64 {
    /// Upward speed that a landing may leave, in u/s: 1.001 − 1 of the fastest fall here, rounded up. Too small: landings
    /// count as bounces. Too large: bounces after one tick (6 u/s) are overlooked.
    const LANDING: f64 = 1.0;
    let mut start = bench.standing(0.0, moves.skin() + height);
    start.grounded = false;
    let played = bench.play(start, &[Step::Wait(1.0)]);
    let rises = played.states.iter().map(|b| b.velocity.z);
    rises.filter(|v| *v > LANDING).fold(0.0, f64::max)
}

/// Heights of drops from 5 to 300 u, in steps that hit no window's edge by themselves.
fn drops() -> impl Iterator<Item = f64> {
    const LOWEST: f64 = 5.0;
    const HIGHEST: f64 = 300.0;
    const COUNT: u32 = 1180;
    (0..COUNT).map(|i| LOWEST + (HIGHEST - LOWEST) * f64::from(i) / f64::from(COUNT))
}

/// L25: a drop straight down that ends a whole tick within a quarter unit of the floor, but not on it, comes back up as fast
/// as it fell.
///
/// `bounces iff Dₖ ≤ H < Dₖ + ¼ for a whole k; Dₖ = k T ((k − 1) round(gT) + gT)/2`
pub(crate) fn overbounce(run: &mut Run) -> Result<()> {
    let quake3 = moves("quake3");
    let bench = run.bench(&quake3, MSEC, flat())?;
    let window = f64::from(quake3.profile.ground_probe.depth);
    for k in [20, 50, 64, 100] {
        let height = fallen(&quake3.profile, k);
        let predicted = k as f64 * fall_speed(&quake3.profile);
        let measured = rebound(&bench, &quake3, height + window / 2.0);
        run.case = format!("{} · {height:.4} + 1/8 u", quake3.at(MSEC));
        let what = format!("speed back up after {k} ticks of fall");
        run.near(what, "u/s", predicted, measured);
        // Found by trying, so that the height itself is measured.
        let lands = |h| Ok(rebound(&bench, &quake3, h) == 0.0);
        let measured = bisect(height - window / 2.0, height + window / 2.0, lands)?;
        let within = run.grain.over_ticks(height, k, height + 24.0);
        run.check("least height that bounces", "u", height, measured, within);
    }
    scan_drops(run, &quake3, &bench);

    let repaired = moves("quake3").but("no_overbounce", |p| p.repairs.no_overbounce = true);
    let others = ["quakeworld", "netquake", "goldsrc", "source"].map(moves);
    for moves in [repaired].into_iter().chain(others) {
        let bench = run.bench(&moves, MSEC, flat())?;
        let bounced = drops().filter(|h| rebound(&bench, &moves, *h) > 0.0).count();
        run.count("heights that bounce", 0.0, bounced as f64);
    }
    Ok(())
}

fn scan_drops(run: &mut Run, moves: &Moves, bench: &Bench) {
    let profile = &moves.profile;
    let window = f64::from(profile.ground_probe.depth);
    let (mut judged, mut agree, mut bounced, mut all) = (0u32, 0u32, 0u32, 0u32);
    for height in drops() {
        let reached = (0..).map(|k| (k, fallen(profile, k)));
        let Some((k, d)) = reached.take_while(|(_, d)| *d <= height).last() else {
            continue;
        };
        let bounces = rebound(bench, moves, height) > 0.0;
        all += 1;
        bounced += u32::from(bounces);
        // A fall adds up k roundings of the position; closer to an edge f32 decides.
        let unsure = k as f64 * run.grain.step(height + 24.0);
        let edge = (height - d).abs().min((height - d - window).abs());
        let next = (height - fallen(profile, k + 1)).abs();
        if edge.min(next) > unsure {
            judged += 1;
            agree += u32::from(bounces == (height < d + window));
        }
    }
    run.case = format!("{}, {all} heights from 5 to 300 u", moves.at(MSEC));
    let what = "of those not on a window's edge, agree with the law";
    run.count(what, f64::from(judged), f64::from(agree));
    let within = Within::new(
        300.0 * (0.0805 * 0.9195 / f64::from(all)).sqrt(),
        "three standard deviations of a share of 8.05 % in so many heights",
    );
    let measured = 100.0 * f64::from(bounced) / f64::from(all);
    run.check("heights that bounce", "%", 8.05, measured, within);
}

/// L26: nothing pulls a standing player of Quake III down: whatever gap below a quarter unit beyond the skin it came to rest
/// with, it keeps.
///
/// `gap(t) = gap(0) for skin ≤ gap(0) < skin + ¼`
pub(crate) fn gap_at_rest(run: &mut Run) -> Result<()> {
    let moves = moves("quake3");
    let probe = f64::from(moves.profile.ground_probe.depth);
    let bench = run.bench(&moves, MSEC, flat())?;
    // The gap at which it stands after 2 s; none while it still bounces.
    let settled = |gap: f64| {
        let mut start = bench.standing(0.0, gap);
        start.grounded = false;
        let end = bench.end(start, &[Step::Wait(2.0)]);
        (end.grounded && end.velocity.z == 0.0).then_some(end.origin.z - 24.0)
    };
    let within = Within::new(run.grain.step(24.0), "one step of the position");
    let mut gaps = Vec::new();
    for gap in [0.125, 0.2, 0.25, 0.3, 0.35, 0.37] {
        let after = settled(gap).unwrap_or(f64::NAN);
        gaps.push(after);
        run.case = format!("{} · gap {gap} u", moves.at(MSEC));
        run.check("gap after 2 s at rest", "u", gap, after, within.clone());
    }
    gaps.extend((0..32).filter_map(|i| settled(0.38 + 0.02 * f64::from(i))));
    let most = gaps.iter().copied().reduce(f64::max).unwrap_or(f64::NAN);
    let least = gaps.iter().copied().reduce(f64::min).unwrap_or(f64::NAN);
    run.case = moves.at(MSEC);
    let what = "widest gap after drops from up to 1 u";
    run.check(what, "u", moves.skin() + probe, most, within.clone().at_most());
    let what = "narrowest gap after such drops";
    run.check(what, "u", moves.skin(), least, within.at_least());
    Ok(())
}

/// L27: the gap at rest adds to the height of a riser that is climbed. Source tries its step 1/32 u higher than the profile's
/// (`docs/engines.md` section 6.4).
///
/// `h < 18 + q; Source h < 18 + 1/32 + q`
pub(crate) fn highest_riser(run: &mut Run) -> Result<()> {
    // Movement, gaps at the start. QuakeWorld is put one skin above the floor whatever the gap.
    let cases: [(&'static str, &[f64]); 5] = [
        ("quakeworld", &[0.03125]),
        ("netquake", &[0.03125]),
        ("goldsrc", &[0.03125]),
        ("source", &[0.03125]),
        ("quake3", &[0.125, 0.2, 0.25, 0.3, 0.37]),
    ];
    for (name, gaps) in cases {
        let moves = moves(name);
        let more = match moves.profile.order {
            Order::Source => 1.0 / 32.0,
            _ => 0.0,
        };
        let step = f64::from(moves.profile.step_height) + more;
        for &gap in gaps {
            let measured = bisect(step - 1.0, step + 1.0, |height| {
                let world = vec![
                    block([-256.0, -256.0, -64.0], [512.0, 256.0, 0.0]),
                    block([32.0, -256.0, 0.0], [512.0, 256.0, height]),
                ];
                let bench = run.bench(&moves, MSEC, world)?;
                let end = bench.end(bench.standing(0.0, gap), &[hold(&[Forward], 0.6)]);
                Ok(end.origin.x > 32.0)
            })?;
            let which = "of the start, the raised place, and the two planes of the world";
            run.case += &format!(" · gap {gap} u");
            let within = Within::four_f32_steps(42.0, which);
            run.check("highest riser", "u", step + gap, measured, within);
        }
    }
    Ok(())
}

/// L29: a body gets under a ceiling that is higher than its own height and its gap at rest, and walks crouched at a share of
/// its speed. Let go, it stands up where all of the standing body fits, and nowhere else.
///
/// `h > top − feet + q; v* = c s`
pub(crate) fn crouching(run: &mut Run) -> Result<()> {
    /// Long enough to crouch, to walk there crouched and beyond the edge, in seconds.
    const SECONDS: f64 = 4.0;
    // Movements and gaps at rest in units.
    let cases: [(&'static str, &[f64]); 3] = [
        ("quakeworld", &[0.03125]),
        ("quake3, no snap", &[0.125, 0.25, 0.37]),
        ("goldsrc", &[0.03125]),
    ];
    for (name, gaps) in cases {
        let moves = moves(name);
        let size = moves.profile.size;
        let standing = f64::from(size.top - size.feet);
        let crouched = f64::from(size.crouched_top - size.crouched_feet);
        let crouches = crouched < standing;
        let (standing_keys, crouched_keys) = ([Forward], [Forward, Crouch]);
        let postures: [(&str, f64, &[Key]); 2] = [
            ("standing", standing, &standing_keys),
            ("crouched", crouched, &crouched_keys),
        ];
        for (how, tall, keys) in postures.into_iter().take(1 + usize::from(crouches)) {
            for &gap in gaps {
                let measured = bisect(tall - 1.0, tall + 1.0, |height| {
                    let world = vec![
                        block([-256.0, -256.0, -64.0], [2048.0, 256.0, 0.0]),
                        block([128.0, -256.0, height], [2048.0, 256.0, height + 64.0]),
                    ];
                    let bench = run.bench(&moves, MSEC, world)?;
                    let end = bench.end(bench.standing(0.0, gap), &[hold(keys, SECONDS)]);
                    Ok(end.origin.x < 128.0)
                })?;
                let which = "of the start, the top of the body, and the two planes of the world";
                run.case += &format!(" · {how} · gap {gap} u");
                let within = Within::four_f32_steps(tall, which);
                run.check("lowest ceiling", "u", tall + gap, measured, within);
            }
        }
        if crouches {
            let walks = f64::from(moves.profile.max_speed) * moves.profile.duck_scale;
            let world = vec![
                block([-512.0, -512.0, -64.0], [1024.0, 512.0, 0.0]),
                block([128.0, -512.0, 40.25], [1024.0, 512.0, 128.0]),
            ];
            let bench = run.bench(&moves, MSEC, world)?;
            let end = bench.end(bench.running(0.0), &[hold(&crouched_keys, 1.0)]);
            run.near("speed crouched, after 1 s", "u/s", walks, speed(&end));
        }
    }
    for moves in [
        "quake3, no snap",
        "cpm, no snap",
        "goldsrc",
        "source",
        "source:css",
    ]
    .map(moves)
    {
        standing_up(run, &moves)?;
    }
    Ok(())
}

/// A crouched body lets go of the key below something: how near that may be above it, and how far over it at its side.
fn standing_up(run: &mut Run, moves: &Moves) -> Result<()> {
    /// Long enough to stand up, in seconds.
    const SECONDS: f64 = 0.5;
    /// Within this a body may be said to fit that does not, in units. Origin: measured of `bvh`, 7.9e-5 u, rounded up; a unit
    /// too low, or too narrow, is ten thousand times as much.
    const PASSES: f64 = 1e-4;
    let size = moves.profile.size;
    let standing = f64::from(size.top - size.feet);
    let crouched = f64::from(size.crouched_top - size.crouched_feet);
    let half = f64::from(size.half_width);
    let mut stands = |min: Triple, max: Triple| -> Result<bool> {
        let world = vec![
            block([-256.0, -256.0, -64.0], [256.0, 256.0, 0.0]),
            block(min, max),
        ];
        let bench = run.bench(moves, MSEC, world)?;
        let mut start = bench.standing(0.0, moves.skin());
        start.origin.z -= f64::from(size.crouched_feet - size.feet);
        start.flags.insert(MoveFlags::DUCKED);
        let end = bench.end(start, &[hold(&[Crouch], 0.1), Step::Wait(SECONDS)]);
        Ok(!end.flags.contains(MoveFlags::DUCKED))
    };
    let mut found = Vec::new();
    let needs = standing + moves.skin();
    for (what, [x, y], wide) in [
        ("lowest ceiling that lets it stand", [-256.0, -256.0], 512.0),
        (
            "lowest post over a corner that lets it stand",
            [half - 2.0, 1.0 - half],
            1.0,
        ),
    ] {
        let measured = bisect(needs - 2.0, needs + 2.0, |z| {
            Ok(!stands([x, y, z], [x + wide, y + wide, z + 64.0])?)
        })?;
        found.push((what, needs, measured));
    }
    // Higher than it is crouched, and lower than it stands.
    let [low, high] = [(crouched + needs) / 2.0, needs + 8.0];
    for (what, [x, y]) in [
        ("nearest shelf ahead that lets it stand", [1.0, 0.0]),
        ("nearest shelf to the right that lets it stand", [0.0, -1.0]),
        ("nearest shelf at a corner that lets it stand", [-1.0, 1.0]),
    ] {
        let side = |to: f64, off: f64| match to {
            0.0 => [-64.0, 64.0],
            _ if to > 0.0 => [off, 64.0],
            _ => [-64.0, -off],
        };
        let measured = bisect(half - 2.0, half + 2.0, |off| {
            let [x, y] = [side(x, off), side(y, off)];
            Ok(!stands([x[0], y[0], low], [x[1], y[1], high])?)
        })?;
        found.push((what, half, measured));
    }
    run.case = moves.name.clone();
    for (what, predicted, measured) in found {
        let within = Within::new(PASSES, "a position test by GJK, which bvh is 7.9e-5 u off by");
        run.check(what, "u", predicted, measured, within);
    }
    Ok(())
}

/// L37: friction doubles where a probe ahead at the feet's height falls freely: a point 16 u ahead in NetQuake, the whole hull
/// in QuakeWorld and GoldSrc.
///
/// `NetQuake: x > −16, d > 34 − q; QuakeWorld, GoldSrc: x > w − 16, d > 34 − feet − q`
pub(crate) fn edge_friction(run: &mut Run) -> Result<()> {
    /// Speed at the start, in u/s.
    const FAST: f64 = 320.0;
    /// A drop that is deep enough for every probe, in units.
    const DEEP: f64 = 256.0;
    /// Within this a box that falls past an edge may be said to touch it, in units. Origin: measured of `bvh`, 7.7e-5 u,
    /// rounded up; a probe 3 % nearer is 0.48 u off.
    const PASSES: f64 = 1e-4;
    for moves in ["netquake", "quakeworld", "goldsrc"].map(moves) {
        let profile = &moves.profile;
        // NetQuake sweeps a point; the others the hull, clear of the floor, and from the feet's height with its origin.
        let (half, low) = match profile.order {
            Order::NetQuake => (0.0, 0.0),
            _ => (f64::from(profile.size.half_width), -f64::from(profile.size.feet)),
        };
        // Of the body's middle from the edge, in units; negative is before it.
        let place = half - f64::from(profile.edge_friction.ahead);
        let drop = low + f64::from(profile.edge_friction.drop) - moves.skin();
        let lost = FAST * f64::from(profile.friction) * MSEC / 1000.0;
        let factor = f64::from(profile.edge_friction.factor);
        let half_way = FAST - lost * (1.0 + factor) / 2.0;
        let beyond = place + 4.0;
        // Speed after one tick without keys, from a place beside an edge at x = 0 with a drop behind it.
        let after = |run: &mut Run, x: f64, depth: f64| -> Result<f64> {
            let bench = run.bench(&moves, MSEC, edge(-512.0, -depth))?;
            let mut start = bench.running(FAST);
            start.origin.x = x;
            Ok(speed(&bench.tick(start, &[])))
        };
        let measured = bisect(place - 12.0, beyond, |x| Ok(after(run, x, DEEP)? > half_way))?;
        let within = Within::new(PASSES, "a cast by GJK past an edge, which bvh is 7.7e-5 u off by");
        let what = "place before the edge where friction doubles";
        run.check(what, "u", place, measured, within);

        let measured = bisect(drop - 12.0, drop + 12.0, |depth| {
            Ok(after(run, beyond, depth)? > half_way)
        })?;
        let which = "of the start, the probe, and the two planes of the world";
        let within = Within::four_f32_steps(128.0, which);
        run.check("least drop before which it doubles", "u", drop, measured, within);

        for (what, depth, times) in [
            ("speed after a tick before a deep drop", DEEP, factor),
            ("speed after a tick before a low drop", drop - 4.0, 1.0),
        ] {
            let measured = after(run, beyond, depth)?;
            run.check(what, "u/s", FAST - lost * times, measured, run.grain.tick(FAST));
        }
    }
    Ok(())
}

/// L41: in the air Quake III steps up while it does not rise, ProMode while it rises by no more than 370 u/s.
///
/// `v₀ − g T ≤ r; r = 0, ProMode 370`
pub(crate) fn steps_in_the_air(run: &mut Run) -> Result<()> {
    /// A ledge begins here, in units along x, and is so high.
    const FACE: f64 = 64.0;
    const HEIGHT: f64 = 96.0;
    /// The feet begin so far below the ledge, and the body so far before it, in units.
    const BELOW: f64 = 8.0;
    const BEFORE: f64 = 1.0;
    /// Speed ahead, in u/s: at every tick enough to come well over the ledge. And aside: a body that meets a wall head-on is
    /// clipped against its own direction too.
    const AHEAD: f64 = 640.0;
    const ASIDE: f64 = 320.0;
    for moves in ["quake3, no snap", "cpm, no snap"].map(moves) {
        let profile = &moves.profile;
        for msec in [4.0, 8.0, 10.0].into_iter().chain(SCREENS) {
            let predicted = f64::from(profile.step_rising_speed) + f64::from(profile.gravity) * msec / 1000.0;
            let mut world = flat();
            world.push(block([FACE, -8192.0, 0.0], [8192.0, 8192.0, HEIGHT]));
            let bench = run.bench(&moves, msec, world)?;
            let touches = FACE - f64::from(profile.size.half_width) - moves.skin();
            let mut start = bench.flying(AHEAD);
            start.origin.x = touches - BEFORE;
            start.origin.z = HEIGHT - BELOW - f64::from(profile.size.feet);
            start.velocity.y = ASIDE;
            let measured = bisect((predicted - 20.0).max(0.0), predicted + 20.0, |rise| {
                start.velocity.z = rise;
                Ok(bench.tick(start, &[]).origin.x > touches + BEFORE / 4.0)
            })?;
            let which = "of the start, of gravity and of the speed after it";
            let within = Within::four_f32_steps(predicted, which);
            let what = "fastest rise that still steps up";
            run.check(what, "u/s", predicted, measured, within);
        }
    }
    Ok(())
}

/// L42: after a walk Source puts a body on ground up to 18 u below it. GoldSrc's probe puts one down only in water that does
/// not reach its waist, QuakeWorld's in any.
///
/// `h < 18 − q; water level < 2`
pub(crate) fn kept_on_the_ground(run: &mut Run) -> Result<()> {
    /// In u/s.
    const FAST: f64 = 250.0;
    for moves in ["source", "source:css"].map(moves) {
        let follow = f64::from(moves.profile.ground_probe.follow);
        let predicted = follow - moves.skin();
        // In the tick that brings it off an edge.
        let measured = bisect(follow / 2.0, follow * 1.5, |drop| {
            let bench = run.bench(&moves, MSEC, edge(-512.0, -drop))?;
            let mut start = bench.running(FAST);
            // The last place before the edge is left.
            start.origin.x = f64::from(moves.profile.size.half_width) - 1.0;
            Ok(start.origin.z - bench.tick(start, &[]).origin.z > 1.0)
        })?;
        let which = "of the start, the probe, and the two planes of the world";
        let within = Within::four_f32_steps(follow, which);
        run.check("greatest drop that is followed", "u", predicted, measured, within);
    }
    for moves in ["goldsrc", "quakeworld"].map(moves) {
        put_down_in_water(run, &moves, FAST)?;
    }
    Ok(())
}

fn put_down_in_water(run: &mut Run, moves: &Moves, fast: f64) -> Result<()> {
    /// In ms: so short that a body in water hardly sinks.
    const SHORT: f64 = 1.0;
    const SECONDS: f64 = SHORT / 1000.0;
    /// Gap above the floor in water, in units: within both probes.
    const GAP: f64 = 0.75;
    let profile = &moves.profile;
    let tall = f64::from(profile.size.top - profile.size.feet);
    // Heights of the surface over the floor for each water level: dry, over feet, middle and eyes.
    for (level, surface) in (0u8..).zip([0.0, tall * 0.25, tall * 0.625, 2.0 * tall]) {
        let mut world = vec![block([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0])];
        if surface > 0.0 {
            world.push(water([-512.0, -512.0, 0.0], [512.0, 512.0, surface]));
        }
        let bench = run.bench(moves, SHORT, world)?;
        let mut start = bench.standing(0.0, GAP);
        start.origin.x = 12.0;
        start.velocity.x = fast;
        start.water_level = level;
        let measured = start.origin.z - bench.tick(start, &[]).origin.z;
        let snaps = profile.order != Order::GoldSrc || level < 2;
        let predicted = if snaps { GAP - moves.skin() } else { 0.0 };
        // Two ticks' fall, and a sinking swimmer's gain in one: either moves the body by less.
        let gains = f64::from(profile.gravity)
            + f64::from(profile.water.accelerate) * f64::from(profile.water.sink_speed);
        let within = Within::new(
            2.0 * gains * SECONDS * SECONDS + 4.0 * Grain::F32.step(64.0),
            "gravity and sinking in a tick, and four f32 steps",
        );
        let what = format!("put down in water of level {level}");
        run.check(what, "u", predicted, measured, within);
    }
    Ok(())
}
