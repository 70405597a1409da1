//! L32 to L34, L46 and L47: a mover's effect on a body that rides it, jumps off it, or is in its way, and when the world moves.
//! Contestants alone play them: the reference mover knows no world that moves.

use crate::kit::*;
use crate::player::LawPlayer;
use clipmark_measure::Setting;
use clipmark_measure::moving::Course;
use clipmark_movement::PushRule;
use clipmark_scene::{MoverMotion, Scene, Start, Tick, WorldSource};
use std::sync::Arc;

/// Coordinates of these scenes stay below, in units.
const FARTHEST: f64 = 512.0;
/// A speed that nothing gave is off by rounding alone, in units per second.
const AT_REST: f64 = 1e-3;

/// A scene of `scenes/laws` as a contestant plays it.
struct Ride {
    run: Played,
    course: Arc<Course>,
    /// How fast the scene's mover is asked to go, in units or degrees a second, and how far.
    speed: f64,
    way: f64,
}

impl Ride {
    fn mover(&self, k: usize) -> [f64; 3] {
        self.course.pose(k, 0).origin.coords.map(f64::from).into()
    }

    fn rises(&self) -> Vec<usize> {
        let rises = |&k: &usize| self.mover(k + 1)[2] > self.mover(k)[2];
        (0..self.course.ticks()).filter(rises).collect()
    }
}

/// Plays a scene; nothing of the reference mover.
fn play(run: &mut Run, text: &str, moves: &Moves, msec: f64) -> Result<Option<Ride>> {
    const QUAKE3_SKIN: f64 = 0.125;
    let LawPlayer::Contestant(contestant) = run.player else {
        return Ok(None);
    };
    let mut scene = Scene::parse(text, "law.ron")?;
    scene.tick = Tick::Msec(msec);
    scene.profile.base.clone_from(&moves.name);
    // The scene starts Quake III's skin above its floor.
    if let Start::At(_, _, z) = &mut scene.player.start {
        *z += moves.skin() - QUAKE3_SKIN;
    }
    // Rejects contestants without boxes or slide.
    if let WorldSource::Shapes(shapes) = &scene.world {
        run.bench(moves, msec, shapes.clone())?;
    }
    let contestants = [contestant];
    let mut setting = Setting::shared_by(&scene, &contestants)?;
    setting.set_in_motion(&scene, &contestants)?;
    let mut played = setting.enter(contestant)?.play(&setting)?;
    let (speed, way) = match scene.movers.first().map(|m| &m.moves) {
        Some(MoverMotion::Lift { height, speed, .. }) => (*speed, *height),
        Some(MoverMotion::Train { corners, speed }) => (*speed, corners.last().map_or(0.0, |c| c.by[0])),
        Some(MoverMotion::Rotates { degrees, .. }) => (*degrees, 0.0),
        _ => (0.0, 0.0),
    };
    Ok(played.course.take().map(|course| Ride {
        run: played,
        course,
        speed,
        way,
    }))
}

/// L32: who stands on a mover goes with it by each of its steps, and stays on the ground.
///
/// `zₖ − mₖ = z₀ − m₀;  zₖ₊ₙ − zₖ = n v T,  v = d / (whole ms of d / v) in Quake III`
pub(crate) fn rider_on_a_lift(run: &mut Run) -> Result<()> {
    const SCENE: &str = include_str!("../../../scenes/laws/l32-rider.ron");
    for (name, msec) in [
        ("quake3", 7.0),
        ("quake3", 8.0),
        ("quake3", 16.0),
        ("quake3", 17.0),
        ("quake3", 50.0),
        ("netquake", HZ_72),
    ] {
        let moves = moves(name);
        let Some(ride) = play(run, SCENE, &moves, msec)? else {
            return Ok(());
        };
        // Quake III's ways take whole milliseconds.
        let speed = match moves.profile.moving.push {
            PushRule::Teams => ride.way * 1000.0 / (ride.way * 1000.0 / ride.speed).floor(),
            _ => ride.speed,
        };
        let rises = ride.rises();
        let (Some(&first), Some(&last)) = (rises.first(), rises.last()) else {
            run.check("rises of the lift", "u", ride.way, 0.0, Within::exactly());
            continue;
        };
        let z = |k: usize| f64::from(ride.run.states[k].origin.z);
        let gap = |k: usize| z(k) - ride.mover(k)[2];
        let off = (first..=last + 1).map(|k| (gap(k) - gap(first)).abs());
        let off = off.fold(0.0, f64::max);
        let ticks = last + 1 - first;
        let within = run.grain.over_ticks(0.0, ticks, FARTHEST);
        let what = "largest change of the height over the lift";
        run.check(what, "u", 0.0, off, within);
        // Without the first and the last rise, which are parts of steps.
        let whole = ticks.saturating_sub(2);
        let rise = whole as f64 * speed * msec / 1000.0;
        let within = run.grain.over_ticks(rise, ticks, FARTHEST);
        run.check("rise in whole steps", "u", rise, z(last) - z(first + 1), within);
        // Before its first rise no tick has looked yet: in NetQuake the lift sets out in the frame of the touch.
        let lost = (first + 1..=last + 1).filter(|&k| !ride.run.states[k].grounded);
        run.count("ticks without ground", 0.0, lost.count() as f64);
    }
    Ok(())
}

/// L33: a mover gives nothing to who leaves it: a jump is that from the floor, straight up.
///
/// `vx = vy = 0, vz = v₀ − g T after the tick of the jump`
pub(crate) fn jump_off_a_train(run: &mut Run) -> Result<()> {
    const SCENE: &str = include_str!("../../../scenes/laws/l33-jump-off.ron");
    let moves = moves("quake3");
    // Ticks whose gT is whole, which Quake III rounds by nothing.
    for msec in [10.0, 20.0] {
        let Some(ride) = play(run, SCENE, &moves, msec)? else {
            return Ok(());
        };
        let states = &ride.run.states;
        let jump = f64::from(moves.profile.jump_speed);
        let up = jump - f64::from(moves.profile.gravity) * msec / 1000.0;
        let Some(k) = states.iter().position(|b| f64::from(b.velocity.z) > up / 2.0) else {
            run.count("jumps", 1.0, 0.0);
            continue;
        };
        let body = &states[k];
        let measured = f64::from(body.velocity.z);
        let what = "vertical speed after the tick of the jump";
        run.check(what, "u/s", up, measured, run.grain.tick(jump));
        let rounding = || Within::new(AT_REST, "nothing but rounding");
        let aside = f64::from(body.velocity.xy().norm());
        run.check("horizontal speed there", "u/s", 0.0, aside, rounding());
        // The train goes on below.
        let course = &ride.course;
        let moved = f64::from(course.pose(k + 1, 0).origin.x - course.pose(k, 0).origin.x);
        let step = ride.speed * msec / 1000.0;
        let within = run.grain.over_ticks(step, 2, FARTHEST);
        run.check("step of the train in the next tick", "u", step, moved, within);
        let flight = states[k..].iter().take_while(|b| !b.grounded);
        let drift = flight.map(|b| f64::from(b.origin.x - body.origin.x).abs());
        let drift = drift.fold(0.0, f64::max);
        run.check("way along the train in the air", "u", 0.0, drift, rounding());
    }
    Ok(())
}

/// L34: who stands in a mover's way is pushed by its way less the gap, and less than one of its steps more. Whom a lift cannot
/// push turns it round.
///
/// `d − gap ≤ pushed < d − gap + v T`
pub(crate) fn pushed_by_a_wall(run: &mut Run) -> Result<()> {
    const SCENE: &str = include_str!("../../../scenes/laws/l34-pushed.ron");
    /// Where the wall's face is at first, in units before the player.
    const FACE: f64 = 240.0;
    let moves = moves("quake3");
    for msec in [8.0, 16.0, 50.0].into_iter().chain(SCREENS) {
        let Some(ride) = play(run, SCENE, &moves, msec)? else {
            return Ok(());
        };
        let least = ride.way - (FACE - f64::from(moves.profile.size.half_width));
        let most = least + ride.speed * msec / 1000.0;
        let x = |b: &Body| f64::from(b.origin.x);
        let states = &ride.run.states;
        let went = states.last().map_or(0.0, x) - states.first().map_or(0.0, x);
        let ticks = ride.run.commands.len();
        let within = run.grain.over_ticks(least, ticks, FARTHEST).at_least();
        run.check("pushed by at least", "u", least, went, within);
        let within = run.grain.over_ticks(most, ticks, FARTHEST).at_most();
        run.check("and by at most", "u", most, went, within);
    }
    sinks_onto_a_player(run, &moves)
}

/// A lift and a player who goes under it while it is up.
const SINKING: &str = r#"(version: 1, title: "a lift that sinks onto a player",
    world: Shapes([Room(min: (-512, -256, 0), max: (512, 256, 384), thickness: 32)]),
    movers: [(name: "lift", shapes: [Box(min: (-64, -64, 0), max: (64, 64, 16))],
        moves: Lift(height: 144, speed: 60))],
    player: (start: At(0, 0, 40.125), yaw: 0), profile: "quake3", tick: Msec(8),
    input: [Wait(2.7), Hold(keys: [Forward], seconds: 0.35), Wait(0.7), Hold(keys: [Back], seconds: 0.9), Wait(8)])"#;

/// Whom a lift cannot push stops it: it turns round, and is at the top again.
fn sinks_onto_a_player(run: &mut Run, moves: &Moves) -> Result<()> {
    for msec in [8.0, 16.0, 50.0].into_iter().chain(SCREENS) {
        let Some(ride) = play(run, SINKING, moves, msec)? else {
            return Ok(());
        };
        let ticks = ride.course.ticks();
        let height = |k: usize| ride.mover(k)[2];
        let up = (0..ticks).find(|&k| height(k) >= ride.way).unwrap_or(ticks);
        let lowest = |k: &usize| height(*k) <= height(k - 1) && height(*k) < height(k + 1);
        let turned = (up + 1..ticks).find(lowest).unwrap_or(ticks);
        let top = ride.run.states.last().map_or(f64::NAN, |b| f64::from(b.origin.z));
        let top = top + f64::from(moves.profile.size.top);
        let (found, step) = (height(turned), ride.speed * msec / 1000.0);
        let within = || run.grain.over_ticks(top, ticks, FARTHEST);
        let (least, most) = (within().at_least(), within().at_most());
        run.check("a lift stops over a player, at least", "u", top, found, least);
        run.check("and at most", "u", top + step, found, most);
        let again = (turned..ticks).map(height).fold(0.0, f64::max);
        run.check("and is up again", "u", ride.way, again, run.grain.run(ride.way));
    }
    Ok(())
}

/// A door and a player who comes near it and goes away while it opens.
const OPENING: &str = r#"(version: 1, title: "a door that opens and waits",
    world: Shapes([Room(min: (-512, -256, 0), max: (512, 256, 384), thickness: 32)]),
    movers: [(name: "door", shapes: [Box(min: (0, -64, 0), max: (16, 64, 112))],
        moves: Door(by: (0, 0, 112), speed: 100, wait: 0.5))],
    player: (start: At(-200, 0, 24.125), yaw: 0), profile: "quake3", tick: Msec(8),
    input: [Hold(keys: [Forward], seconds: 0.4), Hold(keys: [Back], seconds: 0.7), Wait(2.5)])"#;

/// A door sets out 50 ms after a player has come within 121 u of it, and waits where it is open.
fn opens_and_waits(run: &mut Run) -> Result<()> {
    const SETS_OUT: f64 = 50.0;
    const REACH: f64 = 121.0;
    const WAIT: f64 = 500.0;
    let moves = moves("quake3");
    for msec in [8.0, 16.0, 50.0].into_iter().chain(SCREENS) {
        let Some(ride) = play(run, OPENING, &moves, msec)? else {
            return Ok(());
        };
        let ticks = ride.course.ticks();
        let half = f64::from(moves.profile.size.half_width);
        let is_near = |k: &usize| f64::from(ride.run.states[k + 1].origin.x) + half >= -REACH;
        let near = (0..ticks).find(is_near).unwrap_or(ticks);
        // The pose that follows a tick is that after the world's part of the next.
        let height = |k: usize| ride.mover(k + 1)[2];
        let opens = (0..ticks).find(|&k| height(k) > 0.0).unwrap_or(ticks);
        let open = (0..ticks).filter(|&k| height(k) >= 112.0).count();
        let after = (SETS_OUT / msec).floor() + 1.0;
        run.count("frames until it sets out", after, opens as f64 - near as f64);
        run.count("frames that it is open", (WAIT / msec).ceil() + 1.0, open as f64);
    }
    Ok(())
}

/// L46: QuakeWorld moves its world when 30 ms have passed since it last did; NetQuake moves it in every frame. A door of
/// Quake III sets out 50 ms after who comes near, and waits.
///
/// `n = ⌈30 ms / T⌉ frames from one step of the world to the next`
pub(crate) fn world_steps(run: &mut Run) -> Result<()> {
    const SCENE: &str = include_str!("../../../scenes/laws/l46-world-steps.ron");
    /// QuakeWorld's `sv_mintic`, in milliseconds.
    const LEAST_STEP: f64 = 30.0;
    // Two frames are 0.4 ms less than the least step, or more.
    for (name, msec, frames) in [
        ("quakeworld", 14.8, (LEAST_STEP / 14.8).ceil()),
        ("quakeworld", 15.2, (LEAST_STEP / 15.2).ceil()),
        ("quakeworld", 31.0, (LEAST_STEP / 31.0).ceil()),
        ("netquake", HZ_72, 1.0),
    ] {
        let Some(ride) = play(run, SCENE, &moves(name), msec)? else {
            return Ok(());
        };
        let rises = ride.rises();
        let apart = || rises.windows(2).map(|pair| (pair[1] - pair[0]) as f64);
        let fewest = apart().fold(f64::INFINITY, f64::min);
        let most = apart().fold(0.0, f64::max);
        run.count("fewest frames between two rises", frames, fewest);
        run.count("most frames between two rises", frames, most);
    }
    opens_and_waits(run)
}

/// L47: whom a wall holds back from a turning mover stays where he is. In Quake III his view turns all the same.
///
/// `yaw = n ⌊ω T⌋, in 65,536ths of a turn; 0 in quake3:ideal`
pub(crate) fn left_behind(run: &mut Run) -> Result<()> {
    const SCENE: &str = include_str!("../../../scenes/laws/l47-left-behind.ron");
    /// Quake III turns a view by whole 65,536ths of a turn, in degrees.
    const SHORT: f64 = 360.0 / 65_536.0;
    for (name, msec, turns) in [
        ("quake3", 7.0, true),
        ("quake3", 8.0, true),
        ("quake3", 16.0, true),
        ("quake3", 17.0, true),
        ("quake3", 50.0, true),
        ("quake3:ideal", 8.0, false),
    ] {
        let Some(ride) = play(run, SCENE, &moves(name), msec)? else {
            return Ok(());
        };
        let (states, course) = (&ride.run.states, &ride.course);
        let turned = |k: usize| f64::from(ride.run.commands[k].yaw) - f64::from(course.keys[k].yaw);
        let (step, off) = if turns {
            ((ride.speed * msec / 1000.0 / SHORT).floor() * SHORT, SHORT)
        } else {
            (0.0, 0.0)
        };
        // A player rides a mover once a tick of his has found it below him.
        let to = course.ticks() - 1;
        let from = to.min(2);
        let steps = (to - from) as f64;
        let within = Within::new(
            steps * off,
            "a step of the mover is off by rounding, and then by a 65,536th of a turn",
        );
        let measured = turned(to) - turned(from);
        run.check("turn of the view", "degrees", steps * step, measured, within);
        let away = states[1..]
            .iter()
            .map(|body| (body.origin - states[1].origin).xy().norm());
        let away = away.map(f64::from).fold(0.0, f64::max);
        run.check("way that he goes", "u", 0.0, away, Within::exactly());
    }
    Ok(())
}
