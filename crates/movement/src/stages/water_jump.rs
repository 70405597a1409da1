//! Jumping out of water onto a ledge.

use crate::body::MoveFlags;
use crate::clip::unit;
use crate::context::Tick;
use crate::movers::Mover;
use crate::profile::LedgeGap;
use crate::real::{Real, n};
use crate::space::Space;
use clipmark_geometry::Contents;
use nalgebra::Vector3;

/// Falling faster than this there is no water jump, in units per second (QuakeWorld).
const TOO_FAST: f32 = 180.0;
/// Waist-deep.
const WAIST: u8 = 2;

/// QuakeWorld: begins a water jump where a wall ahead has a gap above it.
pub(crate) fn start_at_ledge<S: Space + ?Sized>(t: &mut Tick<S>) {
    let slow = t.body.velocity.z >= n(-TOO_FAST);
    if t.body.water_level == WAIST && t.body.water_jump_seconds == S::Real::ZERO && slow && ledge_ahead(t) {
        leap(
            t,
            unit(&Vector3::new(t.basis.forward.x, t.basis.forward.y, S::Real::ZERO)).0,
        );
        t.body.water_jump_seconds = n(t.profile.water.jump_seconds);
        t.body.flags.insert(MoveFlags::JUMP_HELD);
    }
}

/// Quake III: the same, with its timer.
pub(crate) fn try_ledge<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    if t.body.timer_msec != S::Real::ZERO || t.body.water_level != WAIST || !ledge_ahead(t) {
        return false;
    }
    leap(t, t.basis.forward);
    t.body.flags.insert(MoveFlags::WATER_JUMP_TIMER);
    t.body.timer_msec = n(t.profile.water.jump_seconds * 1000.0);
    true
}

/// Quake III: under way, keys do nothing; on the way down it is over.
pub(crate) fn carry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    mover.leap(t);
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
    if t.body.velocity.z < S::Real::ZERO {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = S::Real::ZERO;
    }
}

fn leap<S: Space + ?Sized>(t: &mut Tick<S>, towards: Vector3<S::Real>) {
    let [along, up] = t.profile.water.jump_speeds.map(n);
    t.body.velocity = towards * along;
    t.body.velocity.z = up;
}

fn ledge_ahead<S: Space + ?Sized>(t: &Tick<S>) -> bool {
    let [ahead, height, gap] = t.profile.water.ledge_probe.map(n::<S::Real>);
    let flat = unit(&Vector3::new(t.basis.forward.x, t.basis.forward.y, S::Real::ZERO)).0;
    let wall = t.body.origin + flat * ahead + Vector3::z() * height;
    let above = wall + Vector3::z() * gap;
    let filled = match t.profile.water.ledge_gap {
        LedgeGap::Clear => Contents::PLAYER_MASK,
        LedgeGap::Dry => Contents::SOLID | Contents::LIQUID,
    };
    t.contents(&wall).contains(Contents::SOLID) && !t.contents(&above).intersects(filled)
}
