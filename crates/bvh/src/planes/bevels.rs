//! The planes that bound a solid grown by a box, besides its faces: made once, so that a box needs no search for them.
//!
//! Source: the Minkowski sum of two polyhedra has three kinds of faces (Ericson, *Real-Time Collision Detection*, 2005, 9.5): the
//! faces of one, the faces of the other, and an edge of one with an edge of the other. Quake's map compilers add bevels for the
//! same reason.
//!
//! Departure: a bevel's distance is the support over all corners, in f64. So each is a supporting plane, whatever rounding did to
//! its direction.

use crate::V;
use crate::passage::Surface;
use crate::solid::{SAME_DIRECTION, SLIVER, Solids, axial};

/// The bevels of all solids, one after another. A triangle's are made when they are asked for.
#[derive(Debug, Default)]
pub(crate) struct Bevels {
    all: Vec<Bevel>,
    /// Where those of each solid begin; one more than there are solids.
    first: Vec<u32>,
}

/// A plane that touches the solid in an edge.
#[derive(Clone, Copy, Debug)]
struct Bevel {
    normal: V,
    dist: f64,
}

impl Bevels {
    pub(crate) fn build(solids: &Solids) -> Self {
        let mut bevels = Self {
            first: Vec::with_capacity(solids.iter().len() + 1),
            ..Self::default()
        };
        bevels.first.push(0);
        for solid in solids.iter() {
            let first = bevels.all.len();
            let edges = solid.triangle.is_none().then(|| solid.edge_planes(SLIVER));
            for (normal, _) in edges.into_iter().flatten() {
                let is_same = |b: &Bevel| {
                    b.normal.dot(&normal) > 0.0 && b.normal.cross(&normal).norm() < SAME_DIRECTION
                };
                if !bevels.all[first..].iter().any(is_same) {
                    let (dist, _) = solid.support(&normal);
                    bevels.all.push(Bevel { normal, dist });
                }
            }
            bevels.first.push(bevels.all.len() as u32);
        }
        bevels.all.shrink_to_fit();
        bevels
    }

    pub(crate) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Bevel>() + self.first.capacity() * size_of::<u32>()
    }

    /// The bevels of a solid, given its number.
    pub(crate) fn of_solid(&self, solid: usize) -> impl Iterator<Item = Surface> {
        self.slice(solid).iter().map(|b| bevel(b.normal, b.dist))
    }

    /// One of [`Self::of_solid`]; `None` where there are fewer.
    pub(crate) fn get(&self, solid: usize, number: usize) -> Option<Surface> {
        let b = self.slice(solid).get(number)?;
        Some(bevel(b.normal, b.dist))
    }

    fn slice(&self, solid: usize) -> &[Bevel] {
        &self.all[self.first[solid] as usize..self.first[solid + 1] as usize]
    }
}

/// The bevel of a triangle's edge with an axis; `None` where they span no plane.
pub(super) fn of_triangle([a, b, c]: [&V; 3], axis: usize) -> Option<Surface> {
    let edge = b - a;
    let normal = edge.cross(&axial(2 * axis + 1));
    // The third corner lies behind.
    let normal = if normal.dot(&(c - a)) > 0.0 {
        -normal
    } else {
        normal
    };
    let normal = normal.try_normalize(SAME_DIRECTION * edge.norm())?;
    let dist = normal.dot(a).max(normal.dot(b)).max(normal.dot(c));
    Some(bevel(normal, dist))
}

/// Not known as a face is: met at once with a face, the face is named.
fn bevel(normal: V, dist: f64) -> Surface {
    Surface {
        is_known: false,
        ..Surface::known(normal, dist, None)
    }
}
