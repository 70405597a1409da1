//! The backend of vertical cylinders against a polygon mesh: exact continuous sweeps, position tests and contact
//! harvest.
//!
//! The mesh is made of the real faces of all brushes, one-sided, without those that lie buried in other brushes, and of
//! triangles, with the sides that they say; curved patches are triangles seen from the front.
//! Geometry of Darken and Anderegg, *Collision Motion Model Design* (2006), whose own model only tests
//! positions; the sweep is ours ([`CylinderBackend`] says by which rules).

mod answers;
mod backend;
mod buried;
mod entry;
mod hierarchy;
mod mesh;
mod polygon;
mod registered;
mod separation;
mod solids;
mod stop;
mod tally;

pub use backend::CylinderBackend;
pub use polygon::{Polygon, PolygonError};
pub use registered::{CYLINDER, REGISTERED};
