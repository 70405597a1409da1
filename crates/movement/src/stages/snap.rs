//! Velocity rounded to whole units per second, ties to even (law L12).

use crate::context::Tick;
use crate::real::Real;
use crate::space::Space;

pub(crate) fn velocity<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.profile.snap_velocity {
        t.body.velocity.apply(|x| *x = x.whole());
    }
}
