//! A convex solid as the solver needs it: corners, faces and bounds, relative to a centre, in f64.

use crate::V;
use crate::core_shape::CoreShape;
use crate::outlines::Outlines;
use crate::passage::Path;
use clipmark_geometry::{Brush, Contents, Plane, SurfaceFlags, Triangle, TriangleSides};
use std::ops::Range;
use wide::f64x2;

/// Corners of neighbouring faces nearer than this are one, in units. Larger would shave the solid; smaller keeps
/// the copies that every face computes for itself.
pub(crate) const SAME_CORNER: f64 = 1e-4;
/// Two unit normals whose cross product is shorter than this are one direction.
const SAME_DIRECTION: f64 = 1e-6;
/// An edge shorter than this has no direction worth a plane, in units.
const SHORT_EDGE: f64 = 1e-3;
/// A solid counts as settled by its planes only when no edge could add a plane. An edge may be off by this, in units. Corners of
/// slivers are this far off. Smaller: boxes are stopped in the air beside slivers; larger: GJK is asked in vain.
const SLIVER: f64 = 1.0 / 4.0;
/// A coordinate beyond this is no solid of a map: f32 squares would overflow in the solver.
const FARTHEST: f64 = 16_777_216.0;

/// All solids, flat in memory.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    pub(crate) solids: Vec<Solid>,
    faces: Vec<SolidFace>,
    corners: Vec<V>,
    outlines: Outlines,
}

/// A convex solid: a brush, or a triangle, which is one without thickness whose two faces lie on each other.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) contents: Contents,
    /// Its number in the order of the world.
    pub(crate) order: u32,
    /// For a triangle: the sides from which it stops motion. Its first face is the front.
    pub(crate) triangle: Option<TriangleSides>,
    /// Bounding box, rounded outwards.
    pub(crate) mins: [f32; 3],
    pub(crate) maxs: [f32; 3],
    /// No edge of it, crossed with an axis, gives a new plane. Faces and bounding box are then the only planes for a box.
    pub(crate) box_settled: bool,
    /// A box along the axes: six faces, -x +x -y +y -z +z.
    pub(crate) is_cuboid: bool,
    /// Sides of the bounding box (-x +x -y +y -z +z) that are faces too.
    axial_faces: u8,
    /// The corner farthest out on each of these sides, the first of several. Not set for solids with more corners than a byte
    /// counts.
    outmost: [u8; 6],
    faces: Range<u32>,
    corners: Range<u32>,
}

/// A face of a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidFace {
    /// As the world gives it.
    pub(crate) plane: Plane,
    /// How far the solid's corners reach along its normal. It is the plane's distance without the rounding between an f32 plane
    /// and far corners. So faces and corners are one solid.
    pub(crate) reach: f64,
    pub(crate) surface: SurfaceFlags,
    outline: u32,
}

/// Why a brush is not among the solids.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It encloses nothing.
    Empty,
    /// It is open, or a coordinate is not finite.
    Open,
}

impl Solid {
    /// A triangle that stops only motion against its front.
    pub(crate) fn is_one_sided(&self) -> bool {
        self.triangle == Some(TriangleSides::Front)
    }
}

impl Solids {
    /// Adds a brush.
    pub(crate) fn push_brush(&mut self, brush: &Brush) -> Result<(), Refused> {
        if !brush.sides.iter().all(|s| s.plane.is_valid()) {
            return Err(Refused::Open);
        }
        let (first_face, first_corner) = (self.faces.len(), self.corners.len());
        let mut outlines = Vec::new();
        for face in brush.faces() {
            let side = &brush.sides[face.side];
            let outline = face.winding.points.iter().map(|p| {
                let known = self.corners[first_corner..]
                    .iter()
                    .position(|q| (q - p.coords).norm() < SAME_CORNER);
                let at = known.unwrap_or_else(|| {
                    self.corners.push(p.coords);
                    self.corners.len() - 1 - first_corner
                });
                at as u32
            });
            outlines.push(outline.collect());
            self.faces.push(SolidFace {
                plane: side.plane,
                surface: side.surface,
                reach: 0.0,
                outline: 0,
            });
        }
        let corners = &self.corners[first_corner..];
        let open = corners.iter().any(|c| !c.iter().all(|x| x.abs() <= FARTHEST));
        let empty = corners.len() < 4 || self.faces.len() - first_face < 4;
        if open || empty {
            self.faces.truncate(first_face);
            self.corners.truncate(first_corner);
            return Err(if open { Refused::Open } else { Refused::Empty });
        }
        for (face, outline) in self.faces[first_face..].iter_mut().zip(outlines) {
            face.outline = self.outlines.keep(outline);
        }
        self.finish(brush.contents, None, first_face, first_corner);
        Ok(())
    }

    /// Adds a triangle. Corners that are out of range are refused, and nothing else.
    pub(crate) fn push_triangle(&mut self, triangle: &Triangle) -> Result<(), Refused> {
        let corners = triangle.corners.map(|p| p.coords.cast::<f64>());
        let front = triangle.plane();
        if !corners.iter().flatten().all(|x| x.abs() <= FARTHEST) || !front.is_valid() {
            return Err(Refused::Open);
        }
        let (first_face, first_corner) = (self.faces.len(), self.corners.len());
        self.corners.extend(corners);
        let back = Plane::new(-front.normal, -front.dist);
        for (plane, outline) in [(front, [0, 1, 2]), (back, [0, 2, 1])] {
            self.faces.push(SolidFace {
                plane,
                surface: triangle.surface,
                reach: 0.0,
                outline: self.outlines.keep(outline.to_vec()),
            });
        }
        self.finish(triangle.contents, Some(triangle.sides), first_face, first_corner);
        Ok(())
    }

    /// Adds the solid of the faces and corners that were pushed last.
    fn finish(
        &mut self,
        contents: Contents,
        triangle: Option<TriangleSides>,
        first_face: usize,
        first_corner: usize,
    ) {
        let corners = &self.corners[first_corner..];
        let (mut mins, mut maxs) = ([0.0; 3], [0.0; 3]);
        for i in 0..3 {
            mins[i] = round_down(corners.iter().map(|c| c[i]).fold(f64::INFINITY, f64::min));
            maxs[i] = round_up(corners.iter().map(|c| c[i]).fold(f64::NEG_INFINITY, f64::max));
        }
        let mut axial_faces = 0;
        let mut is_cuboid = triangle.is_none() && self.faces.len() - first_face == 6;
        for (i, face) in self.faces[first_face..].iter_mut().enumerate() {
            face.reach = support(corners, &face.plane.normal.cast()).0;
            let side = face
                .plane
                .axis()
                .map(|axis| 2 * axis + usize::from(face.plane.normal[axis] > 0.0));
            axial_faces |= side.map_or(0, |side| 1 << side);
            is_cuboid &= side == Some(i);
        }
        let outmost = [0, 1, 2, 3, 4, 5].map(|side| support(corners, &axial(side)).1 as u8);
        self.solids.push(Solid {
            contents,
            order: self.solids.len() as u32,
            triangle,
            mins,
            maxs,
            box_settled: false,
            is_cuboid,
            axial_faces,
            outmost,
            faces: first_face as u32..self.faces.len() as u32,
            corners: first_corner as u32..self.corners.len() as u32,
        });
        let last = self.solids.len() - 1;
        let settled = self.edge_planes(&self.solids[last], SLIVER).next().is_none();
        self.solids[last].box_settled = settled;
    }

    /// Puts the solids and their parts into this order. Solids that are tested together then lie together in memory.
    pub(crate) fn arrange(&mut self, order: &[u32]) {
        let mut faces = Vec::with_capacity(self.faces.len());
        let mut corners = Vec::with_capacity(self.corners.len());
        for solid in order.iter().map(|&i| &self.solids[i as usize]) {
            faces.extend_from_slice(self.faces(solid));
        }
        self.faces = faces;
        for solid in order.iter().map(|&i| &self.solids[i as usize]) {
            corners.extend_from_slice(self.corners(solid));
        }
        self.corners = corners;
        let (mut faces, mut corners) = (0, 0);
        let next = |count: &Range<u32>, end: &mut u32| {
            let start = *end;
            *end += count.end - count.start;
            start..*end
        };
        let moved = order.iter().map(|&i| {
            let solid = self.solids[i as usize].clone();
            Solid {
                faces: next(&solid.faces, &mut faces),
                corners: next(&solid.corners, &mut corners),
                ..solid
            }
        });
        self.solids = moved.collect();
    }

    /// Gives back memory that growing reserved.
    pub(crate) fn shrink(&mut self) {
        self.solids.shrink_to_fit();
        self.faces.shrink_to_fit();
        self.corners.shrink_to_fit();
        self.outlines.shrink();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.solids.capacity() * size_of::<Solid>()
            + self.faces.capacity() * size_of::<SolidFace>()
            + self.corners.capacity() * size_of::<V>()
            + self.outlines.bytes()
    }

    pub(crate) fn faces(&self, s: &Solid) -> &[SolidFace] {
        &self.faces[s.faces.start as usize..s.faces.end as usize]
    }

    pub(crate) fn corners(&self, s: &Solid) -> &[V] {
        &self.corners[s.corners.start as usize..s.corners.end as usize]
    }

    /// For a triangle: out of its front, of no certain length. It is taken from the corners, since the plane's normal is rounded.
    /// Motion along a triangle is not motion against it.
    fn front(&self, s: &Solid) -> Option<V> {
        s.triangle?;
        let c = self.corners(s);
        Some((c[1] - c[0]).cross(&(c[2] - c[0])))
    }

    /// Whether a solid lets motion along `delta` pass: a one-sided triangle does, unless it is met from its front.
    pub(crate) fn lets_pass(&self, s: &Solid, delta: &V) -> bool {
        s.is_one_sided() && self.front(s).is_some_and(|n| n.dot(delta) >= 0.0)
    }

    /// For a triangle: the planes through its edges that stand upright on it. With its faces they bound it for a point.
    pub(crate) fn rims(&self, s: &Solid) -> impl Iterator<Item = (V, f64)> {
        let corners = self.corners(s);
        let around = self
            .front(s)
            .into_iter()
            .flat_map(|up| (0..3).map(move |i| (i, up)));
        around.filter_map(|(i, up)| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            let n = (b - a).cross(&up).try_normalize(0.0)?;
            Some((n, n.dot(&a).max(n.dot(&b))))
        })
    }

    /// How far a solid reaches along `n`, and the corner that does.
    pub(crate) fn support(&self, s: &Solid, n: &V) -> (f64, usize) {
        support(self.corners(s), n)
    }

    /// [`Self::support`] along the outward normal of a side of the bounding box.
    pub(crate) fn support_of_side(&self, s: &Solid, side: usize) -> (f64, usize) {
        let corners = self.corners(s);
        if corners.len() > usize::from(u8::MAX) {
            return support(corners, &axial(side));
        }
        let corner = usize::from(s.outmost[side]);
        let out = corners[corner][side / 2];
        (if side.is_multiple_of(2) { -out } else { out }, corner)
    }

    /// The outline of a face, as indices of the solid's corners.
    pub(crate) fn outline(&self, face: &SolidFace) -> &[u32] {
        self.outlines.at(face.outline)
    }

    /// For a box along the axes: the start's distance in front of each face, and the fall towards it. By the faces' own sums,
    /// without the terms that are 0.
    #[inline(always)]
    pub(crate) fn planes_of_cuboid(
        &self,
        s: &Solid,
        shape: &CoreShape,
        path: &Path,
    ) -> Option<[(f64, f64); 6]> {
        let [low_x, high_x, low_y, high_y, low_z, high_z] = self.faces(s) else {
            return None;
        };
        if !s.is_cuboid {
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

    /// The planes that bound a solid and need no solver: its faces, and sides of its bounding box that are no faces. With each,
    /// the face it belongs to.
    pub(crate) fn planes(&self, s: &Solid) -> impl Iterator<Item = (V, f64, Option<&SolidFace>)> {
        let faces = self.faces(s).iter().map(|f| {
            let n = f.plane.normal.cast::<f64>();
            (n, f.reach, Some(f))
        });
        let missing = (0..6).filter(|i| s.axial_faces & (1 << i) == 0).map(|i| {
            let axis = i / 2;
            if i % 2 == 0 {
                (axial(i), -f64::from(s.mins[axis]), None)
            } else {
                (axial(i), f64::from(s.maxs[axis]), None)
            }
        });
        faces.chain(missing)
    }

    /// The planes that an edge of the solid spans with an edge of a box, without [`Self::planes`]: the rest that can stop a box.
    /// Slow; for building and for naming a surface. A plane that cuts off less than `slack` units counts as bounding.
    pub(crate) fn edge_planes<'a>(&'a self, s: &'a Solid, slack: f64) -> impl Iterator<Item = (V, f64)> + 'a {
        let corners = self.corners(s);
        let edges = self.faces(s).iter().flat_map(move |f| {
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
                    self.faces(s).iter().any(|f| {
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

/// How far corners reach along `n`, and which does: of several the first. Two corners at a time.
pub(crate) fn support(corners: &[V], n: &V) -> (f64, usize) {
    let across = |v: f64| f64x2::splat(v);
    let (x, y, z) = (across(n.x), across(n.y), across(n.z));
    let (mut best, mut at) = (across(f64::NEG_INFINITY), f64x2::ZERO);
    let mut number = f64x2::ZERO;
    let (pairs, last) = corners.as_chunks::<2>();
    for [a, b] in pairs {
        let lanes = |i: usize| f64x2::new([a[i], b[i]]);
        let d = lanes(0) * x + lanes(1) * y + lanes(2) * z;
        let further = d.simd_gt(best);
        best = d.fast_max(best);
        at = further.bitselect(number, at);
        number += f64x2::ONE;
    }
    let ([even, odd], [e, o]) = (best.to_array(), at.to_array());
    let (mut reach, mut corner) = if odd > even || (odd == even && o < e) {
        (odd, 2 * o as usize + 1)
    } else {
        (even, 2 * e as usize)
    };
    if let [c] = last {
        let d = n.dot(c);
        if d > reach {
            (reach, corner) = (d, corners.len() - 1);
        }
    }
    (reach, corner)
}

fn round_down(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) > x { y.next_down() } else { y }
}

fn round_up(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) < x { y.next_up() } else { y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::{Point, Vec3};

    fn pushed(planes: &[Plane]) -> Solids {
        let mut solids = Solids::default();
        let brush = Brush::from_planes(planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        solids.push_brush(&brush).unwrap();
        solids
    }

    #[test]
    fn boxes_and_straight_ramps_need_no_solver_and_pyramids_do() {
        let mut planes: Vec<Plane> = [Vec3::x(), Vec3::y(), Vec3::z()]
            .into_iter()
            .flat_map(|n| [Plane::new(n, 8.0), Plane::new(-n, 8.0)])
            .collect();
        assert!(pushed(&planes).solids[0].box_settled);
        planes.push(Plane::new(Vec3::new(0.6, 0.0, 0.8), 3.0));
        let ramp = pushed(&planes);
        assert!(ramp.solids[0].box_settled);
        // A plane that leans both ways: its edges run askew of every axis.
        planes.push(Plane::new(Vec3::new(-1.0, 2.0, 2.0) / 3.0, 2.0));
        let askew = pushed(&planes);
        assert!(!askew.solids[0].box_settled);
        assert!(askew.edge_planes(&askew.solids[0], SAME_CORNER).count() > 0);
    }

    #[test]
    fn what_encloses_nothing_is_refused_and_leaves_no_trace() {
        let mut solids = Solids::default();
        let mut brush = Brush::from_box(Point::origin(), Point::new(1.0, 1.0, 1.0), Contents::SOLID).unwrap();
        brush.sides[0].plane.dist = -2.0;
        assert_eq!(solids.push_brush(&brush), Err(Refused::Empty));
        brush.sides[0].plane.dist = f32::NAN;
        assert_eq!(solids.push_brush(&brush), Err(Refused::Open));
        assert_eq!(solids.faces.len() + solids.corners.len(), 0);
        assert!(solids.outlines.is_empty());
    }
}
