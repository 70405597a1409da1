//! Friction (laws L1-L3, edge friction of `laws.md` section 10).

use crate::body::MoveFlags;
use crate::profile::{EdgeFriction, Order};
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Point, Vec3};

/// Slower than this, horizontal speed becomes zero, in units per second.
const CRAWL: f32 = 1.0;

pub(crate) fn apply<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    if t.body.water_jump_seconds > 0.0 {
        return;
    }
    let v = t.body.velocity;
    let speed = match t.profile.order {
        // On the ground Quake III does not count the vertical part, so that slopes do not slow.
        Order::Quake3 if t.ground.walkable => v.xy().norm(),
        _ => v.norm(),
    };
    if speed < CRAWL {
        t.body.velocity = Vec3::new(0.0, 0.0, v.z);
        return;
    }
    let drop = match t.profile.order {
        Order::Quake3 => quake3_drop(t, speed),
        Order::QuakeWorld => quakeworld_drop(t, speed),
    };
    t.body.velocity *= (speed - drop).max(0.0) / speed;
}

fn ground_drop<B: ?Sized>(t: &Tick<B>, speed: f32, friction: f32) -> f32 {
    speed.max(t.profile.stop_speed) * friction * t.dt
}

fn water_drop<B: ?Sized>(t: &Tick<B>, speed: f32) -> f32 {
    speed * t.profile.water.friction * f32::from(t.body.water_level) * t.dt
}

fn quake3_drop<B: ?Sized>(t: &Tick<B>, speed: f32) -> f32 {
    let grips = t.body.water_level <= 1
        && t.ground.walkable
        && !t.ground.slick
        && !t.body.flags.contains(MoveFlags::KNOCKBACK_TIMER);
    let ground = if grips {
        ground_drop(t, speed, t.profile.friction)
    } else {
        0.0
    };
    ground
        + if t.body.water_level > 0 {
            water_drop(t, speed)
        } else {
            0.0
        }
}

fn quakeworld_drop<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, speed: f32) -> f32 {
    let factor = if t.body.grounded {
        edge_factor(t, speed)
    } else {
        1.0
    };
    if t.body.water_level >= 2 {
        water_drop(t, speed)
    } else if t.body.grounded {
        ground_drop(t, speed, t.profile.friction * factor)
    } else {
        0.0
    }
}

/// How many times friction counts: more where the hull ahead of the body, from foot height, could fall freely.
fn edge_factor<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, speed: f32) -> f32 {
    let EdgeFriction::Hull { ahead, drop, factor } = t.profile.edge_friction else {
        return 1.0;
    };
    let (o, v) = (t.body.origin, t.body.velocity);
    let start = Point::new(
        o.x + v.x / speed * ahead,
        o.y + v.y / speed * ahead,
        o.z + t.profile.size.feet,
    );
    let end = Point::new(start.x, start.y, start.z - drop);
    let trace = t.trace(start, end);
    // A start in the floor counts as not free, whatever the fraction.
    if trace.fraction == 1.0 && !trace.start_solid {
        factor
    } else {
        1.0
    }
}
