//! Backend: clip hulls, as in Quake, QuakeWorld and GoldSrc.
//!
//! The solids of a world are grown by the player's box and compiled into a BSP of solid and empty leaves, one for each
//! player size; a sweep of the box is then a trace of a point. [`HullBackend`] takes the hulls that a Quake or
//! Half-Life map brings along, and compiles them for any other world of brushes. A shape without a hull is answered with
//! `Unsupported`.
//!
//! Source: the arithmetic is that of the description beside our recordings (`tests/recordings/README.md`), which
//! judge it to the last digit. Games differ in a handful of rules; [`ClipRules`] holds them as data.

mod backend;
mod cast;
mod compile;
mod ideal;
mod plane_table;
mod polytope;
pub mod recording;
mod registered;
mod rules;
mod solids;
mod tally;

pub use backend::HullBackend;
pub use cast::ClipTrace;
pub use registered::{HULL, REGISTERED};
pub use rules::{ClipRules, EndRule, StartRule, Walk};
