//! The planes that bound a solid.

use super::Solid;
use crate::V;
use crate::core_shape::CoreShape;
use crate::passage::{Path, Surface};

/// Two unit normals whose cross product is shorter than this are one direction.
pub(crate) const SAME_DIRECTION: f64 = 1e-6;
/// All sides of a bounding box, a bit each.
pub(crate) const ALL_SIDES: u8 = 0b11_1111;
/// An edge shorter than this has no direction worth a plane, in units.
const SHORT_EDGE: f64 = 1e-3;

impl<'a> Solid<'a> {
    /// For a box along the axes: the start's distance in front of each face, and the fall towards it. By the faces' own sums,
    /// without the terms that are 0.
    #[inline(always)]
    pub(crate) fn planes_of_cuboid(self, shape: &CoreShape, path: &Path) -> Option<[(f64, f64); 6]> {
        let [low_x, high_x, low_y, high_y, low_z, high_z] = self.faces() else {
            return None;
        };
        if !self.is_cuboid {
            return None;
        }
        let (start, delta, half) = (&path.start, &path.delta, &shape.half);
        Some([
            (-start.x - low_x.reach - half.x, delta.x),
            (start.x - high_x.reach - half.x, -delta.x),
            (-start.y - low_y.reach - half.y, delta.y),
            (start.y - high_y.reach - half.y, -delta.y),
            (-start.z - low_z.reach - half.z, delta.z),
            (start.z - high_z.reach - half.z, -delta.z),
        ])
    }

    /// The planes that bound a solid and need no solver: its faces, and sides of its bounding box that are no faces.
    pub(crate) fn planes(self) -> impl Iterator<Item = Surface> + 'a {
        self.planes_with(ALL_SIDES)
    }

    /// The same with these sides of the bounding box alone, a bit each.
    pub(crate) fn planes_with(self, sides: u8) -> impl Iterator<Item = Surface> + 'a {
        let faces = self.faces().iter().enumerate();
        let faces = faces.map(|(i, f)| Surface::known(f.plane.normal.cast(), f.reach, Some(i as u32)));
        let asked = sides & !self.axial_faces;
        let missing = (0..6).filter(move |i| asked & (1 << i) != 0).map(move |i| {
            let out = if i % 2 == 0 {
                -self.mins[i / 2]
            } else {
                self.maxs[i / 2]
            };
            Surface::known(axial(i), f64::from(out), None)
        });
        faces.chain(missing)
    }

    /// One of [`Self::planes`]; `None` where there are fewer.
    #[inline(always)]
    pub(crate) fn plane(self, number: usize) -> Option<Surface> {
        match self.faces().get(number) {
            Some(f) => Some(Surface::known(
                f.plane.normal.cast(),
                f.reach,
                Some(number as u32),
            )),
            None => self.planes().nth(number),
        }
    }

    /// The planes that an edge of the solid spans with an edge of a box, without [`Self::planes`]: the rest that can stop a box.
    /// Slow; for building and for naming a surface. A plane that cuts off less than `slack` units counts as bounding.
    pub(crate) fn edge_planes(self, slack: f64) -> impl Iterator<Item = (V, f64)> + 'a {
        let corners = self.corners();
        let edges = self.faces().iter().flat_map(move |f| {
            let outline = self.outline(f);
            (0..outline.len()).map(move |i| {
                let (a, b) = (outline[i] as usize, outline[(i + 1) % outline.len()] as usize);
                (corners[a], corners[b] - corners[a])
            })
        });
        edges
            .filter(|(_, along)| along.norm() > SHORT_EDGE)
            .flat_map(|(at, along)| (0..6).map(move |i| (at, along, i)))
            .filter_map(move |(at, along, i)| {
                let axis = axial(i ^ 1);
                let n = along.normalize().cross(&axis).try_normalize(SAME_DIRECTION)?;
                let dist = n.dot(&at);
                let bounds = corners.iter().all(|c| n.dot(c) <= dist + slack);
                // By the sine, as for faces. By the cosine, 0.001 off an axis counts as along it: 4 u on a triangle 3,000 u long.
                let axial = (0..6).any(|side| axial(side).cross(&n).norm() < SAME_DIRECTION);
                let is_face = || {
                    self.faces().iter().any(|f| {
                        let m = f.plane.normal.cast::<f64>();
                        m.dot(&n) > 0.0 && m.cross(&n).norm() < SAME_DIRECTION
                    })
                };
                (bounds && !axial && !is_face()).then_some((n, dist))
            })
    }
}

/// The outward normal of a side of a bounding box: -x +x -y +y -z +z.
pub(crate) fn axial(side: usize) -> V {
    let mut n = V::zeros();
    n[side / 2] = if side.is_multiple_of(2) { -1.0 } else { 1.0 };
    n
}
