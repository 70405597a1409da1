//! The moving hull as parry's GJK sees it: a sharp core, and the radius that it is grown by.

use crate::V;
use clipmark_geometry::Hull;
use parry3d::math::Vector;
use parry3d::shape::SupportMap;

/// A hull as a sharp core, symmetric about its own middle, grown by a radius. GJK sees the core alone: the radius is added in
/// closed form. So a ball or capsule is as exact as a point or segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreShape {
    kind: Kind,
    /// Growth of the core, in units.
    pub(crate) radius: f64,
    /// Middle of the hull relative to the position that is traced.
    pub(crate) center: V,
    /// Half the size of the bounding box, the radius included.
    pub(crate) half: V,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Point,
    Box(V),
    /// Vertical, half its length.
    Segment(f64),
    /// Vertical cylinder: radius and half height.
    Cylinder(f64, f64),
}

impl CoreShape {
    pub(crate) fn from_hull(hull: &Hull) -> Self {
        let bounds = hull.bounds();
        let (mins, maxs) = (bounds.mins.coords.cast::<f64>(), bounds.maxs.coords.cast::<f64>());
        let half = (maxs - mins) * 0.5;
        let (kind, radius) = match hull {
            Hull::Point => (Kind::Point, 0.0),
            Hull::Sphere { radius } => (Kind::Point, f64::from(*radius)),
            Hull::Box { .. } if half == V::zeros() => (Kind::Point, 0.0),
            Hull::Box { .. } => (Kind::Box(half), 0.0),
            Hull::Capsule { .. } => {
                let r = half.x.min(half.z);
                (Kind::Segment(half.z - r), r)
            }
            Hull::Cylinder { .. } => (Kind::Cylinder(half.x, half.z), 0.0),
        };
        // A capsule wider than high has the radius of its height; its own box is then narrower than its bounds.
        let half = match kind {
            Kind::Segment(c) => V::new(radius, radius, c + radius),
            _ => half,
        };
        Self {
            kind,
            radius,
            center: (mins + maxs) * 0.5,
            half,
        }
    }

    /// Whether only faces and bounding box of a solid can stop the hull, given the same fact for a box.
    pub(crate) fn is_settled_by_planes(&self, box_settled: bool) -> bool {
        match self.kind {
            Kind::Point => self.radius == 0.0,
            Kind::Box(_) => box_settled,
            Kind::Segment(_) | Kind::Cylinder(..) => false,
        }
    }

    /// A core within this one: any solid that overlaps it is more than `by` units deep in the hull. It is a sharp core
    /// shrunk, or a round hull's own core. `None` when the hull is too thin to have one.
    pub(crate) fn inner(&self, by: f64) -> Option<Self> {
        let kind = match self.kind {
            _ if self.radius > by => self.kind,
            Kind::Box(h) if h.min() > by => Kind::Box(h.add_scalar(-by)),
            Kind::Cylinder(r, h) if r.min(h) > by => Kind::Cylinder(r - by, h - by),
            _ => return None,
        };
        Some(Self { kind, ..*self })
    }

    /// Whether it is a point and no more.
    pub(crate) fn is_point(&self) -> bool {
        matches!(self.kind, Kind::Point) && self.radius == 0.0
    }

    /// Whether solid and hull together are a polyhedron, so that every surface met is flat.
    pub(crate) fn is_box(&self) -> bool {
        matches!(self.kind, Kind::Box(_))
    }

    /// How far the core reaches along `n`.
    pub(crate) fn core_reach(&self, n: &V) -> f64 {
        match self.kind {
            Kind::Point => 0.0,
            Kind::Box(h) => n.x.abs() * h.x + n.y.abs() * h.y + n.z.abs() * h.z,
            Kind::Segment(c) => n.z.abs() * c,
            Kind::Cylinder(r, h) => across(n) * r + n.z.abs() * h,
        }
    }

    /// How far the hull reaches along the unit vector `n`.
    pub(crate) fn reach(&self, n: &V) -> f64 {
        self.core_reach(n) + self.radius
    }

    /// The core's farthest point along `n`.
    pub(crate) fn core_support(&self, n: &V) -> V {
        match self.kind {
            Kind::Point => V::zeros(),
            Kind::Box(h) => V::new(h.x.copysign(n.x), h.y.copysign(n.y), h.z.copysign(n.z)),
            Kind::Segment(c) => V::new(0.0, 0.0, c.copysign(n.z)),
            Kind::Cylinder(r, h) => {
                let across = across(n);
                let (x, y) = if across > 0.0 {
                    (n.x / across * r, n.y / across * r)
                } else {
                    (r, 0.0)
                };
                V::new(x, y, h.copysign(n.z))
            }
        }
    }
}

/// Length of the horizontal part; of unit vectors, whose squares need none of the care that `hypot` takes.
fn across(n: &V) -> f64 {
    (n.x * n.x + n.y * n.y).sqrt()
}

/// The core as parry's GJK and EPA see it, at the origin.
impl SupportMap for CoreShape {
    fn local_support_point(&self, dir: Vector) -> Vector {
        let p = self.core_support(&V::new(dir.x.into(), dir.y.into(), dir.z.into()));
        Vector::new(p.x as f32, p.y as f32, p.z as f32)
    }
}
