//! Bounds on the effect of a profile's own rules on a speed in one tick (`docs/laws.md` sections 2 and 3).
//!
//! All are upper bounds over every wish. So a detector need not follow the view, the keys' scale or the order of
//! an engine's steps.

use super::Walk;
use clipmark_movement::{MoveFlags, Order, Profile};

/// Velocity rounded to whole units per second may be off by half of one in each component (law L12).
const SNAP: f64 = 0.866_025_403_784;
/// Planes that a velocity may be clipped against in a tick: two slides of four bumps.
const CLIPS: f64 = 8.0;
/// The gain by one nudge off a plane that is met twice, in units per second.
const NUDGE: f64 = 1.0;
/// Bumps of a slide; each may end in a nudge.
const BUMPS: f64 = 4.0;
/// Rounding of a speed, relative: a few f32 steps through each step of a tick.
const ROUNDING: f64 = 1e-5;

/// Whether the bounds hold for a tick: dry, and no timer of a blow or a leap out of water is running.
pub(super) fn ordinary(walk: &Walk, tick: usize) -> bool {
    const TIMERS: MoveFlags = MoveFlags::KNOCKBACK_TIMER.union(MoveFlags::WATER_JUMP_TIMER);
    walk.run.states[tick..=tick + 1]
        .iter()
        .all(|b| b.water_level == 0 && b.water_jump_seconds == 0.0 && !b.flags.intersects(TIMERS))
}

/// Whether a jump began in the tick, or may have: the key is down and the body rises faster.
pub(super) fn jumps(walk: &Walk, tick: usize) -> bool {
    let [a, b] = [tick, tick + 1].map(|k| walk.run.states[k].velocity.z);
    walk.run.commands[tick].up > 0.0 && b > a
}

/// Most that acceleration adds to the square of the speed in a tick (laws L5 to L7, ground included).
pub(super) fn gain(walk: &Walk, tick: usize) -> f64 {
    let p = walk.profile;
    let (pieces, dt) = pieces(p, walk.seconds(tick));
    let strafe_speed = p.air_strafe_speed.unwrap_or(p.max_speed).min(p.max_speed);
    let rates = [
        (p.accelerate, p.max_speed, None),
        (p.air_accelerate, p.max_speed, p.air_wish_cap),
        (p.air_stop_accelerate.unwrap_or(0.0), p.max_speed, p.air_wish_cap),
        (
            p.air_strafe_accelerate.unwrap_or(0.0),
            strafe_speed,
            p.air_wish_cap,
        ),
    ];
    let most = |(rate, speed, cap): (f32, f32, Option<f32>)| {
        let limit = f64::from(cap.map_or(speed, |c| c.min(speed)));
        let a = f64::from(rate) * f64::from(speed) * dt;
        if a <= limit {
            a * (2.0 * limit - a)
        } else {
            limit * limit
        }
    };
    pieces * rates.into_iter().map(most).fold(0.0, f64::max)
}

/// Most that acceleration changes a velocity by in a tick, in units per second.
pub(super) fn push(walk: &Walk, tick: usize) -> f64 {
    let p = walk.profile;
    let rates = [
        Some(p.accelerate),
        Some(p.air_accelerate),
        p.air_stop_accelerate,
        p.air_strafe_accelerate,
    ];
    let rate = rates.into_iter().flatten().fold(0.0, f32::max);
    f64::from(rate * p.max_speed) * walk.seconds(tick)
}

/// Most that friction takes from a speed in a tick, before a drop included.
pub(super) fn friction(walk: &Walk, tick: usize, speed: f64) -> f64 {
    let p = walk.profile;
    let edge = f64::from(p.edge_friction.factor);
    speed.max(f64::from(p.stop_speed)) * f64::from(p.friction) * edge * walk.seconds(tick)
}

/// Gravity's gain of a falling speed in a tick.
pub(super) fn pull(walk: &Walk, tick: usize) -> f64 {
    f64::from(walk.profile.gravity) * walk.seconds(tick)
}

/// Error of a speed when nothing was met: rounding, and velocity snapped to whole units.
pub(super) fn rounding(profile: &Profile, speed: f64) -> f64 {
    let snap = if profile.snap_velocity { SNAP } else { 0.0 };
    snap + speed * ROUNDING + f64::from(profile.clip_rule.zero_below) * 2.0
}

/// Greatest gain of a speed by clipping itself: the overbounce, and nudges off planes that are met twice.
pub(super) fn clipping(profile: &Profile, speed: f64) -> f64 {
    let nudges = profile.order == Order::Quake3 || profile.repairs.duplicate_plane_guard;
    let over = f64::from(profile.clip_rule.overbounce - 1.0).abs();
    speed * over * CLIPS + if nudges { NUDGE * BUMPS } else { 0.0 }
}

/// Pieces that a tick is split into, and the length of each.
fn pieces(profile: &Profile, seconds: f64) -> (f64, f64) {
    let longest = f64::from(profile.long_tick_msec) / 1000.0;
    let mut n = (seconds / longest).ceil().max(1.0);
    if profile.order != Order::Quake3 {
        n = n.log2().ceil().exp2();
    }
    (n, seconds / n)
}
