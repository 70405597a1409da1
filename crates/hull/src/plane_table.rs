//! The planes of a world's grown solids, each kept once, whichever way it is looked at.

use clipmark_geometry::{Plane, Winding};
use nalgebra::Vector3;
use std::collections::HashMap;

/// A plane of the table and which way it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlaneId(u32);

impl PlaneId {
    /// The same plane seen from behind.
    pub(crate) fn flipped(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The plane as nodes have it.
    pub(crate) fn front(self) -> Self {
        Self(self.0 & !1)
    }

    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

#[derive(Default)]
pub(crate) struct PlaneTable {
    planes: Vec<Plane>,
    known: HashMap<[u32; 4], u32>,
}

impl PlaneTable {
    pub(crate) fn id(&mut self, plane: &Plane) -> PlaneId {
        // The first non-zero component is positive, so that axial planes look along their axis, as nodes need it.
        let turned = plane.normal.iter().find(|x| **x != 0.0).is_some_and(|x| *x < 0.0);
        let seen = if turned { plane.flipped() } else { *plane };
        // Adding null turns a negative one into a positive.
        let [x, y, z]: [f32; 3] = seen.normal.map(|x| x + 0.0).into();
        let seen = Plane::new([x, y, z].into(), seen.dist + 0.0);
        let next = self.planes.len() as u32;
        let index = *self
            .known
            .entry([x, y, z, seen.dist].map(f32::to_bits))
            .or_insert(next);
        if index == next {
            self.planes.push(seen);
        }
        PlaneId(index << 1 | u32::from(turned))
    }

    /// The plane of a node.
    pub(crate) fn node(&self, id: PlaneId) -> Plane {
        self.planes[id.index()]
    }

    /// A plane as looked at.
    fn seen(&self, id: PlaneId) -> Plane {
        let plane = self.planes[id.index()];
        if id == id.front() { plane } else { plane.flipped() }
    }

    /// Its normal and distance.
    pub(crate) fn plane(&self, id: PlaneId) -> (Vector3<f64>, f64) {
        let plane = self.seen(id);
        (plane.normal.cast(), f64::from(plane.dist))
    }

    /// [`square`] on it.
    pub(crate) fn square(&self, id: PlaneId) -> Winding {
        square(&self.seen(id))
    }
}

/// A square on a plane, larger than any map, that looks to its front. [`Winding::on_plane`] takes the normal for one of unit
/// length, which no f32 normal is. Thousands of units from the origin its square is off by more than two planes lie apart.
pub(crate) fn square(plane: &Plane) -> Winding {
    let mut square = Winding::on_plane(plane);
    let normal: Vector3<f64> = plane.normal.cast();
    for p in &mut square.points {
        *p += normal * ((f64::from(plane.dist) - normal.dot(&p.coords)) / normal.norm_squared());
    }
    square
}
