//! One brush seen by one hull: the set of positions at which the hull overlaps it (their Minkowski sum).
//!
//! Source: the faces of brush + (-hull), for a hull that is a box or a vertical segment. Their normals are those of the brush's
//! faces, the hull's faces, and (edge of the brush) x (edge of the hull). The height of each is the support of the brush plus
//! the hull's. (Minkowski sums of polyhedra; de Berg et al., *Computational Geometry*, ch. 13, in space.) A
//! height taken from the support makes *any* direction a valid half-space. So a spurious candidate can only cost time, never
//! change the solid.

use crate::solid::{Edge, HalfSpace, ON_PLANE, Solid, Surface, V};
use clipmark_geometry::TriangleSides;
use std::sync::OnceLock;

/// Below this sine an edge of the brush is parallel to an edge of the hull. The two span no face.
const PARALLEL_EDGES: f64 = 1e-9;

/// An edge this near to the solid's reach may be its outline along an axis, in units. A corner may stand out by its rounding
/// ([`ON_PLANE`], more where planes meet at acute angles). It must not hide the edge beside it. Else a face of the sum is lost
/// (islandctf's brush 7055). Larger only costs planes that bound nothing: each is laid on the corners.
const SILHOUETTE: f64 = 1e-4;

/// How far the planes of a body may reach beyond its corners at acute edges, by their rounding, in units. A test holds all maps
/// to it. Larger makes a sieve coarser; smaller may lose a body that f64 has stand out.
pub const SPIKE: f64 = 1.0 / 64.0;

/// A normal with less plan length than this is vertical and does not bound a slice.
pub(crate) const VERTICAL: f64 = 1e-9;

/// A box relative to the traced position; a segment or a point when some extents are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Core {
    pub(crate) mins: V,
    pub(crate) maxs: V,
}

impl Core {
    /// Support of the mirrored box.
    pub(crate) fn mirrored_support(&self, n: &V) -> f64 {
        (0..3)
            .map(|i| -n[i] * if n[i] > 0.0 { self.mins[i] } else { self.maxs[i] })
            .sum()
    }

    /// Its middle, and the same box around that.
    pub(crate) fn about_middle(&self) -> (V, Self) {
        let middle = (self.mins + self.maxs) * 0.5;
        let centred = Self {
            mins: self.mins - middle,
            maxs: self.maxs - middle,
        };
        (middle, centred)
    }

    /// Its corners, each once.
    pub(crate) fn corners(&self) -> Vec<V> {
        let mut out: Vec<V> = Vec::with_capacity(8);
        for i in 0..8 {
            let is_low = |axis: usize| i >> axis & 1 == 0;
            let c = V::from_fn(|axis, _| [self.maxs, self.mins][usize::from(is_low(axis))][axis]);
            if !out.contains(&c) {
                out.push(c);
            }
        }
        out
    }
}

/// The shape around a body's polyhedron.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Round {
    /// Nothing: boxes, points and mitred hulls.
    None,
    /// A ball of this radius: spheres and capsules.
    Ball(f64),
    /// A horizontal disc of this radius: vertical cylinders.
    Disc(f64),
}

impl Round {
    /// The radius, 0 where it has none.
    pub(crate) fn radius(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Ball(r) | Self::Disc(r) => r,
        }
    }

    /// Whether nothing round is left when the surface is moved out by `offset`.
    pub(crate) fn is_flat(self, offset: f64) -> bool {
        self.radius() + offset <= 0.0 || self == Self::None
    }
}

/// The positions at which a hull overlaps a brush: a convex polyhedron, with a shape around it.
#[derive(Debug)]
pub struct Body {
    /// The half-spaces that it is the intersection of.
    pub planes: Vec<HalfSpace>,
    /// The shape around them.
    pub(crate) round: Round,
    /// Lower corner of its box.
    pub mins: V,
    /// Upper corner of its box.
    pub maxs: V,
    /// Its normal, if it has no thickness: a triangle met by a point, or by an equally flat hull.
    pub(crate) flat: Option<V>,
    /// Normal of a triangle that stops only motion against it.
    pub(crate) front: Option<V>,
    /// How far its planes may be off, in units.
    pub error: f64,
    /// Whether the six sides of its box are among its planes, so that nothing of it is outside of that.
    pub(crate) in_own_box: bool,
    /// How much farther than elsewhere an answer here may be off, in units ([`Part::slack`](crate::solid::Part::slack)).
    pub(crate) slack: f64,
    pub(crate) points: Vec<V>,
    polygons: OnceLock<Vec<Vec<V>>>,
    slices: OnceLock<Slices>,
}

impl Body {
    /// The Minkowski sum of the solid and the mirrored core.
    pub(crate) fn new(solid: &Solid, core: &Core) -> Self {
        let mut planes: Vec<HalfSpace> = solid
            .faces
            .iter()
            .map(|f| HalfSpace {
                normal: f.normal,
                height: f.height + core.mirrored_support(&f.normal),
            })
            .collect();
        let wide: [bool; 3] = [0, 1, 2].map(|i| core.maxs[i] > core.mins[i]);
        push_bevels(&mut planes, solid, core, wide);
        if let Some(surface) = solid.surface.filter(|_| wide != [true; 3]) {
            // The triangle's outline and the outline of the hull's extent in its plane serve here as a box's axial planes do.
            let axes = (0..3).filter(|&i| wide[i]).map(|i| V::ith(i, 1.0));
            for along in solid.edges.iter().map(|e| e.along).chain(axes) {
                if let Some(n) = along.cross(&surface.normal).try_normalize(PARALLEL_EDGES) {
                    push_support(&mut planes, solid, core, n, None);
                    push_support(&mut planes, solid, core, -n, None);
                }
            }
        }
        Self::with_planes(solid, core, planes)
    }

    /// Quake III's mitred round hull: the given planes moved out by the radius at the nearer end of the segment. The planes
    /// beyond the true solid make it mitred; its corners are those of the sharp core.
    pub(crate) fn mitred(solid: &Solid, core: &Core, radius: f64, normals: &[HalfSpace]) -> Self {
        let planes: Vec<HalfSpace> = normals
            .iter()
            .map(|s| HalfSpace {
                normal: s.normal,
                height: s.height + core.mirrored_support(&s.normal) + radius,
            })
            .collect();
        let mut body = Self::with_planes(solid, core, planes);
        body.flat = body.flat.filter(|_| radius == 0.0);
        body.in_own_box = false;
        body.points = crate::corners::corners(&body.planes);
        for p in &body.points {
            body.mins = body.mins.inf(p);
            body.maxs = body.maxs.sup(p);
        }
        body
    }

    fn with_planes(solid: &Solid, core: &Core, planes: Vec<HalfSpace>) -> Self {
        let mut points = Vec::new();
        for c in core.corners() {
            points.extend(solid.vertices.iter().map(|v| v - c));
        }
        let (mut mins, mut maxs) = (V::repeat(f64::INFINITY), V::repeat(f64::NEG_INFINITY));
        for p in &points {
            mins = mins.inf(p);
            maxs = maxs.sup(p);
        }
        let normal = solid.surface.map(|s| s.normal);
        let extent = core.maxs - core.mins;
        let front_only = |s: &Surface| s.sides == TriangleSides::Front;
        let side = |i: usize, sign: f64| {
            let reach = if sign > 0.0 { maxs[i] } else { -mins[i] };
            let is = |p: &HalfSpace| p.normal == V::ith(i, sign) && (p.height - reach).abs() <= ON_PLANE;
            planes.iter().any(is)
        };
        Self {
            in_own_box: (0..3).all(|i| side(i, 1.0) && side(i, -1.0)),
            planes,
            round: Round::None,
            mins,
            maxs,
            flat: normal.filter(|n| n.component_mul(&extent) == V::zeros()),
            front: solid.surface.filter(front_only).map(|s| s.normal),
            error: solid.error,
            slack: solid.part.slack(),
            points,
            polygons: OnceLock::new(),
            slices: OnceLock::new(),
        }
    }

    /// The same with a shape around it.
    pub(crate) fn with_round(self, round: Round) -> Self {
        Self { round, ..self }
    }

    /// How far a position is beyond its box along each axis.
    pub(crate) fn gap(&self, x: &V) -> V {
        crate::hierarchy::gap(&self.mins, &self.maxs, x)
    }

    /// Its planes as horizontal slices meet them.
    pub(crate) fn slices(&self) -> &Slices {
        self.slices.get_or_init(|| Slices::new(&self.planes))
    }

    /// Whether it stops motion this way.
    pub(crate) fn stops(&self, d: &V) -> bool {
        self.front.is_none_or(|n| n.dot(d) < 0.0)
    }

    /// A distance by which its surface is moved out (in when negative) to judge answers, with its slack.
    pub(crate) fn judged(&self, offset: f64) -> f64 {
        if offset == 0.0 {
            0.0
        } else {
            offset + self.slack.copysign(offset)
        }
    }

    /// Its corners, and points within it.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// The outlines of the faces, in the order of the planes; empty for a plane that carries none.
    pub(crate) fn polygons(&self) -> &[Vec<V>] {
        self.polygons.get_or_init(|| {
            self.planes
                .iter()
                .map(|plane| outline(plane, &self.points))
                .collect()
        })
    }
}

/// The planes of a body that bound its slices.
#[derive(Debug)]
pub(crate) struct Slices {
    pub(crate) lines: Vec<Line>,
    /// Whether all of them are upright: every slice is the same.
    pub(crate) upright: bool,
}

/// A plane that meets horizontal ones in a line.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) plane: HalfSpace,
    /// Length in plan of its normal.
    pub(crate) plan: f64,
    /// The normal at unit length in plan.
    pub(crate) normal: V,
}

impl Slices {
    fn new(planes: &[HalfSpace]) -> Self {
        let lines = planes.iter().filter_map(|plane| {
            let plan = plane.normal.xy().norm();
            (plan > VERTICAL).then(|| Line {
                plane: *plane,
                plan,
                normal: plane.normal / plan,
            })
        });
        let lines: Vec<Line> = lines.collect();
        Self {
            upright: lines.iter().all(|l| l.plane.normal.z == 0.0),
            lines,
        }
    }
}

impl Line {
    /// Signed distance in plan of a position from the line at its height, when the body is grown by `offset`.
    pub(crate) fn distance(&self, offset: f64, x: &V) -> f64 {
        (self.plane.distance(x) - self.plane.normal.z.abs() * offset) / self.plan
    }
}

/// The planes that a hull with width along some axes adds. They are those of its faces, and of its edges along each edge of the
/// solid.
fn push_bevels(planes: &mut Vec<HalfSpace>, solid: &Solid, core: &Core, wide: [bool; 3]) {
    for axis in 0..3 {
        let spans_face = wide[(axis + 1) % 3] && wide[(axis + 2) % 3];
        for sign in [-1.0, 1.0] {
            if spans_face {
                push_support(planes, solid, core, V::ith(axis, sign), None);
            }
        }
    }
    for Edge { along, at, .. } in &solid.edges {
        for axis in (0..3).filter(|&i| wide[i]) {
            let Some(n) = along.cross(&V::ith(axis, 1.0)).try_normalize(PARALLEL_EDGES) else {
                continue;
            };
            push_support(planes, solid, core, n, Some(at));
            push_support(planes, solid, core, -n, Some(at));
        }
    }
}

fn push_support(planes: &mut Vec<HalfSpace>, solid: &Solid, core: &Core, normal: V, at: Option<&V>) {
    if let Some(at) = at.map(|v| normal.dot(v))
        && solid.vertices.iter().any(|v| at < normal.dot(v) - SILHOUETTE)
    {
        return; // the edge is no silhouette along this axis
    }
    let support = solid.support(&normal);
    let plane = HalfSpace {
        normal,
        height: support + core.mirrored_support(&normal),
    };
    if !planes.iter().any(|p| p.same_normal(&plane)) {
        planes.push(plane);
    }
}

/// The convex outline of those points that lie on the plane.
pub(crate) fn outline(plane: &HalfSpace, points: &[V]) -> Vec<V> {
    let n = plane.normal;
    let helper = if n.z.abs() > 0.9 { V::x() } else { V::z() };
    let right = helper.cross(&n).normalize();
    let up = n.cross(&right);
    let mut on: Vec<(f64, f64, V)> = points
        .iter()
        .filter(|p| plane.distance(p).abs() < ON_PLANE * 10.0) // sums of two rounded corners
        .map(|p| (right.dot(p), up.dot(p), *p))
        .collect();
    on.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    on.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
    if on.len() < 3 {
        return on.into_iter().map(|p| p.2).collect();
    }
    let turn = |a: &(f64, f64, V), b: &(f64, f64, V), c: &(f64, f64, V)| {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    };
    let hull = convex_hull(&on, |a, b, c| turn(a, b, c) > 0.0);
    hull.into_iter().map(|p| p.2).collect()
}

/// The corners of the convex hull of points in a plane, which come in the order of their coordinates (Andrew's monotone chain).
pub(crate) fn convex_hull<P: Clone>(points: &[P], turns_left: impl Fn(&P, &P, &P) -> bool) -> Vec<P> {
    let chain = |points: &mut dyn Iterator<Item = &P>| {
        let mut out: Vec<P> = Vec::new();
        for p in points {
            while out.len() > 1 && !turns_left(&out[out.len() - 2], &out[out.len() - 1], p) {
                out.pop();
            }
            out.push(p.clone());
        }
        out.pop();
        out
    };
    let mut hull = chain(&mut points.iter());
    hull.extend(chain(&mut points.iter().rev()));
    hull
}
