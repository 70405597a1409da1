//! The filled leaves of a map's drawing tree as convex brushes, for backends that collide with solids.
//!
//! A leaf is the space behind the planes on the way down to it. Its outline is cut out of a box around the map, wide enough for
//! any body. So the solid outside is as thick as players need. Sky is solid here, as it is to players in Quake. A cell thinner
//! than the tolerance of outlines is left out.

use clipmark_geometry::{Aabb, Brush, BrushSide, ClipHull, Contents, Plane, SurfaceFlags, Vec3, Winding};

/// How far around the map's bounds the solid outside is kept, in units: more than any player's size.
const AROUND: f32 = 256.0;

/// A closed solid has at least this many faces.
const LEAST_FACES: usize = 4;
/// A cell of more faces is left out. Real maps' cells have some dozens, and a damaged one must not pile up thousands.
const MOST_FACES: usize = 128;
/// A face of less area than this is an edge, in square units; as for other brushes.
const MIN_AREA: f64 = 1e-4;

/// A convex cell as its faces.
#[derive(Clone)]
struct Cell {
    faces: Vec<(Plane, Winding)>,
}

/// The brushes of all leaves that are filled.
pub(super) fn solids(hull: &ClipHull, bounds: &Aabb) -> Vec<Brush> {
    let room = bounds.grown(AROUND);
    if room.is_empty() {
        return Vec::new();
    }
    let mut walls: Vec<Plane> = Vec::new();
    for axis in 0..3 {
        let mut n = Vec3::zeros();
        n[axis] = 1.0;
        walls.extend([Plane::new(n, room.maxs[axis]), Plane::new(-n, -room.mins[axis])]);
    }
    let mut out = Vec::new();
    let mut open = vec![(hull.root(), Cell::new(&walls))];
    while let Some((child, cell)) = open.pop() {
        let Some(node) = usize::try_from(child).ok().and_then(|n| hull.nodes.get(n)) else {
            let contents = hull.leaf(child);
            if !contents.is_empty() {
                out.extend(cell.filled(contents));
            }
            continue;
        };
        let [front, back] = node.children;
        let plane = unit(&node.plane);
        // The cell in front lies behind the plane seen from the other side.
        let parts = [(back, cell.cut(plane)), (front, cell.cut(plane.flipped()))];
        // Leaves on top, so that the cells that wait are those of nodes alone.
        let mut parts = parts.map(|(child, part)| Some((child, part?)));
        parts.sort_by_key(|part| part.as_ref().is_some_and(|(child, _)| *child < 0));
        open.extend(parts.into_iter().flatten());
    }
    out
}

/// The plane with its normal of unit length: text with six decimals makes them a little longer or shorter.
fn unit(plane: &Plane) -> Plane {
    if plane.axis().is_some() {
        return *plane;
    }
    let length = plane.normal.cast::<f64>().norm();
    let normal = plane.normal.cast::<f64>() / length;
    Plane::new(normal.cast(), (f64::from(plane.dist) / length) as f32)
}

impl Cell {
    fn new(planes: &[Plane]) -> Self {
        let face = |plane: &Plane| {
            let others = planes.iter().filter(|p| *p != plane);
            let outline = others.fold(Winding::on_plane(plane), |w, p| w.clipped_behind(p));
            (*plane, outline)
        };
        Self {
            faces: planes.iter().map(face).collect(),
        }
    }

    /// The part behind a plane; nothing where nothing is left.
    fn cut(&self, plane: Plane) -> Option<Self> {
        let mut cap = Winding::on_plane(&plane);
        let mut faces = Vec::with_capacity(self.faces.len() + 1);
        for (side, outline) in &self.faces {
            let left = outline.clipped_behind(&plane);
            if !left.is_empty() {
                faces.push((*side, left));
            }
            if !cap.is_empty() {
                cap = cap.clipped_behind(side);
            }
        }
        if !cap.is_empty() && faces.iter().all(|(p, _)| *p != plane) {
            faces.push((plane, cap));
        }
        (LEAST_FACES..=MOST_FACES)
            .contains(&faces.len())
            .then_some(Self { faces })
    }

    /// The brush of a leaf; nothing where the leaf is too thin to be one.
    fn filled(&self, contents: Contents) -> Option<Brush> {
        let (contents, surface) = if contents.contains(Contents::SKY) {
            (Contents::SOLID | Contents::SKY, SurfaceFlags::SKY)
        } else {
            (contents, SurfaceFlags::empty())
        };
        let real = |(plane, outline): &(Plane, Winding)| {
            let outline = outline.clone().welded();
            (outline.area() > MIN_AREA).then_some((*plane, outline))
        };
        let faces: Vec<(Plane, Winding)> = self.faces.iter().filter_map(real).collect();
        if faces.len() < LEAST_FACES {
            return None;
        }
        let bounds = Aabb::of_faces(faces.iter().map(|(plane, outline)| (plane, outline)));
        let sides = faces
            .iter()
            .map(|&(plane, _)| BrushSide { plane, surface })
            .collect();
        (!bounds.is_empty()).then_some(Brush {
            sides,
            contents,
            bounds,
            bevelled: false,
        })
    }
}
