//! Half of gravity, and the limit that each component of the velocity is kept within.

use crate::context::Tick;
use crate::real::n;
use crate::space::Space;
use nalgebra::RealField;

/// Fastest in each axis, in units per second (the recordings' setting).
const FASTEST: f32 = 3500.0;

/// Half of a tick's gravity.
pub(crate) fn pull_half<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * n(0.5) * t.dt;
    limit(t);
}

/// Keeps each component of the velocity within [`FASTEST`].
pub(crate) fn limit<S: Space + ?Sized>(t: &mut Tick<S>) {
    let most = n::<S::Real>(FASTEST);
    t.body.velocity.apply(|x| *x = x.clamp(-most, most));
}
