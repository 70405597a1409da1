//! The counters of a walk through a clip hull.

use clipmark_collision::Counts;

/// Counts work, or does nothing at all: every walk is compiled once for each.
pub(crate) trait Tally {
    fn node(&mut self) {}
    fn leaf(&mut self) {}
}

/// Counting that costs nothing.
pub(crate) struct Silent;

impl Tally for Silent {}

impl Tally for Counts {
    fn node(&mut self) {
        self.nodes += 1;
        self.planes += 1;
    }
    fn leaf(&mut self) {
        self.leaves += 1;
    }
}
