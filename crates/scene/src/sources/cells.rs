//! The filled leaves of a map's drawing tree as convex brushes, for backends that collide with solids.
//!
//! A leaf is what lies behind the planes on the way down to it. Its outline is cut out of a box around the map, wide enough for
//! any body, so that the solid outside is as thick as players need. Sky is solid here, as it is to players in Quake. What is
//! thinner than the tolerance of outlines is left out.

use clipmark_geometry::{Aabb, Brush, ClipHull, Contents, Plane, SurfaceFlags, Vec3, Winding};

/// How far around the map's bounds the solid outside is kept, in units: more than any player is wide or tall.
const AROUND: f32 = 256.0;

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
    let mut open = vec![(hull.root(), Cell::of(&walls))];
    while let Some((child, cell)) = open.pop() {
        let Ok(number) = usize::try_from(child) else {
            let contents = hull.leaf(child);
            if !contents.is_empty() {
                out.extend(cell.filled(contents));
            }
            continue;
        };
        let node = &hull.nodes[number];
        let [front, back] = node.children;
        let plane = unit(&node.plane);
        // The cell in front lies behind the plane seen from the other side.
        let parts = [(back, cell.cut(plane)), (front, cell.cut(plane.flipped()))];
        open.extend(parts.into_iter().filter_map(|(child, part)| Some((child, part?))));
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
    fn of(planes: &[Plane]) -> Self {
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
        (faces.len() >= 4).then_some(Self { faces })
    }

    /// The brush of a leaf; nothing where the leaf is too thin to be one.
    fn filled(&self, contents: Contents) -> Option<Brush> {
        let planes: Vec<Plane> = self.faces.iter().map(|f| f.0).collect();
        let (contents, surface) = if contents.contains(Contents::SKY) {
            (Contents::SOLID | Contents::SKY, SurfaceFlags::SKY)
        } else {
            (contents, SurfaceFlags::empty())
        };
        Brush::from_planes(&planes, contents, surface).ok()
    }
}
