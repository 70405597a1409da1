//! Jumping out of water onto a ledge.

use crate::body::MoveFlags;
use crate::clip::unit;
use crate::profile::LedgeGap;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Contents, Vec3};

/// Falling faster than this there is no water jump, in units per second (QuakeWorld).
const TOO_FAST: f32 = 180.0;
/// Waist-deep.
const WAIST: u8 = 2;

/// QuakeWorld: begins a water jump where a wall ahead has a gap above it.
pub(crate) fn start_at_ledge<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let slow = t.body.velocity.z >= -TOO_FAST;
    if t.body.water_level == WAIST && t.body.water_jump_seconds == 0.0 && slow && ledge_ahead(t) {
        leap(t, unit(&Vec3::new(t.basis.forward.x, t.basis.forward.y, 0.0)).0);
        t.body.water_jump_seconds = t.profile.water.jump_seconds;
        t.body.flags.insert(MoveFlags::JUMP_HELD);
    }
}

/// Quake III: the same, with its timer.
pub(crate) fn try_ledge<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) -> bool {
    if t.body.timer_msec != 0.0 || t.body.water_level != WAIST || !ledge_ahead(t) {
        return false;
    }
    leap(t, t.basis.forward);
    t.body.flags.insert(MoveFlags::WATER_JUMP_TIMER);
    t.body.timer_msec = t.profile.water.jump_seconds * 1000.0;
    true
}

/// Quake III: under way, keys do nothing; on the way down it is over.
pub(crate) fn carry<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    t.mover.leap(t);
    t.body.velocity.z -= t.profile.gravity * t.dt;
    if t.body.velocity.z < 0.0 {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = 0.0;
    }
}

fn leap<B: ?Sized>(t: &mut Tick<B>, towards: Vec3) {
    let [along, up] = t.profile.water.jump_speeds;
    t.body.velocity = towards * along;
    t.body.velocity.z = up;
}

fn ledge_ahead<B: CollisionBackend + ?Sized>(t: &Tick<B>) -> bool {
    let [ahead, height, gap] = t.profile.water.ledge_probe;
    let flat = unit(&Vec3::new(t.basis.forward.x, t.basis.forward.y, 0.0)).0;
    let wall = t.body.origin + flat * ahead + Vec3::z() * height;
    let above = wall + Vec3::z() * gap;
    let filled = match t.profile.water.ledge_gap {
        LedgeGap::Clear => Contents::PLAYER_MASK,
        LedgeGap::Dry => Contents::SOLID | Contents::LIQUID,
    };
    t.contents(&wall).contains(Contents::SOLID) && !t.contents(&above).intersects(filled)
}
