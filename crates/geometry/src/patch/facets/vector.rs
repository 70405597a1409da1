//! Three-vectors with the order of the sums fixed: other orders give planes that differ in the last bit.

use crate::Plane;

/// A plane, its numbers in an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    pub(super) normal: [f32; 3],
    pub(super) dist: f32,
}

impl From<Flat> for Plane {
    fn from(flat: Flat) -> Self {
        Self::new(flat.normal.into(), flat.dist)
    }
}

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn sub(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// `a + by * s`
pub(super) fn along(a: [f32; 3], by: [f32; 3], s: f32) -> [f32; 3] {
    std::array::from_fn(|k| a[k] + by[k] * s)
}

pub(super) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Unit vector and original length. `None` for a vector of no length or one with an overflow.
pub(super) fn normalized(v: [f32; 3]) -> Option<([f32; 3], f32)> {
    let length = dot(v, v).sqrt();
    let inverse = 1.0 / length;
    (length > 0.0 && length.is_finite() && inverse.is_finite()).then(|| (v.map(|x| x * inverse), length))
}

pub(super) fn near(a: [f32; 3], b: [f32; 3], within: f32) -> bool {
    (0..3).all(|k| (a[k] - b[k]).abs() <= within)
}
