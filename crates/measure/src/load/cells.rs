//! Bodies by the square of the ground that they stand on, for the judge of solid players and for those who look for room.

use clipmark_geometry::Point;
use std::collections::HashMap;

/// The side of a square, in units. As wide as the widest body of a profile, so that a body reaches into the next squares alone.
const SIDE: f32 = 64.0;

/// Bodies by square. They are named by their index.
#[derive(Default)]
pub(super) struct Cells {
    squares: HashMap<[i32; 2], Vec<u32>>,
}

fn square(at: &Point) -> [i32; 2] {
    [at.x, at.y].map(|x| (x / SIDE).floor() as i32)
}

impl Cells {
    pub(super) fn clear(&mut self) {
        self.squares.values_mut().for_each(Vec::clear);
    }

    pub(super) fn put(&mut self, body: usize, at: &Point) {
        self.squares.entry(square(at)).or_default().push(body as u32);
    }

    pub(super) fn moved(&mut self, body: usize, from: &Point, to: &Point) {
        let (old, new) = (square(from), square(to));
        if old != new {
            let left = self.squares.entry(old).or_default();
            left.retain(|known| *known != body as u32);
            self.put(body, to);
        }
    }

    /// The bodies in the square of a place and in those around it.
    pub(super) fn near(&self, at: &Point) -> impl Iterator<Item = usize> + '_ {
        let [x, y] = square(at);
        let around =
            (-1..=1).flat_map(move |i| (-1..=1).map(move |k| [x.saturating_add(i), y.saturating_add(k)]));
        let bodies = around.filter_map(|square| self.squares.get(&square));
        bodies.flatten().map(|body| *body as usize)
    }
}
