//! The velocity nearest to a wanted one that enters none of several planes: an exact projection onto a convex
//! polyhedron.
//!
//! The nearest point lies on none, one, two or three of the planes. All such choices are tried. The answer is the point
//! nearest to the wanted one among those that all planes allow. With eight planes that is 92 small systems, and order
//! plays no part (W7). In f64, for planes may be nearly parallel.

use clipmark_geometry::Vec3;
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Planes heeded at most; the nearest are kept. More cost cubically; fewer lose corners of cluttered places.
pub const MOST: usize = 8;
/// Planes whose system has a determinant below this are parallel; smaller divides by rounding.
const PARALLEL: f64 = 1e-9;
/// A velocity may enter a plane by this share of its length: rounding of f32 normals, 6e-8, outdone. Larger creeps in.
const ROUNDING: f64 = 1e-6;
/// Two planes are one if their normals differ by less than this; smaller fills the list with copies.
pub const SAME: f32 = 1e-3;

/// Planes not to be entered: normal . v must be at least `least`, which is 0 or negative.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    planes: [(Vec3, f32); MOST],
    count: usize,
}

impl Bounds {
    /// No planes: everything is allowed.
    pub const fn none() -> Self {
        Self {
            planes: [(Vec3::new(0.0, 0.0, 0.0), 0.0); MOST],
            count: 0,
        }
    }

    /// Adds a plane; says whether that changed anything.
    pub fn add(&mut self, normal: Vec3, least: f32) -> bool {
        let least = least.min(0.0);
        let known = self.planes[..self.count]
            .iter_mut()
            .find(|(n, _)| (*n - normal).norm_squared() < SAME * SAME);
        if let Some((_, bound)) = known {
            let tighter = least > *bound;
            *bound = bound.max(least);
            return tighter;
        }
        if self.count == MOST {
            return false;
        }
        self.planes[self.count] = (normal, least);
        self.count += 1;
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The allowed velocity nearest to the wanted one. Standing still is always allowed.
    pub fn nearest(&self, wanted: Vec3) -> Vec3 {
        let planes: [(V, f64); MOST] = self.planes.map(|(n, b)| (n.cast(), f64::from(b)));
        let planes = &planes[..self.count];
        let wanted: V = wanted.cast();
        let slack = ROUNDING * wanted.norm();
        let mut best = (V::zeros(), wanted.norm_squared());
        let mut offer = |v: V| {
            let away = (v - wanted).norm_squared();
            let allowed = |v: &V| planes.iter().all(|(n, b)| n.dot(v) >= b - slack);
            if away < best.1 && allowed(&v) {
                best = (v, away);
            }
        };
        offer(wanted);
        for (i, (a, low_a)) in planes.iter().enumerate() {
            let off_a = low_a - a.dot(&wanted);
            offer(wanted + a * (off_a / a.norm_squared()));
            for (j, (b, low_b)) in planes.iter().enumerate().skip(i + 1) {
                let off_b = low_b - b.dot(&wanted);
                let (aa, ab, bb) = (a.norm_squared(), a.dot(b), b.norm_squared());
                let determinant = aa * bb - ab * ab;
                if determinant < PARALLEL {
                    continue;
                }
                let (x, y) = (off_a * bb - off_b * ab, off_b * aa - off_a * ab);
                offer(wanted + (a * x + b * y) / determinant);
                for (c, low_c) in &planes[j + 1..] {
                    let volume = a.dot(&b.cross(c));
                    if volume * volume > PARALLEL {
                        let corner = b.cross(c) * *low_a + c.cross(a) * *low_b + a.cross(b) * *low_c;
                        offer(corner / volume);
                    }
                }
            }
        }
        best.0.cast()
    }
}
