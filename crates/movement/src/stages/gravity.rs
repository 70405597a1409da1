//! Gravity outside the move: in whole before it (law L10), or in halves around it (GoldSrc, Source).

use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;

const HALF: f64 = 0.5;

pub(crate) fn pull<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
}

/// NetQuake: the same with the tick's length as a double.
pub(crate) fn pull_in_doubles<S: Space + ?Sized>(t: &mut Tick<S>) {
    let z = &mut t.body.velocity.z;
    *z = S::Real::nearest(z.wide() - f64::from(t.profile.gravity) * t.seconds);
}

/// GoldSrc: the half before the move, of doubles.
pub(crate) fn pull_first_half<S: Space + ?Sized>(t: &mut Tick<S>) {
    // A water jump takes none.
    if t.body.timer_msec == S::Real::ZERO {
        let z = &mut t.body.velocity.z;
        *z = S::Real::nearest(z.wide() - f64::from(t.profile.gravity) * HALF * t.dt.wide());
    }
}

/// Source: either half. GoldSrc: the half after the move.
pub(crate) fn pull_second_half<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.timer_msec == S::Real::ZERO {
        t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt * n(HALF as f32);
    }
}
