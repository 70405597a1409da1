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
//! What an answer is counted as is a row of the tables of crate `record`. Where the rules of a backend matter:
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
//!   direction: no part of the surface is met. Of a backend of surfaces that is so of the normal within rounding too, if the
//!   answer says start-solid. Where such a backend stops deep in a brush that it says it starts in, and meets nothing else, its
//!   normal is held to length and direction alone too: a face of that brush may have stopped it, within the brush.
//! - *Curved patches* are the one-sided triangles of their grid. An engine's facets lie off these by up to a slack
//!   ([`Part`](crate::Part)), which is added to every tolerance at a patch. A backend that declares to clip against given
//!   planes makes facets with borders: their edges stop what does not come from the front too, and a facet that its borders
//!   leave open is left out. What stops or passes only thereby is counted under the rule's name. A point between two shrunk
//!   triangles that share an edge is not judged: within the slack of a seam a miss is not seen.
//! - *Normals* are right if the path goes against them and they are in the cone of the exact contact, or of the parts of a
//!   surface whose skin holds the stop and of which the path approaches one: near an edge the skin decides which of two is met
//!   first, and at a corner the normal may lie between a part that is approached and one that is left. So is the direction from
//!   the nearest point of such a surface, since a skin may be round at edges; and of a surface whose skin stops the hull, the
//!   normal where the path goes on to meet it, or comes nearest to it. A path that
//!   keeps its distance from a surface, to 8 f32 steps, may be stopped by it in its skin (`along`): which way it turns is
//!   decided by rounding. Quake III's own answers have such stops (`crates/bsp/tests/it/engine_quirks.rs`).
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

/// Part of the skin that a stop may be off by. Too small: rounding of lawful tracers is called a fault; too
/// large: a hull may eat its whole skin unseen.
const SKIN_SHARE: f64 = 0.25;
/// Rounding steps of f32 that any answer may be off by. A plane distance carries about three, fraction and end
/// one each; twice that keeps lawful answers in, and beyond 2^18 units it exceeds the skins anyway.
const STEPS: f64 = 8.0;

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
            tolerance: skin * SKIN_SHARE + rounding,
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
