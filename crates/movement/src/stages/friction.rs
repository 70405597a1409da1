//! Friction (laws L1-L3, L36 and L37).

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::profile::{EdgeProbe, FrictionDepth, FrictionSpeed};
use crate::real::{Real, n};
use crate::space::Space;
use clipmark_geometry::Hull;
use nalgebra::{Point3, RealField, Vector3};

#[inline(always)]
pub(crate) fn apply<S: Space + ?Sized>(t: &mut Tick<S>) {
    slow::<S, false>(t);
}

/// NetQuake: the same, with the loss computed in doubles.
pub(crate) fn apply_in_doubles<S: Space + ?Sized>(t: &mut Tick<S>) {
    slow::<S, true>(t);
}

#[inline(always)]
fn slow<S: Space + ?Sized, const DOUBLES: bool>(t: &mut Tick<S>) {
    if t.body.water_jump_seconds > S::Real::ZERO {
        return;
    }
    let v = t.body.velocity;
    let speed = match t.profile.friction_speed {
        FrictionSpeed::HorizontalOnGround if t.ground.walkable => v.xy().norm(),
        _ => v.norm(),
    };
    let crawl = t.profile.crawl;
    if speed < n(crawl.speed) || speed == S::Real::ZERO {
        if crawl.stops {
            t.body.velocity = Vector3::new(S::Real::ZERO, S::Real::ZERO, v.z);
        }
        return;
    }
    let left = if DOUBLES {
        let drop = grip(t, speed).map_or(0.0, |factors| t.product::<true>(&factors, &[]));
        S::Real::nearest(speed.wide() - drop)
    } else {
        let drop = grip(t, speed).map_or(S::Real::ZERO, |[control, friction]| control * friction * t.dt);
        speed - (drop + water_drop(t, speed))
    };
    t.body.velocity *= left.max(S::Real::ZERO) / speed;
}

/// The speed that friction of the ground counts with, and how strong it is; none where it does not grip.
#[inline(always)]
fn grip<S: Space + ?Sized>(t: &mut Tick<S>, speed: S::Real) -> Option<[S::Real; 2]> {
    let grips = t.body.water_level <= 1
        && t.ground.walkable
        && !t.ground.slick
        && !t.body.flags.contains(MoveFlags::KNOCKBACK_TIMER);
    if !grips {
        return None;
    }
    let friction = n::<S::Real>(t.profile.friction) * edge_factor(t, speed);
    Some([speed.max(n(t.profile.stop_speed)), friction])
}

fn water_drop<S: Space + ?Sized>(t: &Tick<S>, speed: S::Real) -> S::Real {
    let brakes_from = match t.profile.water.friction_from {
        FrictionDepth::Feet => 1,
        FrictionDepth::Waist => 2,
    };
    if t.body.water_level < brakes_from {
        return S::Real::ZERO;
    }
    speed * n(t.profile.water.friction) * n(f32::from(t.body.water_level)) * t.dt
}

/// How many times friction counts: more where the hull, or a point at foot height, could fall freely ahead.
#[inline(always)]
fn edge_factor<S: Space + ?Sized>(t: &mut Tick<S>, speed: S::Real) -> S::Real {
    let edge = t.profile.edge_friction;
    let probe = match edge.probe {
        EdgeProbe::None => return S::Real::ONE,
        EdgeProbe::Hull => t.hull,
        EdgeProbe::Point => &Hull::Point,
    };
    let (o, v) = (t.body.origin, t.body.velocity);
    let start = Point3::new(
        o.x + v.x / speed * n(edge.ahead),
        o.y + v.y / speed * n(edge.ahead),
        o.z + n(t.profile.size.feet),
    );
    let end = Point3::new(start.x, start.y, start.z - n(edge.drop));
    let trace = t.trace_hull(probe, start, end);
    let free = match edge.probe {
        // A start in the floor counts as not free, whatever the fraction.
        EdgeProbe::Hull | EdgeProbe::None => trace.fraction == S::Real::ONE && !trace.start_solid,
        // A point that goes through nothing but solid meets nothing in NetQuake.
        EdgeProbe::Point => trace.fraction == S::Real::ONE || trace.all_solid,
    };
    if free && trace.status.is_reliable() {
        n(edge.factor)
    } else {
        S::Real::ONE
    }
}
