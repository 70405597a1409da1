//! The backend of vertical cylinders against a polygon mesh: exact continuous sweeps, position tests and contact
//! harvest.
//!
//! The mesh is made of the real faces of all brushes, one-sided, without those that lie buried in other brushes. Triangles have
//! the sides that they say; curved patches are triangles seen from the front. Geometry of Darken and Anderegg, *Collision Motion
//! Model Design* (2006), whose own model only tests positions. The sweep is ours ([`CylinderBackend`] says by which rules).
//!
//! ```
//! use clipmark_cylinder::CylinderBackend;
//! use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
//! use clipmark_geometry::{Brush, Contents, Hull, Point, World};
//!
//! // A wall from x = 100 to 108.
//! let wall = Brush::from_box(Point::new(100.0, -64.0, -64.0), Point::new(108.0, 64.0, 64.0), Contents::SOLID)?;
//! let world = World::of_brushes("wall", vec![wall]);
//! let backend = CylinderBackend::build(&world, TraceRules::QUAKE3)?;
//!
//! let hull = Hull::new_cylinder(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0))?;
//! let sweep = Sweep::new(hull, Point::origin(), Point::new(256.0, 0.0, 0.0));
//! let answer = backend.trace(&sweep, &mut Work::silent());
//! // The hull reaches 15 ahead and stops a skin of 1/8 before the wall.
//! assert!((answer.end.x - (100.0 - 15.0 - 0.125)).abs() < 0.01);
//! assert_eq!(answer.plane.map(|p| p.normal.x), Some(-1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod backend;
mod buried;
mod entry;
mod meet;
mod mesh;
mod nearest;
mod outlines;
mod overlaps;
mod polygon;
mod registered;
mod separation;
mod skin;
mod solids;
mod starts;
mod stop;

pub use backend::CylinderBackend;
pub use registered::{CYLINDER, REGISTERED};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::polygon::Refused;

    use crate::polygon::Polygon;
    use clipmark_geometry::{Contents, Plane, Point, SurfaceFlags};

    /// Why these corners on that plane are no polygon.
    pub fn refuse(plane: Plane, corners: Vec<Point>) -> Option<Refused> {
        Polygon::on_plane(plane, corners, Contents::SOLID, SurfaceFlags::empty()).err()
    }
}
