//! The brushes behind compiled hulls, for questions that a tree of leaves cannot answer: how deep, and how near.

use crate::polytope::{corner_against, reach_against};
use clipmark_geometry::{Aabb, Brush, Contents, Plane, Point, Vec3};
use nalgebra::{Matrix3, Vector3};

type V = Vector3<f64>;

/// A point in front of a plane by less than this counts as behind it, in units: f64 rounding at map scale.
const BEHIND: f64 = 1e-7;
/// Planes whose determinant is smaller meet in no point to trust.
const PARALLEL: f64 = 1e-9;

/// Where a body stands to a solid.
pub(crate) struct Standing {
    /// From the solid to the body, unit length.
    pub(crate) normal: V,
    /// The gap along it, negative when the body is in the solid, in units.
    pub(crate) distance: f64,
    /// Unit normal of the face that the nearest feature belongs to.
    pub(crate) face: Vec3,
}

/// The brushes of the mask whose box is within `margin` of the body.
pub(crate) fn near<'a>(
    brushes: &'a [Brush],
    body: &Aabb,
    at: &Point,
    margin: f32,
    mask: Contents,
) -> impl Iterator<Item = &'a Brush> {
    let reach = body.translated(&at.coords).grown(margin);
    brushes
        .iter()
        .filter(move |b| b.contents.intersects(mask) && b.bounds.touches(&reach))
}

/// Where a body stands to a brush, exactly but for f64.
pub(crate) fn standing(brush: &Brush, body: &Aabb, at: &Point) -> Option<Standing> {
    let place: V = at.coords.cast();
    let count = brush.sides.len();
    // The planes, moved out by the body; distances are from its position. Worked out anew each time, so that nothing is
    // allocated.
    let plane = |i: usize| -> (V, f64) {
        let plane = &brush.sides[i].plane;
        let n: V = plane.normal.cast();
        let dist = f64::from(plane.dist) - (corner_against(&n, body) + place).dot(&n);
        let length = n.norm();
        (n / length, dist / length)
    };
    let face = |i: usize| brush.sides[i].plane.normal.normalize();
    let (nearest, least) = (0..count)
        .map(|i| (i, plane(i).1))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    if least >= 0.0 {
        return Some(Standing {
            normal: plane(nearest).0,
            distance: -least,
            face: face(nearest),
        });
    }
    let (i, to) = closest(count, plane)?;
    let distance = to.norm();
    let normal = (-to).try_normalize(BEHIND).unwrap_or(plane(i).0);
    Some(Standing {
        normal,
        distance,
        face: face(i),
    })
}

/// The point nearest to the origin of the solid behind these planes, and the plane farthest in front. The origin lies in front
/// of one of them at least. Tries faces, edges and corners: the nearest point is where one, two or three planes hold it.
fn closest(count: usize, plane: impl Fn(usize) -> (V, f64)) -> Option<(usize, V)> {
    let all = 0..count;
    let inside = |q: &V| {
        all.clone().all(|i| {
            let (n, d) = plane(i);
            n.dot(q) - d <= BEHIND * (1.0 + q.amax())
        })
    };
    let mut best: Option<(usize, V)> = None;
    let mut offer = |i: usize, q: V| {
        if best.is_none_or(|(_, b)| q.norm_squared() < b.norm_squared()) && inside(&q) {
            best = Some((i, q));
        }
    };
    for i in all.clone() {
        let (n, d) = plane(i);
        if d >= 0.0 {
            continue;
        }
        offer(i, n * d);
        for j in all.clone().filter(|&j| j != i) {
            let (m, e) = plane(j);
            let c = n.dot(&m);
            let det = 1.0 - c * c;
            if det > PARALLEL {
                offer(i, n * ((d - c * e) / det) + m * ((e - c * d) / det));
            }
            for k in j + 1..count {
                let (o, f) = plane(k);
                let rows = Matrix3::from_rows(&[n.transpose(), m.transpose(), o.transpose()]);
                if rows.determinant().abs() > PARALLEL
                    && let Some(q) = rows.lu().solve(&V::new(d, e, f))
                {
                    offer(i, q);
                }
            }
        }
    }
    best
}

/// A point of the surface that a body at that place is nearest to.
pub(crate) fn point_of(standing: &Standing, brush: &Brush, body: &Aabb, at: &Point) -> Point {
    let n = standing.normal;
    let reach = at.coords.cast::<f64>() + corner_against(&n, body);
    let touched = reach - n * standing.distance;
    // Where the corner is free to slide along the surface, a place on the brush.
    let b = &brush.bounds;
    Point::from(Vec3::from_fn(|i, _| {
        let x = touched[i] as f32;
        if n[i] == 0.0 {
            x.clamp(b.mins[i], b.maxs[i])
        } else {
            x
        }
    }))
}

/// The plane of the solid itself: moved back by how far the body reaches against its normal.
pub(crate) fn own_plane(plane: &Plane, body: &Aabb) -> Plane {
    let dist = f64::from(plane.dist) + reach_against(&plane.normal, body);
    Plane::new(plane.normal, dist as f32)
}
