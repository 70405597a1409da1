//! The exact referee: what a sweep against convex solids really meets, in f64, and what that says about a
//! backend's answer.
//!
//! Shares no code with any backend. [`Reference::build`] rebuilds the solids of a world from their planes,
//! [`Reference::for_hull`] derives what one hull meets, [`HullReference::sweep`] and
//! [`HullReference::signed_distance`] answer exactly, and [`judge`] compares a backend's answer with them by the
//! rules that the backend declares.

mod body;
mod cone;
mod distance;
mod hierarchy;
mod judge;
mod path;
mod reference;
mod slice;
mod solid;

pub use judge::{Verdict, judge};
pub use reference::{ExactContact, ExactDistance, ExactSweep, HullReference, Reference};
pub use solid::{HalfSpace, Solid, SolidError};
