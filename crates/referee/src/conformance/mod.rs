//! The properties of every backend.
//!
//! A backend's own tests call [`assert_conforms`] with a function that builds it. Where right and wrong are a matter of geometry,
//! the crate's judge decides ([`judge`](crate::judge), [`judge_place`](crate::judge_place)). The other properties need no exact
//! solution: they ask the backend twice and compare; the second question has another form, place or order. All respect the
//! backend's [`Declaration`](clipmark_collision::Declaration). Only declared hulls are swept. Declared rules (skin, touch rule,
//! sidedness, starts in solids) are first believed and then tested.
//!
//! Worlds are made of brushes; patches and maps' own trees are not covered.
//!
//! # A backend of your own
//!
//! ```
//! use clipmark_collision::*;
//! use clipmark_geometry::{Contents, Hull, Point, World};
//! use clipmark_referee::conformance::Suite;
//!
//! /// Nothing ever blocks.
//! struct Ether(Facts);
//!
//! impl CollisionBackend for Ether {
//!     fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
//!         match (sweep.check(), sweep.hull) {
//!             (Err(_), _) => Trace::invalid(sweep),
//!             (_, Hull::Point) => Trace::free(sweep),
//!             _ => Trace::refused(sweep, Status::Unsupported),
//!         }
//!     }
//!     // ...
//! #    fn overlap(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work) -> Option<Penetration> { None }
//! #    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, _: &mut Work) {}
//! #    fn contents(&self, _: &Point) -> Contents { Contents::empty() }
//! #    fn facts(&self) -> &Facts { &self.0 }
//! }
//!
//! let report = Suite::new("ether").size(10, 1).check(|_: &World, rules| {
//!     Box::new(Ether(Facts::new(Declaration {
//!         hulls: HullKinds { point: true, ..HullKinds::default() },
//!         rules,
//!         start_solid: StartSolid::Unnoticed,
//!         // ...
//! #        skin_direction: SkinDirection::Normal,
//! #        round_hulls: RoundHulls::Round,
//! #        sidedness: Sidedness::Solid,
//! #        touching_overlaps: false,
//! #        follows: None,
//! #        patches: false,
//! #        triangles: false,
//!     })))
//! });
//! assert!(!report.conforms());
//! assert!(report.violations("exact").any(|v| v.fault == "missed"));
//! assert!(report.violations("places").any(|v| v.fault == "overlaps nothing, deep in a solid"));
//! assert_eq!(report.violations("determinism").count(), 0);
//! println!("{report}"); // with the worst case of every fault, as text that can be replayed
//! ```
//!
//! `examples/toy_backend.rs` is a whole backend in under 80 lines; its test says where it fails.
//!
//! In a backend's `tests/it/conformance.rs` it is one line, with a list of known faults that the test keeps honest:
//!
//! ```ignore
//! assert_conforms("ether", &[], |world, rules| Box::new(Ether::build(world, rules)));
//! ```

mod moves;
mod properties;
mod queries;
mod report;
mod setting;
mod suite;
mod worlds;

pub use moves::{MOVES, Move};
pub use properties::PROPERTIES;
pub use report::{Known, Report, Violation};
pub use suite::{Suite, assert_conforms};
pub use worlds::{Solids, world};
