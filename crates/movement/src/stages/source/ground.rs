//! The body's ground: carried over from the tick before, and searched after the move.

use crate::context::{Ground, Tick};
use crate::movers::Mover;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::source::water;
use clipmark_geometry::{Aabb, Hull, Point};
use nalgebra::{Point3, Vector3};

/// A body that rises faster than this leaves the ground at the start of a tick, in units per second.
const LEAVES_AT_ONCE: f32 = 250.0;
/// Grip of a body that rises and has nothing below it: its air acceleration is a quarter.
const RISING_GRIP: f32 = 0.25;

/// The ground of the tick before.
pub(crate) fn carry_over<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if mover.found_ground(t) {
        return;
    }
    if t.body.velocity.z > n(LEAVES_AT_ONCE) {
        t.body.grounded = false;
    }
    t.ground = standing(t.body.grounded);
}

fn standing<R: Real>(stands: bool) -> Ground<R> {
    Ground {
        normal: stands.then(Vector3::z),
        walkable: stands,
        slick: false,
    }
}

/// Leaves the ground.
pub(crate) fn leave<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.grounded = false;
    t.ground = Ground::none();
}

/// Looks for ground: a fast rising body has none. Else probes down with the whole box, then with quarters of it.
pub(crate) fn find<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    t.body.engine.grip = S::Real::ONE;
    water::find_level(t);
    if mover.found_ground(t) {
        return;
    }
    if t.body.velocity.z > n(t.profile.leaves_ground.speed) {
        return leave(t);
    }
    let start = t.body.origin;
    let end = start - upwards::<S::Real>(t.profile.ground_probe.depth);
    let whole = t.hull;
    if let Some(normal) = probed(t, whole, start, end).or_else(|| by_quarters(t, start, end)) {
        t.body.grounded = true;
        t.body.timer_msec = S::Real::ZERO;
        t.body.velocity.z = S::Real::ZERO;
        t.ground = Ground {
            normal: Some(normal),
            ..standing(true)
        };
    } else {
        leave(t);
        if t.body.velocity.z > S::Real::ZERO {
            t.body.engine.grip = n(RISING_GRIP);
        }
    }
}

/// Normal of the ground that a hull meets on a way, if it can be stood on.
fn probed<S: Space + ?Sized>(
    t: &mut Tick<S>,
    hull: &Hull,
    start: Point3<S::Real>,
    end: Point3<S::Real>,
) -> Option<Vector3<S::Real>> {
    let walkable = n(t.profile.walkable_normal);
    let normal = t.trace_hull(hull, start, end).plane?.normal;
    (normal.z >= walkable).then_some(normal)
}

/// The same with the four quarters of the hull's bounds. The whole box may rest on a steep surface beside ground.
#[cold]
fn by_quarters<S: Space + ?Sized>(
    t: &mut Tick<S>,
    start: Point3<S::Real>,
    end: Point3<S::Real>,
) -> Option<Vector3<S::Real>> {
    let Aabb { mins, maxs } = t.hull.bounds();
    let [low, high] = [[mins.x, mins.y], [maxs.x, maxs.y]];
    // In each axis the lower half or the upper one.
    for sides in [[0, 0], [1, 1], [0, 1], [1, 0]] {
        let from = |i: usize| if sides[i] == 0 { low[i] } else { low[i].max(0.0) };
        let to = |i: usize| if sides[i] == 0 { high[i].min(0.0) } else { high[i] };
        let bounds = Aabb::new(
            Point::new(from(0), from(1), mins.z),
            Point::new(to(0), to(1), maxs.z),
        );
        let quarter = t.hulls.shape.hull(bounds);
        if let Some(normal) = probed(t, &quarter, start, end) {
            return Some(normal);
        }
    }
    None
}
