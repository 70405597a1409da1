//! The faces of the world for the 3-D replay, as columns of steps. If there are too many, the nearest to the players.

use super::{FARTHEST, STEPS_PER_UNIT};
use clipmark_rows::drawn::{Comparison, Face, FaceKind};

/// At most this many corners of faces are drawn. A corner takes 2.6 bytes of the page in a town of boxes. So the page of
/// any world stays below 5 MB, and opens.
const MOST_CORNERS: usize = 500_000;
/// This many places of each run decide which faces are near.
const PLACES: usize = 64;

/// The faces that are drawn, in the order of the outline.
pub struct Faces<'a> {
    drawn: Vec<&'a Face>,
    /// How many faces the outline has that can be drawn.
    pub all: usize,
}

impl<'a> Faces<'a> {
    /// As many as a page holds.
    pub fn new(comparison: &'a Comparison) -> Self {
        Self::at_most(MOST_CORNERS, comparison)
    }

    /// So that they have at most so many corners.
    pub fn at_most(most: usize, comparison: &'a Comparison) -> Self {
        let can_be =
            |f: &&Face| f.corners.len() >= 3 && f.corners.as_flattened().iter().all(|x| x.is_finite());
        let mut drawn: Vec<&Face> = comparison.outline.iter().filter(can_be).collect();
        let all = drawn.len();
        if drawn.iter().map(|f| f.corners.len()).sum::<usize>() > most {
            let places = places(comparison);
            let mut near: Vec<(f32, usize)> = drawn
                .iter()
                .enumerate()
                .map(|(i, f)| (distance_squared(f, &places), i))
                .collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut corners = 0;
            let mut kept: Vec<usize> = near
                .into_iter()
                .map(|(_, i)| i)
                .take_while(|&i| {
                    corners += drawn[i].corners.len();
                    corners <= most
                })
                .collect();
            kept.sort_unstable();
            drawn = kept.into_iter().map(|i| drawn[i]).collect();
        }
        Self { drawn, all }
    }

    /// How many are drawn.
    pub fn drawn(&self) -> usize {
        self.drawn.len()
    }

    /// Those of a kind.
    pub fn of_kind(&self, kind: FaceKind) -> impl Iterator<Item = &'a Face> {
        self.drawn.iter().copied().filter(move |f| f.kind == kind)
    }

    /// Adds the corners of all faces of a kind: one column for each axis, each number the step from the previous one.
    pub(super) fn pack(&self, kind: FaceKind, bytes: &mut Vec<u8>) {
        for axis in 0..3 {
            let mut before = 0;
            for corner in self.of_kind(kind).flat_map(|f| &f.corners) {
                let x = corner[axis].clamp(-FARTHEST, FARTHEST);
                let now = (x * STEPS_PER_UNIT).round() as i32;
                bytes.extend((now - before).to_le_bytes());
                before = now;
            }
        }
    }
}

/// Where the players are, now and then.
fn places(comparison: &Comparison) -> Vec<[f32; 3]> {
    let runs = comparison.contestants.iter();
    runs.flat_map(|e| e.ticks.iter().step_by(e.ticks.len().div_ceil(PLACES).max(1)))
        .map(|t| t.origin)
        .filter(|p| p.iter().all(|x| x.is_finite()))
        .collect()
}

/// Distance between a face's bounds and the nearest of the places; 0 without places.
fn distance_squared(face: &Face, places: &[[f32; 3]]) -> f32 {
    let side =
        |axis: usize, of: fn(f32, f32) -> f32, from: f32| face.corners.iter().map(|c| c[axis]).fold(from, of);
    let mins: [f32; 3] = std::array::from_fn(|k| side(k, f32::min, f32::INFINITY));
    let maxs: [f32; 3] = std::array::from_fn(|k| side(k, f32::max, f32::NEG_INFINITY));
    let to = |p: &[f32; 3]| {
        (0..3)
            .map(|k| (mins[k] - p[k]).max(p[k] - maxs[k]).max(0.0).powi(2))
            .sum()
    };
    places.iter().map(to).reduce(f32::min).unwrap_or(0.0)
}
