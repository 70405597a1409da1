//! Convex solids as outward planes, and where they are put. A turn by a multiple of 90 degrees is exact, so
//! axial faces stay axial.

use crate::Triple;
use crate::frame::direction;
use nalgebra::Vector3;

/// Outward normals of any length, and distances.
pub(super) type Planes = Vec<(Vector3<f64>, f64)>;

/// A turn around the vertical, then a shift.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    cos: f64,
    sin: f64,
    pub(super) at: Vector3<f64>,
}

impl Placement {
    pub(super) fn new(at: Triple, yaw: f64) -> Self {
        let (cos, sin) = direction(yaw);
        let at = Vector3::from(at);
        Self { cos, sin, at }
    }

    pub(super) fn turned(&self, v: Vector3<f64>) -> Vector3<f64> {
        let (c, s) = (self.cos, self.sin);
        Vector3::new(c * v.x - s * v.y, s * v.x + c * v.y, v.z)
    }

    /// First `inner`, then this.
    pub(super) fn after(&self, inner: &Self) -> Self {
        Self {
            cos: self.cos * inner.cos - self.sin * inner.sin,
            sin: self.sin * inner.cos + self.cos * inner.sin,
            at: self.turned(inner.at) + self.at,
        }
    }
}

pub(super) fn box_planes(min: &Triple, max: &Triple) -> Planes {
    (0..3)
        .flat_map(|i| {
            let n = axis(i);
            [(-n, -min[i]), (n, max[i])]
        })
        .collect()
}

fn axis(i: usize) -> Vector3<f64> {
    let mut n = Vector3::zeros();
    n[i] = 1.0;
    n
}

/// Floor and ceiling reach under and over all walls, and the y walls past the x walls. No edge has a gap or an
/// overlap.
pub(super) fn room(min: &Triple, max: &Triple, t: f64) -> Vec<Planes> {
    let mut out = Vec::new();
    for i in (0..3).rev() {
        let (mut low, mut high) = (*min, *max);
        for later in 0..i {
            low[later] = min[later] - t;
            high[later] = max[later] + t;
        }
        let (mut under, mut over) = (high, low);
        under[i] = min[i];
        over[i] = max[i];
        let (mut below, mut above) = (low, high);
        below[i] = min[i] - t;
        above[i] = max[i] + t;
        out.push(box_planes(&below, &under));
        out.push(box_planes(&over, &above));
    }
    out
}

pub(super) fn ramp(min: &Triple, max: &Triple, toward: f64) -> Planes {
    let (cos, sin) = direction(toward);
    let ahead = Vector3::new(cos, sin, 0.0);
    let (low, high) = (Vector3::from(*min), Vector3::from(*max));
    let extent = high - low;
    let run = extent.dot(&ahead).abs();
    let slope = Vector3::z() * run - ahead * extent.z;
    // The lowest edge passes through the low corner when rising along +x or +y, else through the high one.
    let mut foot = if cos + sin > 0.0 { low } else { high };
    foot.z = low.z;
    let mut planes = box_planes(min, max);
    // The rest of the box: the top goes, and the face at the foot shrinks to an edge.
    planes.retain(|(n, _)| n.z <= 0.0 && n.dot(&ahead) >= 0.0);
    planes.push((slope, slope.dot(&foot)));
    planes
}

/// Rises along +x from the edge x = z = 0.
pub(super) fn slope(degrees: f64, run: f64, width: f64) -> Planes {
    let (sin, cos) = degrees.to_radians().sin_cos();
    vec![
        (-Vector3::z(), 0.0),
        (Vector3::x(), run),
        (-Vector3::y(), width / 2.0),
        (Vector3::y(), width / 2.0),
        (Vector3::new(-sin, 0.0, cos), 0.0),
    ]
}
