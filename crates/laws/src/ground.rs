//! L1 to L3: running and stopping on flat ground.

use crate::kit::*;

/// L1: running ahead on flat ground reaches exactly the speed asked for if acceleration is at least friction; else it settles
/// at A s / f.
///
/// `v* = s if A ≥ f, else A s / f`
pub(crate) fn running_speed(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 8.0;
    let weak = |name| moves(name).but("A = 3", |p| p.accelerate = 3.0);
    let cases = [
        moves("quakeworld"),
        moves("quake3"),
        moves("quake3, no snap"),
        moves("netquake"),
        moves("cpm, no snap"),
        moves("goldsrc"),
        moves("source"),
        moves("source:css"),
        weak("quakeworld"),
        weak("quake3, no snap"),
    ];
    for moves in cases {
        let law = Ground::new(&moves.profile, MSEC);
        let settles = law.wished * (law.accelerate / law.friction).min(1.0);
        let bench = run.bench(&moves, MSEC, flat())?;
        let end = bench.end(bench.running(0.0), &[hold(&[Forward], 6.0)]);
        run.near("speed after 6 s", "u/s", settles, speed(&end));
    }
    Ok(())
}

/// L2: ticks from rest to full speed, and ticks and way from full speed to rest, follow from friction and acceleration alone.
///
/// `v' = v − max(v, S) f T, below 1 u/s 0; then v + min(A T s, s − v); way T→0: (v₀ − S/2) / f`
///
/// Quake before QuakeWorld stops a tick sooner at 8 and 13 ms than its friction says: every tick it touches the floor, and
/// clipping makes the last 0.03 u/s zero.
pub(crate) fn run_up_and_stop(run: &mut Run) -> Result<()> {
    let cases: [(&'static str, &[f64]); 4] = [
        ("quakeworld", &[7.0, 8.0, 13.0, HZ_72, 17.0]),
        ("netquake", &[8.0, 13.0, HZ_72]),
        ("quake3, no snap", &[8.0, 13.0, 1.0]),
        ("cpm, no snap", &[8.0]),
    ];
    for (name, ticks) in cases {
        for msec in ticks {
            run_and_stop(run, &moves(name), *msec)?;
        }
    }
    for moves in ENGINES.map(moves) {
        for msec in ticks() {
            one_tick(run, &moves, msec)?;
        }
    }
    Ok(())
}

fn one_tick(run: &mut Run, moves: &Moves, msec: f64) -> Result<()> {
    /// In u/s: above every stop speed, and below every full one.
    const FROM: f64 = 200.0;
    let law = Ground::new(&moves.profile, msec);
    let bench = run.bench(moves, msec, flat())?;
    let after = |keys: &[Key]| speed(&bench.tick(bench.running(FROM), keys));
    for (what, predicted, measured) in [
        ("without keys", law.rubbed(FROM), after(&[])),
        ("ahead", law.run(FROM), after(&[Forward])),
    ] {
        let what = format!("speed after a tick {what}");
        run.check(what, "u/s", predicted, measured, run.grain.run(law.wished));
    }
    Ok(())
}

fn run_and_stop(run: &mut Run, moves: &Moves, msec: f64) -> Result<()> {
    const LONG_ENOUGH: usize = 2000;
    let grain = run.grain;
    let law = Ground::new(&moves.profile, msec);
    let bench = run.bench(moves, msec, flat())?;
    // A speed short of the goal by no more than f32's share has reached it.
    let full = law.wished - grain.run(law.wished).value;
    let reached = |speeds: &[f64]| 1.0 + speeds.iter().take_while(|v| **v < full).count() as f64;
    let stopped = |speeds: &[f64]| 1.0 + speeds.iter().take_while(|v| **v != 0.0).count() as f64;

    let played = bench.play(bench.running(0.0), &[hold(&[Forward], 0.32), Step::Wait(1.0)]);
    let predicted = reached(&law.speeds(0.0, Ground::run, LONG_ENOUGH));
    let measured = reached(&speeds(&played)[1..]);
    run.count("ticks from rest to 320 u/s", predicted, measured);

    let played = bench.play(bench.running(law.wished), &[Step::Wait(1.5)]);
    let slowing = law.speeds(law.wished, Ground::rubbed, LONG_ENOUGH);
    let ticks = stopped(&slowing);
    let measured = stopped(&speeds(&played)[1..]);
    run.count("ticks from 320 u/s to rest", ticks, measured);
    let way = slowing.iter().sum::<f64>() * law.seconds;
    let measured = last(&played).origin.x;
    let within = grain.over_ticks(way, ticks as usize, measured);
    run.check("way from 320 u/s to rest", "u", way, measured, within);
    Ok(())
}

/// L3: friction slows without turning, and takes equally long in every direction.
///
/// `v' ∥ v; ticks to rest do not depend on the heading`
pub(crate) fn friction_keeps_the_direction(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 8.0;
    const HEADINGS: u32 = 64;
    for moves in ENGINES.map(moves) {
        let law = Ground::new(&moves.profile, MSEC);
        let slowing = law.speeds(law.wished, Ground::rubbed, 2000);
        let slowing = slowing.iter().take_while(|v| **v > 0.0).count();
        let bench = run.bench(&moves, MSEC, flat())?;
        let (mut turned, mut fewest, mut most) = (0f64, f64::MAX, f64::MIN);
        for i in 0..HEADINGS {
            let heading = f64::from(i) / f64::from(HEADINGS) * std::f64::consts::TAU;
            let [x, y] = [law.wished * heading.cos(), law.wished * heading.sin()];
            let mut start = bench.running(x);
            start.velocity.y = y;
            let played = bench.play(start, &[Step::Wait(1.0)]);
            let moving = played.states.iter().take_while(|b| speed(b) > 0.0);
            let ticks = moving.clone().count() as f64;
            (fewest, most) = (fewest.min(ticks), most.max(ticks));
            for body in moving {
                let [u, v] = [body.velocity.x, body.velocity.y];
                turned = turned.max((x * v - y * u).atan2(x * u + y * v).abs().to_degrees());
            }
        }
        run.case += &format!(", {HEADINGS} headings");
        // Each component is scaled by a factor that rounds alike for both, and rounds once itself. Quake III scales
        // once more on the way along the ground.
        let rounding = (2.0 * slowing as f64 * f64::from(f32::EPSILON)).to_degrees();
        let within = Within::new(rounding, "two roundings of a component each tick");
        run.check("largest turn while slowing", "°", 0.0, turned, within);
        run.count("spread of ticks to rest", 0.0, most - fewest);
    }
    Ok(())
}
