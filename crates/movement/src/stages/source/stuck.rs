//! A body in a solid: looked after in every 66th tick, about once a second of 15 ms ticks.
//!
//! Departure: the engine tries one place of a list in each such tick; here it is QuakeWorld's eighths.

use crate::context::Tick;
use crate::movers::Mover;
use crate::space::Space;
use crate::stages::nudge;

/// Ticks from one look to the next.
const EVERY: u32 = 66;

/// Whether the body is stuck and the tick is over; frees it if a place nearby is free.
pub(crate) fn is_stuck<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &M, number: u32) -> bool {
    if !M::NUDGED || !number.is_multiple_of(EVERY) {
        return false;
    }
    let here = t.body.origin;
    if t.fits(t.hull, here) {
        return false;
    }
    nudge::out_of_solid(t, mover);
    t.body.origin == here
}
