//! Counts faults of judged answers: the common part of the detectors of answers (F1 to F6, F13b).

use super::{Evidence, Seen};
use crate::judge::judged::JudgedAnswer;

/// The cases in which the size of a fault is given.
pub(super) fn tally(evidence: &Evidence, size: impl Fn(&JudgedAnswer) -> Option<f64>) -> Seen {
    let mut seen = Seen::default();
    for (i, j) in evidence.answers.unwrap_or_default().iter().enumerate() {
        if let Some(size) = size(j) {
            seen.case(size, Some(i), &j.sweep.start);
        }
    }
    seen
}
