//! Counts a solver's work and shows its steps to a watcher; compiles to nothing where neither is wanted.

use crate::V;
use crate::ray_cast::Proposal;
use crate::solid::Solid;
use clipmark_collision::Counts;
use std::cell::Cell;

/// Counts work, or compiles to nothing. By shared reference, since parry's closures are `Fn`.
pub(crate) trait Tally {
    /// For counters; without one it does nothing.
    fn count(&self, _with: impl FnOnce(&mut Counts)) {}
    /// For drawings of a solver's steps; without an observer it does nothing.
    fn watch<'a>(&self, _step: impl FnOnce() -> Step<'a>) {}

    fn nodes(&self, n: u64) {
        self.count(|c| c.nodes += n);
    }
    fn leaf(&self) {
        self.count(|c| c.leaves += 1);
    }
    fn primitive(&self) {
        self.count(|c| c.primitives += 1);
    }
    fn planes(&self, n: usize) {
        self.count(|c| c.planes += n as u64);
    }
    /// One support of hull and solid: one iteration of GJK.
    fn gjk(&self) {
        self.count(|c| c.gjk_iterations += 1);
    }
    /// One support of hull and solid: one iteration of EPA.
    fn epa(&self) {
        self.count(|c| c.epa_iterations += 1);
    }
}

/// A moment of a solver's run.
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    /// The point of the ray at `place` asks for the grown solid's corner farthest along `normal`.
    Support { place: &'a V, normal: &'a V, support: V },
    /// The point has moved to `place`. These corners of the grown solid span the feature nearest to it, at this
    /// distance.
    Kept {
        place: &'a V,
        corners: &'a [V],
        distance: f64,
    },
    /// The cast at a solid has ended.
    Cast { solid: Solid<'a>, proposal: Proposal },
    /// EPA asks for the corner farthest along this direction, of the solid relative to the hull.
    Expand { toward: &'a V, corner: usize },
}

/// Counting compiled out: a trace with it is the trace without a watcher.
pub(crate) struct Silent;

impl Tally for Silent {}

impl Tally for Cell<Counts> {
    fn count(&self, with: impl FnOnce(&mut Counts)) {
        let mut counts = self.get();
        with(&mut counts);
        self.set(counts);
    }
}

/// Answers one question, counted if the [`Work`](clipmark_collision::Work) counts.
macro_rules! tallied {
    ($work:expr, |$tally:ident| $query:expr) => {
        if $work.is_counting() {
            $work.counts.queries += 1;
            let $tally = &*std::cell::Cell::from_mut(&mut $work.counts);
            $query
        } else {
            let $tally = &$crate::tally::Silent;
            $query
        }
    };
}
pub(crate) use tallied;
