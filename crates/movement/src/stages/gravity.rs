//! Gravity outside the move: in whole before it (law L10), or in halves around it (GoldSrc, Source).

use crate::tick::Tick;

pub(crate) fn pull<B: ?Sized>(t: &mut Tick<B>) {
    t.body.velocity.z -= t.profile.gravity * t.dt;
}

pub(crate) fn pull_half<B: ?Sized>(t: &mut Tick<B>) {
    t.body.velocity.z -= t.profile.gravity * t.dt * 0.5;
}
