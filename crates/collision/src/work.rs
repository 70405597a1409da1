//! The caller's side of a question: counters, and scratch memory that lets a warm trace allocate nothing.

use crate::Contact;

/// The caller's side of a question: counters of the work done, when wanted, and scratch memory. A backend uses the memory so that
/// a trace allocates nothing once it is warm. One per thread; it may serve several backends.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Totals since the last [`Work::take_counts`].
    pub counts: Counts,
    /// A list for callers that ask for contacts, kept between ticks so that it need not be allocated.
    pub contacts: Vec<Contact>,
    /// Placed models near the sweep under way: rank in the order in which they are asked, and number.
    pub(crate) near: Vec<(u64, u32)>,
    counting: bool,
    stamp: u32,
    stamps: Vec<u32>,
}

/// How much work answers took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions answered.
    pub queries: u64,
    /// Inner nodes of the hierarchy visited.
    pub nodes: u64,
    /// Leaves visited.
    pub leaves: u64,
    /// Brushes, hulls, facets or polygons tested.
    pub primitives: u64,
    /// Planes evaluated.
    pub planes: u64,
    /// Iterations of GJK.
    pub gjk_iterations: u64,
    /// Iterations of EPA.
    pub epa_iterations: u64,
}

impl Work {
    /// Scratch without counting: backends take the path in which counting is compiled out.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Scratch that counts.
    pub fn counting() -> Self {
        Self {
            counting: true,
            ..Self::default()
        }
    }

    /// Whether the caller wants counts.
    pub fn is_counting(&self) -> bool {
        self.counting
    }

    /// The totals so far; starts again at zero.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// Starts a walk in which each of `len` primitives is to be visited once: afterwards `seen[i] == stamp`
    /// means visited. Allocates only when `len` is larger than ever before.
    pub fn begin_visits(&mut self, len: usize) -> (u32, &mut [u32], &mut Counts) {
        if self.stamps.len() < len {
            self.stamps.resize(len, 0);
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        (self.stamp, &mut self.stamps[..len], &mut self.counts)
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, o: Self) {
        self.queries += o.queries;
        self.nodes += o.nodes;
        self.leaves += o.leaves;
        self.primitives += o.primitives;
        self.planes += o.planes;
        self.gjk_iterations += o.gjk_iterations;
        self.epa_iterations += o.epa_iterations;
    }
}
