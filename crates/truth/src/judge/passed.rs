//! Did the sweep go farther than the solids let it, and does a rule that the backend declares explain it?

use super::merged::Merged;
use super::{Judgement, Near, Verdict, corner};
use crate::body::Body;
use crate::path;
use clipmark_collision::{Sidedness, StartSolid};

/// Depths beyond this are not told apart, in units: larger than any solid of a map.
const DEEPEST: f64 = 1e7;
/// Precision of a depth, relative; only for the report.
const DEPTH_STEP: f64 = 1e-6;

impl Judgement<'_> {
    /// Must it have been stopped earlier?
    pub(super) fn blocked(&self, v: &mut Verdict, fraction: f64) {
        let whole = |n: &Near| {
            !self.one_sided(n.body)
                && self.holds(n.body, &self.path.start, -self.tolerance)
                && self.holds(n.body, &self.end(), -self.tolerance)
        };
        let all_solid = self.declaration.start_solid == StartSolid::IgnoredUnlessAllSolid
            && self.declaration.sidedness == Sidedness::Solid
            && (self.near.iter().any(whole) || self.surely_merged());
        let strict = |i: usize| !all_solid && self.ignores_solid_starts() && self.starts_in(i);
        let skipped = |i: usize| !all_solid && self.excused(i);
        // The entry into the solids shrunk by a depth.
        let entered = |depth: f64, skip: &dyn Fn(usize) -> bool| {
            self.reference.entry_before(&self.path, fraction, -depth, skip)
        };
        // What is shrunk is a part of what is exact, by the tolerance: the exact answer may say that neither is entered.
        let unentered = !all_solid && v.exact.entry.is_none_or(|t| t >= fraction);
        v.starts_in_touch = self.near.iter().any(|n| self.touched(n.body));
        let Some(t) = Some(self.tolerance)
            .filter(|_| !unentered)
            .and_then(|depth| entered(depth, &skipped))
        else {
            v.by_merged_rule = !self.merged.is_empty() && entered(self.tolerance, &strict).is_some();
            return;
        };
        v.false_negative = true;
        v.missed_by = (fraction - t) * self.length;
        let untouched = |i: usize| skipped(i) || self.touched(i) || self.merged_with_touched.contains(i);
        v.missed_from_touch =
            v.starts_in_touch && entered(self.tolerance, &untouched).is_none_or(|t| self.is_buried(t));
        v.by_touch_rule =
            v.missed_from_touch && self.ignores_solid_starts() && self.declaration.touching_overlaps;
        // Several of the engine's rules in one sweep: what they explain together is named by the first that is needed.
        if !v.missed_from_touch {
            let by_touch = |i: usize| {
                skipped(i)
                    || self.ignores_solid_starts() && self.declaration.touching_overlaps && self.touched(i)
                    || self.cuts_edge_of(i)
            };
            let by_bevel = |i: usize| by_touch(i) || self.starts_in_given(i) && !self.is_patch(i);
            let by_corner = |i: usize| skipped(i) || self.cuts_edge_of(i);
            let by_patch = |i: usize| by_bevel(i) || self.starts_in_given(i) || self.is_open(i);
            if entered(self.tolerance, &by_touch).is_none() {
                v.by_touch_rule = entered(self.tolerance, &by_corner).is_some();
            } else if entered(self.tolerance, &by_bevel).is_none() {
                v.by_bevel_rule = true;
            } else {
                v.by_patch_rule = entered(self.tolerance, &by_patch).is_none();
            }
        }
        let (mut lo, mut hi) = (self.tolerance, self.tolerance + self.length.max(self.skin));
        while entered(hi, &skipped).is_some() && hi < DEEPEST {
            (lo, hi) = (hi, hi * 2.0);
        }
        while hi - lo > DEPTH_STEP * hi {
            let middle = 0.5 * (lo + hi);
            if entered(middle, &skipped).is_some() {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        v.missed_depth = lo;
        v.clipped_corner = self.declaration.clips_corners
            && lo <= self.skin + self.rounding
            && self.only_clips(fraction, &skipped);
        let from_skin =
            |i: usize| skipped(i) || self.touched(i) || self.cuts_edge_of(i) || self.leaves_skin_of(i);
        v.missed_from_skin = self.declaration.clips_corners && entered(self.tolerance, &from_skin).is_none();
    }

    /// Whether solids that are one hold the whole path, even shrunk by the tolerance.
    fn surely_merged(&self) -> bool {
        let depth = -self.tolerance;
        let starts_in = |i: usize| self.holds(i, &self.path.start, depth);
        self.merged.hold_all() && Merged::along(self.reference, &self.path, depth, starts_in).hold_all()
    }

    /// Whether the sweep starts in the body as a backend has it that clips against the map's planes, and ignores what a
    /// sweep starts in.
    pub(super) fn starts_in_given(&self, body: usize) -> bool {
        self.declaration.given_planes
            && self.ignores_solid_starts()
            && self
                .reference
                .behind_given_planes(body, &self.path.start, self.rounding)
    }

    /// Whether the path is still in a solid that it starts in touch with, so that a mesh of surfaces has none there.
    fn is_buried(&self, t: f64) -> bool {
        let x = self.path.at(t);
        let around = |n: &Near| self.touched(n.body) && self.holds(n.body, &x, self.tolerance);
        self.declaration.sidedness != Sidedness::Solid && self.near.iter().any(around)
    }

    /// Whether the path cuts the edge of a body by less than the skin, and the backend declares to.
    fn cuts_edge_of(&self, body: usize) -> bool {
        let (reference, rounding) = (self.reference, self.reference.rounding);
        let deep = |b: &Body| {
            let depth = b.judged(-(self.skin + self.rounding));
            path::inside(b, rounding, &self.path, depth).blocks()
        };
        self.declaration.clips_corners
            && corner::is_clipped(
                &reference.bodies[body],
                rounding,
                &self.path,
                self.skin,
                self.rounding,
            )
            && !deep(&reference.bodies[body])
    }

    /// Whether the path starts in the skin of a body and leaves it at once, by the rule of who cuts corners.
    fn leaves_skin_of(&self, body: usize) -> bool {
        let r = self.reference;
        corner::is_passed_from_skin(&r.bodies[body], r.rounding, &self.path, self.skin, self.rounding)
    }

    /// Whether every solid that the path passes into is one whose edge it cuts.
    fn only_clips(&self, fraction: f64, skip: &dyn Fn(usize) -> bool) -> bool {
        let reference = self.reference;
        let mut only = true;
        reference
            .tree
            .along(&self.path.start, &self.path.d, reference.margin(0.0), |i| {
                let body = &reference.bodies[i];
                if !skip(i) && body.stops(&self.path.d) {
                    let depth = body.judged(-self.tolerance);
                    let inside = path::inside(body, reference.rounding, &self.path, depth);
                    only &= !(inside.blocks() && inside.enter < fraction)
                        || corner::is_clipped(body, reference.rounding, &self.path, self.skin, self.rounding);
                }
                if only { fraction } else { -1.0 }
            });
        only
    }
}
