//! Vectors, planes, brushes, windings, hulls and the world that backends are built from.
//!
//! Units are Quake units; z is up. Everything here is plain data and pure functions. A [`World`] is checked once when it is made
//! and never changes afterwards.
//!
//! ```
//! use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
//!
//! // A ramp: what lies behind all of these planes.
//! let slope = Vec3::new(-0.6, 0.0, 0.8);
//! let planes = [
//!     Plane::new(slope, 0.0),
//!     Plane::new(Vec3::x(), 128.0),
//!     Plane::new(-Vec3::z(), 0.0),
//!     Plane::new(Vec3::y(), 64.0),
//!     Plane::new(-Vec3::y(), 64.0),
//! ];
//! let ramp = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty())?;
//! assert_eq!(ramp.faces().len(), 5);
//! // It rises 3 in 4 along 128 units.
//! assert!((ramp.bounds.maxs.z - 96.0).abs() < 1e-3);
//!
//! let world = World::of_brushes("ramp", vec![ramp]);
//! assert_eq!(world.bounds.maxs.x, 128.0);
//! // How far a player reaches along the ramp's normal: what a tracer moves the plane out by.
//! let reach = Hull::quake3_player().support(&-slope);
//! assert!((reach - (15.0 * 0.6 + 24.0 * 0.8)).abs() < 1e-4);
//! # Ok::<(), clipmark_geometry::BrushError>(())
//! ```

mod aabb;
mod bevels;
mod brush;
mod bsp_tree;
mod clip_hulls;
mod contents;
mod convex_hull;
mod cuboid;
mod hull;
mod map_entity;
mod model;
mod patch;
mod plane;
mod pose;
mod side;
mod triangle;
mod winding;
mod world;

pub use aabb::Aabb;
pub use bevels::bevelled;
pub use brush::{Brush, BrushError, BrushSide, Face};
pub use bsp_tree::{BspLeaf, BspNode, BspTree};
pub use clip_hulls::{ClipHull, ClipHulls, ClipNode};
pub use contents::{Contents, SurfaceFlags};
pub use convex_hull::hull_planes;
pub use cuboid::Cuboid;
pub use hull::{Hull, HullError};
pub use map_entity::MapEntity;
pub use model::Model;
pub use nalgebra::{Point3, Vector3};
pub use patch::{Patch, PatchFacet, PatchGrid, PatchPiece, PatchTriangles, TooFine};
pub use plane::Plane;
pub use pose::{Placement, PlacementId, Pose, Rotation};
pub use side::{side_like, side_met};
pub use triangle::{Triangle, TriangleError, TriangleSides};
pub use winding::Winding;
pub use world::{Spawn, World};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::convex_hull::{ON_PLANE, SAME_NORMAL};
}

/// A direction, displacement or velocity, in units or units per second.
pub type Vec3 = Vector3<f32>;
/// A position in the world, in units.
pub type Point = Point3<f32>;
