//! *Missed*: the hull went on where the solids, shrunk by the tolerance, must have stopped it.
//!
//! So the path up to the reported end enters a solid that is smaller than the true one by the tolerance. A solid that the sweep
//! starts in does not count, by the backend's declaration of such starts. If the start only touches every passed solid, the
//! fault is *missed from touch*.

use super::facts::Near;
use super::{Facts, Verdict};
use crate::engines::Merged;
use clipmark_collision::{Sidedness, StartSolid};
use clipmark_record::faults::Fault;

/// Depths beyond this are not told apart, in units: larger than any solid of a map.
const DEEPEST: f64 = 1e7;
/// Precision of a depth, relative; only for the report.
const DEPTH_STEP: f64 = 1e-6;

/// Must it have been stopped earlier?
pub(super) fn passed(facts: &Facts, fraction: f64, verdict: Verdict) -> Verdict {
    let mut verdict = verdict;
    verdict.asked.exact = facts.exact.clone();
    verdict.asked.starts_in_touch = facts.near.iter().any(Near::is_touched);
    let all_solid = facts.is_all_solid();
    // The shrunk body is a part of the exact one, by the tolerance. The exact answer may say that neither is entered.
    if !all_solid && facts.exact.entry.is_none_or(|t| t >= fraction) {
        return verdict;
    }
    let left_alone = |i: usize| !all_solid && facts.is_left_alone(i);
    // The entry into the solids shrunk by a depth.
    let entered = |depth: f64, skip: &dyn Fn(usize) -> bool| {
        facts.reference.entry_before(&facts.path, fraction, -depth, skip)
    };
    let Some(t) = entered(facts.tolerance, &left_alone) else {
        return verdict;
    };
    let not_touched = |i: usize| left_alone(i) || facts.touches(i);
    let from_touch = verdict.asked.starts_in_touch
        && entered(facts.tolerance, &not_touched).is_none_or(|t| facts.is_buried(t));
    verdict.found.insert(match from_touch {
        true => Fault::MissedFromTouch,
        false => Fault::Missed,
    });
    verdict.measures.missed_by = (fraction - t) * facts.length;
    let not_at_end = |i: usize| left_alone(i) || facts.holds(i, &facts.path.at(fraction), 0.0);
    verdict.measures.passed_whole = entered(facts.tolerance, &not_at_end).is_some();
    verdict.measures.missed_depth = facts.deepest(&|depth| entered(depth, &left_alone).is_some());
    verdict
}

impl Facts<'_> {
    /// Whether the whole way lies in a solid, even shrunk by the tolerance. The backend must not move then.
    fn is_all_solid(&self) -> bool {
        let whole = |n: &Near| {
            !self.is_one_sided(n.body)
                && self.holds(n.body, &self.path.start, -self.tolerance)
                && self.holds(n.body, &self.end(), -self.tolerance)
        };
        let merged = || {
            let starts_in = |i: usize| self.holds(i, &self.path.start, -self.tolerance);
            self.merged.hold_all() && Merged::along(self, -self.tolerance, starts_in).hold_all()
        };
        self.declaration.start_solid == StartSolid::IgnoredUnlessAllSolid
            && self.declaration.sidedness == Sidedness::Solid
            && (self.near.iter().any(whole) || merged())
    }

    /// The largest shrinking at which solids are still entered.
    fn deepest(&self, is_entered: &dyn Fn(f64) -> bool) -> f64 {
        let (mut lo, mut hi) = (self.tolerance, self.tolerance + self.length.max(self.skin));
        while is_entered(hi) && hi < DEEPEST {
            (lo, hi) = (hi, hi * 2.0);
        }
        while hi - lo > DEPTH_STEP * hi {
            let middle = 0.5 * (lo + hi);
            if is_entered(middle) {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        lo
    }

    /// Whether the path is still in a solid that it starts in touch with. A mesh of surfaces has no surface there.
    fn is_buried(&self, t: f64) -> bool {
        let x = self.path.at(t);
        let around = |n: &Near| n.is_touched() && self.holds(n.body, &x, self.tolerance);
        self.declaration.sidedness != Sidedness::Solid && self.near.iter().any(around)
    }
}
