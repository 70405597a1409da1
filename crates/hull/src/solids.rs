//! The brushes behind compiled hulls, for questions that a tree of leaves cannot answer: how deep, and how near.

use crate::polytope::reach_against;
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

/// Bevelled brushes, in the order of the world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solids {
    brushes: Vec<Brush>,
}

impl Solids {
    pub(crate) fn new(brushes: Vec<Brush>) -> Self {
        Self { brushes }
    }

    pub(crate) fn brushes(&self) -> &[Brush] {
        &self.brushes
    }

    pub(crate) fn bytes(&self) -> usize {
        let sides: usize = self.brushes.iter().map(|b| size_of_val(&b.sides[..])).sum();
        sides + size_of_val(&self.brushes[..])
    }

    /// The brushes of the mask whose box is within `margin` of the body.
    pub(crate) fn near<'a>(
        &'a self,
        body: &Aabb,
        at: &Point,
        margin: f32,
        mask: Contents,
    ) -> impl Iterator<Item = &'a Brush> {
        let reach = body.translated(&at.coords).grown(margin);
        self.brushes
            .iter()
            .filter(move |b| b.contents.intersects(mask) && b.bounds.touches(&reach))
    }
}

/// The planes of a brush moved out by a body; distances are from the body's position. Computed anew each time, so that nothing
/// is allocated.
struct Planes<'a> {
    brush: &'a Brush,
    body: &'a Aabb,
    at: V,
}

impl Planes<'_> {
    fn count(&self) -> usize {
        self.brush.sides.len()
    }

    fn get(&self, i: usize) -> (V, f64) {
        let plane = &self.brush.sides[i].plane;
        let n: V = plane.normal.cast();
        let dist = f64::from(plane.dist) - (corner(self.body, &n) + self.at).dot(&n);
        let length = n.norm();
        (n / length, dist / length)
    }
}

/// Where a body stands to a brush, exactly but for f64.
pub(crate) fn standing(brush: &Brush, body: &Aabb, at: &Point) -> Option<Standing> {
    let planes = Planes {
        brush,
        body,
        at: at.coords.cast(),
    };
    let face = |i: usize| brush.sides[i].plane.normal.normalize();
    let (nearest, least) = (0..planes.count())
        .map(|i| (i, planes.get(i).1))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    if least >= 0.0 {
        return Some(Standing {
            normal: planes.get(nearest).0,
            distance: -least,
            face: face(nearest),
        });
    }
    let (i, to) = closest(&planes)?;
    let distance = to.norm();
    let normal = (-to).try_normalize(BEHIND).unwrap_or(planes.get(i).0);
    Some(Standing {
        normal,
        distance,
        face: face(i),
    })
}

/// The corner of a body that comes first to a plane with this normal. Its middle along axes that do not matter.
fn corner(body: &Aabb, n: &V) -> V {
    V::from_fn(|i, _| {
        let (low, high) = (f64::from(body.mins[i]), f64::from(body.maxs[i]));
        if n[i] > 0.0 {
            low
        } else if n[i] < 0.0 {
            high
        } else {
            (low + high) * 0.5
        }
    })
}

/// The point nearest to the origin of the solid behind these planes, and the plane farthest in front. The origin lies in front
/// of one of them at least. Tries faces, edges and corners: the nearest point is where one, two or three planes hold it.
fn closest(planes: &Planes) -> Option<(usize, V)> {
    let all = 0..planes.count();
    let inside = |q: &V| {
        all.clone().all(|i| {
            let (n, d) = planes.get(i);
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
        let (n, d) = planes.get(i);
        if d >= 0.0 {
            continue;
        }
        offer(i, n * d);
        for j in all.clone().filter(|&j| j != i) {
            let (m, e) = planes.get(j);
            let c = n.dot(&m);
            let det = 1.0 - c * c;
            if det > PARALLEL {
                offer(i, n * ((d - c * e) / det) + m * ((e - c * d) / det));
            }
            for k in j + 1..planes.count() {
                let (o, f) = planes.get(k);
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
    let reach = at.coords.cast::<f64>() + corner(body, &n);
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
