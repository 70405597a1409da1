//! Where worlds come from: shapes written out in a scene, and compiled maps.

mod cells;
mod entities;
pub mod glb;
mod obj;
pub mod quake1_bsp;
pub mod quake2_bsp;
pub mod quake3_bsp;
pub mod quake_map;
mod record;
pub(crate) mod shapes;
mod solids;
mod text;
mod walk;

#[doc(hidden)]
pub mod inner {
    pub use super::entities::{MOST, all as all_entities};
    pub use super::obj::triangles as obj_triangles;
}

use crate::Problem;
use clipmark_geometry::World;

/// Reads the world of a compiled map of any known format from the bytes of its file.
///
/// # Errors
/// Another kind of file, or anything in it that does not hold together.
pub fn read_map(name: &str, bytes: &[u8]) -> Result<World, Problem> {
    if quake1_bsp::is_one(bytes) {
        quake1_bsp::read(name, bytes)
    } else if quake2_bsp::is_one(bytes) {
        quake2_bsp::read(name, bytes)
    } else {
        quake3_bsp::read(name, bytes)
    }
}
