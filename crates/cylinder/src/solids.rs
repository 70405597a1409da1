//! The brushes as volumes, for what a mesh of surfaces cannot tell: contents, and starts inside.

use crate::entry::Cylinder;
use crate::hierarchy::Hierarchy;
use crate::tally::Tally;
use clipmark_collision::{Penetration, Status};
use clipmark_geometry::{Aabb, Brush, Contents, Plane, Point};

/// The brushes as volumes: a mesh of surfaces cannot tell what fills a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solids {
    hierarchy: Hierarchy,
    planes: Vec<Plane>,
    solids: Vec<Solid>,
}

#[derive(Clone, Copy, Debug)]
struct Solid {
    first: u32,
    count: u32,
    contents: Contents,
}

impl Solids {
    /// `faces` are, for each brush, the indices of the sides that bound it.
    pub(crate) fn new(brushes: &[Brush], faces: &[Vec<usize>]) -> Self {
        let boxes: Vec<Aabb> = brushes.iter().map(|b| b.bounds).collect();
        let (hierarchy, order) = Hierarchy::build(&boxes);
        let mut out = Self {
            hierarchy,
            planes: Vec::with_capacity(faces.iter().map(Vec::len).sum()),
            solids: Vec::with_capacity(brushes.len()),
        };
        for i in order.into_iter().map(|i| i as usize) {
            out.solids.push(Solid {
                first: out.planes.len() as u32,
                count: faces[i].len() as u32,
                contents: brushes[i].contents,
            });
            out.planes
                .extend(faces[i].iter().map(|&side| brushes[i].sides[side].plane));
        }
        out
    }

    pub(crate) fn bytes(&self) -> usize {
        self.hierarchy.bytes()
            + self.planes.capacity() * size_of::<Plane>()
            + self.solids.capacity() * size_of::<Solid>()
    }

    /// The brushes of the mask that hold the point deeper than `depth` units behind all their sides; below 0, at most so far
    /// before any.
    pub(crate) fn holding<T: Tally>(
        &self,
        at: &Point,
        mask: Contents,
        depth: f32,
        tally: &mut T,
        mut visit: impl FnMut(usize, Contents),
    ) {
        let around = Aabb::new(*at, *at).grown((-depth).max(0.0));
        self.hierarchy.touching(&around, tally, |i, tally| {
            let solid = self.solids[i];
            if solid.contents.intersects(mask) {
                let planes = &self.planes[solid.first as usize..][..solid.count as usize];
                tally.planes(planes.len());
                // A brush without faces bounds nothing and holds nothing.
                if !planes.is_empty() && planes.iter().all(|p| distance(p, at) <= -depth) {
                    visit(i, solid.contents);
                }
            }
        });
    }

    /// How a hull whose middle is inside brushes of the mask gets out of the one it is deepest in: by the plane,
    /// moved out by the hull, that is nearest.
    pub(crate) fn way_out<T: Tally>(
        &self,
        middle: &Point,
        hull: &Cylinder,
        mask: Contents,
        depth: f32,
        tally: &mut T,
    ) -> Option<Penetration> {
        let mut deepest: Option<Penetration> = None;
        self.holding(middle, mask, depth, tally, |i, contents| {
            let solid = self.solids[i];
            // A point on a surface touches it, which is no overlap.
            if !self.reaches_into(solid, hull) {
                return;
            }
            let out = self.planes[solid.first as usize..][..solid.count as usize]
                .iter()
                .map(|plane| {
                    let n = plane.normal.cast::<f64>();
                    let depth = hull.support(&n) + f64::from(plane.dist) - n.dot(&hull.center);
                    Penetration {
                        depth: depth as f32,
                        normal: plane.normal,
                        contents,
                        status: Status::Exact,
                    }
                })
                .min_by(|a, b| a.depth.total_cmp(&b.depth));
            if let Some(out) = out
                && deepest.is_none_or(|d| out.depth > d.depth)
            {
                deepest = Some(out);
            }
        });
        deepest
    }

    /// Whether one of the mask holds the middle of a hull and the hull goes deeper than its surface.
    pub(crate) fn reach_into<T: Tally>(
        &self,
        middle: &Point,
        hull: &Cylinder,
        mask: Contents,
        depth: f32,
        tally: &mut T,
    ) -> bool {
        let mut reached = false;
        self.holding(middle, mask, depth, tally, |i, _| {
            reached = reached || self.reaches_into(self.solids[i], hull);
        });
        reached
    }

    /// Whether the hull goes behind every plane of the brush, and not just up to one.
    fn reaches_into(&self, solid: Solid, hull: &Cylinder) -> bool {
        let planes = &self.planes[solid.first as usize..][..solid.count as usize];
        planes.iter().all(|plane| {
            let n = plane.normal.cast::<f64>();
            n.dot(&hull.center) - f64::from(plane.dist) < hull.support(&n)
        })
    }

    /// Whether that brush holds the point too.
    pub(crate) fn holds(&self, solid: usize, at: &Point, depth: f32) -> bool {
        let solid = self.solids[solid];
        let planes = &self.planes[solid.first as usize..][..solid.count as usize];
        planes.iter().all(|p| distance(p, at) <= -depth)
    }
}

/// [`Plane::distance`], where the compiler can see it.
#[inline(always)]
fn distance(plane: &Plane, at: &Point) -> f32 {
    plane.normal.dot(&at.coords) - plane.dist
}
