//! Velocity rounded to whole units per second, ties to even (law L12).

use crate::tick::Tick;

pub(crate) fn velocity<B: ?Sized>(t: &mut Tick<B>) {
    if t.profile.snap_velocity {
        t.body.velocity.apply(|x| *x = x.round_ties_even());
    }
}
