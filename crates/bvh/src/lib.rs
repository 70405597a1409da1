//! Backend: parry3d's BVH with GJK and EPA over convex hulls, in a form whose answers can be relied on.
//!
//! The solver proposes, closed formulas decide. Every direction `n` gives a *certificate*: the solid lies behind
//! its supporting plane, and the support is a maximum over corners, evaluated here in f64. Planes of faces and
//! of the bounding box are known beforehand; parry's GJK (f32) is only asked for the direction in which hull and
//! solid are apart where those planes do not tell, which is at edges. So
//!
//! - "free" is only ever said because a plane separates hull and solid on the whole path, never because a
//!   solver returned nothing;
//! - the place of a hit is the crossing of such a plane, so its error does not grow with the solid's extent;
//! - "hit" is only said when a point of the solid (a convex combination of its corners) has been shown to lie
//!   there; a hull that could not be settled stops the sweep short and says
//!   [`Status::OutOfIterations`](clipmark_collision::Status::OutOfIterations).
//!
//! Penetration works alike: every direction is a way out of known length, EPA proposes one, the shortest wins.
//!
//! The types of parry and glam stay inside this crate.

mod backend;
mod cast;
mod closest;
mod contact;
mod core_shape;
mod hierarchy;
mod passage;
mod penetration;
mod ray_cast;
mod simplex;
mod solid;
mod solver;
mod stock;
mod tally;
mod trace;

pub use backend::BvhBackend;
pub use solver::Solver;
pub use stock::StockBackend;

/// The solvers' arithmetic.
type V = nalgebra::Vector3<f64>;

/// A hull less deep in a solid than this is touching it, not in it, in units; a few rounding steps of the
/// position are added. Smaller: a hull laid on a slanted face by f32 arithmetic counts as buried, and sinks.
/// Larger: real overlaps go unnoticed. Well under a quarter of the smallest skin (1/128).
const TOUCH: f64 = 1.0 / 1024.0;
/// Rounding steps of f32 that a computed position may be off.
const TOUCH_STEPS: f64 = 4.0;

/// [`TOUCH`] at a place.
fn touch_at(p: &V) -> f64 {
    TOUCH + TOUCH_STEPS * p.amax() * f64::from(f32::EPSILON)
}
