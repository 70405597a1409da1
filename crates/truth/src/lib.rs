//! The exact referee: the true hits of a sweep against convex solids, in f64. It judges a backend's answer by that.
//!
//! Shares no code with any backend. [`Reference::build`] rebuilds the solids of a world from their planes, and
//! [`Reference::for_hull`] derives the bodies for one hull. [`HullReference::sweep`] and [`HullReference::signed_distance`]
//! answer exactly. [`judge`] compares a backend's answer with them by the rules that the backend declares.
//!
//! ```
//! use clipmark_geometry::{Brush, Contents, Hull, Point, World};
//! use clipmark_truth::Reference;
//! use nalgebra::Point3;
//!
//! let block = Brush::from_box(Point::new(100.0, -64.0, -64.0), Point::new(108.0, 64.0, 64.0), Contents::SOLID)?;
//! let world = World::of_brushes("wall", vec![block]);
//! let reference = Reference::build(&world, Contents::PLAYER_MASK).for_hull(&Hull::quake3_player());
//! // The player is 15 wide to each side, so it meets the wall after 85 of 256 units.
//! let met = reference.sweep(&Point3::origin(), &Point3::new(256.0, 0.0, 0.0));
//! assert_eq!(met.entry, Some(85.0 / 256.0));
//! # Ok::<(), clipmark_geometry::BrushError>(())
//! ```

mod body;
mod certain;
mod cone;
pub mod conformance;
mod corners;
mod distance;
pub mod engines;
mod exact;
mod feature;
mod frame;
mod given_planes;
mod hierarchy;
#[doc(hidden)]
pub mod inner;
mod judge;
mod laid;
mod named;
mod path;
mod reference;
mod slice;
mod solid;
mod standing;
mod tracer;
mod turning;

pub use clipmark_record::causes::Cause;
pub use clipmark_record::counts::{Class, Set};
pub use clipmark_record::faults::Fault;
pub use clipmark_record::rules::Rule;
pub use feature::Feature;
pub use given_planes::GivenPlanes;
pub use judge::{
    Direction, GapSample, Gaps, Measures, PlaceVerdict, SkinCheck, SkinVerdict, SweepFacts, Verdict, judge,
    judge_place,
};
pub use named::judge_named;
pub use reference::{ExactContact, ExactDistance, ExactSweep, HullReference, Reference};
pub use solid::{HalfSpace, Part, Solid, SolidError, Surface};
pub use standing::{PlaceAnswers, Standing, judge_fill, judge_standing};
pub use tracer::{Corners, ExactStop, ExactTrace, ExactTracer};
pub use turning::{Turned, Turning, Upright, Wanted, Way};
