//! Boxes in a hierarchy and in a grid: which of them a moving box comes near.
//!
//! Backends ask it which of their brushes, facets, solids or polygons are near a path, and test those alone. An item is known by
//! the number of its box, or by a name given to it. Boxes are of f32 and nothing is added to them: what a caller's own rounding
//! needs, the caller adds to its question.
//!
//! A [`Hierarchy`] serves any question. A [`Grid`] answers short sweeps of a player in one look-up.
//!
//! ```
//! use clipmark_geometry::{Aabb, Point};
//! use clipmark_hierarchy::{BoxPath, Hierarchy, lanes::across};
//!
//! let cube = |x| Aabb::new(Point::new(x, 0.0, 0.0), Point::new(x + 1.0, 1.0, 1.0));
//! let hierarchy = Hierarchy::new(&[cube(0.0), cube(10.0), cube(20.0)]);
//! // A box of half the size of a cube moves from before the second past the third.
//! let path = BoxPath::new(across([5.0, 0.5, 0.5]), across([40.0, 0.0, 0.0]), across([0.25; 3]));
//! let mut met = Vec::new();
//! hierarchy.along_path(&path, 1.0, &mut 0, |item| {
//!     met.push(item);
//!     Some(1.0)
//! });
//! assert_eq!(met, [1, 2]);
//! ```

mod build;
mod grid;
pub mod lanes;
mod search;

pub use build::Hierarchy;
pub use grid::{Grid, Nearby};
pub use search::BoxPath;

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::build::{MAX_LEVELS, TREELET_LEVELS, levels};
    pub use crate::grid::REACH;
}
