//! Jumping (laws L10-L16): when it starts, its effect on the vertical speed, and when the key counts again.

use crate::body::MoveFlags;
use crate::clip::clip_velocity;
use crate::context::{Ground, JUMP_KEY, Tick};
use crate::profile::{JumpKey, JumpRule};
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::gravity;
use crate::stages::ground::note_jump_direction;
use clipmark_geometry::Contents;
use nalgebra::RealField;

/// Upward speed of a jump stroke in water, slime and lava, in units per second (QuakeWorld).
const STROKES: [(Contents, f32); 2] = [(Contents::LAVA, 50.0), (Contents::SLIME, 80.0)];
const WATER_STROKE: f32 = 100.0;

/// Quake III: a key let go may jump again.
pub(crate) fn release<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.cmd.up < n(JUMP_KEY) {
        t.body.flags.remove(MoveFlags::JUMP_HELD);
    }
}

/// Quake III: jumps if the key is newly down; says whether it did. A key still held is taken out of the
/// command, so that it does not slow the run (law L8).
pub(crate) fn try_jump<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    if t.cmd.up < n(JUMP_KEY) {
        return false;
    }
    if is_used_up(t) {
        t.cmd.up = S::Real::ZERO;
        return false;
    }
    leave_ground(t);
    note_jump_direction(t);
    true
}

/// QuakeWorld: the jump button, down or up. A press in the air is not used up, so holding it jumps on landing.
pub(crate) fn press_or_release<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        t.body.flags.remove(MoveFlags::JUMP_HELD);
        return;
    }
    t.cmd.up = t.cmd.rise();
    if t.body.water_jump_seconds > S::Real::ZERO {
        t.body.water_jump_seconds = (t.body.water_jump_seconds - t.dt).max(S::Real::ZERO);
        return;
    }
    if t.body.water_level >= 2 {
        t.body.grounded = false;
        let feet = t.body.origin + upwards::<S::Real>(t.profile.size.feet + 1.0);
        t.body.velocity.z = n(stroke(t.contents(&feet)));
        return;
    }
    if t.body.grounded && !is_used_up(t) {
        leave_ground(t);
    }
}

/// NetQuake: the jump button, down or up, in the game's code. Which liquid the body is in was found in the tick before.
pub(crate) fn press_after_running<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        t.body.flags.remove(MoveFlags::JUMP_HELD);
    } else if t.body.flags.contains(MoveFlags::WATER_JUMP) {
    } else if t.body.water_level >= 2 {
        t.body.velocity.z = n(stroke(t.body.engine.liquid));
    } else if t.body.grounded && !is_used_up(t) {
        leave_ground(t);
    }
}

/// GoldSrc: the jump button, which the tick before may have held. A jump from too fast a run is slowed, and takes half of a
/// tick's gravity at once.
pub(crate) fn press_and_crop<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        return;
    }
    if t.body.timer_msec > S::Real::ZERO {
        t.body.timer_msec = (t.body.timer_msec - t.cmd.msec).max(S::Real::ZERO);
    } else if t.body.water_level >= 2 {
        t.body.grounded = false;
        t.body.velocity.z = n(stroke(t.body.engine.liquid));
    } else if t.body.grounded && !is_used_up(t) {
        crop(t);
        leave_ground(t);
        gravity::pull_second_half(t);
    }
}

/// A run that is faster than a jump may be is slowed to less than that.
fn crop<S: Space + ?Sized>(t: &mut Tick<S>) {
    let rule = t.profile.jump_crop;
    let Some(above) = rule.above else {
        return;
    };
    let (most, speed) = (n::<S::Real>(above * t.profile.max_speed), t.body.velocity.norm());
    if most > S::Real::ZERO && speed > most {
        let share = S::Real::nearest((most / speed).wide() * rule.to);
        t.body.velocity *= share;
    }
}

/// Upward speed of a jump stroke in a liquid, in units per second.
fn stroke(liquid: Contents) -> f32 {
    STROKES
        .iter()
        .find(|(c, _)| liquid.intersects(*c))
        .map_or(WATER_STROKE, |s| s.1)
}

/// Whether the key, though down, does not count.
fn is_used_up<S: Space + ?Sized>(t: &Tick<S>) -> bool {
    t.profile.jump_key == JumpKey::Pressed && t.body.flags.contains(MoveFlags::JUMP_HELD)
}

fn leave_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    // Where the ground's probe has taken up the rest of a fall, the body still has the fall's speed.
    let repaired = t.profile.repairs.clip_before_jump;
    if let Some(normal) = t.ground.normal.filter(|_| repaired)
        && t.body.velocity.dot(&normal) < S::Real::ZERO
    {
        t.body.velocity = clip_velocity(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    t.ground = Ground::none();
    t.body.grounded = false;
    t.body.flags.insert(MoveFlags::JUMP_HELD);
    match t.profile.jump_rule {
        JumpRule::Sets => t.body.velocity.z = n(t.profile.jump_speed),
        JumpRule::Adds => t.body.velocity.z += n::<S::Real>(t.profile.jump_speed),
    }
    let double = t.profile.double_jump;
    if double.msec > 0.0 {
        if t.body.double_jump_msec > S::Real::ZERO {
            t.body.velocity.z += n::<S::Real>(double.speed);
        }
        t.body.double_jump_msec = n(double.msec);
    }
    t.jumped = true;
}
