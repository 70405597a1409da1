//! Backend: brush tracing through a BSP tree, as in Quake III.
//!
//! [`BspBackend`] walks the map's own tree, or one compiled here for worlds made of shapes. It clips the sweep against the planes
//! of each brush, moved outwards by the hull. On a compiled map its answers are meant to be the engine's, bit for bit.
//! Read `tree.rs`, `walk.rs`, `clip.rs` and `patch/clip.rs`, in this order.
//!
//! [`ViaBvhBackend`] gives the same answers, bit for bit, and seldom walks: `via_bvh/`.
//!
//! [`TutorialBackend`] traces by the letter of a published tutorial, so that its errors can be measured. [`build`] chooses
//! between it and [`BspBackend`] by the rules. [`compiled`] is the world with bevels and a tree, as a map's compiler would leave it.
//!
//! Curved patches are made into flat facets when the world is built. They are one-sided and have no inside: a sweep that starts
//! in one is not start-solid. When a box or capsule meets one, the distance is to the plane moved out by the hull, as in the
//! engine. For brushes it is the plane's own.
//!
//! ```
//! use clipmark_bsp::BspBackend;
//! use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
//! use clipmark_geometry::{Brush, Contents, Hull, Point, World};
//!
//! // A wall from x = 100 to 108.
//! let wall = Brush::from_box(Point::new(100.0, -64.0, -64.0), Point::new(108.0, 64.0, 64.0), Contents::SOLID)?;
//! let world = World::of_brushes("wall", vec![wall]);
//! let backend = BspBackend::build(&world, TraceRules::QUAKE3)?;
//!
//! let hull = Hull::quake3_player();
//! let sweep = Sweep::new(hull, Point::origin(), Point::new(256.0, 0.0, 0.0));
//! let answer = backend.trace(&sweep, &mut Work::silent());
//! // The hull reaches 15 ahead and stops a skin of 1/8 before the wall.
//! assert!((answer.end.x - (100.0 - 15.0 - 0.125)).abs() < 0.01);
//! assert_eq!(answer.plane.map(|p| p.normal.x), Some(-1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backend;
mod brush_set;
mod clip;
mod compile;
mod contacts;
mod face;
mod lanes;
mod patch;
mod position;
mod registered;
mod shape;
mod side_plane;
mod tree;
mod tutorial;
mod via_bvh;
mod walk;

pub use backend::BspBackend;
pub use compile::compiled;
pub use registered::{BSP, REGISTERED, TUTORIAL, VIA_BVH, build};
pub use tutorial::{TutorialBackend, TutorialRepairs};
pub use via_bvh::ViaBvhBackend;

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::face::top_of_face;
    pub use crate::shape::box_distances;
    pub use crate::via_bvh::{count_levels, proves_starts_of_points};
}
