//! An answer with the referee's verdict: judged once, and then carried.
//!
//! Counts, classes, worst answers, records and the detectors of answers (F1 to F6, F13b) all read the same [`JudgedAnswer`].

use clipmark_collision::{CollisionBackend, Declaration, Sweep, Trace, Work};
use clipmark_referee::{Fault, HullReference, Verdict, judge, judge_depth, judge_named};
use clipmark_rows::drawn::SweepRecord;

/// An answer, judged.
#[derive(Clone, Debug)]
pub struct JudgedAnswer {
    /// The question.
    pub sweep: Sweep,
    /// The answer.
    pub trace: Trace,
    /// The referee's verdict; where the start is deep in a solid, of the backend's answers about that place too.
    pub verdict: Verdict,
}

/// Asks how deep the start of a sweep is in solids and which surfaces it touches there, and judges both.
fn is_wrong_place(
    backend: &dyn CollisionBackend,
    truth: &HullReference,
    declared: &Declaration,
    sweep: &Sweep,
) -> bool {
    let Sweep {
        hull, start, mask, ..
    } = sweep;
    // Not among the work of sweeps.
    let mut work = Work::silent();
    let overlap = backend.overlap(hull, start, *mask, &mut work);
    let mut contacts = Vec::new();
    backend.contacts(hull, start, 0.0, *mask, &mut contacts, &mut work);
    judge_depth(truth, start, overlap.as_ref(), &contacts, declared).is_some()
}

impl JudgedAnswer {
    /// Asks one sweep and judges the answer.
    pub(crate) fn ask(
        backend: &dyn CollisionBackend,
        truth: &HullReference,
        declared: &Declaration,
        sweep: &Sweep,
        work: &mut Work,
    ) -> Self {
        let mut judged = Self::of_sweep(backend, truth, declared, sweep, work);
        if judged.verdict.starts_deep() && is_wrong_place(backend, truth, declared, sweep) {
            judged.verdict = judged.verdict.and(Fault::WrongPlace);
        }
        judged
    }

    /// The same without the questions about its start.
    pub(crate) fn of_sweep(
        backend: &dyn CollisionBackend,
        truth: &HullReference,
        declared: &Declaration,
        sweep: &Sweep,
        work: &mut Work,
    ) -> Self {
        let trace = backend.trace(sweep, work);
        let verdict = judge(truth, sweep, &trace, declared);
        let verdict = judge_named(truth, sweep, &trace, declared, verdict);
        Self {
            sweep: *sweep,
            trace,
            verdict,
        }
    }

    /// As it is recorded.
    pub(crate) fn record(&self) -> SweepRecord {
        let v = &self.verdict;
        SweepRecord {
            start: self.sweep.start.into(),
            end: self.sweep.end.into(),
            fraction: self.trace.fraction,
            truth: v.asked.exact.entry.unwrap_or(1.0),
            normal: self.trace.plane.map_or([0.0; 3], |p| p.normal.into()),
            missed: v.is_in_solid(),
            phantom: v.is(Fault::Phantom),
            penetration: v.measures.penetration,
            gap: v.measures.gap,
            time_of_impact: v.measures.toi_normal.unwrap_or(0.0),
            normal_error: v.measures.normal_error,
        }
    }
}
