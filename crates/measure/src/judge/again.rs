//! Asks sweeps again: the same question gets the same bits, whatever comes between, counted or not (F12, not deterministic).

use crate::clock::fingerprint;
use clipmark_collision::{CollisionBackend, Sweep, Trace, Work};

/// Least number of questions asked again, to find a fault of 1 answer in 10,000. That is ten expected faults; answers that meet
/// nothing hide some of them.
pub(crate) const LEAST: usize = 100_000;

/// The share of a pass by which the next one begins later: about the golden ratio, which repeats last.
const TURN: [usize; 2] = [618, 1000];

/// A question, and a number for all bits of the first answer.
pub(crate) type First = (Sweep, u64);

/// An answer as [`changed`] compares it.
pub(crate) fn first(sweep: &Sweep, answer: &Trace) -> First {
    (*sweep, fingerprint::of_trace(answer))
}

/// For each question whether it got another answer than the first when it was asked again.
///
/// Questions are asked in the reverse order, so that each follows another one than before. Passes repeat until `least` were
/// asked, at least once. `work` counts if the first answers were given in silence, else it is silent: the timed code is silent.
pub(crate) fn changed(
    backend: &dyn CollisionBackend,
    asked: &[First],
    least: usize,
    work: &mut Work,
) -> Vec<bool> {
    let count = asked.len();
    let mut found = vec![false; count];
    if count == 0 {
        return found;
    }
    for pass in 0..least.div_ceil(count).max(1) {
        // Each pass begins elsewhere: else every 10,000th answer of five passes of 2,000 would be that to the same question.
        let turn = pass * count * TURN[0] / TURN[1];
        for k in 0..count {
            let i = (count - 1 - k + turn) % count;
            let (sweep, first) = &asked[i];
            found[i] |= fingerprint::of_trace(&backend.trace(sweep, work)) != *first;
        }
    }
    found
}
