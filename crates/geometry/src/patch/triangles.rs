//! Patches as triangles.
//!
//! Departures from Quake III's facets, which `bsp` collides with. Two triangles on almost one plane keep their own planes. These
//! differ by at most the 0.1 units within which facets share one. A facet ends at its neighbour's plane, a triangle at its own
//! edges. Across a fold a facet may reach a rounding farther.

use super::Patch;
use crate::{Triangle, TriangleSides};

/// A patch of more triangles than this is left out: a bound for damaged maps. The finest of 63 OpenArena maps has
/// 128; the finest grid that there is would have 32,768.
const MOST_OF_A_PATCH: usize = 2_048;
/// Patches are left out once there are this many triangles. The most of 63 OpenArena maps is 2,826; 65,536 take
/// 4 MB.
const MOST_OF_A_WORLD: usize = 65_536;

/// The flat pieces of curved patches, and the failed ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatchTriangles {
    /// One-sided: a patch stops only motion against its front. Contents and flags are the patch's.
    pub triangles: Vec<Triangle>,
    /// The patch that each triangle is a piece of, in the same order.
    pub pieces: Vec<PatchPiece>,
    /// Halves of cells that are no triangle, because corners coincide or lie on a line. That is right where a surface
    /// runs into a point; there is nothing to collide with.
    pub degenerate: usize,
    /// Patches left out, because they are too fine or not of the size that they say.
    pub left_out: usize,
}

/// A half of a cell of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatchPiece {
    /// The place of the patch among those given.
    pub patch: usize,
    /// The cell, as [`PatchGrid::cell`](super::PatchGrid::cell) counts.
    pub cell: (usize, usize),
    /// 0 for the triangle `a b c`, 1 for `c d a`.
    pub half: usize,
}

impl PatchTriangles {
    pub(crate) fn of_patches<'a>(patches: impl IntoIterator<Item = &'a Patch>) -> Self {
        let mut all = Self::default();
        for (index, patch) in patches.into_iter().enumerate() {
            all.add(index, patch);
        }
        all
    }

    fn add(&mut self, index: usize, patch: &Patch) {
        let grid = patch.grid();
        let (across, along) = grid.cells();
        let halves = 2 * across * along;
        if halves > MOST_OF_A_PATCH || self.triangles.len() + halves > MOST_OF_A_WORLD || patch_is_cut(patch)
        {
            self.left_out += 1;
            return;
        }
        for i in 0..across {
            for j in 0..along {
                let [a, b, c, d] = grid.cell(i, j);
                // The grid runs clockwise seen from the front, triangles the other way.
                for (half, corners) in [[a, c, b], [c, a, d]].into_iter().enumerate() {
                    match Triangle::new(corners, patch.contents, TriangleSides::Front) {
                        Ok(triangle) => {
                            self.triangles.push(Triangle {
                                surface: patch.surface,
                                ..triangle
                            });
                            self.pieces.push(PatchPiece {
                                patch: index,
                                cell: (i, j),
                                half,
                            });
                        }
                        Err(_) => self.degenerate += 1,
                    }
                }
            }
        }
    }
}

fn patch_is_cut(patch: &Patch) -> bool {
    patch.points.len() != patch.width * patch.height
}
