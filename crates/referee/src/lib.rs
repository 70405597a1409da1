//! The exact referee: the true hits of a sweep against convex solids, in f64. It judges a backend's answer by that.
//!
//! Shares no code with any backend. [`Reference::build`] rebuilds the solids of a world from their planes, and
//! [`Reference::for_hull`] derives the bodies for one hull. [`HullReference::sweep`] and [`HullReference::signed_distance`]
//! answer exactly. [`judge`] compares a backend's answer with them by the rules that the backend declares.
//!
//! ```
//! use clipmark_geometry::{Brush, Contents, Hull, Point, World};
//! use clipmark_referee::Reference;
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
pub mod conformance;
mod corners;
mod distance;
pub mod engines;
mod exact;
mod feature;
mod frame;
mod hierarchy;
mod judge;
mod laid;
mod named;
mod path;
mod rational;
mod reference;
mod slice;
mod solid;
mod standing;
mod surface;
mod tracer;
mod turning;

pub use clipmark_rows::faults::Cause;
pub use clipmark_rows::faults::Fault;
pub use clipmark_rows::faults::Rule;
pub use clipmark_rows::faults::{Class, Set};
pub use feature::{Feature, GivenPlanes};
pub use judge::{Direction, GapSample, Gaps, Measures, SkinCheck, SkinVerdict, SweepFacts, Verdict, judge};
pub use named::judge_named;
pub use reference::{ExactContact, ExactDistance, ExactSweep, HullReference, Reference, tolerance};
pub use solid::{HalfSpace, Part, Solid, SolidError, Surface};
pub use standing::{PlaceAnswers, PlaceFault, judge_depth, judge_fill, judge_place};
pub use tracer::{Corners, ExactStop, ExactTrace, ExactTracer};
pub use turning::{Ends, Turned, Turning, Upright, Wanted};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::body::{Body, SPIKE};
    pub use crate::corners::corners;
    pub use crate::engines::by_rounding::{Crossed, Outcome, Widths, clip};
    pub use crate::path::Certain;
    pub use crate::path::{Inside, Path, ROUNDING};

    use crate::reference::HullReference;
    use crate::solid::V;

    /// The bodies of a reference, in the order of its solids.
    pub fn bodies(reference: &HullReference) -> &[Body] {
        &reference.bodies
    }

    /// Whether a position is in the interior of some body whose surface is moved out by `offset`, in f64.
    pub fn holds(reference: &HullReference, x: &V, offset: f64) -> bool {
        let holds = |body: &Body| body.contains(x, offset);
        reference.bodies.iter().any(holds)
    }

    /// Where a path enters the first of the bodies whose surfaces are moved out by `offset`.
    pub fn entry(reference: &HullReference, path: &Path, offset: f64) -> Option<f64> {
        reference.sweep_moved_out(path, offset, |_| false).entry
    }

    /// Where a path is inside one body, in f64.
    pub fn inside(reference: &HullReference, body: usize, path: &Path) -> Inside {
        reference.bodies[body].inside(path, 0.0)
    }

    /// The same decided in rational numbers; `None` if the solid has no corners.
    pub fn certain(reference: &HullReference, body: usize, path: &Path) -> Option<Certain> {
        Some(reference.exact_of(body)?.decide(reference.round, path))
    }

    /// Corners of a body in rational numbers, and points within it, rounded; `None` if the solid has no corners.
    pub fn exact_points(reference: &HullReference, body: usize) -> Option<Vec<V>> {
        Some(reference.exact_of(body)?.f64_points().collect())
    }
}
