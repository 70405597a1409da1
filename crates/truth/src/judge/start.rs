//! *Wrong start*: the flags say whether a start is in a solid. They differ from the exact answer by more than the tolerance.
//!
//! Backends of surfaces are not tested: they do not notice solids around a start.

use super::facts::Near;
use super::{Facts, Verdict};
use clipmark_collision::{Sidedness, StartSolid, Trace};
use clipmark_record::faults::Fault;

/// Are the flags right?
pub(super) fn started(facts: &Facts, trace: &Trace, verdict: Verdict) -> Verdict {
    let holds_start = |n: &Near, offset| facts.holds(n.body, &facts.path.start, offset);
    let is_solid = facts.declaration.sidedness == Sidedness::Solid;
    let notices = facts.declaration.start_solid != StartSolid::Unnoticed && is_solid;
    let mut solid = facts.near.iter().filter(|n| !facts.is_one_sided(n.body));
    let must = solid.any(|n| holds_start(n, -facts.tolerance));
    let may = || facts.near.iter().filter(|n| holds_start(n, facts.tolerance));
    let missed = notices && must && !trace.start_solid && trace.fraction > 0.0;
    let invented = trace.start_solid && may().next().is_none()
        || trace.all_solid && !may().any(|n| facts.may_be_all_solid(n));
    let mut verdict = verdict;
    verdict.asked.not_asked = must && !is_solid;
    if missed || invented {
        verdict.found.insert(Fault::WrongStart);
    }
    verdict
}
