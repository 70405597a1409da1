//! Crouching over time: 0.4 s down and 0.2 s up on the ground. In the air it is at once, and the feet come
//! up.
//!
//! The timer counts down from 1000 ms. The elapsed part gives the body's progress.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::source::ground;
use nalgebra::{RealField, Vector3};

/// Where the timer starts, in milliseconds.
const TIMER: f32 = 1000.0;
/// Seconds down and up.
const DOWN: f64 = 0.4;
const UP: f64 = 0.2;
/// A crouched body that is in a solid is raised by up to this many units, one at a time.
const RAISES: usize = 36;

/// Runs the timer down by the tick.
pub(crate) fn run_down<S: Space + ?Sized>(t: &mut Tick<S>) {
    let left = &mut t.body.engine.duck_msec;
    if *left > S::Real::ZERO {
        *left = (*left - n::<S::Real>(1000.0) * t.dt).max(S::Real::ZERO);
    }
}

/// Crouches or stands up as the key asks.
pub(crate) fn crouch_or_stand<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let (down, held) = (t.cmd.ducks(), t.body.flags.contains(MoveFlags::DUCK_HELD));
    if down {
        crouch(t, mover, !held);
    } else if t.body.flags.intersects(MoveFlags::DUCKED | MoveFlags::DUCKING) {
        stand(t, mover, held);
    }
}

/// Milliseconds since the timer was started.
fn run<S: Space + ?Sized>(t: &Tick<S>) -> S::Real {
    (n::<S::Real>(TIMER) - t.body.engine.duck_msec).max(S::Real::ZERO)
}

fn crouch<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, pressed: bool) {
    let (ducked, in_air) = (t.body.flags.contains(MoveFlags::DUCKED), !t.body.grounded);
    if pressed && !ducked {
        t.body.engine.duck_msec = n(TIMER);
        t.body.flags.insert(MoveFlags::DUCKING);
    }
    if !t.body.flags.contains(MoveFlags::DUCKING) {
        return;
    }
    let seconds = run(t) * n(0.001);
    if seconds.wide() > DOWN || ducked || in_air {
        finish_crouch(t, mover);
    } else {
        let way = spline(S::Real::nearest(seconds.wide() / DOWN));
        lower_eyes(t, way);
    }
}

fn finish_crouch<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if t.body.flags.contains(MoveFlags::DUCKED) {
        return;
    }
    t.body.flags.insert(MoveFlags::DUCKED);
    t.body.flags.remove(MoveFlags::DUCKING);
    t.body.engine.eyes = None;
    t.hull = t.hulls.hull(true);
    if !t.body.grounded {
        t.body.origin += feet_come_up(t);
    }
    raise_out_of_solid(t);
    ground::find(t, mover);
}

/// How far the feet of a body in the air come up: by the loss of height.
fn feet_come_up<S: Space + ?Sized>(t: &Tick<S>) -> Vector3<S::Real> {
    let size = t.profile.size;
    upwards((size.top - size.feet) - (size.crouched_top - size.crouched_feet))
}

fn raise_out_of_solid<S: Space + ?Sized>(t: &mut Tick<S>) {
    let start = t.body.origin;
    if t.fits(t.hull, start) {
        return;
    }
    let mut at = start;
    for _ in 0..RAISES {
        at.z += S::Real::ONE;
        if t.fits(t.hull, at) {
            t.body.origin = at;
            return;
        }
    }
}

fn stand<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, released: bool) {
    let (ducked, in_air) = (t.body.flags.contains(MoveFlags::DUCKED), !t.body.grounded);
    if released {
        t.body.engine.duck_msec = if ducked {
            n(TIMER)
        } else {
            // Let go on the way down: the same share of the way up is left.
            let done = run(t) / n::<S::Real>((1000.0 * DOWN) as f32);
            let up = n::<S::Real>((1000.0 * UP) as f32);
            n::<S::Real>(TIMER) - up + done * up
        };
    }
    let Some(there) = room_to_stand(t) else {
        if t.body.engine.duck_msec != n(TIMER) {
            t.body.engine.duck_msec = n(TIMER);
            t.body.engine.eyes = None;
            t.body.flags.insert(MoveFlags::DUCKED);
            t.body.flags.remove(MoveFlags::DUCKING);
            t.hull = t.hulls.hull(true);
        }
        return;
    };
    let seconds = run(t) * n(0.001);
    if seconds.wide() > UP || in_air {
        t.body.flags.remove(MoveFlags::DUCKED | MoveFlags::DUCKING);
        t.body.engine.eyes = None;
        t.body.engine.duck_msec = S::Real::ZERO;
        t.hull = t.hulls.hull(false);
        t.body.origin = there;
        ground::find(t, mover);
    } else {
        let way = spline(S::Real::nearest(1.0 - seconds.wide() / UP));
        lower_eyes(t, way);
        t.body.flags.insert(MoveFlags::DUCKING);
    }
}

/// Where the standing body would be, if it fits on the way there and at its end.
fn room_to_stand<S: Space + ?Sized>(t: &mut Tick<S>) -> Option<nalgebra::Point3<S::Real>> {
    let start = t.body.origin;
    let end = if t.body.grounded {
        start
    } else {
        start - feet_come_up(t)
    };
    let standing = t.hulls.hull(false);
    let trace = t.trace_hull(standing, start, end);
    (!trace.start_solid && trace.fraction == S::Real::ONE).then_some(end)
}

/// Slow at both ends.
fn spline<R: Real>(x: R) -> R {
    let square = x * x;
    n::<R>(3.0) * square - n::<R>(2.0) * square * x
}

/// Puts the eyes at their height after the share `way` of the way down.
fn lower_eyes<S: Space + ?Sized>(t: &mut Tick<S>, way: S::Real) {
    let [standing, crouched] = [t.profile.size.eyes, t.profile.size.crouched_eyes].map(n::<S::Real>);
    let eyes = crouched * way + standing * (S::Real::ONE - way);
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    let resting = if ducked { crouched } else { standing };
    t.body.engine.eyes = (eyes != resting).then_some(eyes);
}
