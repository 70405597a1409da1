//! Moves of a world and a question together, free of rounding: exchanged axes, mirrors, displacements.

use clipmark_geometry::{Aabb, Brush, Hull, Plane, Point, Vec3, World};

/// A move of world and question together: axes exchanged, signs turned, and a displacement. All of it is free of
/// rounding but the displacement.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// Its effect, in words.
    pub name: &'static str,
    /// Which axis each new axis was.
    axes: [usize; 3],
    signs: [f32; 3],
    by: [f32; 3],
}

const fn moved(name: &'static str, axes: [usize; 3], signs: [f32; 3], by: [f32; 3]) -> Move {
    Move {
        name,
        axes,
        signs,
        by,
    }
}

const SAME: [usize; 3] = [0, 1, 2];
const PLUS: [f32; 3] = [1.0; 3];

/// Moves for the property `symmetry`.
pub const MOVES: [Move; 8] = [
    moved("translation by (1024, 0, 0)", SAME, PLUS, [1024.0, 0.0, 0.0]),
    moved(
        "translation by (-4096, 2048, 512)",
        SAME,
        PLUS,
        [-4096.0, 2048.0, 512.0],
    ),
    moved(
        "translation by (0, 32768, -16384)",
        SAME,
        PLUS,
        [0.0, 32768.0, -16384.0],
    ),
    moved("turn by 90 degrees", [1, 0, 2], [-1.0, 1.0, 1.0], [0.0; 3]),
    moved("mirror in x", SAME, [-1.0, 1.0, 1.0], [0.0; 3]),
    moved("mirror in z", SAME, [1.0, 1.0, -1.0], [0.0; 3]),
    moved("exchange of x and y", [1, 0, 2], PLUS, [0.0; 3]),
    moved("exchange of x and z", [2, 1, 0], PLUS, [0.0; 3]),
];

impl Move {
    /// A displacement alone.
    pub const fn translation(by: [f32; 3]) -> Self {
        moved("translation", SAME, PLUS, by)
    }

    /// Whether up stays up.
    pub fn is_upright(&self) -> bool {
        self.axes[2] == 2 && self.signs[2] > 0.0
    }

    /// A direction as it is after the move.
    pub fn vector(&self, v: &Vec3) -> Vec3 {
        Vec3::from_fn(|i, _| self.signs[i] * v[self.axes[i]])
    }

    /// The direction that the move turns into this one.
    pub fn vector_back(&self, v: &Vec3) -> Vec3 {
        let mut back = Vec3::zeros();
        for i in 0..3 {
            back[self.axes[i]] = self.signs[i] * v[i];
        }
        back
    }

    /// The place that the move brings here.
    pub fn point_back(&self, p: &Point) -> Point {
        Point::from(self.vector_back(&(p - Vec3::from(self.by)).coords))
    }

    /// A place as it is after the move.
    pub fn point(&self, p: &Point) -> Point {
        Point::from(self.vector(&p.coords)) + Vec3::from(self.by)
    }

    fn plane(&self, plane: &Plane) -> Plane {
        let normal = self.vector(&plane.normal);
        let shift = normal.cast::<f64>().dot(&Vec3::from(self.by).cast::<f64>());
        Plane::new(normal, (f64::from(plane.dist) + shift) as f32)
    }

    /// The hull as it is after the move; `None` for upright round hulls that would be laid down.
    pub(crate) fn hull(&self, hull: &Hull) -> Option<Hull> {
        let turned = |b: &Aabb| {
            let (p, q) = (self.vector(&b.mins.coords), self.vector(&b.maxs.coords));
            Aabb::new(Point::from(p.inf(&q)), Point::from(p.sup(&q)))
        };
        let upright = self.axes[2] == 2;
        match hull {
            Hull::Point | Hull::Sphere { .. } => Some(*hull),
            Hull::Box { bounds } => Some(Hull::Box {
                bounds: turned(bounds),
            }),
            Hull::Capsule { bounds } => upright.then(|| Hull::Capsule {
                bounds: turned(bounds),
            }),
            Hull::Cylinder { bounds } => upright.then(|| Hull::Cylinder {
                bounds: turned(bounds),
            }),
        }
    }

    /// The brushes of a world after the move; `None` if a brush does not survive the rounding of its planes.
    pub fn world(&self, world: &World) -> Option<World> {
        let brushes: Option<Vec<Brush>> = world
            .brushes
            .iter()
            .map(|b| {
                let planes: Vec<Plane> = b.sides.iter().map(|s| self.plane(&s.plane)).collect();
                let flags = b.sides.first().map(|s| s.surface).unwrap_or_default();
                Brush::from_planes(&planes, b.contents, flags).ok()
            })
            .collect();
        Some(World::of_brushes(&*world.name, brushes?))
    }
}
