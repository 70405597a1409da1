//! L46 and L47: when the world moves, and whose view a turning mover turns. Contestants alone play them.

use crate::LawError;
use crate::movers::played;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene};
use clipmark_scene::MoverMotion;

/// All that are here.
pub(crate) const IDS: [&str; 2] = ["L46", "L47"];

/// QuakeWorld's `sv_mintic`, in milliseconds.
const LEAST_STEP: f64 = 30.0;
/// Quake III turns a view by whole 65,536ths of a turn, in degrees.
const SHORT: f64 = 360.0 / 65_536.0;

/// QuakeWorld moves its world when 30 ms have passed since it last did; NetQuake moves it in every frame.
///
/// `n = ⌈30 ms / T⌉ frames from one step of the world to the next`
pub(crate) const L46: Law = Law {
    id: "L46",
    slug: "l46-world-steps",
    title: "The world's steps",
    scene: scene!("l46-world-steps"),
    play: |sheet| {
        // Two frames are 0.4 ms less than the least step, or more.
        for msec in [14.8, 15.2, 31.0] {
            steps(sheet, &Moves::quakeworld(), msec, (LEAST_STEP / msec).ceil())?;
        }
        steps(sheet, &Moves::netquake(), HZ_72, 1.0)
    },
};

/// Whom a wall holds back from a turning mover stays where he is. In Quake III his view turns all the same.
///
/// `yaw = n ⌊ω T⌋, in 65,536ths of a turn; 0 in quake3:ideal`
pub(crate) const L47: Law = Law {
    id: "L47",
    slug: "l47-left-behind",
    title: "Left behind by a turntable",
    scene: scene!("l47-left-behind"),
    play: |sheet| {
        for msec in [8.0, 16.0, 50.0] {
            left_behind(sheet, &Moves::quake3(), msec, true)?;
        }
        left_behind(sheet, &Moves::quake3_ideal(), 8.0, false)
    },
};

fn steps(sheet: &mut LawRun, moves: &Moves, msec: f64, frames: f64) -> Result<(), LawError> {
    let Some((_, course)) = played(sheet, moves, msec)? else {
        return Ok(());
    };
    let case = moves.at(msec);
    let height = |k: usize| f64::from(course.pose(k, 0).origin.z);
    let rises: Vec<usize> = (0..course.ticks())
        .filter(|&k| height(k + 1) > height(k))
        .collect();
    let apart = || rises.windows(2).map(|pair| (pair[1] - pair[0]) as f64);
    let said = [
        (
            "fewest frames between two rises",
            apart().fold(f64::INFINITY, f64::min),
        ),
        ("most frames between two rises", apart().fold(0.0, f64::max)),
    ];
    for (what, found) in said {
        sheet.measured(predict(&case, what, "", frames), found, Within::exactly());
    }
    Ok(())
}

fn left_behind(sheet: &mut LawRun, moves: &Moves, msec: f64, turns: bool) -> Result<(), LawError> {
    let Some((run, course)) = played(sheet, moves, msec)? else {
        return Ok(());
    };
    let case = moves.at(msec);
    let scene = sheet.scene();
    let speed = match scene.movers.first().map(|m| &m.moves) {
        Some(MoverMotion::Rotates { degrees, .. }) => *degrees,
        _ => 0.0,
    };
    let ticks = course.ticks();
    // A player rides a mover once a tick of his has found it below him.
    let first = 2.min(ticks);
    let turned = |k: usize| f64::from(run.commands[k].yaw) - f64::from(course.keys[k].yaw);
    let step = if turns {
        (speed * msec / 1000.0 / SHORT).floor() * SHORT
    } else {
        0.0
    };
    let (from, to) = (first.min(ticks - 1), ticks - 1);
    let steps = (to - from) as f64;
    sheet.measured(
        predict(&case, "turn of the view", "degrees", steps * step),
        turned(to) - turned(from),
        Within::of(
            if turns { steps * SHORT } else { 0.0 },
            "a step of the mover is off by rounding, and then by a 65,536th of a turn",
        ),
    );
    let moved = run.states.iter().skip(1);
    let away = moved
        .map(|body| f64::from((body.origin - run.states[1].origin).xy().norm()))
        .fold(0.0, f64::max);
    sheet.measured(
        predict(&case, "way that he goes", "u", 0.0),
        away,
        Within::exactly(),
    );
    Ok(())
}
