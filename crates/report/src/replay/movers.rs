//! Movers for the 3-D replay: faces in the frame of each mover, and its pose after each tick of each contestant's run.

use super::{FARTHEST, STEPS_PER_UNIT};
use clipmark_rows::drawn::{Comparison, Face};
use serde::Serialize;

/// Numbers of a mover's place: x, y, z, pitch, yaw and roll.
const NUMBERS: usize = 6;
/// Faces of movers that are drawn at most, of all together.
const MOST_FACES: usize = 20_000;

/// A mover's facts for the page beside its numbers.
#[derive(Serialize)]
pub(super) struct Head<'a> {
    name: &'a str,
    /// Number of corners of each face.
    faces: Vec<usize>,
}

fn faces(comparison: &Comparison) -> Vec<Vec<&Face>> {
    let mut left = MOST_FACES;
    let mut of = |faces: &'_ [Face]| {
        let drawn = faces.iter().filter(|f| f.corners.len() >= 3).take(left).count();
        left -= drawn;
        drawn
    };
    let counts: Vec<usize> = comparison.movers.iter().map(|m| of(&m.faces)).collect();
    let each = comparison.movers.iter().zip(counts);
    each.map(|(m, n)| m.faces.iter().filter(|f| f.corners.len() >= 3).take(n).collect())
        .collect()
}

pub(super) fn heads(comparison: &Comparison) -> Vec<Head<'_>> {
    let each = comparison.movers.iter().zip(faces(comparison));
    each.map(|(mover, faces)| Head {
        name: &mover.name,
        faces: faces.iter().map(|f| f.corners.len()).collect(),
    })
    .collect()
}

/// Adds the corners of all movers, axis by axis, and then each mover's places for each contestant. A byte says which of its
/// numbers change. A constant number stands once, a changing one for every tick as steps from the one before.
pub(super) fn pack(comparison: &Comparison, ticks: usize, bytes: &mut Vec<u8>) {
    for mover in faces(comparison) {
        for axis in 0..3 {
            column(mover.iter().flat_map(|f| &f.corners).map(|c| c[axis]), bytes);
        }
    }
    let count = comparison.movers.len();
    for entry in &comparison.contestants {
        for mover in 0..count {
            let at = |k: usize, n: usize| {
                let last = (entry.mover_poses.len() / count.max(1)).saturating_sub(1);
                let pose = entry.mover_poses.get(k.min(last) * count + mover);
                pose.map_or(0.0, |p| p[n])
            };
            let changes = |n: &usize| (1..ticks).any(|k| at(k, *n) != at(0, *n));
            let changing: Vec<usize> = (0..NUMBERS).filter(changes).collect();
            bytes.push(changing.iter().fold(0, |bits, n| bits | 1 << n));
            for n in 0..NUMBERS {
                let kept = if changing.contains(&n) { ticks } else { 1 };
                column((0..kept).map(|k| at(k, n)), bytes);
            }
        }
    }
}

fn column(numbers: impl Iterator<Item = f32>, bytes: &mut Vec<u8>) {
    let mut before = 0i32;
    for x in numbers {
        let x = if x.is_nan() {
            0.0
        } else {
            x.clamp(-FARTHEST, FARTHEST)
        };
        let now = (x * STEPS_PER_UNIT).round() as i32;
        bytes.extend((now - before).to_le_bytes());
        before = now;
    }
}
