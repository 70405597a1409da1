//! L45: the numbers of the two-cylinder walker.

use crate::kit::*;
use crate::player::LawPlayer;
use clipmark_measure::{BackendKind, Contestant};
use clipmark_movement::WalkerMode;

const MSEC: f64 = 8.0;
const SECONDS: f64 = MSEC / 1000.0;
/// The repaired walker's gap from obstacles, in units (`docs/walker.md` W20).
const GAP: f64 = 1.0 / 32.0;

/// L45: the two-cylinder walker climbs steps as high as its knees over the gap that it keeps, follows drops as deep as its
/// lower cylinder reaches, and slides and falls at the speeds that the paper gives.
///
/// `h ≤ k + 1/32 u; d < δ; |v| = s; uₖ₊₁ = (uₖ + g T sin α)(1 − f T); vz ≥ −v∞`
pub(crate) fn numbers(run: &mut Run) -> Result<()> {
    heights(run)?;
    slides(run)?;
    falls(run)
}

/// The walker on the player's backend. It has no reference: there `bsp` is asked.
fn bench(run: &mut Run, moves: &Moves, mover: &str, world: Vec<Shape>) -> Result<Bench> {
    let (backend, fault) = match run.player {
        LawPlayer::Reference => (BackendKind::BSP, None),
        LawPlayer::Contestant(contestant) => (contestant.backend, contestant.fault),
    };
    let sound: Contestant = format!("{}+{mover}", backend.name()).parse()?;
    let contestant = fault.map_or(sound, |fault| sound.with_fault(fault));
    run.case = moves.at(MSEC);
    Bench::new(LawPlayer::Contestant(contestant), moves.profile, MSEC, world)
}

/// A walk over an edge at x = 0, behind which the floor is so high, negative below.
fn walk(run: &mut Run, moves: &Moves, behind: f64, seconds: f64) -> Result<Played<f64>> {
    let bench = bench(run, moves, "pair", edge(-128.0, behind))?;
    let mut start = bench.standing(0.0, GAP / 2.0);
    start.origin.x = -40.0;
    Ok(bench.play(start, &[hold(&[Forward], seconds)]))
}

fn heights(run: &mut Run) -> Result<()> {
    let moves = moves("paper2006");
    let rules = moves.profile.walker;
    let which = "of the feet, the cylinder's end, and the two planes of the world";

    let knees = f64::from(rules.knee_height);
    let feet = f64::from(moves.profile.size.feet);
    let measured = bisect(knees - 2.0, knees + 2.0, |height| {
        let end = last(&walk(run, &moves, height, 0.5)?);
        Ok(end.origin.z + feet > height - GAP)
    })?;
    let within = Within::four_f32_steps(64.0, which);
    run.check("highest step", "u", knees + GAP, measured, within);

    let reach = f64::from(rules.reach);
    let measured = bisect(reach / 2.0, reach * 1.5, |drop| {
        let played = walk(run, &moves, -drop, 0.25)?;
        let states = played.states.iter();
        let mut walked = states.skip_while(|b| b.walker.mode != WalkerMode::Walking);
        Ok(!walked.any(|b| b.walker.mode == WalkerMode::Falling))
    })?;
    let within = Within::four_f32_steps(64.0, which);
    run.check("deepest drop that is followed", "u", reach, measured, within);
    Ok(())
}

fn slides(run: &mut Run) -> Result<()> {
    const TICKS: usize = 60;
    /// The tick whose speed the recurrence begins with.
    const SETTLED: usize = TICKS / 3;
    /// Too steep to stand on, in degrees.
    const STEEP: f64 = 60.0;
    // The shipped profiles have no friction of a slide, so one is tried.
    let rubbed = moves("paper2006").but("slide friction 1", |p| p.walker.slide_friction = 1.0);
    for (moves, mover) in [
        (moves("paper2006"), "pair:intended"),
        (moves("paper2006"), "pair"),
        (rubbed, "pair"),
    ] {
        let rules = moves.profile.walker;
        let bench = bench(run, &moves, mover, slope(STEEP))?;
        let mut start = bench.flying(0.0);
        start.origin = on_slope(&moves.profile, STEEP, 2.0 * GAP);
        let played = bench.play(start, &[Step::Wait((TICKS as f64 + 0.5) * SECONDS)]);
        let speed = |pair: &[Body<f64>]| (pair[1].origin - pair[0].origin).norm() / SECONDS;
        let speeds: Vec<f64> = played.states.windows(2).take(TICKS).map(speed).collect();
        let gains = f64::from(moves.profile.gravity) * SECONDS * STEEP.to_radians().sin();
        let kept = 1.0 - f64::from(rules.slide_friction) * SECONDS;
        let predicted = if mover == "pair" {
            let from = speeds.get(SETTLED).copied().unwrap_or(f64::NAN);
            // The way of a tick is made before its friction.
            (SETTLED + 1..TICKS).fold(from, |u, _| u * kept + gains)
        } else {
            f64::from(rules.slide_speed)
        };
        let measured = speeds.last().copied().unwrap_or(f64::NAN);
        run.case += &format!(" · {mover}");
        let what = format!("speed of a slide after {TICKS} ticks");
        let within = Within::new(
            8.0 * Grain::F32.step(512.0) / SECONDS,
            "eight f32 steps of the place, as a speed over a tick",
        );
        run.check(what, "u/s", predicted, measured, within);
    }
    Ok(())
}

fn falls(run: &mut Run) -> Result<()> {
    let moves = moves("paper2006");
    let most = f64::from(moves.profile.walker.terminal_speed);
    for mover in ["pair", "pair:intended"] {
        let floor = block([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0]);
        let bench = bench(run, &moves, mover, vec![floor])?;
        let mut start = bench.flying(0.0);
        start.origin = [-40.0, 0.0, 1024.0].into();
        start.velocity.z = -most + 10.0;
        let end = bench.end(start, &[Step::Wait(10.0 * SECONDS)]);
        run.case += &format!(" · {mover}");
        let what = "fastest fall";
        run.check(what, "u/s", most, -end.velocity.z, Grain::F32.tick(most));
    }
    Ok(())
}
