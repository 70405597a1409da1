//! The planes of one patch, each kept once. Cells on one plane get the same plane to the bit, so that a hull
//! slides over their common edge.

use super::vector::{Flat, cross, dot, near, normalized, sub};

/// A plane is shared with a triangle whose corners are all this near to it, in units. Larger flattens shallow
/// curves; smaller puts ridges between cells that differ by rounding.
pub(super) const ON_PLANE: f32 = 0.1;
/// Two planes are one when their normals differ by less than this per component ...
const SAME_NORMAL: f32 = 1e-4;
/// ... and their distances by less than this, in units. Larger drops bevels that a box needs.
const SAME_DIST: f32 = 0.02;

#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    all: Vec<Flat>,
}

/// A plane of the table, seen from its front or, flipped, from its back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) index: usize,
    pub(super) flipped: bool,
}

impl Planes {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, index: usize) -> Flat {
        self.all[index]
    }

    pub(super) fn seen(&self, seen: Seen) -> Flat {
        let plane = self.all[seen.index];
        if seen.flipped { flipped(plane) } else { plane }
    }

    /// The plane through three points, clockwise seen from its front. It is the first plane that passes near
    /// all of them and looks the same way, else a new one. `None` when the points lie on a line.
    pub(super) fn through(&mut self, a: [f32; 3], b: [f32; 3], c: [f32; 3]) -> Option<usize> {
        let (normal, _) = normalized(cross(sub(c, a), sub(b, a)))?;
        let passes = |p: &Flat| {
            dot(normal, p.normal) >= 0.0
                && [a, b, c]
                    .iter()
                    .all(|&at| (dot(at, p.normal) - p.dist).abs() <= ON_PLANE)
        };
        Some(self.all.iter().position(passes).unwrap_or_else(|| {
            let dist = dot(a, normal);
            self.push(Flat { normal, dist })
        }))
    }

    /// This plane, as the first of the table that equals it or its flip, else a new one.
    pub(super) fn like(&mut self, plane: Flat) -> Seen {
        let known = self
            .all
            .iter()
            .enumerate()
            .find_map(|(index, p)| equal(p, &plane).map(|flipped| Seen { index, flipped }));
        known.unwrap_or_else(|| Seen {
            index: self.push(plane),
            flipped: false,
        })
    }

    fn push(&mut self, plane: Flat) -> usize {
        self.all.push(plane);
        self.all.len() - 1
    }
}

/// Whether two planes are one: `Some(false)` for the same side, `Some(true)` for opposite ones.
pub(super) fn equal(a: &Flat, b: &Flat) -> Option<bool> {
    let same = |b: Flat| near_strictly(a.normal, b.normal) && (a.dist - b.dist).abs() < SAME_DIST;
    if same(*b) {
        Some(false)
    } else {
        same(flipped(*b)).then_some(true)
    }
}

fn near_strictly(a: [f32; 3], b: [f32; 3]) -> bool {
    near(a, b, SAME_NORMAL.next_down())
}

pub(super) fn flipped(plane: Flat) -> Flat {
    Flat {
        normal: plane.normal.map(|x| -x),
        dist: -plane.dist,
    }
}
