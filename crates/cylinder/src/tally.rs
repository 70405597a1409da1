//! Counts work, or compiles to nothing.

use clipmark_collision::Counts;

/// Counts work, or does nothing at all: every walk is compiled once for each.
pub(crate) trait Tally {
    fn nodes(&mut self, _count: u64) {}
    fn leaf(&mut self) {}
    fn primitive(&mut self) {}
    fn planes(&mut self, _count: usize) {}
}

/// Counting that costs nothing.
pub(crate) struct Silent;

impl Tally for Silent {}

impl Tally for Counts {
    fn nodes(&mut self, count: u64) {
        self.nodes += count;
    }
    fn leaf(&mut self) {
        self.leaves += 1;
    }
    fn primitive(&mut self) {
        self.primitives += 1;
    }
    fn planes(&mut self, count: usize) {
        self.planes += count as u64;
    }
}
