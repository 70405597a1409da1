//! Answers to sweeps with the referee's judgement of each: the input of the detectors of answers (F1 to F6, F13b).

use super::{Evidence, Seen};
use clipmark_collision::{CollisionBackend, Sweep, Trace, Work};
use clipmark_truth::{HullReference, Verdict, judge};

/// An answer, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The question.
    pub sweep: Sweep,
    /// The answer.
    pub trace: Trace,
    /// What the referee says.
    pub verdict: Verdict,
}

/// Asks and judges. The reference must be that of the sweeps' hull, of the round hulls that the backend declares.
pub fn judged(backend: &dyn CollisionBackend, truth: &HullReference, sweeps: &[Sweep]) -> Vec<Judged> {
    let declared = backend.declares();
    let mut work = Work::silent();
    let judge_one = |sweep: &Sweep| {
        let trace = backend.trace(sweep, &mut work);
        Judged {
            sweep: *sweep,
            trace,
            verdict: judge(truth, sweep, &trace, &declared),
        }
    };
    sweeps.iter().map(judge_one).collect()
}

/// The cases in which the size of a fault is given.
pub(super) fn tally(evidence: &Evidence, size: impl Fn(&Judged) -> Option<f64>) -> Seen {
    let mut seen = Seen::default();
    for (i, j) in evidence.answers.unwrap_or_default().iter().enumerate() {
        if let Some(size) = size(j) {
            seen.case(size, Some(i), &j.sweep.start);
        }
    }
    seen
}
