//! Events of a tick, counted while it runs.

use crate::real::Real;
use clipmark_collision::Trace;

/// The questions and hits of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickFacts {
    /// Questions put to the backend: traces, overlaps and contact searches.
    pub queries: u32,
    /// Traces that met a surface.
    pub hits: u32,
    /// Answers that the backend reported as unreliable.
    pub unreliable: u32,
    /// Traces that began in a solid.
    pub start_solid: u32,
}

/// The same while a tick is under way, two counts in a word. A word written in pieces and read whole right after waits until the
/// store buffer is empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Queries, and above them hits.
    asked: u64,
    /// Unreliable answers, and above them starts in a solid.
    odd: u64,
}

impl Tally {
    /// A question, and whether it met something.
    #[inline(always)]
    pub(crate) fn ask(&mut self, hit: bool) {
        self.asked += 1 | u64::from(hit) << 32;
    }

    /// An answer reported as unreliable, or one from within a solid.
    #[cold]
    #[inline(never)]
    pub(crate) fn odd(&mut self, unreliable: bool, start_solid: bool) {
        self.odd += u64::from(unreliable) | u64::from(start_solid) << 32;
    }

    #[inline(always)]
    pub(crate) fn note<R: Real>(&mut self, trace: &Trace<R>) {
        self.ask(trace.hit());
        let unreliable = !trace.status.is_reliable();
        if unreliable || trace.start_solid {
            self.odd(unreliable, trace.start_solid);
        }
    }

    pub(crate) fn facts(self) -> TickFacts {
        TickFacts {
            queries: self.asked as u32,
            hits: (self.asked >> 32) as u32,
            unreliable: self.odd as u32,
            start_solid: (self.odd >> 32) as u32,
        }
    }
}
