//! The brushes as volumes, for questions that a mesh of surfaces cannot answer: contents, and starts inside.

use crate::entry::Cylinder;
use clipmark_collision::{Penetration, Status, Tally};
use clipmark_geometry::{Aabb, Brush, Contents, Face, Plane, Point, Vec3};
use clipmark_hierarchy::Hierarchy;

/// The brushes as volumes: a mesh of surfaces does not know the contents of a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solids {
    hierarchy: Hierarchy,
    planes: Vec<Plane>,
    solids: Vec<Solid>,
}

/// A brush: its axial sides as a box, the others as planes.
#[derive(Clone, Copy, Debug)]
struct Solid {
    /// Where the axial sides lie; infinite on a side where there is none.
    mins: Point,
    maxs: Point,
    /// The other sides, in [`Solids::planes`].
    first: u32,
    count: u32,
    contents: Contents,
}

impl Solids {
    /// `faces` are, for each brush, those that bound it.
    pub(crate) fn new(brushes: &[Brush], faces: &[Vec<Face>]) -> Self {
        let boxes: Vec<Aabb> = brushes.iter().map(|b| b.bounds).collect();
        let mut hierarchy = Hierarchy::new(&boxes);
        let order = hierarchy.number_items();
        let mut out = Self {
            hierarchy,
            planes: Vec::new(),
            solids: Vec::with_capacity(brushes.len()),
        };
        for i in order.into_iter().map(|i| i as usize) {
            let first = out.planes.len();
            let (mut mins, mut maxs) = ([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]);
            for plane in faces[i].iter().map(|face| brushes[i].sides[face.side].plane) {
                let others = |axis: &usize| (0..3).all(|k| k == *axis || plane.normal[k] == 0.0);
                match plane.axis().filter(others) {
                    Some(axis) if plane.normal[axis] > 0.0 => maxs[axis] = maxs[axis].min(plane.dist),
                    Some(axis) => mins[axis] = mins[axis].max(-plane.dist),
                    None => out.planes.push(plane),
                }
            }
            out.solids.push(Solid {
                // A solid without bounding sides holds nothing.
                mins: if faces[i].is_empty() {
                    [f32::INFINITY; 3]
                } else {
                    mins
                }
                .into(),
                maxs: maxs.into(),
                first: first as u32,
                count: (out.planes.len() - first) as u32,
                contents: brushes[i].contents,
            });
        }
        out.planes.shrink_to_fit();
        out
    }

    pub(crate) fn bytes(&self) -> usize {
        self.hierarchy.bytes()
            + self.planes.capacity() * size_of::<Plane>()
            + self.solids.capacity() * size_of::<Solid>()
    }

    /// The brushes of the mask that hold the point deeper than `depth` units behind all their sides. Below 0 it is at most that
    /// far before any.
    pub(crate) fn holding<T: Tally>(
        &self,
        at: &Point,
        mask: Contents,
        depth: f32,
        tally: &mut T,
        mut visit: impl FnMut(usize, Contents),
    ) {
        let around = Aabb::new(*at, *at).grown((-depth).max(0.0));
        let (mins, maxs) = (around.mins.into(), around.maxs.into());
        let mut nodes = 0;
        self.hierarchy.in_box(mins, maxs, &mut nodes, |i| {
            let i = i as usize;
            tally.leaf();
            let solid = self.solids[i];
            if solid.contents.intersects(mask) {
                tally.planes(self.sides(solid).count());
                if self.is_behind(&solid, at, depth) {
                    visit(i, solid.contents);
                }
            }
        });
        tally.nodes(nodes);
    }

    /// Whether one of them does.
    pub(crate) fn hold<T: Tally>(&self, at: &Point, mask: Contents, depth: f32, tally: &mut T) -> bool {
        let mut held = false;
        self.holding(at, mask, depth, tally, |_, _| held = true);
        held
    }

    /// The way out for a hull whose middle is inside brushes of the mask, from the brush it is deepest in. It is by the nearest
    /// plane, moved out by the hull.
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
            let out = self
                .sides(solid)
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

    /// Whether the hull goes behind every side of the brush, and not just up to one.
    fn reaches_into(&self, solid: Solid, hull: &Cylinder) -> bool {
        self.sides(solid).all(|plane| {
            let n = plane.normal.cast::<f64>();
            n.dot(&hull.center) - f64::from(plane.dist) < hull.support(&n)
        })
    }

    /// Whether that brush holds the point too.
    pub(crate) fn holds(&self, solid: usize, at: &Point, depth: f32) -> bool {
        self.is_behind(&self.solids[solid], at, depth)
    }

    /// Whether the point lies deeper than `depth` units behind all sides. The distance from an axial plane is a difference.
    fn is_behind(&self, solid: &Solid, at: &Point, depth: f32) -> bool {
        let boxed = (0..3).all(|k| at[k] - solid.maxs[k] <= -depth && solid.mins[k] - at[k] <= -depth);
        boxed
            && self.planes[solid.first as usize..][..solid.count as usize]
                .iter()
                .all(|p| p.normal.dot(&at.coords) - p.dist <= -depth)
    }

    /// All sides: the axial ones, in the order of a box's, and then the others.
    fn sides(&self, solid: Solid) -> impl Iterator<Item = Plane> + '_ {
        let axial = (0..3).flat_map(move |k| {
            let mut n = Vec3::zeros();
            n[k] = 1.0;
            [Plane::new(-n, -solid.mins[k]), Plane::new(n, solid.maxs[k])]
        });
        let others = &self.planes[solid.first as usize..][..solid.count as usize];
        axial
            .filter(|plane| plane.dist.is_finite())
            .chain(others.iter().copied())
    }
}
