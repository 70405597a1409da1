//! Convex solids as planes and outlines, and how they are cut in two while a tree is compiled.

use crate::plane_table::{PlaneId, PlaneTable, square};
use clipmark_geometry::{Aabb, Brush, Plane, Vec3, Winding};
use nalgebra::Vector3;

/// A point nearer to a splitting plane than this counts as on it, in units: a thirtieth of the games' skin. Smaller cuts
/// slivers off solids whose planes nearly coincide; larger moves surfaces by more than f32 does on a map.
pub(crate) const ON: f64 = 1e-3;
/// Normals that differ by less belong to one plane: five times f32's error for a plane given twice. Larger: a sliver between
/// two planes counts as filling a wider cell. (On islandctf a place 13 units from any brush was solid.) Smaller adds nodes.
const ONE_PLANE: f64 = 1e-6;
/// Corners nearer than this to the plane that cuts an outline are on it, in units: f64 rounding at map scale.
const ON_OUTLINE: f64 = 1e-6;
/// A closed solid has at least this many sides.
const LEAST_SIDES: usize = 4;

/// A part of a grown solid.
#[derive(Clone)]
pub(crate) struct Polytope {
    /// Which solid.
    pub(crate) solid: u32,
    pub(crate) sides: Vec<Side>,
    low: Vector3<f64>,
    high: Vector3<f64>,
}

#[derive(Clone)]
pub(crate) struct Side {
    pub(crate) plane: PlaneId,
    /// A node above has split by this plane already, or the side is that cut itself.
    pub(crate) used: bool,
    outline: Winding,
}

/// On which sides of a plane a solid lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lies {
    Front,
    Back,
    Across,
}

/// The corner of a body that comes first to a plane with this normal. Its middle along axes that do not matter.
pub(crate) fn corner_against(normal: &Vector3<f64>, body: &Aabb) -> Vector3<f64> {
    Vector3::from_fn(|i, _| {
        let (low, high) = (f64::from(body.mins[i]), f64::from(body.maxs[i]));
        if normal[i] > 0.0 {
            low
        } else if normal[i] < 0.0 {
            high
        } else {
            (low + high) * 0.5
        }
    })
}

/// How far that corner lies along the normal.
pub(crate) fn reach_against(normal: &Vec3, body: &Aabb) -> f64 {
    let normal = normal.cast();
    corner_against(&normal, body).dot(&normal)
}

/// The planes of a brush, moved out by a body that is traced as a point.
pub(crate) fn grown<'a>(brush: &'a Brush, body: &'a Aabb) -> impl Iterator<Item = Plane> + 'a {
    brush.sides.iter().map(move |side| {
        let dist = f64::from(side.plane.dist) - reach_against(&side.plane.normal, body);
        Plane::new(side.plane.normal, dist as f32)
    })
}

impl Polytope {
    /// The solid behind these planes; `None` when they enclose nothing.
    pub(crate) fn new(solid: u32, planes: &[Plane], table: &mut PlaneTable) -> Option<Self> {
        let mut sides: Vec<Side> = Vec::new();
        for (i, plane) in planes.iter().enumerate() {
            let mut outline = square(plane);
            for (j, other) in planes.iter().enumerate() {
                if outline.is_empty() {
                    break;
                }
                if i != j && other != plane {
                    outline = behind(&outline, &other.normal.cast(), f64::from(other.dist));
                }
            }
            let plane = table.id(plane);
            if !outline.is_empty() && sides.iter().all(|s| s.plane != plane) {
                sides.push(Side {
                    plane,
                    used: false,
                    outline,
                });
            }
        }
        Self::closed(solid, sides)
    }

    fn closed(solid: u32, sides: Vec<Side>) -> Option<Self> {
        let mut low = Vector3::repeat(f64::INFINITY);
        let mut high = -low;
        for p in sides.iter().flat_map(|s| &s.outline.points) {
            low = low.inf(&p.coords);
            high = high.sup(&p.coords);
        }
        (sides.len() >= LEAST_SIDES).then_some(Self {
            solid,
            sides,
            low,
            high,
        })
    }

    /// Whether every side is a plane of the nodes above: the solid fills its cell.
    pub(crate) fn fills(&self) -> bool {
        self.sides.iter().all(|s| s.used)
    }

    /// On which sides of a plane it lies; `id` is the plane's front.
    pub(crate) fn lies(&self, id: PlaneId, table: &PlaneTable) -> Lies {
        // Its own planes bound it, whatever rounding does to its corners.
        for side in &self.sides {
            if side.plane == id {
                return Lies::Back;
            }
            if side.plane == id.flipped() {
                return Lies::Front;
            }
        }
        let (n, dist) = table.plane(id);
        let middle = (self.low + self.high) * 0.5;
        let reach = (self.high - self.low).dot(&n.abs()) * 0.5;
        let at = n.dot(&middle) - dist;
        if at >= reach {
            return Lies::Front;
        }
        if at <= -reach {
            return Lies::Back;
        }
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for p in self.sides.iter().flat_map(|s| &s.outline.points) {
            let d = n.dot(&p.coords) - dist;
            (least, most) = (least.min(d), most.max(d));
        }
        if most <= ON {
            Lies::Back
        } else if least >= -ON {
            Lies::Front
        } else {
            Lies::Across
        }
    }

    /// The parts in front of a plane and behind it, with the sides that lie in it marked as used.
    pub(crate) fn parted(mut self, id: PlaneId, table: &PlaneTable) -> [Option<Self>; 2] {
        match self.lies(id, table) {
            Lies::Front => {
                self.mark(id.flipped(), table);
                [Some(self), None]
            }
            Lies::Back => {
                self.mark(id, table);
                [None, Some(self)]
            }
            Lies::Across => {
                let back = self.cut(id, table);
                [self.cut(id.flipped(), table), back]
            }
        }
    }

    /// Marks the sides that lie in a plane and look to its front.
    fn mark(&mut self, id: PlaneId, table: &PlaneTable) {
        let (n, dist) = table.plane(id);
        for side in self.sides.iter_mut().filter(|s| !s.used) {
            let lies_in = |s: &Side| {
                let alike = (table.plane(s.plane).0 - n).norm() < ONE_PLANE;
                alike
                    && s.outline
                        .points
                        .iter()
                        .all(|p| (n.dot(&p.coords) - dist).abs() <= ON)
            };
            side.used = side.plane == id || lies_in(side);
        }
    }

    /// The part behind a plane that goes through it.
    fn cut(&self, id: PlaneId, table: &PlaneTable) -> Option<Self> {
        let (n, dist) = table.plane(id);
        let mut sides: Vec<Side> = Vec::with_capacity(self.sides.len() + 1);
        let mut cap = table.square(id);
        for side in &self.sides {
            let outline = behind(&side.outline, &n, dist);
            if !outline.is_empty() {
                let used = side.used;
                let plane = side.plane;
                sides.push(Side { plane, used, outline });
            }
            if !cap.is_empty() {
                let (normal, dist) = table.plane(side.plane);
                cap = behind(&cap, &normal, dist);
            }
        }
        if !cap.is_empty() {
            sides.push(Side {
                plane: id,
                used: true,
                outline: cap,
            });
        }
        Self::closed(self.solid, sides)
    }
}

fn behind(outline: &Winding, normal: &Vector3<f64>, dist: f64) -> Winding {
    outline.clipped(*normal, dist, ON_OUTLINE)
}
