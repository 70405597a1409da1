//! *Phantom*: the hull was stopped where it is not in the solids grown by skin and tolerance.
//!
//! The grown solid says nothing about solids in whose skin the sweep starts. A stop in such a skin conforms if the path
//! approaches, to rounding, some part of the surface in front of the start. Under the touch rule `InSolid` the path must also
//! meet the solid itself.

use super::facts::Near;
use super::{Facts, Verdict};
use crate::path;
use crate::solid::V;
use clipmark_collision::{Sidedness, StartSolid, TouchRule, Trace};
use clipmark_record::faults::Fault;

/// Cosine from which two unit normals are the same: f64 rounding of both. Smaller takes an edge for the face.
const SAME_NORMAL: f64 = 1.0 - 1e-12;

/// Was there anything to be stopped by?
pub(super) fn stopped(facts: &Facts, trace: &Trace, verdict: Verdict) -> Verdict {
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
        let mut lawful = self.near.iter().any(at_start);
        if lawful {
            return true;
        }
        let reach = self.reference.holding_reach(grown);
        self.reference.tree.near(x, reach, |i| {
            lawful |=
                self.holds(i, x, grown) && self.may_be_met(i, x) && !self.near.iter().any(|n| n.body == i);
            if lawful { -1.0 } else { reach }
        });
        lawful
    }

    /// Whether a body may stop motion this way at `x`. A one-sided surface may also stop a hull in front of all of it that
    /// keeps its distance, to 8 f32 steps. Rounding decides which way that turns, as at the faces of solids.
    fn may_be_met(&self, body: usize, x: &V) -> bool {
        let Some(front) = self.reference.bodies[body].front else {
            return true;
        };
        let towards = front.dot(&self.path.d);
        let in_front = || {
            let fronts = self.reference.fronts(body, x, self.rounding);
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
        let r = self.reference;
        let approached = || {
            let fronts = r.fronts(n.body, &self.path.start, self.rounding);
            fronts.iter().any(|f| f.dot(&self.path.d) < self.rounding)
        };
        let met = || {
            let body = &r.bodies[n.body];
            path::inside(body, r.rounding, &self.path, body.judged(self.tolerance)).blocks()
        };
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
        self.merged.with_touched_hold_all() || self.holds(n.body, &self.end(), self.tolerance)
    }
}
