//! Half-spaces, and the corners and edges of their intersection: the line of every two planes, clipped by all others.

use nalgebra::Vector3;
use thiserror::Error;

pub(crate) type V = Vector3<f64>;

/// Distance within which a corner lies on a plane, in units. f64 places the corners of a map (2^17 units, worst condition about
/// 1e4) to 1e-7. f32 planes that "should" meet miss each other by 1e-4. Too small: corners of acute edges are lost from their
/// faces. Too large: real slivers are welded shut and the solid changes.
pub(crate) const ON_PLANE: f64 = 1e-6;

/// Below this sine two planes are parallel. Rounding of f32 normals is 1e-7; below it an
/// intersection says nothing. Too large loses edges between nearly flush faces (not their corners).
const PARALLEL: f64 = 1e-7;
/// Below this sine a line runs along a plane: f64's rounding of the product. Larger: a line that enters the plane far from the
/// solid is judged at its nearest point to the origin of the world. So an edge is lost where three planes nearly meet in a line
/// (islandctf's brush 2520). It stands off the plane by this times 2^17 units, well below [`ON_PLANE`].
const ALONG: f64 = 1e-12;
/// A corner beyond this coordinate means that the planes leave the solid open, in units; well beyond 2^22.
const UNBOUNDED: f64 = 1e8;

/// The half-space `normal . x <= height`; the normal has unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit normal, out of the solid.
    pub normal: V,
    /// Distance of the plane from the origin along the normal, in units.
    pub height: f64,
}

impl HalfSpace {
    /// Signed distance of a position: positive outside.
    pub fn distance(&self, x: &V) -> f64 {
        self.normal.dot(x) - self.height
    }

    pub(crate) fn same_normal(&self, other: &Self) -> bool {
        (self.normal - other.normal).norm_squared() < 1e-18 // far below f32 normals' rounding, squared
    }
}

/// Why a brush has no place in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolidError {
    /// A plane is NaN, infinite, or has no direction.
    #[error("a plane is not finite or has no direction")]
    Invalid,
    /// The planes enclose no volume.
    #[error("the planes enclose no volume")]
    Empty,
    /// The planes leave a way to infinity.
    #[error("the planes leave the solid open")]
    Unbounded,
}

/// An edge of a solid.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Unit direction.
    pub along: V,
    /// The corner that it begins at.
    pub at: V,
    /// In units.
    pub length: f64,
}

/// Each corner once, and each edge.
pub(crate) fn corners_and_edges(sides: &[HalfSpace]) -> Result<(Vec<V>, Vec<Edge>), SolidError> {
    let mut vertices: Vec<V> = Vec::new();
    let mut edges: Vec<Edge> = Vec::new();
    // Planes in the order in which they are asked: those that turned lines away last come first.
    let mut order: Vec<usize> = (0..sides.len()).collect();
    for (i, a) in sides.iter().enumerate() {
        for (j, b) in sides.iter().enumerate().skip(i + 1) {
            let cross = a.normal.cross(&b.normal);
            let sine = cross.norm();
            if sine < PARALLEL {
                continue;
            }
            let along = cross / sine;
            let foot =
                (b.normal.cross(&cross) * a.height + cross.cross(&a.normal) * b.height) / (sine * sine);
            let Some((lo, hi)) = clip_line(&foot, &along, sides, &mut order, [i, j]) else {
                continue;
            };
            if hi - lo <= ON_PLANE {
                continue; // a plane that only touches a corner; the corner's true edges find it
            }
            let (p, q) = (foot + along * lo, foot + along * hi);
            if !p.iter().chain(q.iter()).all(|x| x.abs() < UNBOUNDED) {
                return Err(SolidError::Unbounded);
            }
            for v in [p, q] {
                if !vertices.iter().any(|w| (w - v).norm() < ON_PLANE) {
                    vertices.push(v);
                }
            }
            let known = |e: &Edge| {
                let same = |x: &V, y: &V| (x - y).norm() < ON_PLANE;
                let end = e.at + e.along * e.length;
                same(&e.at, &p) && same(&end, &q) || same(&e.at, &q) && same(&end, &p)
            };
            if !edges.iter().any(known) {
                let length = hi - lo;
                edges.push(Edge { along, at: p, length });
            }
        }
    }
    Ok((vertices, edges))
}

/// How far the corners may be off. They are found to [`ON_PLANE`] of each of their planes. Where planes meet at acute angles a
/// corner this far off its planes is further off the true one. The factor is the norm of the inverse of the matrix of three of
/// their normals (`|x - y| <= |N^-1| |N (x - y)|`). Only the three planes of a corner that hold it best count.
pub(crate) fn corner_error(sides: &[HalfSpace], vertices: &[V]) -> f64 {
    let mut worst = 1.0f64;
    for v in vertices {
        let near: Vec<&V> = sides
            .iter()
            .filter(|s| s.distance(v).abs() <= 2.0 * ON_PLANE)
            .map(|s| &s.normal)
            .collect();
        let mut best = f64::INFINITY;
        for (i, a) in near.iter().enumerate() {
            for (j, b) in near.iter().enumerate().skip(i + 1) {
                let ab = a.cross(b);
                for c in &near[j + 1..] {
                    // The rows of the inverse are cross products over the determinant.
                    let rows = ab.norm_squared() + b.cross(c).norm_squared() + c.cross(a).norm_squared();
                    best = best.min(rows.sqrt() / ab.dot(c).abs());
                }
            }
        }
        worst = worst.max(best);
    }
    ON_PLANE * 3f64.sqrt() * worst
}

/// The part of the line that lies behind all planes but its own two.
fn clip_line(
    foot: &V,
    along: &V,
    sides: &[HalfSpace],
    order: &mut [usize],
    own: [usize; 2],
) -> Option<(f64, f64)> {
    let (mut lo, mut hi) = (f64::NEG_INFINITY, f64::INFINITY);
    for at in 0..order.len() {
        if own.contains(&order[at]) {
            continue;
        }
        let s = &sides[order[at]];
        let (outside, slope) = (s.distance(foot), s.normal.dot(along));
        if slope.abs() < ALONG {
            if outside > ON_PLANE {
                order[..=at].rotate_right(1);
                return None;
            }
        } else if slope > 0.0 {
            hi = hi.min(-outside / slope);
        } else {
            lo = lo.max(-outside / slope);
        }
        if lo > hi {
            order[..=at].rotate_right(1);
            return None;
        }
    }
    Some((lo, hi))
}

/// The corners of the intersection of the half-spaces; none when it is open or empty.
pub fn corners(planes: &[HalfSpace]) -> Vec<V> {
    corners_and_edges(planes).map(|(v, _)| v).unwrap_or_default()
}
