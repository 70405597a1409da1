//! The facets of a patch: flat pieces with borders, as Quake III makes them for collision.
//!
//! Source: `docs/engines.md` section 1, "Patches". Each cell is two triangles on shared planes. When they share one, the cell is
//! one facet of four borders, else two of three. A border is the plane of the facet across the edge, so that neighbours end
//! where they meet. Beyond that description, a grid that closes in a ring has neighbours across the seam. Where one triangle of
//! a cell has no plane, the other ends at the neighbour beyond it.

mod bevels;
mod facet;
mod outline;
mod planes;
mod vector;

use super::PatchGrid;
use crate::{Plane, Point};
use facet::Facet;
use outline::{cut_behind, square};
use planes::{ON_PLANE, Planes, Seen, flipped};
use thiserror::Error;
use vector::{Flat, along, dot};

/// How far out of the surface the third point of an upright border lies, in units.
const UPRIGHT: f32 = 4.0;
/// A facet that reaches farther than this is open on a side, in units.
const UNBOUNDED: f32 = 65535.0;
/// Most planes of a patch, as many as the engine has room for. Every plane is looked up among all of them, so this bounds the
/// cost of a damaged map. The finest patch of 63 OpenArena maps has 128 facets.
const MAX_PLANES: usize = 2048;

/// The edges of a cell in their order around it. The first two belong to the first triangle, the others to the
/// second.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Low,
    Far,
    High,
    Near,
}

/// The planes of the triangles of all cells, and the grid that they come from.
struct Cells<'a> {
    grid: &'a PatchGrid,
    across: usize,
    along: usize,
    halves: Vec<[Option<usize>; 2]>,
}

/// A patch with more planes than it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the patch has more than {MAX_PLANES} planes; simplify its curve")]
pub struct TooFine;

/// A flat piece with borders: a thin convex solid that stops motion against its front.
#[derive(Clone, Debug, PartialEq)]
pub struct PatchFacet {
    /// The surface, then borders and bevels, its back last; normals out of the facet.
    pub planes: Vec<Plane>,
    /// The corners of the surface, in units.
    pub outline: Vec<Point>,
    /// The cell that it is of, as [`PatchGrid::cell`] counts.
    pub cell: (usize, usize),
    /// Which of the cell's triangles it was made of.
    pub halves: [bool; 2],
}

impl PatchGrid {
    /// The facets of the grid, cell by cell.
    ///
    /// # Errors
    /// A grid with more planes than a patch may have.
    pub fn facets(&self) -> Result<Vec<PatchFacet>, TooFine> {
        let mut planes = Planes::default();
        let cells = Cells::new(self, &mut planes)?;
        let mut all = Vec::new();
        for i in 0..cells.across {
            for j in 0..cells.along {
                cells.facets_at(i, j, &mut planes, |mut facet, planes| {
                    facet.outline = bounded_outline(&facet, planes)?;
                    bevels::add(&mut facet, planes);
                    let surface = planes.get(facet.surface);
                    let borders = facet.borders.iter().map(|&border| planes.seen(border));
                    let sides = [surface].into_iter().chain(borders).chain([flipped(surface)]);
                    all.push(PatchFacet {
                        planes: sides.map(Plane::from).collect(),
                        outline: facet.outline.iter().map(|&p| p.into()).collect(),
                        cell: (i, j),
                        halves: facet.halves,
                    });
                    Some(())
                });
                if planes.len() > MAX_PLANES {
                    return Err(TooFine);
                }
            }
        }
        Ok(all)
    }
}

impl<'a> Cells<'a> {
    fn new(grid: &'a PatchGrid, planes: &mut Planes) -> Result<Self, TooFine> {
        let (across, along) = grid.cells();
        let mut cells = Self {
            grid,
            across,
            along,
            halves: Vec::with_capacity(across * along),
        };
        for i in 0..across {
            for j in 0..along {
                let [a, b, c, d] = cells.corners(i, j);
                let halves = [planes.through(a, b, c), planes.through(c, d, a)];
                cells.halves.push(halves);
                if planes.len() > MAX_PLANES {
                    return Err(TooFine);
                }
            }
        }
        Ok(cells)
    }

    fn corners(&self, i: usize, j: usize) -> [[f32; 3]; 4] {
        self.grid.cell(i, j).map(|p| p.into())
    }

    fn halves(&self, i: usize, j: usize) -> [Option<usize>; 2] {
        self.halves[i * self.along + j]
    }

    /// The plane on the other side of an edge; `None` at the rim.
    fn beyond(&self, i: usize, j: usize, edge: Edge) -> Option<usize> {
        let before = |k: usize, n: usize, closed: bool| k.checked_sub(1).or(closed.then(|| n - 1));
        let after = |k: usize, n: usize, closed: bool| {
            if k + 1 < n {
                Some(k + 1)
            } else {
                closed.then_some(0)
            }
        };
        let grid = self.grid;
        match edge {
            Edge::Low => self.halves(i, before(j, self.along, grid.closed_along)?)[1],
            Edge::Far => self.halves(after(i, self.across, grid.closed_across)?, j)[1],
            Edge::High => self.halves(i, after(j, self.along, grid.closed_along)?)[0],
            Edge::Near => self.halves(before(i, self.across, grid.closed_across)?, j)[0],
        }
    }

    /// The plane that a facet on `surface` ends at along an edge of its cell.
    fn border(&self, i: usize, j: usize, edge: Edge, planes: &mut Planes) -> Option<usize> {
        let [first, second] = self.halves(i, j);
        let own = match edge {
            Edge::Low | Edge::Far => first.or(second),
            Edge::High | Edge::Near => second.or(first),
        }?;
        let neighbour = self.beyond(i, j, edge).filter(|&n| n != own);
        let [a, b, c, d] = self.corners(i, j);
        // Above the end that stands first in the grid: another end gives another last bit.
        let (from, to, foot) = match edge {
            Edge::Low => (a, b, a),
            Edge::Far => (b, c, b),
            Edge::High => (c, d, d),
            Edge::Near => (d, a, a),
        };
        neighbour.or_else(|| upright(from, to, foot, own, planes))
    }

    /// The facets of a cell, one after the other: `take` may add planes before the next is made.
    fn facets_at(
        &self,
        i: usize,
        j: usize,
        planes: &mut Planes,
        mut take: impl FnMut(Facet, &mut Planes) -> Option<()>,
    ) {
        let [first, second] = self.halves(i, j);
        let [a, b, c, d] = self.corners(i, j);
        let [low, far, high, near] =
            [Edge::Low, Edge::Far, Edge::High, Edge::Near].map(|edge| self.border(i, j, edge, planes));
        let mut make =
            |halves, surface, corners: &[[f32; 3]], borders: &[Option<usize>], planes: &mut Planes| {
                let borders: Option<Vec<Seen>> = borders
                    .iter()
                    .map(|&b| oriented(planes.get(b?), b?, corners))
                    .collect();
                let outline = Vec::new();
                borders.and_then(|borders| {
                    take(
                        Facet {
                            surface,
                            borders,
                            outline,
                            halves,
                        },
                        planes,
                    )
                });
            };
        match (first, second) {
            (None, None) => {}
            (Some(x), Some(y)) if x == y => {
                make([true; 2], x, &[a, b, c, d], &[low, far, high, near], planes)
            }
            _ => {
                // Where the other triangle has no plane, its own edges lie on the diagonal.
                if let Some(surface) = first {
                    let across = second.or(high).or_else(|| upright(c, a, c, surface, planes));
                    make([true, false], surface, &[a, b, c], &[low, far, across], planes);
                }
                if let Some(surface) = second {
                    let across = first.or(low).or_else(|| upright(a, c, a, surface, planes));
                    make([false, true], surface, &[c, d, a], &[high, near, across], planes);
                }
            }
        }
    }
}

/// The plane through an edge and a point above its end `foot`.
fn upright(
    from: [f32; 3],
    to: [f32; 3],
    foot: [f32; 3],
    surface: usize,
    planes: &mut Planes,
) -> Option<usize> {
    let above = along(foot, planes.get(surface).normal, UPRIGHT);
    planes.through(from, to, above)
}

/// The border turned so that the facet lies behind it; `None` when all corners lie on it.
fn oriented(plane: Flat, index: usize, corners: &[[f32; 3]]) -> Option<Seen> {
    let side = |p: &[f32; 3]| dot(*p, plane.normal) - plane.dist;
    let front = corners.iter().any(|p| side(p) > ON_PLANE);
    let back = corners.iter().any(|p| side(p) < -ON_PLANE);
    // A facet that lies on both sides is kept behind.
    (front || back).then_some(Seen {
        index,
        flipped: front && !back,
    })
}

/// The outline, unless nothing is left of it or it is open.
fn bounded_outline(facet: &Facet, planes: &Planes) -> Option<Vec<[f32; 3]>> {
    let mut outline = square(&planes.get(facet.surface));
    for &border in &facet.borders {
        outline = cut_behind(&outline, &planes.seen(border));
    }
    let within = |p: &[f32; 3]| p.iter().all(|x| x.abs() < UNBOUNDED);
    (!outline.is_empty() && outline.iter().all(within)).then_some(outline)
}
