//! Gravity outside the move: in whole before it (law L10), or in halves around it (GoldSrc, Source).

use crate::context::Tick;
use crate::real::n;
use crate::space::Space;

pub(crate) fn pull<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
}

pub(crate) fn pull_half<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt * n(0.5);
}
