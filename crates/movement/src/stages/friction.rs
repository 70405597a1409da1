//! Friction (laws L1-L3, edge friction of `laws.md` section 10).

use crate::body::MoveFlags;
use crate::profile::{EdgeProbe, FrictionDepth, FrictionSpeed};
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Hull, Point, Vec3};

/// Slower than this, horizontal speed becomes zero, in units per second.
const CRAWL: f32 = 1.0;

pub(crate) fn apply<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    if t.body.water_jump_seconds > 0.0 {
        return;
    }
    let v = t.body.velocity;
    let speed = match t.profile.friction_speed {
        FrictionSpeed::HorizontalOnGround if t.ground.walkable => v.xy().norm(),
        _ => v.norm(),
    };
    if speed < CRAWL {
        t.body.velocity = Vec3::new(0.0, 0.0, v.z);
        return;
    }
    let drop = ground_drop(t, speed) + water_drop(t, speed);
    t.body.velocity *= (speed - drop).max(0.0) / speed;
}

fn ground_drop<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, speed: f32) -> f32 {
    let grips = t.body.water_level <= 1
        && t.ground.walkable
        && !t.ground.slick
        && !t.body.flags.contains(MoveFlags::KNOCKBACK_TIMER);
    if !grips {
        return 0.0;
    }
    speed.max(t.profile.stop_speed) * (t.profile.friction * edge_factor(t, speed)) * t.dt
}

fn water_drop<B: ?Sized>(t: &Tick<B>, speed: f32) -> f32 {
    let brakes_from = match t.profile.water.friction_from {
        FrictionDepth::Feet => 1,
        FrictionDepth::Waist => 2,
    };
    if t.body.water_level < brakes_from {
        return 0.0;
    }
    speed * t.profile.water.friction * f32::from(t.body.water_level) * t.dt
}

/// How many times friction counts: more where the hull, or a point, ahead of the body and at foot height could fall
/// freely.
fn edge_factor<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, speed: f32) -> f32 {
    let edge = t.profile.edge_friction;
    let probe = match edge.probe {
        EdgeProbe::None => return 1.0,
        EdgeProbe::Hull => t.hull,
        EdgeProbe::Point => Hull::Point,
    };
    let (o, v) = (t.body.origin, t.body.velocity);
    let start = Point::new(
        o.x + v.x / speed * edge.ahead,
        o.y + v.y / speed * edge.ahead,
        o.z + t.profile.size.feet,
    );
    let end = Point::new(start.x, start.y, start.z - edge.drop);
    let trace = t.trace_hull(probe, start, end);
    // A start in the floor counts as not free, whatever the fraction; so does no answer.
    if trace.fraction == 1.0 && !trace.start_solid && trace.status.is_reliable() {
        edge.factor
    } else {
        1.0
    }
}
