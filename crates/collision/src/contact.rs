//! Answers about a hull at rest: overlaps, surfaces near it, polygons that reach into it.

use crate::Status;
use clipmark_geometry::{Contents, Point, Vec3};

/// The answer to the position test when the hull overlaps something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// How far to move along `normal` to leave the deepest solid met, in units.
    pub depth: f32,
    /// Unit direction out.
    pub normal: Vec3,
    /// Contents of the overlapped solid.
    pub contents: Contents,
    /// How the answer was reached; `Unsupported`, `Invalid` and `Failed` are reported as an overlap of depth 0.
    pub status: Status,
}

impl Penetration {
    /// An overlap of depth 0, with the reason why there is no answer.
    pub fn refused(status: Status) -> Self {
        Self {
            depth: 0.0,
            normal: Vec3::z(),
            contents: Contents::empty(),
            status,
        }
    }
}

/// A polygon that reaches into a hull, as far as a foot needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// Unit normal of the polygon.
    pub normal: Vec3,
    /// Height (z) of the highest point of the part of it that lies in the hull, in units.
    pub top: f32,
}

/// A surface near or in the hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The nearest (or deepest) point of the surface, in units.
    pub point: Point,
    /// Unit direction from the surface's nearest feature (face, edge or corner) towards the hull.
    pub normal: Vec3,
    /// Unit normal of the polygon that the feature belongs to.
    pub face_normal: Vec3,
    /// Gap along `normal` in units; negative when the hull is in the surface.
    pub distance: f32,
    /// Height (z) of the highest point of the polygon's part within the hull grown by the margin, in units. A foot would have
    /// to be raised so far.
    pub top: f32,
    /// Contents behind the surface.
    pub contents: Contents,
}
