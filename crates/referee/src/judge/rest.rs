//! The place of rest and the reported contact: depth, gap, time of impact, contents.
//!
//! *Too deep*: the end lies deeper in a solid than the tolerance. *Wrong contents*: a stop by contents that no solid has in whose
//! skin the hull is. Normals are in `normal`.

use super::facts::Near;
use super::{Facts, GapSample, Verdict};
use crate::feature::Feature;
use crate::solid::V;
use clipmark_collision::{Sidedness, SkinDirection, Trace};
use clipmark_rows::faults::Fault;

/// Cosine from which a reported normal counts as the face's, about 0.8 degrees. It tells which of two surfaces stopped a hull.
/// Smaller takes another surface's skin for the face's; larger leaves out rounded normals.
const GAP_NORMAL: f64 = 0.9999;

/// The place of rest and the reported contact.
pub(super) fn judge_rest(facts: &Facts, trace: &Trace, verdict: Verdict) -> Verdict {
    let mut v = verdict;
    let (fraction, end): (f64, V) = (trace.fraction.into(), trace.end.coords.cast());
    let reference = facts.reference;
    if let Some(contact) = v.asked.exact.contacts.first() {
        v.asked.feature = reference.feature(contact);
        v.asked.extent = reference.extent(contact.part);
    }
    let at_start = reference.distance_within(&facts.path.start, 2.0 * facts.grown(), |_| false);
    v.asked.start_distance = at_start.map(|d| d.distance);
    // By the solid that the sweep starts in, which has no surface here.
    let still = fraction * facts.length <= facts.tolerance;
    let at_once = still && facts.near.iter().any(|n| facts.holds_up(n));
    let held = trace.all_solid || at_once;
    facts.depth(&mut v, trace, &end, held);
    let along = facts
        .path
        .d
        .try_normalize(f64::MIN_POSITIVE)
        .unwrap_or(V::zeros());
    let normals = || v.asked.exact.contacts.iter().flat_map(|c| &c.normals);
    v.asked.cosine = normals().map(|n| -n.dot(&along)).max_by(f64::total_cmp);
    if !trace.hit() {
        return v;
    }
    // Otherwise it is another skin that stops it, or the solid it starts in.
    let by_contact = !held
        && v.asked.exact.contacts.iter().any(|c| {
            let body = reference.body_of(c.part);
            body.is_some_and(|b| facts.holds(b, &end, facts.grown()))
        });
    if let Some(t) = v.asked.exact.entry.filter(|_| by_contact) {
        let early = (t - fraction) * facts.length;
        v.measures.toi_path = Some(early);
        v.measures.toi_normal = normals()
            .map(|n| early * n.dot(&along).abs() - facts.skin)
            // A sweep that starts inside the skin and does not move is not late.
            .map(|off| if fraction > 0.0 { off } else { off.max(0.0) })
            .min_by(|a, b| a.abs().total_cmp(&b.abs()));
    }
    let keeps_distance = facts.normal(&mut v, trace, &along);
    if !held && facts.names_other_contents(trace, &end) {
        v.found.insert(Fault::WrongContents);
    }
    let freely = !at_once && !facts.is_way_out(trace, still);
    if freely && (by_contact || !facts.is_within_started(trace, &end)) {
        facts.angle(&mut v, trace, &end, by_contact);
    }
    let wrong_normal = v.is_of_geometry(Fault::WrongNormal);
    if keeps_distance && !wrong_normal {
        v.found.insert(Fault::StoppedAlong);
    }
    // A backend that names no plane does not give Quake III's answer.
    let named = trace.plane.map(|p| p.normal.cast::<f64>());
    if let Some(normal) =
        named.filter(|_| v.is_of_geometry(Fault::WrongContents) || wrong_normal && v.measures.opposed)
    {
        v.by_given = v
            .by_given
            .or_else(|| reference.within_given_planes(&end, Some(&normal), facts.grown()));
    }
    v.measures.gap_sample = facts.gap_sample(&v, trace, fraction);
    v
}

impl Facts<'_> {
    /// Whether a solid around the start may hold the sweep up. A solid that holds the start by less than rounding may, as if the
    /// start were outside.
    fn holds_up(&self, n: &Near) -> bool {
        if n.inside {
            self.stops_at_once(n)
        } else {
            n.holds_start
        }
    }

    /// Whether a stop at once is by a surface that the start overlaps. The way out of it is no normal of the solid.
    fn is_way_out(&self, trace: &Trace, still: bool) -> bool {
        still
            && trace.start_solid
            && self.declaration.sidedness != Sidedness::Solid
            && self.near.iter().any(|n| n.maybe_inside)
    }

    /// Whether a surface of a solid that it started in, and still is in, may have stopped it there. Other near surfaces did not.
    fn is_within_started(&self, trace: &Trace, end: &V) -> bool {
        let still_in = |n: &Near| {
            n.inside && self.reference.is_brush(n.body) && self.holds(n.body, end, -self.tolerance)
        };
        trace.start_solid && self.declaration.sidedness != Sidedness::Solid && self.near.iter().any(still_in)
    }

    fn depth(&self, v: &mut Verdict, trace: &Trace, end: &V, held: bool) {
        let reach = self.reference.margin(self.grown()) + self.length;
        // A surface that does not stop a motion this way may be reached into from behind.
        let unfelt = |i: usize| self.is_left_alone(i) || !self.reference.bodies[i].stops(&self.path.d);
        let Some(d) = self.reference.distance_within(end, reach, unfelt) else {
            return;
        };
        // A hull that does not move cannot have gone any deeper.
        if trace.fraction > 0.0 {
            v.measures.penetration = (-d.distance).max(0.0);
        }
        if v.measures.penetration > self.tolerance + d.part.slack() {
            v.found.insert(Fault::TooDeep);
        }
        if trace.hit() && !held {
            v.measures.gap = (d.distance - self.skin).max(0.0);
        }
    }

    /// The gap at a stop by the face of one solid alone, from a start that was farther off.
    fn gap_sample(&self, v: &Verdict, trace: &Trace, fraction: f64) -> Option<GapSample> {
        let [contact] = v.asked.exact.contacts.as_slice() else {
            return None;
        };
        let [normal] = contact.normals.as_slice() else {
            return None;
        };
        let reported: V = trace.plane?.normal.cast();
        let by_this = reported.dot(normal) >= GAP_NORMAL;
        let at_start = v.asked.start_distance.is_some_and(|d| d <= self.grown());
        let is_face = v.asked.feature == Some(Feature::Face);
        if fraction <= 0.0 || at_start || !by_this || !is_face {
            return None;
        }
        let off = match self.declaration.skin_direction {
            SkinDirection::Normal => v.measures.toi_normal,
            SkinDirection::Path => v.measures.toi_path.map(|early| early - self.skin),
        };
        Some(GapSample {
            off: off?,
            rounding: self.rounding,
            normal: *normal,
        })
    }

    /// Whether the reported contents differ from those of every solid in whose skin the hull stops, if any.
    fn names_other_contents(&self, trace: &Trace, end: &V) -> bool {
        let holding = self.reference.holding(end, self.grown());
        let named = |i: &usize| self.reference.solids[*i].contents.intersects(trace.contents);
        !holding.is_empty() && !holding.iter().any(named)
    }
}
