//! QuakeWorld's nudge: a body in a solid is moved to the first free place an eighth of a unit around.
//!
//! The place itself is tried first, so a free body never moves (`docs/engines.md` section 3.1). The published
//! text's rounding to eighths is dead code and left out. Movers that overlap solids by design are left alone.

use crate::context::Tick;
use crate::movers::Mover;
use crate::real::n;
use crate::space::Space;
use nalgebra::{Point3, Vector3};

/// In the order in which they are tried, in units.
const NUDGES: [f32; 3] = [0.0, -0.125, 0.125];

pub(crate) fn out_of_solid<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, _mover: &M) {
    if !M::NUDGED {
        return;
    }
    let here = t.body.origin + Vector3::zeros();
    if t.fits(t.hull, here) {
        t.body.origin = here;
    } else {
        to_free_place(t);
    }
}

/// NetQuake: a body in a solid goes back to its last free place. Else it tries up to 17 units up and one to each side.
pub(crate) fn to_last_free<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, _mover: &M) {
    if !M::NUDGED {
        return;
    }
    if t.fits(t.hull, t.body.origin) {
        t.body.engine.last_free = Some(t.body.origin);
    } else if let Some(at) = free_place(t) {
        t.body.origin = at;
    }
}

/// How far up a body in a solid is tried, in units.
const HIGHEST: u8 = 18;

#[cold]
fn free_place<S: Space + ?Sized>(t: &mut Tick<S>) -> Option<Point3<S::Real>> {
    if let Some(last) = t.body.engine.last_free
        && t.fits(t.hull, last)
    {
        return Some(last);
    }
    let base = t.body.origin;
    let sides = [-1.0, 0.0, 1.0];
    for z in 0..HIGHEST {
        for x in sides {
            for y in sides {
                let at = base + Vector3::new(n(x), n(y), n(f32::from(z)));
                if t.fits(t.hull, at) {
                    return Some(at);
                }
            }
        }
    }
    None
}

#[cold]
fn to_free_place<S: Space + ?Sized>(t: &mut Tick<S>) {
    let base = t.body.origin;
    for z in NUDGES {
        for x in NUDGES {
            for y in NUDGES {
                let at = base + Vector3::new(n(x), n(y), n(z));
                // The place itself has been tried.
                if [x, y, z] != [0.0; 3] && t.fits(t.hull, at) {
                    t.body.origin = at;
                    return;
                }
            }
        }
    }
}
