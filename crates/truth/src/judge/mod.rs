//! Is a backend's answer to a sweep right, by the rules that the backend itself declares?
//!
//! Source: the sandwich rule. With `tolerance` = skin/4 + 8 f32 steps of the largest coordinate, the hull must be stopped no later
//! than where the solids *shrunk* by the tolerance are entered (else it *missed*), and must not be stopped where it is not yet inside
//! the solids *grown* by skin + tolerance (else a *phantom*). What lies between conforms; the gap there is compared as a distribution
//! (`gaps.rs`). Growing and shrinking move every plane of the exact body along its normal, and change the radius of a round one.
//!
//! `docs/truth.md` section 3 has each rule and what it excuses. Classes are rows of the tables of crate `record`; which measurements
//! make which class is `verdict.rs`.

mod corner;
mod gaps;
mod merged;
mod passed;
mod place;
mod rest;
mod stop;
mod verdict;

use crate::path::{self, Path};
use crate::reference::{HullReference, path_of};
use crate::solid::{Part, V};
use clipmark_collision::{Declaration, Sidedness, StartSolid, Status, Sweep, Trace};
pub use gaps::{Direction, GapSample, Gaps, SkinCheck, SkinVerdict};
use merged::Merged;
pub use place::{PlaceVerdict, judge_place};
pub use verdict::Verdict;

/// Rounding steps of f32 that any answer may be off by. A plane distance carries about three, fraction and end
/// one each; twice that keeps lawful answers in, and beyond 2^18 units it exceeds the skins anyway.
pub(crate) const STEPS: f64 = 8.0;

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
    v.exact = reference.sweep_moved_out(&judgement.path, 0.0, |i| judgement.excused(i));
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
            tolerance: reference.share_of(skin) + rounding,
            near: Vec::new(),
            merged: Merged::default(),
            merged_with_touched: Merged::default(),
        };
        let mut near = Vec::new();
        let grown = judgement.skin + judgement.tolerance;
        let reach = reference.holding_reach(grown);
        reference.tree.near(&path.start, reach, |i| {
            if judgement.holds(i, &path.start, grown) {
                near.push(Near {
                    body: i,
                    holds_start: reference.holds(i, &path.start),
                    maybe_inside: judgement.holds(i, &path.start, rounding),
                    inside: judgement.holds(i, &path.start, -rounding),
                });
            }
            reach
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
        let b = &self.reference.bodies[body];
        path::contains(b, self.reference.rounding, x, b.judged(offset))
    }

    fn end(&self) -> V {
        self.path.at(1.0)
    }

    /// Whether a body is the edge of a facet to the backend: a piece of a patch that stops also what does not come from its
    /// front, but a point.
    fn is_facet(&self, body: usize) -> bool {
        let b = &self.reference.bodies[body];
        self.declaration.given_planes && self.declaration.patches && b.flat.is_none() && self.is_patch(body)
    }

    fn is_brush(&self, body: usize) -> bool {
        matches!(self.reference.part_of(body), Part::Brush(_))
    }

    fn is_patch(&self, body: usize) -> bool {
        matches!(self.reference.part_of(body), Part::Patch { .. })
    }

    /// Whether the backend leaves this piece of a patch open, by the rule of its engine.
    fn is_open(&self, body: usize) -> bool {
        self.reference.open.binary_search(&body).is_ok()
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

    /// Whether the sweep starts in touch with this body: within rounding, not inside.
    fn touched(&self, body: usize) -> bool {
        let touches = |n: &Near| n.body == body && n.maybe_inside && !n.holds_start;
        self.near.iter().any(touches)
    }
}
