//! The part of a solid's face that lies within a box.
//!
//! A rectangle of the face's plane covers the box. The solid's other sides and the box cut it. The polygon has a fixed size on
//! the stack (Sutherland and Hodgman, *Reentrant Polygon Clipping*, 1974).

use crate::lanes::{Sides, push_lanes};
use crate::side_plane::{SidePlane, dot};

/// Corners that a face may have after clipping. Beyond that it is cut off, and its top is a lower bound. A face of a brush
/// gains one corner a cut, and brushes have fewer than 50 sides.
const MAX_CORNERS: usize = 64;

#[derive(Clone, Copy)]
struct Polygon {
    corners: [[f32; 3]; MAX_CORNERS],
    len: usize,
}

impl Polygon {
    const EMPTY: Self = Self {
        corners: [[0.0; 3]; MAX_CORNERS],
        len: 0,
    };

    fn push(&mut self, p: [f32; 3]) {
        if self.len < MAX_CORNERS {
            self.corners[self.len] = p;
            self.len += 1;
        }
    }

    fn clipped(&self, normal: [f32; 3], dist: f32) -> Self {
        let mut out = Self::EMPTY;
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

    /// The rectangle of a plane above or below a box, along the axis that the plane faces most.
    fn over(plane: &SidePlane, mins: [f32; 3], maxs: [f32; 3]) -> Self {
        let n = plane.normal;
        let main = (0..3)
            .max_by(|&a, &b| n[a].abs().total_cmp(&n[b].abs()))
            .unwrap_or(2);
        let (u, v) = ((main + 1) % 3, (main + 2) % 3);
        let mut out = Self::EMPTY;
        for (a, b) in [
            (mins[u], mins[v]),
            (maxs[u], mins[v]),
            (maxs[u], maxs[v]),
            (mins[u], maxs[v]),
        ] {
            let mut p = [0.0; 3];
            p[u] = a;
            p[v] = b;
            p[main] = (plane.dist - n[u] * a - n[v] * b) / n[main];
            out.push(p);
        }
        out
    }
}

/// A part of a face narrower than this is rounding, in units. A bevel that touches the solid in an edge has no face. Smaller
/// takes such edges for level ground at large coordinates; larger misses thin ledges for a tick.
const LEAST_WIDTH: f32 = 1.0 / 256.0;

/// How wide a long thin polygon is: twice its area over its girth.
fn width(corners: &[[f32; 3]]) -> f32 {
    let apart = |p: [f32; 3], q: [f32; 3]| std::array::from_fn::<f32, 3, _>(|i| q[i] - p[i]);
    let (mut area, mut girth) = ([0.0f32; 3], 0.0);
    for (i, &p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % corners.len()];
        let (a, b, side) = (apart(corners[0], p), apart(corners[0], q), apart(p, q));
        area[0] += a[1] * b[2] - a[2] * b[1];
        area[1] += a[2] * b[0] - a[0] * b[2];
        area[2] += a[0] * b[1] - a[1] * b[0];
        girth += dot(side, side).sqrt();
    }
    dot(area, area).sqrt() / girth.max(f32::MIN_POSITIVE)
}

/// Height of the highest point of the `face`-th side's face within the box, in units. `None` when no part of the face is in it.
/// Bevels have no face.
pub(crate) fn top_within(sides: Sides, face: usize, mins: [f32; 3], maxs: [f32; 3]) -> Option<f32> {
    let mut polygon = Polygon::over(&sides.get(face), mins, maxs);
    for (i, other) in sides.iter().enumerate() {
        if i != face {
            polygon = polygon.clipped(other.normal, other.dist);
        }
        if polygon.len == 0 {
            return None;
        }
    }
    for axis in 0..3 {
        let mut normal = [0.0; 3];
        normal[axis] = 1.0;
        polygon = polygon.clipped(normal, maxs[axis]);
        normal[axis] = -1.0;
        polygon = polygon.clipped(normal, -mins[axis]);
    }
    let corners = &polygon.corners[..polygon.len];
    (corners.len() > 2 && width(corners) > LEAST_WIDTH)
        .then(|| corners.iter().fold(f32::NEG_INFINITY, |top, p| top.max(p[2])))
}

/// The same of a solid of these planes, a normal and a distance each.
pub fn top_of_face(planes: &[([f32; 3], f32)], face: usize, mins: [f32; 3], maxs: [f32; 3]) -> Option<f32> {
    let sides: Vec<SidePlane> = planes
        .iter()
        .map(|&(normal, dist)| SidePlane { normal, dist })
        .collect();
    let mut lanes = Vec::new();
    push_lanes(&mut lanes, &sides);
    top_within(Sides::new(&lanes, sides.len()), face, mins, maxs)
}
