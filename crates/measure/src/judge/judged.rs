//! An answer with the referee's verdict: judged once, and then carried.
//!
//! Counts, classes, worst answers, records and the detectors of answers (F1 to F6, F13b) all read the same [`Judged`].

use clipmark_collision::{CollisionBackend, Declaration, Sweep, Trace, Work};
use clipmark_geometry::Vec3;
use clipmark_record::QueryRecord;
use clipmark_truth::{Fault, HullReference, NamedVerdict, Set, Verdict, judge, judge_named, judge_place};

/// An answer, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The question.
    pub sweep: Sweep,
    /// The answer.
    pub trace: Trace,
    /// The referee's verdict.
    pub verdict: Verdict,
    /// Whether the backend answers wrongly about a start in a solid: its depth or its contacts.
    pub wrong_place: bool,
    /// Faults of the plane's distance and the flags that a stop names.
    pub named: NamedVerdict,
}

/// Asks and judges. The reference must be of the sweeps' hull, of the round hulls that the backend declares.
pub fn judged(backend: &dyn CollisionBackend, truth: &HullReference, sweeps: &[Sweep]) -> Vec<Judged> {
    let declared = backend.declares();
    let mut work = Work::silent();
    let one = |sweep: &Sweep| Judged::of(backend, truth, &declared, sweep, &mut work);
    sweeps.iter().map(one).collect()
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
    judge_place(truth, start, overlap.as_ref(), &contacts, declared).is_wrong()
}

impl Judged {
    /// Asks one sweep and judges the answer.
    pub(crate) fn of(
        backend: &dyn CollisionBackend,
        truth: &HullReference,
        declared: &Declaration,
        sweep: &Sweep,
        work: &mut Work,
    ) -> Self {
        let trace = backend.trace(sweep, work);
        let verdict = judge(truth, sweep, &trace, declared);
        let starts_deep = verdict.start_distance.is_some_and(|d| d < -verdict.tolerance);
        Self {
            sweep: *sweep,
            trace,
            named: judge_named(truth, sweep, &trace, declared, &verdict),
            wrong_place: starts_deep && is_wrong_place(backend, truth, declared, sweep),
            verdict,
        }
    }

    /// Whether it missed in any way that is a fault. An answer by an engine's own rule is counted by itself.
    pub(crate) fn is_missed(&self) -> bool {
        Fault::PASSES.into_iter().any(|fault| self.verdict.is(fault))
    }

    /// The classes of fault that are in the answer, each fault once. Where a start in a solid is not reported, every other error
    /// follows from it. A normal there is a way out's normal.
    pub(crate) fn faults(&self) -> Set<Fault> {
        let (v, own) = (&self.verdict, self.verdict.faults());
        if v.start_solid_wrong && !self.trace.start_solid && self.starts_deep() {
            return Set::of(|fault| match fault {
                Fault::StartUnsaid => true,
                Fault::Malformed | Fault::Unreliable => own.contains(fault),
                _ => false,
            });
        }
        let held = own.contains(Fault::StoppedAlong) && self.keeps_its_distance();
        let way_out = own.contains(Fault::WrongNormal) && self.starts_deep();
        Set::of(|fault| match fault {
            Fault::WrongWayOut => way_out,
            Fault::Phantom => own.contains(fault) || held,
            Fault::StoppedAlong => own.contains(fault) && !held,
            Fault::WrongNormal => own.contains(fault) && !way_out,
            Fault::WrongPlace => self.wrong_place,
            Fault::WrongPlane => self.named.plane_off > 0.0,
            Fault::WrongSurface => self.named.wrong_surface,
            // A backend without such a shape gives no answer.
            Fault::Unreliable => own.contains(fault) || !v.judged,
            _ => own.contains(fault),
        })
    }

    /// Whether the path keeps its distance from the stopping plane by every bit: along an axis no rounding reduces it.
    fn keeps_its_distance(&self) -> bool {
        let by = self.sweep.displacement();
        let still = |normal: &Vec3| (0..3).any(|i| normal[i].abs() == 1.0 && by[i] == 0.0);
        self.trace.plane.is_some_and(|plane| still(&plane.normal)) && by.norm_squared() > 0.0
    }

    /// Whether the sweep starts in a solid, deeper than the tolerance.
    fn starts_deep(&self) -> bool {
        let v = &self.verdict;
        v.start_distance.is_some_and(|d| d < -v.tolerance)
    }

    /// Whether a stop names wrong facts besides its normal.
    pub(crate) fn is_misnamed(&self) -> bool {
        self.named.plane_off > 0.0 || self.named.wrong_surface
    }

    /// As it is recorded.
    pub(crate) fn record(&self) -> QueryRecord {
        let v = &self.verdict;
        QueryRecord {
            start: self.sweep.start.into(),
            end: self.sweep.end.into(),
            fraction: self.trace.fraction,
            truth: v.exact.entry.unwrap_or(1.0),
            normal: self.trace.plane.map_or([0.0; 3], |p| p.normal.into()),
            missed: self.is_missed(),
            phantom: v.is(Fault::Phantom),
            penetration: v.penetration,
            gap: v.gap,
            time_of_impact: v.toi_normal.unwrap_or(0.0),
            normal_error: v.normal_error,
        }
    }
}
