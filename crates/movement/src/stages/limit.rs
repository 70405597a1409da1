//! The engine's limit on each component of the velocity (sv_maxvelocity).

use crate::context::Tick;
use crate::real::n;
use crate::space::Space;
use nalgebra::RealField;

pub(crate) fn velocity<S: Space + ?Sized>(t: &mut Tick<S>) {
    if let Some(most) = t.profile.max_velocity {
        t.body.velocity.apply(|x| *x = x.clamp(n(-most), n(most)));
    }
}
