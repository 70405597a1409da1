//! L45: the numbers of the two-cylinder walker.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::{Bench, at_tick};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::worlds::{above, slope, slope_normal};
use crate::{Law, scene};
use clipmark_measure::Played;
use clipmark_movement::WalkerMode;
use clipmark_scene::{Key, Shape, Step, WorldSource};

/// The two-cylinder walker climbs steps as high as its knees over the gap that it keeps, follows drops as deep as its lower
/// cylinder reaches, and slides and falls at the speeds that the paper gives.
///
/// `h ≤ k + 1/32 u; d < δ; |v| = s; uₖ₊₁ = (uₖ + g T sin α)(1 − f T); vz ≥ −v∞`
pub(crate) const L45: Law = Law {
    id: "L45",
    slug: "l45-walker",
    title: "The walker's numbers",
    scene: scene!("l45-walker"),
    play,
};

const MSEC: f64 = 8.0;
const SECONDS: f64 = MSEC / 1000.0;
/// Too steep to stand on, in degrees.
const STEEP: f64 = 60.0;
/// Friction of a slide that is tried, 1/s: the shipped profiles have none.
const FRICTION: f32 = 1.0;
/// The repaired walker's gap from obstacles, in units (`docs/walker.md` W20).
const GAP: f64 = 1.0 / 32.0;

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    heights(sheet)?;
    slides(sheet)?;
    falls(sheet)
}

fn ahead(seconds: f64) -> Vec<Step> {
    vec![Step::Hold {
        keys: vec![Key::Forward],
        seconds,
        turn: 0.0,
        yaw: None,
        pitch: None,
    }]
}

fn bench(sheet: &LawRun, moves: &Moves, mover: &str, shapes: Vec<Shape>) -> Result<Bench, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    scene.world = WorldSource::Shapes(shapes);
    sheet.bench_of(&scene, moves.profile, mover)
}

/// A walk over an edge at x = 0, behind which the floor is so high, negative below.
fn walks(sheet: &LawRun, moves: &Moves, behind: f64, seconds: f64) -> Result<Played<f64>, LawError> {
    let block = |min, max| Shape::Box { min, max };
    let shapes = vec![
        block([-512.0, -256.0, -128.0], [0.0, 256.0, 0.0]),
        block([0.0, -256.0, -128.0], [512.0, 256.0, behind]),
    ];
    let mut bench = bench(sheet, moves, "pair", shapes)?;
    let mut start = bench.standing(0.0, GAP / 2.0);
    start.origin.x = -40.0;
    Ok(bench.play_steps(start, ahead(seconds)))
}

fn heights(sheet: &mut LawRun) -> Result<(), LawError> {
    let moves = Moves::paper2006();
    let rules = moves.profile.walker;
    let within = || {
        Within::of(
            4.0 * Grain::F32.step(64.0),
            "four f32 steps: of the feet, the cylinder's end, and the two planes of the world",
        )
    };
    let knees = f64::from(rules.knee_height);
    let feet = f64::from(moves.profile.size.feet);
    let highest = try_bisect(knees - 2.0, knees + 2.0, |height| {
        let played = walks(sheet, &moves, height, 0.5)?;
        Ok(played
            .states
            .last()
            .is_some_and(|b| b.origin.z + feet > height - GAP))
    })?;
    sheet.measured(
        predict(moves.at(MSEC), "highest step", "u", knees + GAP),
        highest,
        within(),
    );
    let reach = f64::from(rules.reach);
    let deepest = try_bisect(reach / 2.0, reach * 1.5, |drop| {
        let played = walks(sheet, &moves, -drop, 0.25)?;
        let mut walked = played
            .states
            .iter()
            .skip_while(|b| b.walker.mode != WalkerMode::Walking);
        Ok(!walked.any(|b| b.walker.mode == WalkerMode::Falling))
    })?;
    sheet.measured(
        predict(moves.at(MSEC), "deepest drop that is followed", "u", reach),
        deepest,
        within(),
    );
    Ok(())
}

fn slides(sheet: &mut LawRun) -> Result<(), LawError> {
    const TICKS: usize = 60;
    let rubbed = Moves::paper2006().but("slide friction 1", |p| p.walker.slide_friction = FRICTION);
    for (moves, mover) in [
        (Moves::paper2006(), "pair:intended"),
        (Moves::paper2006(), "pair"),
        (rubbed, "pair"),
    ] {
        let rules = moves.profile.walker;
        let mut bench = bench(sheet, &moves, mover, vec![slope(STEEP)])?;
        let mut start = bench.start();
        start.origin = above(&moves.profile, slope_normal(STEEP), 2.0 * GAP);
        let played = bench.play_steps(start, vec![Step::Wait((TICKS as f64 + 0.5) * SECONDS)]);
        let way = |pair: &[clipmark_movement::Body<f64>]| (pair[1].origin - pair[0].origin).norm() / SECONDS;
        let speeds: Vec<f64> = played.states.windows(2).take(TICKS).map(way).collect();
        let settled = TICKS / 3;
        let gains = f64::from(moves.profile.gravity) * SECONDS * STEEP.to_radians().sin();
        let kept = 1.0 - f64::from(rules.slide_friction) * SECONDS;
        // The way of a tick is made before its friction.
        let next = |u: f64| {
            if mover == "pair" {
                u * kept + gains
            } else {
                f64::from(rules.slide_speed)
            }
        };
        let from = speeds.get(settled).copied().unwrap_or(f64::NAN);
        let law: Vec<f64> =
            std::iter::successors(Some(if mover == "pair" { from } else { next(from) }), |u| {
                Some(next(*u))
            })
            .take(TICKS - settled)
            .collect();
        let predicted = law.last().copied().unwrap_or(f64::NAN);
        let case = format!("{} · {mover}", moves.at(MSEC));
        sheet.measured(
            predict(
                &case,
                format!("speed of a slide after {TICKS} ticks"),
                "u/s",
                predicted,
            ),
            speeds.last().copied().unwrap_or(f64::NAN),
            Within::of(
                8.0 * Grain::F32.step(512.0) / SECONDS,
                "eight f32 steps of the place, as a speed over a tick",
            ),
        );
    }
    Ok(())
}

fn falls(sheet: &mut LawRun) -> Result<(), LawError> {
    let moves = Moves::paper2006();
    let most = f64::from(moves.profile.walker.terminal_speed);
    for mover in ["pair", "pair:intended"] {
        let floor = Shape::Box {
            min: [-512.0, -512.0, -64.0],
            max: [512.0, 512.0, 0.0],
        };
        let mut bench = bench(sheet, &moves, mover, vec![floor])?;
        let mut start = bench.start();
        start.origin.z = 1024.0;
        start.velocity.z = -most + 10.0;
        let played = bench.play_steps(start, vec![Step::Wait(10.0 * SECONDS)]);
        let last = played.states.last().map_or(f64::NAN, |b| -b.velocity.z);
        sheet.measured(
            predict(
                format!("{} · {mover}", moves.at(MSEC)),
                "fastest fall",
                "u/s",
                most,
            ),
            last,
            Grain::F32.tick(most),
        );
    }
    Ok(())
}
