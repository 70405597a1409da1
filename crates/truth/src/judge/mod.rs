//! Is a backend's answer to a sweep right, by the rules that the backend itself declares?
//!
//! Source: the sandwich rule. With `tolerance` = skin/4 + 8 f32 steps of the largest coordinate, the hull must be
//! stopped no later than where the solids *shrunk* by the tolerance are entered, and must not be stopped where it
//! is not yet inside the solids *grown* by skin + tolerance. What lies between conforms; the gap there is compared
//! as a distribution (`gaps.rs`).
//! Growing and shrinking move every plane of the exact body (not of the brush) along its normal, and change the
//! radius of a round body, so that what is shrunk is a part of what is exact, and that of what is grown; and a
//! tracer that keeps its skin from planes, mitred at the edges, conforms.
//!
//! What an answer is counted as is defined in one place, [`FaultClass`]. Where the rules of a backend matter:
//! - *A solid that the sweep starts in* excuses a backend that ignores such solids, or whose surfaces cannot see that
//!   they are around it, from being stopped by it; one that ignores them "unless all solid" must still not move when
//!   both ends lie deeper than the tolerance in one solid. Whether the start is inside is decided in rational numbers,
//!   the same for every backend.
//! - *Solids that overlap those that the sweep starts in* excuse a backend that declares them to be one with those, and
//!   ignores solid starts: they are followed along the path, each grown by the tolerance, until none holds it. What
//!   passes only thereby is counted under the rule's name. Where they hold the whole path, it is all solid.
//! - *A solid that the sweep starts in touch with* (within 8 f32 steps, but not inside) must stop it like any other. If
//!   it does not, the answer is *missed from touch*, a class of its own for every backend. A backend that declares
//!   touching to be overlapping, and ignores solids that a sweep starts in, goes through by its rule (Quake III does):
//!   that is counted under the rule's name.
//! - *A start inside the skin.* The grown solid then holds the start, and the sandwich says nothing about a stop.
//!   Such a stop conforms if some part of the surface that the start is in front of is approached (or kept at equal
//!   distance, to 8 f32 steps), and, under the touch rule `InSolid`, if the path also meets the solid itself.
//!   Moving away from all parts one is in front of and being stopped is a phantom.
//!   A stop at once by the solid that the sweep starts in is held to no contact, and its normal only to length and
//!   direction: no part of the surface is met.
//! - *Curved patches* are not in the reference. A stop within skin + tolerance of the box of a patch is not called
//!   phantom, nor its normal wrong, if the backend declares patches.
//! - *Normals* are right if they are in the cone of the exact contact, or of the parts of the surface whose skin
//!   holds the stop and which the path approaches: near an edge the skin decides which of two is met first. A path that
//!   keeps its distance from a surface, to 8 f32 steps, may be stopped by it in its skin (`along`): which way it turns is
//!   decided by rounding. Quake III's own answers have such stops (`crates/bsp/tests/engine_quirks.rs`).
//! - *Bevels that the map gives* may stand off their brush, and some that a box needs may be missing: a tracer that clips
//!   against what the map gives, as Quake III does, stops there where nothing is. That stays a phantom, and is marked. A
//!   sweep may start there too, behind all planes of a brush without being in it. A backend that declares to clip against
//!   given planes, and ignores solids that a sweep starts in, goes through the brush by its rule: counted under that name.
//! - A start-solid flag may be missed by a sweep that something else already stops at fraction 0.
//!
//! A tracer that moves leaving planes *in* by its skin, as Quake III does, cuts corners up to a skin deep. Of one that declares
//! so that is counted by itself, and only where this rule explains it (`corner.rs`); of any other it is missed.
//!
//! Classes that remain open: a mitred round hull is compared with the bevels that a box needs, and one whose
//! backend adds others differs near edges by up to its mitre; a cylinder's body is grown and shrunk by an upright
//! cylinder (see `slice.rs`), so where it is neither upright nor level by up to 1.42 times as much; a mesh of surfaces
//! without those buried between solids is held, for a sweep that starts in one solid, to the entry into the next,
//! though it has no surface there.

mod corner;
mod gaps;
mod merged;
mod verdict;

use crate::cone::Cone;
use crate::feature::Feature;
use crate::path::{self, Path};
use crate::reference::{ExactSweep, HullReference, path_of};
use crate::solid::V;
use clipmark_collision::{
    Declaration, Sidedness, SkinDirection, StartSolid, Status, Sweep, TouchRule, Trace,
};
pub use gaps::{Direction, GapSample, Gaps, SkinCheck, SkinVerdict};
use merged::Merged;
pub use verdict::{FaultClass, Verdict};

/// Part of the skin that a stop may be off by. Too small: rounding of lawful tracers is called a fault; too
/// large: a hull may eat its whole skin unseen.
const SKIN_SHARE: f64 = 0.25;
/// Rounding steps of f32 that any answer may be off by. A plane distance carries about three, fraction and end
/// one each; twice that keeps lawful answers in, and beyond 2^18 units it exceeds the skins anyway.
const STEPS: f64 = 8.0;
/// Largest deviation of a normal's length from one. f32 normals carry 1e-7, maps' text about 1e-5.
const UNIT: f64 = 1e-4;
/// A normal further than this from every lawful one is wrong, in degrees. f32 solvers place normals of features
/// of a few units to about 0.1; a wrong face is rarely nearer than 5.
const WRONG_NORMAL: f64 = 1.0;

/// Cosine from which a reported normal is that of the face met, about 0.8 degrees: which of two surfaces stopped a hull is
/// told by it. Smaller takes the skin of another surface for that of the face; larger leaves out rounded normals.
const GAP_NORMAL: f64 = 0.9999;

/// Depths beyond this are not told apart, in units: larger than any solid of a map.
const DEEPEST: f64 = 1e7;
/// Precision of a depth, relative; only for the report.
const DEPTH_STEP: f64 = 1e-6;

/// Judges an answer. The reference must be that of the sweep's hull and mask, and of the round hulls declared
/// ([`Reference::for_declared`](crate::Reference::for_declared)).
pub fn judge(reference: &HullReference, sweep: &Sweep, trace: &Trace, declaration: &Declaration) -> Verdict {
    let mut v = Verdict {
        opposed: true,
        ..Verdict::default()
    };
    if sweep.check().is_err() {
        // The only right answer is the refusal.
        v.malformed = trace.status != Status::Invalid || !trace.end.iter().all(|x| x.is_finite());
        return v;
    }
    v.unreliable = !trace.status.is_reliable() && trace.status != Status::Unsupported;
    if matches!(trace.status, Status::Unsupported | Status::Invalid) {
        return v;
    }
    v.judged = true;
    let judgement = Judgement::new(reference, sweep, declaration);
    v.tolerance = judgement.tolerance;
    v.length = judgement.length;
    let fraction = f64::from(trace.fraction);
    let end: V = trace.end.coords.cast();
    let sound = (0.0..=1.0).contains(&fraction) && end.iter().all(|x| x.is_finite());
    if !sound || (end - judgement.path.at(fraction)).norm() > judgement.rounding {
        v.malformed = true;
        if !sound {
            return v;
        }
    }
    judgement.blocked(&mut v, fraction);
    judgement.stopped(&mut v, trace, fraction);
    judgement.flags(&mut v, trace);
    judgement.rest(&mut v, trace, fraction, &end);
    v
}

/// A sweep with what is needed to judge any answer to it.
struct Judgement<'a> {
    reference: &'a HullReference,
    declaration: &'a Declaration,
    path: Path,
    length: f64,
    skin: f64,
    /// f32 rounding of a distance here.
    rounding: f64,
    tolerance: f64,
    /// Bodies whose grown solid holds the start, each with whether the solid itself may hold it.
    near: Vec<Near>,
    /// What overlaps those that the sweep starts in, where the backend declares them to be one.
    merged: Merged,
    /// The same of those that it starts in or touches.
    merged_with_touched: Merged,
}

#[derive(Clone, Copy)]
struct Near {
    body: usize,
    /// The start is in it, by exact arithmetic.
    holds_start: bool,
    /// The start may be in it, as far as f32 can tell.
    maybe_inside: bool,
    /// The start is in it, even as f32 can tell.
    inside: bool,
}

impl<'a> Judgement<'a> {
    fn new(reference: &'a HullReference, sweep: &Sweep, declaration: &'a Declaration) -> Self {
        let path = path_of(&sweep.start.cast(), &sweep.end.cast());
        let b = sweep.hull.bounds();
        let extent = b.mins.coords.amax().max(b.maxs.coords.amax());
        let largest = sweep.start.coords.amax().max(sweep.end.coords.amax()) + extent;
        let rounding = STEPS * f64::from(largest.next_up() - largest);
        let skin = f64::from(declaration.rules.skin);
        let mut judgement = Self {
            reference,
            declaration,
            path,
            length: path.d.norm(),
            skin,
            rounding,
            tolerance: skin * SKIN_SHARE + rounding,
            near: Vec::new(),
            merged: Merged::default(),
            merged_with_touched: Merged::default(),
        };
        let mut near = Vec::new();
        let grown = judgement.skin + judgement.tolerance;
        let margin = reference.margin(grown);
        reference.tree.near(&path.start, margin * 2.0, |i| {
            if judgement.holds(i, &path.start, grown) {
                near.push(Near {
                    body: i,
                    holds_start: reference.holds(i, &path.start),
                    maybe_inside: judgement.holds(i, &path.start, rounding),
                    inside: judgement.holds(i, &path.start, -rounding),
                });
            }
            margin * 2.0
        });
        near.sort_unstable_by_key(|n| n.body);
        judgement.near = near;
        judgement.find_merged();
        judgement
    }

    fn find_merged(&mut self) {
        if !self.declaration.merged_solids {
            return;
        }
        let grown =
            |seed: &dyn Fn(usize) -> bool| Merged::along(self.reference, &self.path, self.tolerance, seed);
        if self.near.iter().any(|n| n.holds_start) {
            self.merged = grown(&|i| self.starts_in(i));
        }
        if self.near.iter().any(|n| n.maybe_inside) {
            self.merged_with_touched = grown(&|i| self.starts_in(i) || self.touched(i));
        }
    }

    fn holds(&self, body: usize, x: &V, offset: f64) -> bool {
        path::contains(&self.reference.bodies[body], self.reference.rounding, x, offset)
    }

    fn end(&self) -> V {
        self.path.at(1.0)
    }

    fn one_sided(&self, body: usize) -> bool {
        self.reference.bodies[body].front.is_some()
    }

    /// Whether a solid that a sweep starts in need not stop it.
    fn ignores_solid_starts(&self) -> bool {
        self.declaration.start_solid != StartSolid::Blocks || self.declaration.sidedness != Sidedness::Solid
    }

    /// Whether the sweep starts in this body.
    fn starts_in(&self, body: usize) -> bool {
        self.near.iter().any(|n| n.body == body && n.holds_start)
    }

    /// Whether the backend need not be stopped by this body, because the sweep starts in it or in what is one with it.
    fn excused(&self, body: usize) -> bool {
        self.ignores_solid_starts() && (self.starts_in(body) || self.merged.contains(body))
    }

    /// Whether solids that are one hold the whole path, even shrunk by the tolerance.
    fn surely_merged(&self) -> bool {
        let depth = -self.tolerance;
        let starts_in = |i: usize| self.holds(i, &self.path.start, depth);
        self.merged.hold_all() && Merged::along(self.reference, &self.path, depth, starts_in).hold_all()
    }

    /// Whether the sweep starts in touch with this body: within rounding, not inside.
    fn touched(&self, body: usize) -> bool {
        let touches = |n: &Near| n.body == body && n.maybe_inside && !n.holds_start;
        self.near.iter().any(touches)
    }

    /// Whether the sweep starts in the body as a backend has it that clips against the map's planes, and ignores what a
    /// sweep starts in.
    fn starts_in_given(&self, body: usize) -> bool {
        self.declaration.given_planes
            && self.ignores_solid_starts()
            && self
                .reference
                .behind_given_planes(body, &self.path.start, self.rounding)
    }

    /// Must it have been stopped earlier?
    fn blocked(&self, v: &mut Verdict, fraction: f64) {
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
            self.reference
                .sweep_moved_out(&self.path, -depth, skip)
                .entry
                .filter(|t| *t < fraction)
        };
        v.starts_in_touch = self.near.iter().any(|n| self.touched(n.body));
        let Some(t) = entered(self.tolerance, &skipped) else {
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
            let by_bevel = |i: usize| by_touch(i) || self.starts_in_given(i);
            let by_corner = |i: usize| skipped(i) || self.cuts_edge_of(i);
            if entered(self.tolerance, &by_touch).is_none() {
                v.by_touch_rule = entered(self.tolerance, &by_corner).is_some();
            } else {
                v.by_bevel_rule = entered(self.tolerance, &by_bevel).is_none();
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
        let deep = |b| path::inside(b, rounding, &self.path, -(self.skin + self.rounding)).blocks();
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

    /// Whether every solid that the path passes into is one whose edge it cuts.
    fn only_clips(&self, fraction: f64, skip: &dyn Fn(usize) -> bool) -> bool {
        let reference = self.reference;
        let mut only = true;
        reference
            .tree
            .along(&self.path.start, &self.path.d, reference.margin(0.0), |i| {
                let body = &reference.bodies[i];
                if !skip(i) && body.stops(&self.path.d) {
                    let inside = path::inside(body, reference.rounding, &self.path, -self.tolerance);
                    only &= !(inside.blocks() && inside.enter < fraction)
                        || corner::is_clipped(body, reference.rounding, &self.path, self.skin, self.rounding);
                }
                if only { fraction } else { -1.0 }
            });
        only
    }

    /// Was there anything to be stopped by?
    fn stopped(&self, v: &mut Verdict, trace: &Trace, fraction: f64) {
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
            let margin = self.reference.margin(grown);
            self.reference.tree.near(&x, margin * 2.0, |i| {
                lawful |= self.holds(i, &x, grown)
                    && self.reference.bodies[i].stops(&self.path.d)
                    && !self.near.iter().any(|n| n.body == i);
                if lawful { -1.0 } else { margin * 2.0 }
            });
        }
        v.by_patch = !lawful && self.patch_near(&x);
        if lawful || v.by_patch {
            return;
        }
        let next = self
            .reference
            .sweep_moved_out(&self.path, grown, |i| self.near.iter().any(|n| n.body == i));
        v.phantom = true;
        let normal = trace.plane.map(|plane| plane.normal.cast());
        v.by_given = self.reference.within_given_planes(&x, normal.as_ref(), grown);
        v.lost = (next.entry.unwrap_or(1.0) - fraction) * self.length;
    }

    fn may_stop_at_start(&self, n: &Near) -> bool {
        let d = self.declaration;
        if self.stops_at_once(n) || n.maybe_inside && d.sidedness == Sidedness::BothSides {
            return true;
        }
        if !self.reference.bodies[n.body].stops(&self.path.d) {
            return false;
        }
        let approached = || {
            let fronts = self.reference.fronts(n.body, &self.path.start, self.rounding);
            fronts.iter().any(|f| f.dot(&self.path.d) < self.rounding)
        };
        let met = || {
            let body = &self.reference.bodies[n.body];
            path::inside(body, self.reference.rounding, &self.path, self.tolerance).blocks()
        };
        !n.inside && approached() && (d.rules.touch == TouchRule::WithinSkin || met())
    }

    /// Whether the declared rule about starts in solids lets this one stop the sweep.
    fn stops_at_once(&self, n: &Near) -> bool {
        n.maybe_inside
            && match self.declaration.start_solid {
                StartSolid::Blocks => true,
                StartSolid::IgnoredUnlessAllSolid => {
                    self.merged_with_touched.hold_all() || self.holds(n.body, &self.end(), self.tolerance)
                }
                StartSolid::Flagged | StartSolid::Unnoticed => false,
            }
    }

    fn patch_near(&self, x: &V) -> bool {
        self.declaration.patches && self.reference.near_patch(x, self.skin + self.tolerance)
    }

    fn flags(&self, v: &mut Verdict, trace: &Trace) {
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
        let missed = notices && must && !trace.start_solid && trace.fraction > 0.0;
        let invented = trace.start_solid && may.is_empty() || trace.all_solid && !may_all;
        v.start_solid_wrong = missed || invented && !self.patch_near(&self.path.start);
    }

    /// Where it comes to rest and what it is said to have met.
    fn rest(&self, v: &mut Verdict, trace: &Trace, fraction: f64, end: &V) {
        let excused = |i: usize| self.excused(i);
        v.exact = self.reference.sweep_moved_out(&self.path, 0.0, excused);
        if let Some(contact) = v.exact.contacts.first() {
            v.feature = self.reference.feature(contact);
            v.extent = self.reference.extent(contact.part);
        }
        let around = 2.0 * (self.skin + self.tolerance);
        let at_start = self
            .reference
            .distance_within(&self.path.start, around, |_| false);
        v.start_distance = at_start.map(|d| d.distance);
        // By the solid that the sweep starts in, which has no surface here.
        // One that holds the start by less than rounding may stop it as if it were outside.
        let holds_up = |n: &Near| {
            if n.inside {
                self.stops_at_once(n)
            } else {
                n.holds_start
            }
        };
        let at_once = fraction * self.length <= self.tolerance && self.near.iter().any(holds_up);
        let held = trace.all_solid || at_once;
        let reach = self.reference.margin(self.skin + self.tolerance) + self.length;
        // What does not stop a motion this way may be reached into from behind; what a rule of the engine passes is counted
        // as that.
        let passed = |i: usize| {
            (v.by_touch_rule || v.by_bevel_rule) && self.touched(i)
                || v.by_bevel_rule && self.starts_in_given(i)
        };
        let unfelt = |i: usize| excused(i) || passed(i) || !self.reference.bodies[i].stops(&self.path.d);
        let d = self.reference.distance_within(end, reach, unfelt);
        if let Some(d) = d.map(|d| d.distance) {
            // A hull that does not move cannot have gone any deeper.
            v.penetration = if fraction > 0.0 { (-d).max(0.0) } else { 0.0 };
            v.penetrating = v.penetration > self.tolerance;
            v.gap = if trace.hit() && !held {
                (d - self.skin).max(0.0)
            } else {
                0.0
            };
        }
        let along = self.path.d.try_normalize(f64::MIN_POSITIVE).unwrap_or(V::zeros());
        let normals = || v.exact.contacts.iter().flat_map(|c| &c.normals);
        v.cosine = normals().map(|n| -n.dot(&along)).max_by(f64::total_cmp);
        if !trace.hit() || v.by_patch {
            return;
        }
        // Otherwise it is another skin that stops it, or the solid it starts in.
        let by_contact = !held
            && v.exact.contacts.iter().any(|c| {
                let body = self.reference.body_of(c.part);
                body.is_some_and(|b| self.holds(b, end, self.skin + self.tolerance))
            });
        if let Some(t) = v.exact.entry.filter(|_| by_contact) {
            let early = (t - fraction) * self.length;
            v.toi_path = Some(early);
            v.toi_normal = normals()
                .map(|n| early * n.dot(&along).abs() - self.skin)
                // One that starts inside the skin and does not move is not late.
                .map(|off| if fraction > 0.0 { off } else { off.max(0.0) })
                .min_by(|a, b| a.abs().total_cmp(&b.abs()));
        }
        self.normal(v, trace, &along);
        if !held {
            v.wrong_contents = self.names_other_contents(trace, end);
        }
        if !at_once {
            let exact = v.exact.clone();
            self.angle(v, trace, end, by_contact.then_some(&exact));
        }
        v.gap_sample = self.gap_sample(v, trace, fraction);
    }

    /// The gap at a stop by the face of one solid alone, from a start that was farther off.
    fn gap_sample(&self, v: &Verdict, trace: &Trace, fraction: f64) -> Option<GapSample> {
        let [contact] = v.exact.contacts.as_slice() else {
            return None;
        };
        let [normal] = contact.normals.as_slice() else {
            return None;
        };
        let reported: V = trace.plane?.normal.cast();
        let by_this = reported.dot(normal) >= GAP_NORMAL;
        let at_start = v.start_distance.is_some_and(|d| d <= self.skin + self.tolerance);
        let is_face = v.feature == Some(Feature::Face);
        if fraction <= 0.0 || at_start || !by_this || !is_face {
            return None;
        }
        let off = match self.declaration.skin_direction {
            SkinDirection::Normal => v.toi_normal,
            SkinDirection::Path => v.toi_path.map(|early| early - self.skin),
        };
        Some(GapSample {
            off: off?,
            rounding: self.rounding,
            normal: *normal,
        })
    }

    fn normal(&self, v: &mut Verdict, trace: &Trace, along: &V) {
        let Some(n) = trace.plane.map(|p| p.normal.cast::<f64>()) else {
            v.wrong_normal = !(trace.start_solid || trace.all_solid || self.length == 0.0);
            return;
        };
        let unit = (n.norm() - 1.0).abs() <= UNIT;
        v.opposed = unit && (n.dot(along) < 0.0 || self.length == 0.0);
        // Rounding may turn a path that keeps its distance.
        let turned = n.dot(&self.path.d) < self.rounding;
        v.along = unit && !v.opposed && turned;
        v.wrong_normal = !(unit && turned);
    }

    /// Whether the contents reported are those of none of the solids in whose skin the hull stops, where there are any.
    fn names_other_contents(&self, trace: &Trace, end: &V) -> bool {
        let grown = self.skin + self.tolerance;
        let margin = self.reference.margin(grown);
        let (mut any, mut named) = (false, false);
        self.reference.tree.near(end, margin * 2.0, |i| {
            if self.holds(i, end, grown) {
                any = true;
                named |= self.reference.solids[i].contents.intersects(trace.contents);
            }
            if named { -1.0 } else { margin * 2.0 }
        });
        any && !named && !self.patch_near(end)
    }

    /// How far the normal is from that of the exact contact, or of what else may have stopped it here.
    fn angle(&self, v: &mut Verdict, trace: &Trace, end: &V, exact: Option<&ExactSweep>) {
        let Some(n) = trace.plane.map(|p| p.normal.cast::<f64>()) else {
            return;
        };
        v.exact_normal_error = exact.and_then(|e| e.normal_error(&n));
        let grown = self.skin + self.tolerance;
        let margin = self.reference.margin(grown);
        let mut best = v.exact_normal_error;
        self.reference.tree.near(end, margin * 2.0, |i| {
            if self.holds(i, end, grown) {
                let mut fronts = self.reference.fronts(i, end, self.tolerance);
                fronts.retain(|f| f.dot(&self.path.d) < self.rounding);
                let error = Cone::new(&fronts).angle_to(&n);
                best = best.into_iter().chain(error).min_by(f64::total_cmp);
            }
            margin * 2.0
        });
        let off = best.is_some_and(|deg| deg > WRONG_NORMAL);
        if off && self.patch_near(end) {
            return; // the patch's
        }
        v.normal_error = best;
        v.wrong_normal |= off;
    }
}
