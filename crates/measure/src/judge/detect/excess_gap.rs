//! F4, excess gap: a stop leaves the hull farther from the nearest surface than skin and tolerance
//! (`docs/failures.md`).
//!
//! Unit: units beyond the skin, true distance. Tolerance: the referee's and 0.74 of the skin. A skin kept from
//! planes is mitred; its tip at a box's corner is the square root of 3 skins away. At acute edges a mitre is longer
//! still, so a long gap may be right. The referee's sandwich (F2) catches the worst. Sweeps that start in a solid
//! are not judged: the solid around them stopped them.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F4",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

/// How much the mitre adds to the skin at a box's corner: the square root of 3, less 1.
const MITRE: f64 = 0.732_050_807_569;

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        let skin = f64::from(evidence.walk.rules.skin);
        let v = &j.verdict;
        let starts_in = j.trace.start_solid || j.trace.all_solid || v.asked.exact.starts_inside;
        (v.judged && !starts_in && v.measures.gap > v.asked.tolerance + skin * MITRE)
            .then_some(v.measures.gap)
    })
}
