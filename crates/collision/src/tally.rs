//! Counting that compiles to nothing where nobody counts.

use crate::Counts;

/// Counts the work of an answer, or does nothing at all: a walk is compiled once for each.
pub trait Tally {
    /// Inner nodes of a hierarchy or tree are visited.
    fn nodes(&mut self, _count: u64) {}
    /// A leaf is visited.
    fn leaf(&mut self) {}
    /// A solid or polygon is tested.
    fn primitive(&mut self) {}
    /// Planes are evaluated.
    fn planes(&mut self, _count: usize) {}
}

/// Counts nothing.
pub struct Silent;

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

/// Answers one question with a [`Tally`], which counts if the [`Work`](crate::Work) does.
#[macro_export]
macro_rules! tallied {
    ($work:expr, |$tally:ident| $answer:expr) => {
        if $work.is_counting() {
            $work.counts.queries += 1;
            let $tally = &mut $work.counts;
            $answer
        } else {
            let $tally = &mut $crate::Silent;
            $answer
        }
    };
}
