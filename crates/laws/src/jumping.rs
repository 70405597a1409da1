//! L10 to L16: the curve of a jump, the ledges that it reaches, and bunny hopping.

use crate::kit::*;
use clipmark_movement::JumpRule;

/// L10: gravity before the move (semi-implicit Euler) makes the height of a jump depend on the tick.
///
/// `zₖ = k v₀ T − g T² k(k+1)/2`
pub(crate) fn gravity_before_the_move(run: &mut Run) -> Result<()> {
    check_jumps(run, &["quakeworld", "netquake"])
}

/// L11: the mean of old and new speed (trapezoid) keeps every tick on the true parabola. Half of gravity before and half after
/// the move is the same parabola.
///
/// `zₖ = k v₀ T − g T² k²/2`
pub(crate) fn gravity_averaged(run: &mut Run) -> Result<()> {
    check_jumps(run, &["quake3, no snap", "goldsrc", "source:css", "source"])
}

/// L12: rounding the velocity each tick changes gravity to round(gT)/T: 750 at 125 Hz, and so the height of jumps. Ticks whose
/// gT is whole are rounded by nothing: with and without rounding a jump must be the same.
///
/// `zₖ = k T (v₀ + ((1 − k) round(gT) − gT)/2)`
pub(crate) fn gravity_rounded(run: &mut Run) -> Result<()> {
    check_jumps(run, &["quake3"])?;
    for msec in [5.0, 10.0, 20.0] {
        let mut heights = |name| -> Result<Vec<f64>> {
            let played = jump(run, &moves(name), msec)?;
            // The skin ends the fall at any landing place; and the rest of the speed is rounded.
            let up = played.states.iter().skip(1).skip_while(|b| b.grounded);
            Ok(up.take_while(|b| !b.grounded).map(|b| b.origin.z).collect())
        };
        let (with, without) = (heights("quake3")?, heights("quake3, no snap")?);
        let pairs = with.iter().zip(&without);
        let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        run.case = format!("with and without rounding · {}", tick_name(msec));
        let within = run.grain.over_ticks(0.0, with.len(), 256.0);
        run.check("largest difference of height", "u", 0.0, apart, within);
    }
    Ok(())
}

/// A jump off a platform that it has left behind when it comes down.
fn jump(run: &mut Run, moves: &Moves, msec: f64) -> Result<Played<f64>> {
    /// In units: near zero, where f32 is finest.
    const PLATFORM: f64 = -24.0;
    let world = vec![
        block([-64.0, -64.0, -88.0], [24.0, 64.0, PLATFORM]),
        block([-1024.0, -1024.0, -320.0], [1024.0, 1024.0, -256.0]),
    ];
    let bench = run.bench(moves, msec, world)?;
    let mut start = bench.standing(PLATFORM, moves.skin());
    start.velocity.x = 320.0;
    Ok(bench.play(start, &[hold(&[Jump], 0.05), Step::Wait(2.0)]))
}

fn check_jumps(run: &mut Run, names: &[&'static str]) -> Result<()> {
    for moves in names.iter().copied().map(moves) {
        for msec in ticks() {
            let law = Flight::new(&moves.profile, msec);
            let (apex, ticks) = law.jump(f64::from(moves.profile.jump_speed));
            let played = jump(run, &moves, msec)?;
            let from = played.states[0].origin.z;
            let heights = || played.states.iter().map(|b| b.origin.z - from);
            let within = run.grain.over_ticks(apex, ticks, apex);
            // At the law's tick the height may be exactly zero, and f32 a hair above it.
            let landed = heights().skip(1).position(|z| z <= within.value);
            let landed = landed.map_or(f64::NAN, |k| (k + 1) as f64);
            let highest = heights().fold(f64::MIN, f64::max);
            run.check("apex above take-off", "u", apex, highest, within);
            let what = "ticks until no higher than at take-off";
            run.count(what, ticks as f64, landed);
        }
    }
    Ok(())
}

/// L13: in Quake III a jump that meets a wall at its top steps up another 18 u, once it no longer rises.
///
/// `h < q + apex + 18, q the gap at rest`
///
/// The ledge is only reached by a run-up that meets the wall in the very tick whose end no longer rises, and even then the last
/// hundredths of a unit are a clipped corner: the raised hull passes a corner that it leaves within the skin (METHODOLOGY.md).
pub(crate) fn highest_ledge(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 8.0;
    /// Where the ledge begins, in units along x.
    const FACE: f64 = 160.0;
    /// Places of the last tick before the wall, over one tick's way.
    const PHASES: u32 = 12;
    let moves = moves("quake3");
    let profile = &moves.profile;
    let law = Flight::new(profile, MSEC);
    let jump = f64::from(profile.jump_speed);
    let step = f64::from(profile.step_height);
    let (apex, ticks) = law.jump(jump);
    // The wall is met in the tick that ends at the apex: the first without a rise at its end.
    let k = (1..ticks).find(|k| law.height(jump, *k) >= apex).unwrap_or(ticks) - 1;
    let speed = f64::from(profile.max_speed);
    let a_tick = speed * MSEC / 1000.0;
    let touches = FACE - f64::from(profile.size.half_width) - moves.skin();
    for gap in [moves.skin(), 0.3] {
        let mut climbs = |from: f64, height: f64| {
            let world = vec![
                block([-512.0, -256.0, -64.0], [1024.0, 256.0, 0.0]),
                block([FACE, -256.0, 0.0], [1024.0, 256.0, height]),
            ];
            let bench = run.bench(&moves, MSEC, world)?;
            let mut start = bench.standing(0.0, gap);
            start.origin.x = from;
            start.velocity.x = speed;
            let steps = [hold(&[Forward, Jump], 0.05), hold(&[Forward], 0.6)];
            let played = bench.play(start, &steps);
            let mut states = played.states.iter();
            Ok(states.any(|b| b.origin.x > FACE && b.origin.z > 24.0 + height))
        };
        let mut best = f64::MIN;
        for phase in 0..PHASES {
            let before = a_tick * (f64::from(phase) + 0.5) / f64::from(PHASES);
            let from = touches - before - a_tick * k as f64;
            best = best.max(bisect(step, 80.0, |height| climbs(from, height))?);
        }
        let predicted = apex + step;
        run.case += &format!(", gap at rest {gap} u");
        let what = format!("highest ledge less the gap, best of {PHASES} run-u/s");
        let within = run.grain.over_ticks(predicted, k, predicted + 24.0);
        match run.grain {
            Grain::F32 => run.check(what, "u", predicted, best - gap, within),
            // Exact edges are not clipped, and the last hundredths of a unit are a clipped corner.
            Grain::F64 => run.check(what, "u", predicted, best - gap, within.at_most()),
        }
    }
    Ok(())
}

/// L14: jumping is tested before friction, so speed grows through landings as if there were none (L6).
///
/// `vₙ = √(v₀² + n G), n all ticks`
pub(crate) fn bunny_hop(run: &mut Run) -> Result<()> {
    let moves = moves("quakeworld");
    for msec in [HZ_72, 17.0, 13.0, 10.0] {
        let law = Air::strafing(&moves.profile, msec);
        let bench = run.bench(&moves, msec, flat())?;
        let played = bench.play(bench.running(320.0), &[strafe_and_hop(20.0, None)]);
        let speeds = speeds(&played);
        let from = speeds[0];
        // 20 s are no whole number of ticks: v² is a straight line between them.
        let n = 20_000.0 / msec;
        let predicted = (from * from + n * law.growth()).sqrt();
        let square = |k: usize| speeds.get(k).map_or(f64::NAN, |v| v * v);
        let whole = square(n.floor() as usize);
        let measured = (whole + (n - n.floor()) * (square(n.ceil() as usize) - whole)).sqrt();
        let landings = played.commands.iter().filter(|c| c.up > 0.0).count();
        run.case += &format!(", {landings} hops");
        let what = "speed after 20 s";
        run.check(what, "u/s", predicted, measured, run.grain.run(measured));
    }
    speed_run(run, &moves)
}

/// A speed run: how many of a track's platforms are reached, with gaps a little narrower and a little wider than the
/// laws predict.
fn speed_run(run: &mut Run, moves: &Moves) -> Result<()> {
    const MSEC: f64 = 13.0;
    let way = |aslant| hops(&moves.profile, MSEC, aslant).iter().sum::<f64>();
    for (share, reached) in [(0.98, PLATFORMS), (1.02, 0)] {
        let bench = run.bench(moves, MSEC, track(&moves.profile, MSEC, share))?;
        let played = bench.play(bench.running(TRACK_SPEED), &[strafe_and_hop(40.0, Some(0.0))]);
        // Landings before it falls off the track.
        let on_track = played.states.windows(2).take_while(|w| w[1].origin.z > 0.0);
        let landings = on_track.filter(|w| w[1].grounded && !w[0].grounded).count();
        run.case += &format!(", gaps of {share} of the hop");
        let what = format!("platforms reached of {PLATFORMS}");
        run.count(what, reached as f64, landings as f64);
        if reached == PLATFORMS {
            let [straight, aslant] = [way(false), way(true)];
            let on_track = played.states.iter().take_while(|b| b.origin.z > 0.0);
            let landed = on_track.filter(|b| b.grounded).last();
            let measured = landed.map_or(f64::NAN, |b| b.origin.x);
            let within = run.grain.run(straight).and(
                straight - aslant,
                "the heading swings by a tick's turn, anywhere between evenly around +x and all to one side",
            );
            run.check("way to the last landing", "u", straight, measured, within);
        }
    }
    Ok(())
}

/// Platforms of the track after the first.
const PLATFORMS: usize = 40;
/// Speed at the first take-off, in u/s.
const TRACK_SPEED: f64 = 320.0;

/// Ways along +x of the hops from one landing to the next, by the laws: strafing at the best angle to alternate sides. So
/// the heading swings by one tick's turn: evenly around +x, or `aslant` all to one side of it.
fn hops(profile: &Profile, msec: f64, aslant: bool) -> Vec<f64> {
    let air = Air::strafing(profile, msec);
    let (_, ticks) = Flight::new(profile, msec).jump(f64::from(profile.jump_speed));
    let share = if aslant { 1.0 } else { 0.5 };
    // How far the heading is off +x, to one side and the other.
    let off = |v: f64| {
        let angle = air.best_angle(v);
        let m = (air.cap - v * angle.cos()).clamp(0.0, air.gain);
        (m * angle.sin()).atan2(v + m * angle.cos()) * share
    };
    let mut square = TRACK_SPEED * TRACK_SPEED;
    let mut hop = || {
        let mut way = 0.0;
        for _ in 0..ticks {
            let before = square.sqrt();
            square += air.growth();
            way += square.sqrt() * off(before).cos() * msec / 1000.0;
        }
        way
    };
    (0..PLATFORMS).map(|_| hop()).collect()
}

/// Platforms with gaps that are a share of the predicted hop. The player takes off from x = 0.
pub(crate) fn track(profile: &Profile, msec: f64, share: f64) -> Vec<Shape> {
    /// A platform's length behind its landing spot, in units: a player whose hop ends short gets no hold.
    const BEHIND: f64 = 8.0;
    let half = f64::from(profile.size.half_width);
    let platform = |from: f64, to: f64| block([from, -256.0, -64.0], [to, 256.0, 0.0]);
    let mut shapes = vec![platform(-128.0, BEHIND)];
    let mut at = 0.0;
    for hop in hops(profile, msec, false) {
        let edge = at + half + share * hop;
        at += hop;
        shapes.push(platform(edge, (at + BEHIND).max(edge + BEHIND)));
    }
    shapes
}

/// L15: where friction comes before the jump every landing costs one tick of it, and speed has a fixed point.
///
/// `v*² = (r² (n − 1) G + a (2s − a)) / (1 − r²), r = 1 − f T, n ticks a flight; a = A T s, or 0 without keys on the ground`
///
/// The landing tick is the first of the flight: it rubs and accelerates on the ground, jumps, and moves. So n − 1 ticks are in
/// the air. With n of them the fixed point would lie up to one per cent higher, which is a bound.
pub(crate) fn bunny_hop_netquake(run: &mut Run) -> Result<()> {
    // Long enough that the rest of the way to the fixed point is below 1e-9 of it.
    const SECONDS: f64 = 400.0;
    for msec in [HZ_72, 13.0, 10.0] {
        let coast = moves("netquake").but("A = 0", |p| p.accelerate = 0.0);
        for moves in [coast, moves("netquake")] {
            let ground = Ground::new(&moves.profile, msec);
            let air = Air::strafing(&moves.profile, msec);
            let (_, flight) = Flight::new(&moves.profile, msec).jump(f64::from(moves.profile.jump_speed));
            let keeps = (1.0 - ground.friction * ground.seconds).powi(2);
            let push = ground.gain() * (2.0 * ground.wished - ground.gain());
            let settles = |n: f64| ((keeps * n * air.growth() + push) / (1.0 - keeps)).sqrt();
            let n = flight as f64;

            let bench = run.bench(&moves, msec, flat())?;
            let played = bench.play(bench.running(320.0), &[strafe_and_hop(SECONDS, None)]);
            let measured = after_jumps(&played).last().map_or(f64::NAN, speed);
            let predicted = settles(n - 1.0);
            let within = run.grain.run(predicted);
            let bound = "the table's, with n ticks in the air";
            let what = "settled speed at take-off";
            run.check(what, "u/s", predicted, measured, within.clone());
            run.check(bound, "u/s", settles(n), measured, within.at_most());
        }
    }
    Ok(())
}

/// The states after the ticks that jump.
fn after_jumps(played: &Played<f64>) -> impl Iterator<Item = &Body<f64>> {
    let jumps = played.commands.iter().zip(played.states.iter().skip(1));
    jumps.filter(|(c, _)| c.up > 0.0).map(|(_, after)| after)
}

/// L16: a tick that ends within the probe above the floor counts as landed but keeps its fall, and the next jump only adds to
/// it.
///
/// `v₀' = v₀ + vₖ if 0 < zₖ < 1 − skin, else v₀`
pub(crate) fn jump_bug(run: &mut Run) -> Result<()> {
    const JUMPS: usize = 20;
    let repaired = moves("quakeworld").but("clip_before_jump", |p| p.repairs.clip_before_jump = true);
    let cases: [(Moves, f64); 5] = [
        (moves("quakeworld"), 8.0),
        (moves("quakeworld"), 13.0),
        (moves("quakeworld"), HZ_72),
        (repaired, 8.0),
        // The tick whose jump sets the speed.
        (moves("goldsrc"), 8.0),
    ];
    for (moves, msec) in cases {
        let law = Flight::new(&moves.profile, msec);
        let bench = run.bench(&moves, msec, flat())?;
        let hop = Step::Hop {
            seconds: 10.0,
            keys: Vec::new(),
            yaw: None,
        };
        let played = bench.play(bench.running(0.0), &[hop]);
        let took_off = after_jumps(&played).map(|b| b.velocity.z + law.loss());
        let took_off: Vec<f64> = took_off.take(JUMPS).collect();
        let first = f64::from(moves.profile.jump_speed);
        let next = |v: &f64| Some(next_jump(&law, &moves.profile, *v));
        let predicted = std::iter::successors(Some(first), next).take(took_off.len());
        let predicted: Vec<f64> = predicted.collect();

        let least = |all: &[f64]| all.iter().copied().reduce(f64::min).unwrap_or(f64::NAN);
        let apart = took_off.iter().zip(&predicted).map(|(a, b)| (a - b).abs());
        let worst = apart.reduce(f64::max).unwrap_or(f64::NAN);
        let within = run.grain.run(first);
        let what = format!("slowest take-off of {JUMPS}");
        run.check(what, "u/s", least(&predicted), least(&took_off), within.clone());
        let what = format!("largest difference over {} take-offs", took_off.len());
        run.check(what, "u/s", 0.0, worst, within);
    }
    Ok(())
}

/// Upward speed of the jump after a jump at `speed`.
fn next_jump(law: &Flight, profile: &Profile, speed: f64) -> f64 {
    let jump = f64::from(profile.jump_speed);
    let reach = f64::from(profile.ground_probe.depth - profile.trace_rules.skin);
    for k in 1.. {
        let (z, v) = (law.height(speed, k), speed - k as f64 * law.loss());
        if z <= 0.0 {
            return jump;
        }
        // A player that rises faster than 180 u/s does not land.
        if z < reach && v <= 180.0 {
            // After a hop of one tick the key must be released for another, on the ground, where the fall
            // ends.
            let adds = profile.jump_rule == JumpRule::Adds && !profile.repairs.clip_before_jump;
            return if k == 1 || !adds { jump } else { jump + v };
        }
    }
    unreachable!("gravity wins")
}
