//! Solids made: from brushes and triangles, and put in the tree's order.

use super::planes::axial;
use super::{Record, Refused, SolidFace, Solids, support};
use clipmark_collision::BuildError;
use clipmark_geometry::{Brush, Contents, Plane, Triangle, TriangleSides, World};

/// Corners of neighbouring faces nearer than this are one, in units. Larger would shave the solid; smaller keeps
/// the copies that every face computes for itself.
pub(crate) const SAME_CORNER: f64 = 1e-4;
/// A solid counts as settled by its planes only when no edge could add a plane. An edge may be off by this, in units. Corners
/// of slivers are this far off. Smaller: boxes are stopped in the air beside slivers; larger: GJK is asked in vain.
pub(crate) const SLIVER: f64 = 1.0 / 4.0;
/// A coordinate beyond this is no solid of a map: f32 squares would overflow in the solver.
const FARTHEST: f64 = 16_777_216.0;

impl Solids {
    /// All parts of a world as convex solids, in the order of its brushes, its triangles and its patches. A line names each
    /// kind of thing that is left out.
    pub(crate) fn of_world(world: &World, backend: &'static str) -> Result<(Self, Vec<String>), BuildError> {
        let mut solids = Self::default();
        let mut empty = 0;
        for (i, brush) in world.brushes.iter().enumerate() {
            match solids.push_brush(brush) {
                Ok(()) => {}
                Err(Refused::Empty) => empty += 1,
                Err(Refused::Open) => return Err(Refused::open(backend, i)),
            }
        }
        let curved = world.patch_triangles();
        let pieces = world.triangles.iter().chain(&curved.triangles);
        let far = pieces.filter(|t| solids.push_triangle(t).is_err()).count();
        solids.shrink();
        let told = [
            (empty, "brushes that enclose no volume"),
            (far, "triangles out of the range of coordinates"),
            (curved.left_out, "patches that are too fine or cut short"),
        ];
        let omissions = told.iter().filter(|(n, _)| *n > 0);
        let omissions = omissions.map(|(n, what)| format!("{n} {what} are not collided with"));
        Ok((solids, omissions.collect()))
    }

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
        self.records.push(Record {
            contents,
            order: self.records.len() as u32,
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
        let last = self.records.len() - 1;
        let settled = self.get(last).edge_planes(SLIVER).next().is_none();
        self.records[last].box_settled = settled;
    }

    /// Puts the solids and their parts into this order. Solids that are tested together then lie together in memory.
    pub(crate) fn arrange(&mut self, order: &[u32]) {
        let mut arranged = Self {
            records: Vec::with_capacity(self.records.len()),
            faces: Vec::with_capacity(self.faces.len()),
            corners: Vec::with_capacity(self.corners.len()),
            outlines: std::mem::take(&mut self.outlines),
        };
        for solid in order.iter().map(|&i| self.get(i as usize)) {
            let (face, corner) = (arranged.faces.len() as u32, arranged.corners.len() as u32);
            arranged.faces.extend_from_slice(solid.faces());
            arranged.corners.extend_from_slice(solid.corners());
            arranged.records.push(Record {
                faces: face..arranged.faces.len() as u32,
                corners: corner..arranged.corners.len() as u32,
                ..solid.record.clone()
            });
        }
        *self = arranged;
    }

    /// Gives back memory that growing reserved.
    pub(crate) fn shrink(&mut self) {
        self.records.shrink_to_fit();
        self.faces.shrink_to_fit();
        self.corners.shrink_to_fit();
        self.outlines.shrink();
    }
}

impl Refused {
    /// The error of a world's brush that is open.
    pub(crate) fn open(backend: &'static str, brush: usize) -> BuildError {
        BuildError::Brush {
            backend,
            brush,
            why: "is open on a side or has a coordinate that is not finite".into(),
        }
    }
}

fn round_down(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) > x { y.next_down() } else { y }
}

fn round_up(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) < x { y.next_up() } else { y }
}
