//! Crouching: at once when asked, up again only where the standing hull fits.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use nalgebra::Vector3;

#[inline]
pub(crate) fn stand_or_crouch<S: Space + ?Sized>(t: &mut Tick<S>) {
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    if ducked || t.cmd.up < S::Real::ZERO {
        change(t, ducked);
    }
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
        if t.fits(t.setup.hull(false), raised) {
            if sinks != S::Real::ZERO {
                t.body.origin = raised;
            }
            t.body.flags.remove(MoveFlags::DUCKED);
        }
    }
    t.hull = t.setup.hull(t.body.flags.contains(MoveFlags::DUCKED));
}
