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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contents, Point, SurfaceFlags, Vec3};

    fn patch(points: [[f32; 3]; 9]) -> Patch {
        Patch {
            width: 3,
            height: 3,
            points: points.map(Point::from).to_vec(),
            contents: Contents::SOLID,
            surface: SurfaceFlags::from_bits_retain(4),
        }
    }

    /// A quarter pipe along y: from the floor at x = 0 up a wall at x = 64. Its front faces the inside.
    fn quarter_pipe() -> Patch {
        let row = |y: f32| [[0.0, y, 0.0], [64.0, y, 0.0], [64.0, y, 64.0]];
        let [a, b, c] = [row(0.0), row(32.0), row(64.0)];
        patch([a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]])
    }

    #[test]
    fn a_curve_becomes_triangles_that_look_to_its_front_and_lie_on_it() {
        let made = quarter_pipe().triangles();
        assert_eq!((made.degenerate, made.left_out), (0, 0));
        // Split once: its middle strays 22.6 units from the chord, its halves 5.7.
        assert_eq!(made.triangles.len(), 4);
        for t in &made.triangles {
            assert_eq!((t.sides, t.contents), (TriangleSides::Front, Contents::SOLID));
            assert_eq!(t.surface, SurfaceFlags::from_bits_retain(4));
            assert!(
                t.plane().normal.dot(&Vec3::new(-1.0, 0.0, 1.0)) > 0.0,
                "{:?}",
                t.plane()
            );
            for p in &t.corners {
                // x = 64 (1 - (1-s)^2), z = 64 s^2
                let s = (p.z / 64.0).sqrt();
                assert!((p.x - 64.0 * (1.0 - (1.0 - s) * (1.0 - s))).abs() < 1e-4, "{p}");
            }
        }
    }

    #[test]
    fn a_surface_that_runs_into_a_point_loses_its_halves_there_and_says_how_many() {
        let tip = [64.0, 0.0, 0.0];
        let fan = patch([
            [0.0, 0.0, 0.0],
            [0.0, 32.0, 0.0],
            [0.0, 64.0, 0.0],
            [32.0, 0.0, 0.0],
            [32.0, 16.0, 0.0],
            [32.0, 32.0, 0.0],
            tip,
            tip,
            tip,
        ]);
        let made = fan.triangles();
        assert_eq!((made.triangles.len(), made.degenerate), (1, 1));
    }

    #[test]
    fn a_patch_that_is_cut_short_is_left_out() {
        let mut cut = quarter_pipe();
        cut.points.pop();
        assert_eq!(
            cut.triangles(),
            PatchTriangles {
                left_out: 1,
                ..Default::default()
            }
        );
    }
}
