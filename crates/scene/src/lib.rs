//! Scene files, the worlds they name and the input they script.
//!
//! A scene is checked once, when it is read. [`Scene::load`] refuses a file that cannot be run and says where and why.
//! [`Scene::world`] turns the world it names into plain geometry. [`load_world`] does the same for tools that take a scene, a
//! `.bsp` or a `pk3:member` on their command line.

pub mod check;
mod expect;
pub mod file;
mod files;
mod flight;
mod frame;
mod input;
mod load;
mod locate;
mod model;
mod mover;
mod of_map;
mod other;
mod problem;
mod profile;
mod scene_check;
mod shape;
pub mod sources;

pub use clipmark_geometry::hull_planes;
pub use expect::Expectation;
pub use files::{Disk, Files, check_size};
pub use flight::Flight;
pub use frame::Frame;
pub use input::{Key, Segment, Side, Step};
pub use load::{is_map, load_world};
pub use model::{HullShape, Player, Scene, Start, StartState, Tick, WorldSource, default_contestants};
pub use mover::{Axis, Corner, Mover, MoverMotion};
pub use other::OtherPlayer;
pub use problem::{Place, Problem, SceneError};
pub use profile::{Change, ProfileChoice};
pub use shape::{Facing, Fill, Shape, Up};
pub use sources::shapes::splitmix64;

/// Three numbers of a scene file: x, y and z in units.
pub type Triple = [f64; 3];

/// A value that a file may omit.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::file::unclosed;
    pub use crate::locate::locate;
    pub use crate::sources::inner::*;
}
