//! Crouching: at once when asked, up again only where the standing hull fits.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use nalgebra::{RealField, Vector3};

#[inline]
pub(crate) fn stand_or_crouch<S: Space + ?Sized>(t: &mut Tick<S>) {
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    if ducked || t.cmd.up < S::Real::ZERO {
        change(t, ducked);
    }
}

/// How long a change from standing to crouched may take, in milliseconds: the engine's timer starts there.
const TIMER: f32 = 1000.0;
/// How much of that going down on the ground takes, in seconds.
const GOES_DOWN: f64 = 0.4;
/// A body that crouching put into a solid is lifted this many times by a unit.
const LIFTS: usize = 36;

/// GoldSrc: the timer of crouching.
pub(crate) fn run_down<S: Space + ?Sized>(t: &mut Tick<S>) {
    let left = &mut t.body.engine.duck_msec;
    *left = (*left - t.cmd.msec).max(S::Real::ZERO);
}

/// GoldSrc: between ticks the timer is a whole number.
pub(crate) fn cut_timer<S: Space + ?Sized>(t: &mut Tick<S>) {
    let left = &mut t.body.engine.duck_msec;
    *left = S::Real::nearest(left.wide().trunc());
}

/// GoldSrc: crouching takes time on the ground and none in the air. The body stands up at once, where the standing hull
/// fits. Says whether the body was moved or turned out to stand elsewhere.
pub(crate) fn over_time<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let has = |t: &Tick<S>, flag| t.body.flags.contains(flag);
    let ducked = has(t, MoveFlags::DUCKED);
    if ducked {
        for key in [&mut t.cmd.forward, &mut t.cmd.right, &mut t.cmd.up] {
            *key = S::Real::nearest(key.wide() * t.profile.duck_scale);
        }
    }
    if !t.cmd.ducks() {
        return (ducked || has(t, MoveFlags::DUCKING)) && stand_up(t);
    }
    if !ducked && !has(t, MoveFlags::DUCK_HELD) {
        t.body.engine.duck_msec = n(TIMER);
        t.body.flags.insert(MoveFlags::DUCKING);
    }
    has(t, MoveFlags::DUCKING) && go_down(t)
}

fn go_down<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let left = t.body.engine.duck_msec.wide() / f64::from(TIMER);
    let size = t.profile.size;
    let sinks: S::Real = n(size.crouched_feet - size.feet);
    if t.body.grounded && left > 1.0 - GOES_DOWN {
        let share = S::Real::nearest((1.0 - left).max(0.0)) * S::Real::nearest(1.0 / GOES_DOWN);
        let square = share * share;
        let down = n::<S::Real>(3.0) * square - n::<S::Real>(2.0) * square * share;
        let low = n::<S::Real>(size.crouched_eyes) - sinks;
        let eyes = low * down + n::<S::Real>(size.eyes) * (S::Real::ONE - down);
        t.body.engine.eyes = (eyes != n(size.eyes)).then_some(eyes);
        return false;
    }
    t.body.flags.insert(MoveFlags::DUCKED);
    t.body.flags.remove(MoveFlags::DUCKING);
    t.body.engine.eyes = None;
    t.hull = t.hulls.hull(true);
    if t.body.grounded {
        t.body.origin.z -= sinks;
        lift(t);
    }
    t.body.grounded
}

/// Lifts a body out of a solid, where it is not too deep.
fn lift<S: Space + ?Sized>(t: &mut Tick<S>) {
    let mut at = t.body.origin;
    for _ in 0..LIFTS {
        if t.fits(t.hull, at) {
            t.body.origin = at;
            return;
        }
        at.z += S::Real::ONE;
    }
}

/// Also a body that has not come down yet is lifted, which makes it hop (the duck tap).
fn stand_up<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let mut raised = t.body.origin;
    if t.body.grounded {
        let size = t.profile.size;
        raised.z += n(size.crouched_feet - size.feet);
    }
    if !t.fits(t.hull, raised) {
        return false;
    }
    if !t.fits(t.hulls.hull(false), raised) {
        t.hull = t.hulls.hull(true);
        return false;
    }
    t.hull = t.hulls.hull(false);
    t.body.flags.remove(MoveFlags::DUCKED | MoveFlags::DUCKING);
    t.body.engine.eyes = None;
    t.body.engine.duck_msec = S::Real::ZERO;
    t.body.origin = raised;
    true
}

#[cold]
fn change<S: Space + ?Sized>(t: &mut Tick<S>, ducked: bool) {
    // Where a crouched body's feet are at another height of it, they stay where they are on the ground.
    let size = t.profile.size;
    let sinks: S::Real = n(if t.body.grounded {
        size.crouched_feet - size.feet
    } else {
        0.0
    });
    if t.cmd.up < S::Real::ZERO {
        if !ducked {
            t.body.origin.z -= sinks;
        }
        t.body.flags.insert(MoveFlags::DUCKED);
    } else if ducked {
        let raised = t.body.origin + Vector3::z() * sinks;
        if t.fits(t.hulls.hull(false), raised) {
            if sinks != S::Real::ZERO {
                t.body.origin = raised;
            }
            t.body.flags.remove(MoveFlags::DUCKED);
        }
    }
    t.hull = t.hulls.hull(t.body.flags.contains(MoveFlags::DUCKED));
}
