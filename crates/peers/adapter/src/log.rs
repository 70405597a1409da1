//! The calls that an adapter makes, where a question wants them as data.

use clipmark_collision::question::{Call, leave_unjudged};
use clipmark_geometry::Contents;
use std::cell::RefCell;

/// Notes calls while a move is repeated for a question, and costs a branch otherwise.
#[derive(Debug, Default)]
pub struct Log {
    calls: RefCell<Option<Vec<Call>>>,
    mask: Contents,
}

impl Log {
    /// A log that notes calls. `mask` is that of the move in question: the question has no other solids.
    pub(crate) fn noting(mask: Contents) -> Self {
        Self {
            calls: RefCell::new(Some(Vec::new())),
            mask,
        }
    }

    /// Whether calls are noted.
    pub fn is_noting(&self) -> bool {
        self.calls.borrow().is_some()
    }

    /// Which solids the question has.
    pub fn mask(&self) -> Contents {
        self.mask
    }

    /// Notes a call. The closure is not run where nobody wants it.
    pub fn note(&self, call: impl FnOnce() -> Call) {
        if self.is_noting() {
            let call = call();
            self.calls.borrow_mut().get_or_insert_default().push(call);
        }
    }

    /// Leaves the calls so far unjudged: those of ticks before the one in question.
    pub(crate) fn leave_unjudged(&self) {
        leave_unjudged(self.calls.borrow_mut().as_deref_mut().unwrap_or_default());
    }

    pub(crate) fn take(&mut self) -> Option<Vec<Call>> {
        self.calls.take()
    }
}
