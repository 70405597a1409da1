//! Backend: clip hulls, as in Quake, QuakeWorld and GoldSrc.
//!
//! The solids of a world are grown by the player's box and compiled into a BSP of solid and empty leaves. Each player size
//! has its own. A sweep of the box is then a trace of a point. [`HullBackend`] takes the hulls that a Quake or Half-Life map
//! brings, and compiles them for any other brush world. A shape without a hull is answered with `Unsupported`.
//!
//! Source of the arithmetic: the description beside our recordings (`tests/recordings/README.md`), which judge it to the last
//! digit. Games differ in a handful of rules, which are data (`rules.rs`).
//!
//! ```
//! use clipmark_hull::HullBackend;
//! use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
//! use clipmark_geometry::{Brush, Contents, Hull, Point, World};
//!
//! // A wall from x = 100 to 108.
//! let wall = Brush::from_box(Point::new(100.0, -64.0, -64.0), Point::new(108.0, 64.0, 64.0), Contents::SOLID)?;
//! let world = World::of_brushes("wall", vec![wall]);
//! // Which bodies will move here: a clip hull is compiled for each.
//! let world = World { bodies: vec![Hull::quake3_player().bounds()], ..world };
//! let backend = HullBackend::build(&world, TraceRules::QUAKE3)?;
//!
//! let hull = Hull::quake3_player();
//! let sweep = Sweep::new(hull, Point::origin(), Point::new(256.0, 0.0, 0.0));
//! let answer = backend.trace(&sweep, &mut Work::silent());
//! // The hull reaches 15 ahead and stops a skin before the wall.
//! assert!(answer.end.x < 100.0 - 15.0 && answer.end.x > 100.0 - 15.0 - 0.25);
//! assert_eq!(answer.plane.map(|p| p.normal.x), Some(-1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backend;
mod cast;
mod compile;
mod plane_table;
mod polytope;
pub mod recording;
mod registered;
mod rules;
mod solids;

pub use backend::HullBackend;
pub use cast::ClipTrace;
pub use registered::{HULL, REGISTERED};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    use crate::plane_table::PlaneTable;
    use crate::polytope::Polytope;
    use clipmark_geometry::Plane;

    /// How many sides the solid between these planes keeps.
    pub fn count_sides(planes: &[Plane]) -> usize {
        let solid = Polytope::new(0, planes, &mut PlaneTable::default());
        solid.map_or(0, |solid| solid.sides.len())
    }
}
