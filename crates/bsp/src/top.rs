//! How high a brush reaches inside a box: the highest point of the part that lies within.
//!
//! That point lies on an upward face of the brush, or on the top of the box. Each upward face is cut out of the
//! box's footprint with the other sides, in a polygon of fixed size on the stack (Sutherland and Hodgman, 1974).

use crate::shape::{SidePlane, dot};

/// Corners that a face may have after clipping; a face with more is cut off there and its top is a lower bound.
const MAX_CORNERS: usize = 64;
/// Sides that look up less steeply than this (z of the unit normal) count as walls: their z over the footprint
/// is not defined to f32 precision.
const UPWARD: f32 = 1e-4;

#[derive(Clone, Copy)]
struct Polygon {
    corners: [[f32; 3]; MAX_CORNERS],
    len: usize,
}

impl Polygon {
    fn push(&mut self, p: [f32; 3]) {
        if self.len < MAX_CORNERS {
            self.corners[self.len] = p;
            self.len += 1;
        }
    }

    fn clipped(&self, normal: [f32; 3], dist: f32) -> Self {
        let mut out = Self {
            corners: [[0.0; 3]; MAX_CORNERS],
            len: 0,
        };
        for i in 0..self.len {
            let (p, q) = (self.corners[i], self.corners[(i + 1) % self.len]);
            let (dp, dq) = (dot(normal, p) - dist, dot(normal, q) - dist);
            if dp <= 0.0 {
                out.push(p);
            }
            if (dp > 0.0) != (dq > 0.0) {
                let f = dp / (dp - dq);
                out.push(std::array::from_fn(|k| p[k] + f * (q[k] - p[k])));
            }
        }
        out
    }
}

/// Height of the highest point of the solid behind `sides` within the box, in units; the box's own top when the
/// solid reaches it.
pub(crate) fn top_within(sides: &[SidePlane], mins: [f32; 3], maxs: [f32; 3]) -> f32 {
    let mut top = f32::NEG_INFINITY;
    for (i, side) in sides.iter().enumerate().filter(|(_, s)| s.normal[2] > UPWARD) {
        let z = |x: f32, y: f32| (side.dist - side.normal[0] * x - side.normal[1] * y) / side.normal[2];
        let mut face = Polygon {
            corners: [[0.0; 3]; MAX_CORNERS],
            len: 0,
        };
        for (x, y) in [
            (mins[0], mins[1]),
            (maxs[0], mins[1]),
            (maxs[0], maxs[1]),
            (mins[0], maxs[1]),
        ] {
            face.push([x, y, z(x, y)]);
        }
        for (j, other) in sides.iter().enumerate() {
            if j != i && face.len > 0 {
                face = face.clipped(other.normal, other.dist);
            }
        }
        top = face.corners[..face.len].iter().fold(top, |t, p| t.max(p[2]));
    }
    if top == f32::NEG_INFINITY {
        maxs[2]
    } else {
        top.min(maxs[2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(normal: [f32; 3], dist: f32) -> SidePlane {
        SidePlane { normal, dist }
    }

    #[test]
    fn top_of_a_wedge_within_a_box() {
        // The solid under z = x/2 (for x in 0..100), cut by a box over x in 10..30.
        let n = 1.0 / 5.0f32.sqrt();
        let wedge = [
            side([-1.0, 0.0, 0.0], 0.0),
            side([1.0, 0.0, 0.0], 100.0),
            side([0.0, -1.0, 0.0], 50.0),
            side([0.0, 1.0, 0.0], 50.0),
            side([0.0, 0.0, -1.0], 0.0),
            side([0.0, 0.0, 1.0], 50.0),
            side([-n, 0.0, 2.0 * n], 0.0),
        ];
        let top = top_within(&wedge, [10.0, -5.0, -8.0], [30.0, 5.0, 40.0]);
        assert!((top - 15.0).abs() < 1e-4, "{top}");
        assert_eq!(top_within(&wedge, [10.0, -5.0, -8.0], [30.0, 5.0, 12.0]), 12.0);
    }
}
