//! L32 to L34: a mover's effect on a body that rides it, jumps off it, or is in its way. Contestants alone play them: the
//! reference mover knows no world that moves.

use crate::LawError;
use crate::bench::at_tick;
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene};
use clipmark_measure::moving::Course;
use clipmark_measure::{Played, Setting};
use clipmark_movement::{Body, PushRule};
use clipmark_scene::{MoverMotion, Scene, Start};
use std::sync::Arc;

/// All that are here.
pub(crate) const IDS: [&str; 3] = ["L32", "L33", "L34"];

/// In units.
const QUAKE3_SKIN: f64 = 0.125;
/// Coordinates of these scenes stay below, in units.
const FARTHEST: f64 = 512.0;
/// A speed that nothing gave is off by rounding alone, in units per second.
const AT_REST: f64 = 1e-3;

/// Who stands on a mover goes with it by each of its steps, and stays on the ground.
///
/// `zₖ − mₖ = z₀ − m₀;  zₖ₊ₙ − zₖ = n v T,  v = d / (whole ms of d / v) in Quake III`
pub(crate) const L32: Law = Law {
    id: "L32",
    slug: "l32-rider",
    title: "A rider on a lift",
    scene: scene!("l32-rider"),
    play: |sheet| {
        for msec in [8.0, 16.0, 50.0] {
            rider(sheet, &Moves::quake3(), msec)?;
        }
        rider(sheet, &Moves::netquake(), HZ_72)
    },
};

/// A mover gives nothing to who leaves it: a jump is that from the floor, straight up.
///
/// `vx = vy = 0, vz = v₀ − g T after the tick of the jump`
pub(crate) const L33: Law = Law {
    id: "L33",
    slug: "l33-jump-off",
    title: "A jump off a train",
    scene: scene!("l33-jump-off"),
    play: |sheet| {
        // Ticks whose gT is whole, which Quake III rounds by nothing.
        for msec in [10.0, 20.0] {
            jump_off(sheet, &Moves::quake3(), msec)?;
        }
        Ok(())
    },
};

/// Who stands in a mover's way is pushed by its way less the gap, and less than one of its steps more.
///
/// `d − gap ≤ pushed < d − gap + v T`
pub(crate) const L34: Law = Law {
    id: "L34",
    slug: "l34-pushed",
    title: "Pushed by a wall",
    scene: scene!("l34-pushed"),
    play: |sheet| {
        for msec in [8.0, 16.0, 50.0] {
            pushed(sheet, &Moves::quake3(), msec)?;
        }
        Ok(())
    },
};

/// The law's scene as a contestant plays it; nothing of the reference mover.
pub(crate) fn played(
    sheet: &mut LawRun,
    moves: &Moves,
    msec: f64,
) -> Result<Option<(Played, Arc<Course>)>, LawError> {
    let Some(contestant) = sheet.contestant() else {
        return Ok(None);
    };
    let mut scene = at_tick(&sheet.scene(), msec);
    scene.profile.base.clone_from(&moves.name);
    // The scene starts Quake III's skin above its floor.
    let skin = f64::from(moves.profile.trace_rules.skin);
    if let Start::At(_, _, z) = &mut scene.player.start {
        *z += skin - QUAKE3_SKIN;
    }
    // Rejects contestants without boxes or slide.
    sheet.bench(&scene, moves.profile)?;
    let contestants = [contestant];
    let mut setting = Setting::shared_by(&scene, &contestants)?;
    setting.set_in_motion(&scene, &contestants)?;
    let mut run = setting.enter(contestant)?.play(&setting)?;
    Ok(run.course.take().map(|course| (run, course)))
}

/// How fast the scene's mover is asked to go, and how far.
fn asked(scene: &Scene) -> (f64, f64) {
    match scene.movers.first().map(|m| &m.moves) {
        Some(MoverMotion::Lift { height, speed, .. }) => (*speed, *height),
        Some(MoverMotion::Train { corners, speed }) => (*speed, corners.last().map_or(0.0, |c| c.by[0])),
        _ => (0.0, 0.0),
    }
}

fn rider(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    let Some((run, course)) = played(sheet, moves, msec)? else {
        return Ok(());
    };
    let (speed, height) = asked(&sheet.scene());
    // Quake III's ways take whole milliseconds.
    let speed = match moves.profile.moving.push {
        PushRule::Teams => height * 1000.0 / (height * 1000.0 / speed).floor(),
        _ => speed,
    };
    let lift = |k: usize| f64::from(course.pose(k, 0).origin.z);
    let z = |k: usize| f64::from(run.states[k].origin.z);
    let rises: Vec<usize> = (0..course.ticks()).filter(|&k| lift(k + 1) > lift(k)).collect();
    let (Some(&first), Some(&last)) = (rises.first(), rises.last()) else {
        sheet.measured(
            predict(moves.at(msec), "rises of the lift", "u", height),
            0.0,
            Within::exactly(),
        );
        return Ok(());
    };
    let gap = |k: usize| z(k) - lift(k);
    let off = (first..=last + 1)
        .map(|k| (gap(k) - gap(first)).abs())
        .fold(0.0, f64::max);
    let ticks = last + 1 - first;
    let case = moves.at(msec);
    sheet.measured(
        predict(&case, "largest change of the height over the lift", "u", 0.0),
        off,
        grain.way(0.0, ticks, FARTHEST),
    );
    // Without the first and the last rise, which are parts of steps.
    let whole = ticks.saturating_sub(2);
    let rise = whole as f64 * speed * msec / 1000.0;
    sheet.measured(
        predict(&case, "rise in whole steps", "u", rise),
        z(last) - z(first + 1),
        grain.way(rise, ticks, FARTHEST),
    );
    // Before its first rise no tick has looked yet: in NetQuake the lift sets out in the frame of the touch.
    let lost = (first + 1..=last + 1)
        .filter(|&k| !run.states[k].grounded)
        .count();
    sheet.measured(
        predict(&case, "ticks without ground", "", 0.0),
        lost as f64,
        Within::exactly(),
    );
    Ok(())
}

fn jump_off(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    let Some((run, course)) = played(sheet, moves, msec)? else {
        return Ok(());
    };
    let case = moves.at(msec);
    let profile = &moves.profile;
    let (jump, gravity) = (f64::from(profile.jump_speed), f64::from(profile.gravity));
    let up = jump - gravity * msec / 1000.0;
    let leaves = run.states.iter().position(|b| f64::from(b.velocity.z) > up / 2.0);
    let Some(k) = leaves else {
        sheet.measured(predict(&case, "jumps", "", 1.0), 0.0, Within::exactly());
        return Ok(());
    };
    let body = &run.states[k];
    sheet.measured(
        predict(&case, "vertical speed after the tick of the jump", "u/s", up),
        f64::from(body.velocity.z),
        grain.tick(jump),
    );
    sheet.measured(
        predict(&case, "horizontal speed there", "u/s", 0.0),
        f64::from(body.velocity.xy().norm()),
        Within::of(AT_REST, "nothing but rounding"),
    );
    // The train goes on below.
    let moved = f64::from(course.pose(k + 1, 0).origin.x - course.pose(k, 0).origin.x);
    let (speed, _) = asked(&sheet.scene());
    let step = speed * msec / 1000.0;
    sheet.measured(
        predict(&case, "step of the train in the next tick", "u", step),
        moved,
        grain.way(step, 2, FARTHEST),
    );
    let flight = run.states[k..].iter().take_while(|b| !b.grounded);
    let drift = flight
        .map(|b| f64::from(b.origin.x - body.origin.x).abs())
        .fold(0.0, f64::max);
    sheet.measured(
        predict(&case, "way along the train in the air", "u", 0.0),
        drift,
        Within::of(AT_REST, "nothing but rounding"),
    );
    Ok(())
}

fn pushed(sheet: &mut LawRun, moves: &Moves, msec: f64) -> Result<(), LawError> {
    /// Where the wall's face is at first, in units before the player.
    const FACE: f64 = 240.0;
    let grain = sheet.grain();
    let Some((run, _)) = played(sheet, moves, msec)? else {
        return Ok(());
    };
    let case = moves.at(msec);
    let (speed, way) = asked(&sheet.scene());
    let least = way - (FACE - f64::from(moves.profile.size.half_width));
    let x = |b: &Body| f64::from(b.origin.x);
    let went = run.states.last().map_or(0.0, x) - run.states.first().map_or(0.0, x);
    let ticks = run.commands.len();
    sheet.measured(
        predict(&case, "pushed by at least", "u", least).at_least(),
        went,
        grain.way(least, ticks, FARTHEST),
    );
    let most = least + speed * msec / 1000.0;
    sheet.measured(
        predict(&case, "and by at most", "u", most).at_most(),
        went,
        grain.way(most, ticks, FARTHEST),
    );
    Ok(())
}
