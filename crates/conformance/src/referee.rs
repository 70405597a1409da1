//! Certain facts about a hull and a brush without solving for their distance, in f64.
//!
//! Two cheap bounds. A hull is at least as far from a brush as it is in front of any plane around the brush. It is at least as
//! deep in the brush as any of its own points. Between the two the referee says nothing. So it never counts a backend's
//! treatment of edges and corners as a fault.

use clipmark_geometry::{Contents, Hull, Plane, Point, World};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// The brushes of a world as half-spaces.
#[derive(Debug)]
pub struct Referee {
    solids: Vec<Solid>,
}

#[derive(Debug)]
struct Solid {
    contents: Contents,
    /// Faces and bounding box: normal and distance.
    planes: Vec<(V, f64)>,
    corners: Vec<V>,
}

/// Points of a hull relative to its position; the first is its middle.
fn points_of(hull: &Hull) -> Vec<V> {
    let b = hull.bounds();
    let (lo, hi) = (b.mins.coords.cast::<f64>(), b.maxs.coords.cast::<f64>());
    let middle = (lo + hi) * 0.5;
    let half = (hi - lo) * 0.5;
    let mut points = vec![middle];
    match hull {
        Hull::Point => {}
        Hull::Box { .. } => points.extend((0..8).map(|i| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { lo[axis] } else { hi[axis] };
            V::new(pick(0), pick(1), pick(2))
        })),
        Hull::Sphere { .. } | Hull::Capsule { .. } | Hull::Cylinder { .. } => {
            let r = f64::from(hull.radius());
            let z = if matches!(hull, Hull::Cylinder { .. }) {
                half.z
            } else {
                half.z - r
            };
            for z in [-z, z] {
                for (x, y) in [(r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r)] {
                    points.push(middle + V::new(x, y, z));
                }
            }
            points.push(middle + V::z() * half.z);
            points.push(middle - V::z() * half.z);
        }
    }
    points
}

/// How far the hull reaches along a direction from its position.
pub(crate) fn support(hull: &Hull, n: &V) -> f64 {
    let b = hull.bounds();
    let (lo, hi) = (b.mins.coords.cast::<f64>(), b.maxs.coords.cast::<f64>());
    let middle = n.dot(&((lo + hi) * 0.5));
    let half = (hi - lo) * 0.5;
    let r = f64::from(hull.radius());
    middle
        + match hull {
            Hull::Point => 0.0,
            Hull::Sphere { .. } => r * n.norm(),
            Hull::Box { .. } => half.dot(&n.abs()),
            Hull::Capsule { .. } => r * n.norm() + (half.z - r).max(0.0) * n.z.abs(),
            Hull::Cylinder { .. } => r * n.xy().norm() + half.z * n.z.abs(),
        }
}

/// How far in front of a plane the hull at `at` is.
pub(crate) fn in_front(hull: &Hull, at: &Point, normal: &V, dist: f64) -> f64 {
    normal.dot(&at.coords.cast()) - support(hull, &-normal) - dist
}

impl Solid {
    fn front(&self, p: &V) -> f64 {
        let fronts = self.planes.iter().map(|(n, d)| n.dot(p) - d);
        fronts.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The part of a segment that is deeper than `depth` behind all planes, as fractions.
    fn chord(&self, from: &V, by: &V, depth: f64) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (n, d) in &self.planes {
            let (ahead, speed) = (n.dot(from) - d + depth, n.dot(by));
            if speed == 0.0 {
                if ahead >= 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                enter = enter.max(-ahead / speed);
            } else {
                leave = leave.min(-ahead / speed);
            }
        }
        (enter < leave).then_some((enter, leave))
    }

    /// How deep the segment gets.
    fn deepest(&self, from: &V, by: &V) -> f64 {
        if self.chord(from, by, 0.0).is_none() {
            return 0.0;
        }
        // The depth along a segment is concave, so whether it is passed is a threshold.
        let (mut low, mut high) = (
            0.0,
            self.corners.iter().map(|c| c.amax()).fold(1.0, f64::max) * 2.0,
        );
        const HALVINGS: usize = 40;
        for _ in 0..HALVINGS {
            let middle = (low + high) * 0.5;
            if self.chord(from, by, middle).is_some() {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    fn reach(&self, n: &V) -> f64 {
        let reaches = self.corners.iter().map(|c| n.dot(c));
        reaches.fold(f64::NEG_INFINITY, f64::max)
    }
}

impl Referee {
    /// The referee of the brushes of a world.
    pub fn new(world: &World) -> Self {
        let solids = world.brushes.iter().map(|brush| {
            let mut planes: Vec<(V, f64)> = brush
                .sides
                .iter()
                .map(|s| (s.plane.normal.cast(), f64::from(s.plane.dist)))
                .collect();
            for axis in 0..3 {
                let mut n = V::zeros();
                n[axis] = 1.0;
                planes.push((n, f64::from(brush.bounds.maxs[axis])));
                planes.push((-n, -f64::from(brush.bounds.mins[axis])));
            }
            let faces = brush.faces();
            let corners = faces
                .iter()
                .flat_map(|f| f.winding.points.iter().map(|p| p.coords));
            Solid {
                contents: brush.contents,
                planes,
                corners: corners.collect(),
            }
        });
        Self {
            solids: solids.collect(),
        }
    }

    fn meeting(&self, mask: Contents) -> impl Iterator<Item = &Solid> {
        self.solids.iter().filter(move |s| s.contents.intersects(mask))
    }

    /// The hull is at least so far from every solid; negative when nothing can be said.
    pub fn gap(&self, hull: &Hull, at: &Point, mask: Contents) -> f64 {
        let gap = |s: &Solid| {
            let fronts = s.planes.iter().map(|(n, d)| in_front(hull, at, n, *d));
            fronts.fold(f64::NEG_INFINITY, f64::max)
        };
        self.meeting(mask).map(gap).fold(f64::INFINITY, f64::min)
    }

    /// The hull is at least so deep in some solid; 0 when nothing can be said.
    pub fn depth(&self, hull: &Hull, at: &Point, mask: Contents) -> f64 {
        self.depths(hull, at, mask).map(|(_, d)| d).fold(0.0, f64::max)
    }

    /// The solids that the hull is certainly in, by index among those of the mask, and at least how deep.
    pub(crate) fn depths(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
    ) -> impl Iterator<Item = (usize, f64)> {
        let points: Vec<V> = points_of(hull)
            .iter()
            .map(|p| p + at.coords.cast::<f64>())
            .collect();
        self.meeting(mask).enumerate().filter_map(move |(i, s)| {
            let depth = points.iter().map(|p| -s.front(p)).fold(0.0, f64::max);
            (depth > 0.0).then_some((i, depth))
        })
    }

    /// How far the middle of the hull is from all solids; negative inside.
    pub(crate) fn middle_front(&self, hull: &Hull, at: &Point, mask: Contents) -> f64 {
        let middle = points_of(hull)[0] + at.coords.cast::<f64>();
        let fronts = self.meeting(mask).map(|s| s.front(&middle));
        fronts.fold(f64::INFINITY, f64::min)
    }

    /// How deep the hull certainly gets on a straight way.
    pub fn depth_on_way(&self, hull: &Hull, from: &Point, to: &Point, mask: Contents) -> f64 {
        let start = from.coords.cast::<f64>();
        let by = to.coords.cast::<f64>() - start;
        let points = points_of(hull);
        self.meeting(mask)
            .flat_map(|s| points.iter().map(move |p| s.deepest(&(p + start), &by)))
            .fold(0.0, f64::max)
    }

    /// How far the plane is from touching the nearest solid that lies behind it.
    pub(crate) fn off_surface(&self, plane: &Plane, mask: Contents) -> f64 {
        let n = plane.normal.cast();
        let offs = self
            .meeting(mask)
            .map(|s| (s.reach(&n) - f64::from(plane.dist)).abs());
        offs.fold(f64::INFINITY, f64::min)
    }

    /// How far the solid of that index among those of the mask reaches along a direction.
    pub(crate) fn reach_of(&self, index: usize, n: &V, mask: Contents) -> f64 {
        self.meeting(mask)
            .nth(index)
            .map_or(f64::NEG_INFINITY, |s| s.reach(n))
    }

    /// Contents of a point, and its distance to a surface.
    pub(crate) fn contents(&self, p: &Point) -> (Contents, f64) {
        let p = p.coords.cast();
        let start = (Contents::empty(), f64::INFINITY);
        self.solids.iter().fold(start, |(all, near), s| {
            let front = s.front(&p);
            let all = if front < 0.0 { all | s.contents } else { all };
            (all, near.min(front.abs()))
        })
    }
}
