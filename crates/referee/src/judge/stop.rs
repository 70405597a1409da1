//! Was the hull stopped where it had to be, and only there? Do the flags say where it started?
//!
//! *Missed*: the hull went on where the solids, shrunk by the tolerance, must have stopped it.
//!
//! So the path up to the reported end enters a solid that is smaller than the true one by the tolerance. A solid that the sweep
//! starts in does not count, by the backend's declaration of such starts. If the start only touches every passed solid, the
//! fault is *missed from touch*.
//!
//! *Phantom*: the hull was stopped where it is not in the solids grown by skin and tolerance.
//!
//! The grown solid says nothing about solids in whose skin the sweep starts. A stop in such a skin conforms if the path
//! approaches, to rounding, some part of the surface in front of the start. Under the touch rule `InSolid` the path must also
//! meet the solid itself.
//!
//! *Wrong start*: the flags say whether a start is in a solid. They differ from the exact answer by more than the tolerance.
//!
//! Backends of surfaces are not tested: they do not notice solids around a start.

use super::facts::{Merged, Near};
use super::{Facts, Verdict};
use crate::solid::V;
use clipmark_collision::{Sidedness, StartSolid, TouchRule, Trace};
use clipmark_rows::faults::Fault;

/// Depths beyond this are not told apart, in units: larger than any solid of a map.
const DEEPEST: f64 = 1e7;
/// Precision of a depth, relative; only for the report.
const DEPTH_STEP: f64 = 1e-6;

/// Must it have been stopped earlier?
pub(super) fn find_passed(facts: &Facts, fraction: f64, verdict: Verdict) -> Verdict {
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

/// Cosine from which two unit normals are the same: f64 rounding of both. Smaller takes an edge for the face.
const SAME_NORMAL: f64 = 1.0 - 1e-12;

/// Was there anything to be stopped by?
pub(super) fn find_phantom(facts: &Facts, trace: &Trace, verdict: Verdict) -> Verdict {
    let fraction = f64::from(trace.fraction);
    let x = facts.path.at(fraction);
    if !trace.hit() || facts.may_stop_at(&x) {
        return verdict;
    }
    let (reference, grown) = (facts.reference, facts.grown());
    let is_near = |i: usize| facts.near.iter().any(|n| n.body == i);
    let next = reference.sweep_moved_out(&facts.path, grown, is_near);
    let normal: Option<V> = trace.plane.map(|plane| plane.normal.cast());
    let mut verdict = Verdict {
        by_given: reference.within_given_planes(&x, normal.as_ref(), grown),
        ..verdict
    };
    verdict.found.insert(Fault::Phantom);
    verdict.measures.lost = (next.entry.unwrap_or(1.0) - fraction) * facts.length;
    verdict
}

impl Facts<'_> {
    fn may_stop_at(&self, x: &V) -> bool {
        let grown = self.grown();
        let at_start = |n: &Near| self.holds(n.body, x, grown) && self.may_stop_at_start(n);
        let is_at_start = |i: usize| self.near.iter().any(|n| n.body == i);
        let further_on = |i: usize| self.may_be_met(i, x) && !is_at_start(i);
        self.near.iter().any(at_start) || self.reference.holding(x, grown).into_iter().any(further_on)
    }

    /// Whether a body may stop motion this way at `x`. A one-sided surface may also stop a hull in front of all of it that
    /// keeps its distance, to 8 f32 steps. Rounding decides which way that turns, as at the faces of solids.
    fn may_be_met(&self, body: usize, x: &V) -> bool {
        let Some(front) = self.reference.bodies[body].front else {
            return true;
        };
        let towards = front.dot(&self.path.d);
        let in_front = || {
            let fronts = self.reference.bodies[body].fronts(x, self.rounding);
            fronts.iter().any(|f| f.dot(&front) > SAME_NORMAL)
        };
        towards < 0.0 || towards < self.rounding && in_front()
    }

    fn may_stop_at_start(&self, n: &Near) -> bool {
        let d = self.declaration;
        if self.stops_at_once(n) || n.maybe_inside && d.sidedness == Sidedness::BothSides {
            return true;
        }
        if !self.may_be_met(n.body, &self.path.start) {
            return false;
        }
        let body = &self.reference.bodies[n.body];
        let approached = || {
            let fronts = body.fronts(&self.path.start, self.rounding);
            fronts.iter().any(|f| f.dot(&self.path.d) < self.rounding)
        };
        let met = || body.inside(&self.path, body.judged(self.tolerance)).blocks();
        !n.inside && approached() && (d.rules.touch == TouchRule::WithinSkin || met())
    }

    /// Whether the backend's declaration of starts in solids lets this one stop the sweep.
    pub(super) fn stops_at_once(&self, n: &Near) -> bool {
        n.maybe_inside
            && match self.declaration.start_solid {
                StartSolid::Blocks => true,
                StartSolid::IgnoredUnlessAllSolid => self.may_be_all_solid(n),
                StartSolid::Flagged | StartSolid::Unnoticed => false,
            }
    }

    /// Whether the whole way may lie in the solid around the start.
    pub(super) fn may_be_all_solid(&self, n: &Near) -> bool {
        self.merged.with_touched_hold_all || self.holds(n.body, &self.end(), self.tolerance)
    }
}

/// Are the flags right?
pub(super) fn find_wrong_start(facts: &Facts, trace: &Trace, verdict: Verdict) -> Verdict {
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
