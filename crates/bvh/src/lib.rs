//! Backend: a BVH of convex hulls with GJK and parry3d's EPA, in a form whose answers can be relied on.
//!
//! The solver proposes, closed formulas decide. Every direction `n` gives a *certificate*. The solid lies behind its supporting
//! plane, and the support is a maximum over corners, evaluated here in f64. So
//!
//! - a path is reported free only if a plane separates hull and solid along all of it. That a solver returned nothing is no
//!   proof;
//! - the place of a hit is the crossing of such a plane. So its error does not grow with the solid's extent;
//! - a hit is reported only if a point of the solid (a convex combination of its corners) provably lies there. A solid that
//!   cannot be decided stops the sweep short, with [`Status::OutOfIterations`](clipmark_collision::Status::OutOfIterations).
//!
//! GJK casts a ray at every solid whose bounding box the swept hull reaches. An early out by planes spares it solids whose faces
//! keep them off the path, and solids that surely hold the start: about them GJK could not change the answer. Faces of the solid
//! that is met only settle the place and name the surface. This is the cost of a BVH with GJK and EPA. The ray cast, the searches
//! for nearest points (edges, resting hulls, contacts) and the later steps are ours, in f64. parry's GJK and EPA (f32) search for
//! a way out. What is done where GJK's answer is not believed: `docs/gjk.md`.
//!
//! [`PlanesBackend`], the contestant `bvh:planes`, shows how fast the same answers can be had: planes alone, with those of edges
//! made at build, so that a box or a point never reaches GJK.
//!
//! A triangle is a flat convex solid, and a curved patch the one-sided triangles of its cells. A one-sided triangle stops only
//! motion against its front. A start in it does not count, since it may have been passed from behind.
//!
//! Penetration works alike: every direction is a way out of known length, EPA proposes one, the shortest wins.
//!
//! [`StockBackend`] is the yardstick: parry alone, as a new user would call it. Its contestants are `bvh:stock` and `bvh:mesh`.
//!
//! Its cost beside `bvh:stock`: `docs/performance.md`.
//!
//! The types of parry and glam stay inside this crate.
//!
//! ```
//! use clipmark_bvh::BvhBackend;
//! use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
//! use clipmark_geometry::{Brush, Contents, Hull, Point, World};
//!
//! // A wall from x = 100 to 108.
//! let wall = Brush::from_box(Point::new(100.0, -64.0, -64.0), Point::new(108.0, 64.0, 64.0), Contents::SOLID)?;
//! let world = World::of_brushes("wall", vec![wall]);
//! let backend = BvhBackend::build(&world, TraceRules::QUAKE3)?;
//!
//! let hull = Hull::quake3_player();
//! let sweep = Sweep::new(hull, Point::origin(), Point::new(256.0, 0.0, 0.0));
//! let answer = backend.trace(&sweep, &mut Work::silent());
//! // The hull reaches 15 ahead and stops a skin of 1/8 before the wall.
//! assert!((answer.end.x - (100.0 - 15.0 - 0.125)).abs() < 0.01);
//! assert_eq!(answer.plane.map(|p| p.normal.x), Some(-1.0));
//! assert!(answer.status.is_reliable());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backend;
mod cast;
mod closest;
mod comparison;
mod contact;
mod core_shape;
mod early_out;
mod near;
mod passage;
mod penetration;
mod planes;
mod ray_cast;
mod registered;
mod simplex;
mod solid;
mod stock;
mod tally;
mod trace;
mod watch;

pub use backend::BvhBackend;
pub use planes::PlanesBackend;
pub use ray_cast::Proposal;
pub use registered::{BVH, REGISTERED};
pub use stock::{StockBackend, StockUse};
pub use watch::{CastRun, CastStep, Edge, ExpandRun, ExpandStep, Watched};

/// The solvers' arithmetic.
type V = nalgebra::Vector3<f64>;

/// A hull less deep in a solid than this is touching it, not in it, in units. A few rounding steps of the position are added.
/// Smaller: a hull laid on a slanted face by f32 arithmetic counts as buried, and sinks. Larger: real overlaps go unnoticed,
/// and a hull passes over risers that much higher than its step.
const TOUCH: f64 = 1.0 / 16384.0;
/// Rounding steps of f32 that a computed position may be off.
const TOUCH_STEPS: f64 = 4.0;

/// [`TOUCH`] at a place.
fn touch_at(p: &V) -> f64 {
    touch_of(p.amax())
}

/// [`TOUCH`] at the largest coordinate of a place.
fn touch_of(far: f64) -> f64 {
    TOUCH + TOUCH_STEPS * far * f64::from(f32::EPSILON)
}

/// The largest coordinate of two places, without its sign. Branches on no NaN: `Sweep::check` keeps them out.
fn far(a: &V, b: &V) -> f64 {
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    (0..3).fold(0.0, |far, i| larger(far, larger(a[i].abs(), b[i].abs())))
}

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::comparison::{compare_boxes, compare_early_out, settled_boxes};
    pub use crate::planes::cast::compare_filter;
    pub use crate::simplex::{FLAT, Simplex};
    pub use crate::solid::outlines::Outlines;
    pub use crate::watch::expand::PUSH;
}
