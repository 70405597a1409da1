//! A side of a brush as the hot loops read it.

use clipmark_geometry::{Plane, Point};

/// A side as the hot loops read it: normal and distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SidePlane {
    pub(crate) normal: [f32; 3],
    pub(crate) dist: f32,
}

impl SidePlane {
    pub(crate) fn from_plane(plane: &Plane) -> Self {
        Self {
            normal: plane.normal.into(),
            dist: plane.dist,
        }
    }
}

#[inline(always)]
pub(crate) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn array(p: &Point) -> [f32; 3] {
    [p.x, p.y, p.z]
}
