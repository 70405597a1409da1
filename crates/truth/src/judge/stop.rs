//! Was there something to be stopped by, and do the start-solid flags say what is so?

use super::{Judgement, Near, Verdict};
use crate::path;
use crate::solid::V;
use clipmark_collision::{Sidedness, StartSolid, TouchRule, Trace};

/// Cosine from which two unit normals are the same: f64 rounding of both. Smaller takes an edge for the face.
const SAME_NORMAL: f64 = 1.0 - 1e-12;

impl Judgement<'_> {
    /// Was there anything to be stopped by?
    pub(super) fn stopped(&self, v: &mut Verdict, trace: &Trace, fraction: f64) {
        if !trace.hit() {
            return;
        }
        let grown = self.skin + self.tolerance;
        let x = self.path.at(fraction);
        let mut lawful = self
            .near
            .iter()
            .any(|n| self.holds(n.body, &x, grown) && self.may_stop_at_start(n));
        if !lawful {
            let reach = self.reference.holding_reach(grown);
            self.reference.tree.near(&x, reach, |i| {
                lawful |= self.holds(i, &x, grown)
                    && self.may_be_met(i, &x)
                    && !self.near.iter().any(|n| n.body == i);
                if lawful { -1.0 } else { reach }
            });
        }
        if lawful {
            return;
        }
        let normal: Option<V> = trace.plane.map(|plane| plane.normal.cast());
        v.by_patch_rule = self.is_at_edge(&x, normal.as_ref(), grown);
        if v.by_patch_rule {
            return;
        }
        let next = self
            .reference
            .sweep_moved_out(&self.path, grown, |i| self.near.iter().any(|n| n.body == i));
        v.phantom = true;
        v.by_given = self.reference.within_given_planes(&x, normal.as_ref(), grown);
        v.lost = (next.entry.unwrap_or(1.0) - fraction) * self.length;
    }

    /// Whether a stop that no surface explains is at the edge of a facet: at a border or a bevel that the path comes to, since
    /// its surface is approached by no such path, and its back lets through. A position test feels a facet without naming a
    /// plane.
    fn is_at_edge(&self, x: &V, normal: Option<&V>, grown: f64) -> bool {
        let (reference, still) = (self.reference, self.length == 0.0);
        if normal.is_none_or(|n| n.dot(&self.path.d) >= self.rounding) && !still {
            return false;
        }
        let (mut found, reach) = (false, reference.holding_reach(grown));
        reference.tree.near(x, reach, |i| {
            let own = |n| still || reference.is_at_edge_of_piece(i, x, n, grown + reference.bodies[i].slack);
            found |= self.is_facet(i) && self.holds(i, x, grown) && normal.map_or(still, own);
            if found { -1.0 } else { reach }
        });
        // Bevels that are missing or that stand off put a facet's edge where no part of the piece is near.
        let stands_off = |i: usize| {
            let offset = grown + reference.bodies[i].slack;
            self.is_facet(i) && normal.is_some_and(|n| reference.is_at_edge_of_facet(i, x, n, offset))
        };
        found || (0..reference.bodies.len()).any(stands_off)
    }

    /// Whether a plane of a facet stops the hull at a place. What is near besides is no reason to name another plane.
    pub(super) fn is_stopped_by_facet(&self, x: &V, normal: &V, moves: bool) -> bool {
        let bodies = 0..self.reference.bodies.len();
        let widths = [self.skin, self.tolerance];
        normal.dot(&self.path.d) < self.rounding
            && bodies
                .into_iter()
                .any(|i| self.is_facet(i) && self.reference.is_stopped_by_facet(i, x, normal, widths, moves))
    }

    /// Whether a body may stop at `x` what moves this way. A one-sided surface may also stop what is in front of all of it and
    /// keeps its distance, to 8 f32 steps: which way that turns is decided by rounding, as at the faces of solids.
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
        let approached = || {
            let fronts = self.reference.fronts(n.body, &self.path.start, self.rounding);
            fronts.iter().any(|f| f.dot(&self.path.d) < self.rounding)
        };
        let met = || {
            let body = &self.reference.bodies[n.body];
            path::inside(
                body,
                self.reference.rounding,
                &self.path,
                body.judged(self.tolerance),
            )
            .blocks()
        };
        !n.inside && approached() && (d.rules.touch == TouchRule::WithinSkin || met())
    }

    /// Whether the declared rule about starts in solids lets this one stop the sweep.
    pub(super) fn stops_at_once(&self, n: &Near) -> bool {
        n.maybe_inside
            && match self.declaration.start_solid {
                StartSolid::Blocks => true,
                StartSolid::IgnoredUnlessAllSolid => {
                    self.merged_with_touched.hold_all() || self.holds(n.body, &self.end(), self.tolerance)
                }
                StartSolid::Flagged | StartSolid::Unnoticed => false,
            }
    }

    pub(super) fn flags(&self, v: &mut Verdict, trace: &Trace) {
        let holds_start = |n: &&Near, offset| self.holds(n.body, &self.path.start, offset);
        let notices = self.declaration.start_solid != StartSolid::Unnoticed
            && self.declaration.sidedness == Sidedness::Solid;
        let mut solid = self.near.iter().filter(|n| !self.one_sided(n.body));
        let must = solid.any(|n| holds_start(&n, -self.tolerance));
        let may: Vec<&Near> = self
            .near
            .iter()
            .filter(|n| holds_start(n, self.tolerance))
            .collect();
        let may_all = may
            .iter()
            .any(|n| self.merged_with_touched.hold_all() || self.holds(n.body, &self.end(), self.tolerance));
        v.not_asked = must && self.declaration.sidedness != Sidedness::Solid;
        let missed = notices && must && !trace.start_solid && trace.fraction > 0.0;
        let invented = trace.start_solid && may.is_empty() || trace.all_solid && !may_all;
        v.start_solid_wrong = missed || invented;
        let end = trace.all_solid.then(|| self.end());
        v.start_by_given = invented
            && self.declaration.given_planes
            && self.ignores_solid_starts()
            && self
                .reference
                .is_held_by_given_planes(&self.path.start, end.as_ref(), self.rounding);
    }
}
