//! Where worlds come from: shapes written out in a scene, and compiled maps.

pub(crate) mod convex_hull;
mod map_error;
mod obj;
pub(crate) mod package;
pub mod quake3_bsp;
pub(crate) mod shapes;
mod solids;

pub use map_error::MapError;
pub use obj::MeshError;
