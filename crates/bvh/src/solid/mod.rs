//! A convex solid as the solver needs it: corners, faces and bounds, relative to a centre, in f64.

mod build;
pub(crate) mod outlines;
mod planes;

pub(crate) use build::{SAME_CORNER, SLIVER};
pub(crate) use planes::{ALL_SIDES, SAME_DIRECTION, axial};

use crate::V;
use clipmark_geometry::{Aabb, Contents, Plane, SurfaceFlags, TriangleSides};
use outlines::Outlines;
use std::ops::{Deref, Range};
use wide::f64x2;

/// All solids, flat in memory.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    records: Vec<Record>,
    faces: Vec<SolidFace>,
    corners: Vec<V>,
    outlines: Outlines,
}

/// A convex solid with its parts at hand: a brush, or a triangle, which is one without thickness whose two faces lie on each
/// other.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'a> {
    all: &'a Solids,
    record: &'a Record,
}

/// What is kept of a solid beside its parts.
#[derive(Clone, Debug)]
pub(crate) struct Record {
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

impl Record {
    pub(crate) fn bounds(&self) -> Aabb {
        Aabb::new(self.mins.into(), self.maxs.into())
    }

    /// A triangle that stops only motion against its front.
    pub(crate) fn is_one_sided(&self) -> bool {
        self.triangle == Some(TriangleSides::Front)
    }
}

impl Solids {
    pub(crate) fn get(&self, number: usize) -> Solid<'_> {
        Solid {
            all: self,
            record: &self.records[number],
        }
    }

    /// The solid of a leaf, when its contents are among those asked for.
    pub(crate) fn meeting(&self, leaf: u32, mask: Contents) -> Option<Solid<'_>> {
        let record = self.records.get(leaf as usize)?;
        record
            .contents
            .intersects(mask)
            .then_some(Solid { all: self, record })
    }

    /// All of them, by number.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Solid<'_>> {
        self.records.iter().map(|record| Solid { all: self, record })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.faces.capacity() * size_of::<SolidFace>()
            + self.corners.capacity() * size_of::<V>()
            + self.outlines.bytes()
    }
}

impl Deref for Solid<'_> {
    type Target = Record;

    fn deref(&self) -> &Record {
        self.record
    }
}

impl<'a> Solid<'a> {
    /// The same parts, with another record of them.
    pub(crate) fn recorded_as(self, record: &'a Record) -> Self {
        Self { record, ..self }
    }

    pub(crate) fn faces(self) -> &'a [SolidFace] {
        &self.all.faces[self.faces.start as usize..self.faces.end as usize]
    }

    pub(crate) fn corners(self) -> &'a [V] {
        &self.all.corners[self.corners.start as usize..self.corners.end as usize]
    }

    /// The corners of a triangle.
    pub(crate) fn triangle_corners(self) -> Option<&'a [V; 3]> {
        self.triangle.and(self.corners().try_into().ok())
    }

    /// For a triangle: out of its front, of no certain length. It is taken from the corners, since the plane's normal is
    /// rounded. Motion along a triangle is not motion against it.
    fn front(self) -> Option<V> {
        self.triangle?;
        let c = self.corners();
        Some((c[1] - c[0]).cross(&(c[2] - c[0])))
    }

    /// Whether a solid lets motion along `delta` pass: a one-sided triangle does, unless it is met from its front.
    pub(crate) fn lets_pass(self, delta: &V) -> bool {
        self.is_one_sided() && self.front().is_some_and(|n| n.dot(delta) >= 0.0)
    }

    /// For a triangle: the planes through its edges that stand upright on it. With its faces they bound it for a point.
    pub(crate) fn rims(self) -> impl Iterator<Item = (V, f64)> {
        let corners = self.corners();
        let around = self
            .front()
            .into_iter()
            .flat_map(|up| (0..3).map(move |i| (i, up)));
        around.filter_map(|(i, up)| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            let n = (b - a).cross(&up).try_normalize(0.0)?;
            Some((n, n.dot(&a).max(n.dot(&b))))
        })
    }

    /// How far a solid reaches along `n`, and the corner that does.
    pub(crate) fn support(self, n: &V) -> (f64, usize) {
        support(self.corners(), n)
    }

    /// [`Self::support`] along the outward normal of a side of the bounding box.
    pub(crate) fn support_of_side(self, side: usize) -> (f64, usize) {
        let corners = self.corners();
        if corners.len() > usize::from(u8::MAX) {
            return support(corners, &axial(side));
        }
        let corner = usize::from(self.outmost[side]);
        let out = corners[corner][side / 2];
        (if side.is_multiple_of(2) { -out } else { out }, corner)
    }

    /// Of the faces that are meant, the one most like `normal`.
    pub(crate) fn face_like(
        self,
        normal: &V,
        is_meant: impl Fn(&SolidFace) -> bool,
    ) -> Option<&'a SolidFace> {
        let like = |f: &SolidFace| f.plane.normal.cast::<f64>().dot(normal);
        let meant = self.faces().iter().filter(|f| is_meant(f));
        meant.max_by(|a, b| like(a).total_cmp(&like(b)))
    }

    /// The outline of a face, as indices of the solid's corners.
    pub(crate) fn outline(self, face: &SolidFace) -> &'a [u32] {
        self.all.outlines.at(face.outline)
    }
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
