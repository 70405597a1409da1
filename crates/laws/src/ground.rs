//! L1 to L3: running and stopping on flat ground.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Ground;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene};
use clipmark_scene::Step;

/// Running ahead on flat ground reaches exactly the speed asked for if acceleration is at least friction; else it settles at A s
/// / f.
///
/// `v* = s if A ≥ f, else A s / f`
pub(crate) const L1: Law = Law {
    id: "L1",
    slug: "l01-run-speed",
    title: "Running speed",
    scene: scene!("l01-run-speed"),
    play: l1,
};

fn l1(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const MSEC: f64 = 8.0;
    let weak = |m: Moves| m.but("A = 3", |p| p.accelerate = 3.0);
    let cases = [
        Moves::quakeworld(),
        Moves::quake3(),
        Moves::quake3_unsnapped(),
        Moves::netquake(),
        Moves::cpm_unsnapped(),
        Moves::goldsrc(),
        Moves::source(),
        weak(Moves::quakeworld()),
        weak(Moves::quake3_unsnapped()),
    ];
    for moves in cases {
        let law = Ground::of(&moves.profile, MSEC);
        let settles = law.wished * (law.accelerate / law.friction).min(1.0);
        let scene = at_tick(&sheet.scene(), MSEC);
        let bench = sheet.bench(&scene, moves.profile)?;
        let played = bench.play_from(bench.at_rest());
        let speeds: Vec<f64> = played.states.iter().skip(1).map(speed).collect();
        let last = speeds.last().copied().unwrap_or(f64::NAN);
        sheet.measured(
            predict(moves.at(MSEC), "speed after 6 s", "u/s", settles),
            last,
            grain.run(settles),
        );
    }
    Ok(())
}

/// Ticks from rest to full speed, and ticks and way from full speed to rest, follow from friction and acceleration alone.
///
/// `v' = v − max(v, S) f T, below 1 u/s 0; then v + min(A T s, s − v); way T→0: (v₀ − S/2) / f`
pub(crate) const L2: Law = Law {
    id: "L2",
    slug: "l02-run-and-stop",
    title: "Run-up and stop",
    scene: scene!("l02-run-and-stop"),
    play: l2,
};

fn l2(sheet: &mut LawRun) -> Result<(), LawError> {
    let tables = [
        (Moves::quakeworld(), vec![8.0, 13.0, HZ_72]),
        (Moves::netquake(), vec![8.0, 13.0, HZ_72]),
        (Moves::quake3_unsnapped(), vec![8.0, 13.0, 1.0]),
        (Moves::cpm_unsnapped(), vec![8.0]),
    ];
    for (moves, ticks) in tables {
        for msec in ticks {
            run_and_stop(sheet, &moves, msec)?;
        }
    }
    // Quake before QuakeWorld stops a tick sooner at 8 and 13 ms than its friction says: every tick it touches the floor, and
    // clipping makes the last 0.03 u/s zero. The table has no row for it.
    Ok(())
}

fn run_and_stop(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    const LONG_ENOUGH: usize = 2000;
    let law = Ground::of(&moves.profile, msec);
    let case = moves.at(msec);
    let scene = at_tick(&sheet.scene(), msec);
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let rest = bench.at_rest();
    // A speed short of the goal by no more than f32's share has reached it.
    let full = law.wished - grain.run(law.wished).value;
    let reached = |speeds: &[f64]| 1.0 + speeds.iter().take_while(|v| **v < full).count() as f64;
    let stopped = |speeds: &[f64]| 1.0 + speeds.iter().take_while(|v| **v != 0.0).count() as f64;

    let speeds: Vec<f64> = bench.play_from(rest).states.iter().skip(1).map(speed).collect();
    let predicted = reached(&law.speeds(0.0, Ground::run, LONG_ENOUGH));
    sheet.measured(
        predict(&case, "ticks from rest to 320 u/s", "", predicted),
        reached(&speeds),
        Within::exactly(),
    );

    let mut fast = rest;
    fast.velocity.x = law.wished;
    let played = bench.play_steps(fast, vec![Step::Wait(1.5)]);
    let speeds: Vec<f64> = played.states.iter().skip(1).map(speed).collect();
    let slowing = law.speeds(law.wished, Ground::rubbed, LONG_ENOUGH);
    let predicted = stopped(&slowing);
    sheet.measured(
        predict(&case, "ticks from 320 u/s to rest", "", predicted),
        stopped(&speeds),
        Within::exactly(),
    );
    let predicted_way = slowing.iter().sum::<f64>() * law.seconds;
    let end = played.states.last().map_or(f64::NAN, |b| b.origin.x);
    sheet.measured(
        predict(&case, "way from 320 u/s to rest", "u", predicted_way),
        end - rest.origin.x,
        grain.way(predicted_way, predicted as usize, end),
    );
    Ok(())
}

/// Friction slows without turning, and takes equally long in every direction.
///
/// `v' ∥ v; ticks to rest do not depend on the heading`
pub(crate) const L3: Law = Law {
    id: "L3",
    slug: "l03-friction-keeps-direction",
    title: "Friction keeps the direction",
    scene: scene!("l03-friction-keeps-direction"),
    play: l3,
};

fn l3(sheet: &mut LawRun) -> Result<(), LawError> {
    const MSEC: f64 = 8.0;
    const HEADINGS: u32 = 64;
    let cases = [
        Moves::quakeworld(),
        Moves::netquake(),
        Moves::quake3_unsnapped(),
        Moves::cpm_unsnapped(),
        Moves::goldsrc(),
        Moves::source(),
    ];
    for moves in cases {
        let law = Ground::of(&moves.profile, MSEC);
        let slowing: Vec<f64> = law
            .speeds(law.wished, Ground::rubbed, 2000)
            .into_iter()
            .take_while(|v| *v > 0.0)
            .collect();
        let scene = at_tick(&sheet.scene(), MSEC);
        let mut bench = sheet.bench(&scene, moves.profile)?;
        let (mut turned, mut ticks) = (0f64, Vec::new());
        for i in 0..HEADINGS {
            let heading = f64::from(i) / f64::from(HEADINGS) * std::f64::consts::TAU;
            let mut start = bench.at_rest();
            start.velocity.x = law.wished * heading.cos();
            start.velocity.y = law.wished * heading.sin();
            let [x, y] = [start.velocity.x, start.velocity.y].map(f64::from);
            let played = bench.play_steps(start, vec![Step::Wait(1.0)]);
            let moving = played.states.iter().take_while(|b| speed(b) > 0.0);
            ticks.push(moving.clone().count() as f64);
            for body in moving {
                let [u, v] = [body.velocity.x, body.velocity.y].map(f64::from);
                turned = turned.max((x * v - y * u).atan2(x * u + y * v).abs().to_degrees());
            }
        }
        let case = format!("{}, {HEADINGS} headings", moves.at(MSEC));
        // Each component is scaled by a factor that rounds alike for both, and rounds once itself. Quake III scales
        // once more on the way along the ground.
        let rounding = (2.0 * slowing.len() as f64 * f64::from(f32::EPSILON)).to_degrees();
        sheet.measured(
            predict(&case, "largest turn while slowing", "°", 0.0),
            turned,
            Within::of(rounding, "two roundings of a component each tick"),
        );
        let spread =
            ticks.iter().copied().fold(f64::MIN, f64::max) - ticks.iter().copied().fold(f64::MAX, f64::min);
        sheet.measured(
            predict(&case, "spread of ticks to rest", "", 0.0),
            spread,
            Within::exactly(),
        );
    }
    Ok(())
}
