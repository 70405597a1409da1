//! The polygons of a world, flat, in the order of their hierarchy's leaves.

use crate::polygon::Polygon;
use clipmark_geometry::{Aabb, Contents, SurfaceFlags};
use clipmark_hierarchy::Hierarchy;
use nalgebra::Vector3;

/// The polygons, flat, in the order of their hierarchy's leaves: 24 bytes each, and 12 per corner.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) hierarchy: Hierarchy,
    corners: Vec<[f32; 3]>,
    faces: Vec<FaceRecord>,
    materials: Vec<Material>,
}

#[derive(Clone, Copy, Debug)]
struct FaceRecord {
    normal: [f32; 3],
    dist: f32,
    first: u32,
    count: u16,
    material: u16,
}

/// What many polygons have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Material {
    pub(crate) contents: Contents,
    pub(crate) surface: SurfaceFlags,
    both_sides: bool,
}

/// One polygon as the formulas want it.
#[derive(Clone, Copy)]
pub(crate) struct Face<'a> {
    pub(crate) normal: Vector3<f64>,
    pub(crate) dist: f64,
    pub(crate) corners: &'a [[f32; 3]],
    /// Whether it stops from both sides.
    pub(crate) both_sides: bool,
    /// Whether it is seen from its back: then its corners run the other way.
    from_behind: bool,
}

impl Mesh {
    /// `None` when there are more than 65,536 kinds of surface or 2^32 corners: no world has them.
    pub(crate) fn new(polygons: &[Polygon]) -> Option<Self> {
        let boxes: Vec<Aabb> = polygons.iter().map(|p| Aabb::of_points(&p.points)).collect();
        let mut hierarchy = Hierarchy::new(&boxes);
        let order = hierarchy.number_items();
        let mut mesh = Self {
            hierarchy,
            corners: Vec::with_capacity(polygons.iter().map(|p| p.points.len()).sum()),
            faces: Vec::with_capacity(polygons.len()),
            materials: Vec::new(),
        };
        for polygon in order.iter().map(|&i| &polygons[i as usize]) {
            let material = Material {
                contents: polygon.contents,
                surface: polygon.surface,
                both_sides: polygon.both_sides,
            };
            let known = mesh.materials.iter().position(|m| *m == material);
            let index = known.unwrap_or(mesh.materials.len());
            if known.is_none() {
                mesh.materials.push(material);
            }
            mesh.faces.push(FaceRecord {
                normal: polygon.plane.normal.into(),
                dist: polygon.plane.dist,
                first: u32::try_from(mesh.corners.len()).ok()?,
                count: u16::try_from(polygon.points.len()).ok()?,
                material: u16::try_from(index).ok()?,
            });
            mesh.corners
                .extend(polygon.points.iter().map(|p| <[f32; 3]>::from(*p)));
        }
        mesh.materials.shrink_to_fit();
        Some(mesh)
    }

    pub(crate) fn len(&self) -> usize {
        self.faces.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.hierarchy.bytes()
            + self.corners.capacity() * size_of::<[f32; 3]>()
            + self.faces.capacity() * size_of::<FaceRecord>()
            + self.materials.capacity() * size_of::<Material>()
    }

    /// A polygon as a hull with its middle there sees it. If it stops from both sides, the side the middle is at.
    #[inline]
    pub(crate) fn face(&self, i: usize, middle: &Vector3<f64>) -> Face<'_> {
        let face = self.front(i);
        if face.both_sides && face.normal.dot(middle) < face.dist {
            face.turned()
        } else {
            face
        }
    }

    /// A polygon as a motion meets it. For a two-sided polygon it is the side that faces the motion. The hull's middle may be on
    /// the other side, for its edges may be met going away from it.
    #[inline]
    pub(crate) fn face_against(&self, i: usize, motion: &Vector3<f64>) -> Face<'_> {
        let face = self.front(i);
        if face.both_sides && face.normal.dot(motion) > 0.0 {
            face.turned()
        } else {
            face
        }
    }

    #[inline]
    fn front(&self, i: usize) -> Face<'_> {
        let f = &self.faces[i];
        let first = f.first as usize;
        Face {
            normal: Vector3::from(f.normal).cast(),
            dist: f64::from(f.dist),
            corners: &self.corners[first..first + usize::from(f.count)],
            both_sides: self.material(i).both_sides,
            from_behind: false,
        }
    }

    pub(crate) fn material(&self, i: usize) -> Material {
        self.materials[usize::from(self.faces[i].material)]
    }
}

impl Face<'_> {
    /// The same seen from its other side.
    fn turned(self) -> Self {
        Self {
            normal: -self.normal,
            dist: -self.dist,
            from_behind: !self.from_behind,
            ..self
        }
    }

    pub(crate) fn corner(&self, i: usize) -> Vector3<f64> {
        let [x, y, z] = self.corners[i];
        Vector3::new(f64::from(x), f64::from(y), f64::from(z))
    }

    /// The edges, counter-clockwise seen from the front: start and direction, the next corner minus this one.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (Vector3<f64>, Vector3<f64>)> + '_ {
        let last = self.corners.len() - 1;
        let mut next = self.corner(0);
        (0..=last).map(move |i| {
            let a = next;
            next = self.corner(if i == last { 0 } else { i + 1 });
            if self.from_behind {
                (next, a - next)
            } else {
                (a, next - a)
            }
        })
    }

    /// Whether a point of the plane lies in the polygon grown by [`EDGE_OVERLAP`].
    pub(crate) fn holds(&self, p: &Vector3<f64>) -> bool {
        self.holds_within(p, 0.0)
    }

    /// Whether a point of the plane lies in the polygon grown by [`EDGE_OVERLAP`] and `more` units.
    pub(crate) fn holds_within(&self, p: &Vector3<f64>, more: f64) -> bool {
        let overlap = EDGE_OVERLAP + more;
        self.edges().all(|(a, u)| {
            let side = u.cross(&(p - a)).dot(&self.normal);
            side >= 0.0 || side * side <= overlap * overlap * u.norm_squared()
        })
    }

    /// Whether the box around the polygon touches the box.
    pub(crate) fn touches(&self, lo: &Vector3<f64>, hi: &Vector3<f64>) -> bool {
        let (min, max) = self.bounds();
        (0..3).all(|i| min[i] <= hi[i] && max[i] >= lo[i])
    }

    /// Corners of the box around the polygon.
    pub(crate) fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for c in self.corners {
            for i in 0..3 {
                // Not f32::min, which heeds NaN: no corner is one.
                min[i] = if c[i] < min[i] { c[i] } else { min[i] };
                max[i] = if c[i] > max[i] { c[i] } else { max[i] };
            }
        }
        (Vector3::from(min).cast(), Vector3::from(max).cast())
    }

    /// The nearest point of the polygon.
    pub(crate) fn nearest(&self, p: &Vector3<f64>) -> Vector3<f64> {
        let on_plane = p - self.normal * (self.normal.dot(p) - self.dist);
        if self.holds(&on_plane) {
            return on_plane;
        }
        let on_edge = |(a, u): (Vector3<f64>, Vector3<f64>)| {
            a + u * ((p - a).dot(&u) / u.norm_squared()).clamp(0.0, 1.0)
        };
        self.edges()
            .map(on_edge)
            .min_by(|a, b| (a - p).norm_squared().total_cmp(&(b - p).norm_squared()))
            .unwrap_or(on_plane)
    }
}

/// How far polygons overlap their neighbours in their own plane, in units. Corners are rounded to f32, so neighbours leave cracks
/// of up to one f32 step (0.0005 at 4,096). Smaller lets a point slip through them, larger makes a point stop beside a free edge.
/// Far below a quarter of any skin.
pub(crate) const EDGE_OVERLAP: f64 = 1.0 / 1024.0;
