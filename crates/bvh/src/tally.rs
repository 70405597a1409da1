//! Counts a solver's work and shows its steps to a watcher; compiles to nothing where neither is wanted.

use crate::V;
use crate::ray_cast::Proposal;
use crate::solid::Solid;
use clipmark_collision::{Counts, Work};
use std::cell::Cell;

/// Counts work, or compiles to nothing. By shared reference, since parry's closures are `Fn`.
pub(crate) trait Tally: Default {
    fn nodes(&self, _n: u64) {}
    fn leaf(&self) {}
    fn primitive(&self) {}
    fn planes(&self, _n: usize) {}
    /// One support of hull and solid: one iteration of GJK.
    fn gjk(&self) {}
    /// One support of hull and solid: one iteration of EPA.
    fn epa(&self) {}
    /// Adds the counts of that many questions.
    fn report(&self, _work: &mut Work, _questions: u64) {}
    /// For drawings of a solver's steps; without an observer it does nothing.
    fn watch<'a>(&self, _step: impl FnOnce() -> Step<'a>) {}
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

/// Counting compiled out. It holds nothing and overrides nothing: a trace with it is the trace without a watcher.
#[derive(Default)]
pub(crate) struct Silent;

const _: () = assert!(size_of::<Silent>() == 0);

impl Tally for Silent {}

/// Counts.
#[derive(Default)]
pub(crate) struct Counting(Cell<Counts>);

impl Counting {
    fn bump(&self, with: impl Fn(&mut Counts)) {
        let mut counts = self.0.get();
        with(&mut counts);
        self.0.set(counts);
    }
}

impl Tally for Counting {
    fn nodes(&self, n: u64) {
        self.bump(|c| c.nodes += n);
    }
    fn leaf(&self) {
        self.bump(|c| c.leaves += 1);
    }
    fn primitive(&self) {
        self.bump(|c| c.primitives += 1);
    }
    fn planes(&self, n: usize) {
        self.bump(|c| c.planes += n as u64);
    }
    fn gjk(&self) {
        self.bump(|c| c.gjk_iterations += 1);
    }
    fn epa(&self) {
        self.bump(|c| c.epa_iterations += 1);
    }
    fn report(&self, work: &mut Work, questions: u64) {
        let mut counts = self.0.get();
        counts.queries = questions;
        work.counts += counts;
    }
}

/// Runs a query with or without counting.
macro_rules! tallied {
    ($work:expr, |$tally:ident| $query:expr) => {
        if $work.is_counting() {
            let $tally = $crate::tally::Counting::default();
            let answer = $query;
            $crate::tally::Tally::report(&$tally, $work, 1);
            answer
        } else {
            let $tally = $crate::tally::Silent;
            $query
        }
    };
}
pub(crate) use tallied;
