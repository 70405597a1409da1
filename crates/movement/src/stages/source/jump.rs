//! Jumping: standing it adds to the vertical speed, crouched it sets it; then half of a tick's gravity at once.

use crate::body::MoveFlags;
use crate::clip::clip_velocity;
use crate::context::Tick;
use crate::profile::{JumpKey, JumpRule};
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::source::{gravity, ground, water};
use clipmark_geometry::Contents;
use nalgebra::RealField;

/// Upward speed of a stroke in water and in slime, in units per second.
const STROKES: [f32; 2] = [100.0, 80.0];

/// Jumps, or strokes in liquid, if the key is down.
pub(crate) fn press<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        return;
    }
    if t.body.timer_msec != S::Real::ZERO {
        // A leap loses the tick's seconds from its milliseconds.
        t.body.timer_msec = (t.body.timer_msec - t.dt).max(S::Real::ZERO);
        return;
    }
    if t.body.water_level >= water::WAIST {
        stroke(t);
        return;
    }
    let held = t.profile.jump_key == JumpKey::Pressed && t.body.flags.contains(MoveFlags::JUMP_HELD);
    // A body between standing and crouched does not jump.
    let between = t.body.flags.contains(MoveFlags::DUCKING | MoveFlags::DUCKED);
    if !t.body.grounded || held || between {
        return;
    }
    leave(t);
}

fn leave<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.profile.repairs.clip_before_jump
        && let Some(normal) = t.ground.normal
        && t.body.velocity.dot(&normal) < S::Real::ZERO
    {
        t.body.velocity = clip_velocity(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    ground::leave(t);
    let crouched = t.body.flags.intersects(MoveFlags::DUCKING | MoveFlags::DUCKED);
    let speed = n::<S::Real>(t.profile.jump_speed);
    if crouched || t.profile.jump_rule == JumpRule::Sets {
        t.body.velocity.z = speed;
    } else {
        t.body.velocity.z += speed;
    }
    t.jumped = true;
    gravity::pull_half(t);
}

fn stroke<S: Space + ?Sized>(t: &mut Tick<S>) {
    ground::leave(t);
    let feet = t.body.origin + upwards::<S::Real>(t.hull.bounds().mins.z + 1.0);
    let slime = t.contents(&feet).intersects(Contents::SLIME);
    t.body.velocity.z = n(STROKES[usize::from(slime)]);
}
