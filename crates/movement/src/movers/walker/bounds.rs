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
pub(super) const MOST: usize = 8;
/// Planes whose system has a determinant below this are parallel; smaller divides by rounding.
const PARALLEL: f64 = 1e-9;
/// A velocity may enter a plane by this share of its length: rounding of f32 normals, 6e-8, outdone. Larger creeps in.
const ROUNDING: f64 = 1e-6;
/// Two planes are one if their normals differ by less than this; smaller fills the list with copies.
const SAME: f32 = 1e-3;

/// Planes not to be entered: normal . v must be at least `least`, which is 0 or negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    planes: [(Vec3, f32); MOST],
    count: usize,
}

impl Bounds {
    pub(super) const fn none() -> Self {
        Self {
            planes: [(Vec3::new(0.0, 0.0, 0.0), 0.0); MOST],
            count: 0,
        }
    }

    /// Adds a plane; says whether that changed anything.
    pub(super) fn add(&mut self, normal: Vec3, least: f32) -> bool {
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
    pub(super) fn nearest(&self, wanted: Vec3) -> Vec3 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn directions() -> impl Strategy<Value = Vec<Vec3>> {
        let one = prop::array::uniform3(-1.0f32..1.0).prop_map(Vec3::from);
        let unit = one
            .prop_filter("long enough", |v| v.norm() > 0.1)
            .prop_map(|v| v.normalize());
        prop::collection::vec(unit, 0..MOST)
    }

    proptest! {
        /// Nearest, by the test for it: no allowed point lies nearer along the way to it.
        #[test]
        fn no_allowed_velocity_is_nearer(
            normals in directions(), wanted in prop::array::uniform3(-300.0f32..300.0),
            other in prop::array::uniform3(-300.0f32..300.0), low in -50.0f32..0.0,
        ) {
            let (wanted, other) = (Vec3::from(wanted), Vec3::from(other));
            let mut bounds = Bounds::none();
            let mut kept = vec![];
            for (i, n) in normals.iter().enumerate() {
                let least = if i % 2 == 0 { 0.0 } else { low };
                bounds.add(*n, least);
                kept.push((*n, least));
            }
            let v = bounds.nearest(wanted);
            let tolerance = 2e-3;
            for (n, least) in &kept {
                // Near copies of a plane are merged.
                prop_assert!(n.dot(&v) >= least - tolerance - 2.0 * SAME * v.norm());
            }
            // A property of convex sets: at the nearest point, the angle to any other point is not acute.
            if kept.iter().all(|(n, least)| n.dot(&other) >= *least) {
                prop_assert!((wanted - v).dot(&(other - v)) <= 1.0);
            }
        }
    }

    #[test]
    fn an_acute_corner_stops_and_an_obtuse_one_lets_slide() {
        let (a, b) = (Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.6, -0.8, 0.0));
        let mut corner = Bounds::none();
        corner.add(a, 0.0);
        corner.add(b, 0.0);
        // Into the acute corner there is no way.
        assert!(corner.nearest(Vec3::new(100.0, 100.0, 0.0)).norm() < 1e-3);
        // 120 degrees between the walls: along the first it leaves the second.
        let mut wide = Bounds::none();
        wide.add(a, 0.0);
        wide.add(Vec3::new(-0.5, -0.866, 0.0), 0.0);
        let along = wide.nearest(Vec3::new(100.0, -20.0, 0.0));
        assert!((along - Vec3::new(0.0, -20.0, 0.0)).norm() < 1e-3, "{along:?}");
    }
}
