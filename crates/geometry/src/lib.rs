//! Vectors, planes, brushes, windings, hulls and the world that backends are built from.
//!
//! Units are Quake units; z is up. Everything here is plain data and pure functions: a [`World`] is checked
//! once when it is made and never changes afterwards.

mod aabb;
mod bevels;
mod brush;
mod bsp_tree;
mod clip_hulls;
mod contents;
mod hull;
mod patch;
mod plane;
mod triangle;
mod winding;
mod world;

pub use aabb::Aabb;
pub use bevels::bevelled;
pub use brush::{Brush, BrushError, BrushSide, Face};
pub use bsp_tree::{BspLeaf, BspNode, BspTree};
pub use clip_hulls::{ClipHull, ClipHulls, ClipNode};
pub use contents::{Contents, SurfaceFlags};
pub use hull::{Hull, HullError};
pub use nalgebra::{Point3, Vector3};
pub use patch::{Patch, PatchGrid, PatchTriangles};
pub use plane::Plane;
pub use triangle::{Triangle, TriangleError, TriangleSides};
pub use winding::Winding;
pub use world::{Spawn, World};

/// A direction, displacement or velocity, in units or units per second.
pub type Vec3 = Vector3<f32>;
/// A position in the world, in units.
pub type Point = Point3<f32>;
