//! The facts on a sweep before any answer is read: built once, and never changed.

use super::place::rounding_at;
use crate::engines::Merged;
use crate::path::{self, Path};
use crate::reference::{ExactSweep, HullReference, path_of};
use crate::solid::{Part, V};
use clipmark_collision::{Declaration, Sidedness, StartSolid, Sweep};

/// A sweep, and the solids near its start and on its way.
pub(crate) struct Facts<'a> {
    pub(crate) reference: &'a HullReference,
    pub(crate) sweep: &'a Sweep,
    pub(super) declaration: &'a Declaration,
    pub(crate) path: Path,
    pub(super) length: f64,
    pub(super) skin: f64,
    /// f32 rounding of a distance here.
    pub(super) rounding: f64,
    pub(crate) tolerance: f64,
    /// Bodies whose grown solid holds the start.
    pub(super) near: Vec<Near>,
    /// The exact answer, but for the solids that need not stop the sweep since it starts in them.
    pub(super) exact: ExactSweep,
    /// Solids that are one with the solids around the start. It serves a tree that cannot distinguish them.
    pub(super) merged: Merged,
}

/// A body whose grown solid holds the start.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub(super) body: usize,
    /// The start is in it, by exact arithmetic.
    pub(super) holds_start: bool,
    /// The start may be in it, as far as f32 can tell.
    pub(super) maybe_inside: bool,
    /// The start is in it, even as f32 can tell.
    pub(super) inside: bool,
}

impl Near {
    /// Within rounding of it, not inside.
    pub(super) fn is_touched(&self) -> bool {
        self.maybe_inside && !self.holds_start
    }
}

impl<'a> Facts<'a> {
    pub(super) fn new(reference: &'a HullReference, sweep: &'a Sweep, declaration: &'a Declaration) -> Self {
        let path = path_of(&sweep.start.cast(), &sweep.end.cast());
        let b = sweep.hull.bounds();
        let extent = b.mins.coords.amax().max(b.maxs.coords.amax());
        let rounding = rounding_at(sweep.start.coords.amax().max(sweep.end.coords.amax()) + extent);
        let skin = f64::from(declaration.rules.skin);
        let mut facts = Self {
            reference,
            sweep,
            declaration,
            path,
            length: path.d.norm(),
            skin,
            rounding,
            tolerance: reference.share_of(skin) + rounding,
            near: Vec::new(),
            exact: ExactSweep::default(),
            merged: Merged::default(),
        };
        facts.near = facts.near_start();
        facts.exact = facts.met();
        facts
    }

    /// The same where solids that overlap are one. The solids around the start reach as far as the last that overlaps
    /// them.
    pub(crate) fn with_merged(&self, merged: Merged) -> Self {
        let mut facts = Self {
            near: self.near.clone(),
            exact: ExactSweep::default(),
            merged,
            ..*self
        };
        facts.exact = facts.met();
        facts
    }

    fn near_start(&self) -> Vec<Near> {
        let (reference, start) = (self.reference, &self.path.start);
        let grown = self.grown();
        let reach = reference.holding_reach(grown);
        let mut near = Vec::new();
        reference.tree.near(start, reach, |i| {
            if self.holds(i, start, grown) {
                near.push(Near {
                    body: i,
                    holds_start: reference.holds(i, start),
                    maybe_inside: self.holds(i, start, self.rounding),
                    inside: self.holds(i, start, -self.rounding),
                });
            }
            reach
        });
        near.sort_unstable_by_key(|n| n.body);
        near
    }

    fn met(&self) -> ExactSweep {
        self.reference
            .sweep_moved_out(&self.path, 0.0, |i| self.is_left_alone(i))
    }

    /// By how much solids are grown for a stop to be lawful.
    pub(super) fn grown(&self) -> f64 {
        self.skin + self.tolerance
    }

    /// Whether a body, grown so far, holds a position.
    pub(crate) fn holds(&self, body: usize, x: &V, offset: f64) -> bool {
        let b = &self.reference.bodies[body];
        path::contains(b, self.reference.rounding, x, b.judged(offset))
    }

    pub(crate) fn end(&self) -> V {
        self.path.at(1.0)
    }

    pub(super) fn is_brush(&self, body: usize) -> bool {
        matches!(self.reference.part_of(body), Part::Brush(_))
    }

    pub(super) fn is_one_sided(&self, body: usize) -> bool {
        self.reference.bodies[body].front.is_some()
    }

    /// Whether a solid that a sweep starts in need not stop it.
    pub(super) fn ignores_solid_starts(&self) -> bool {
        self.declaration.start_solid != StartSolid::Blocks || self.declaration.sidedness != Sidedness::Solid
    }

    /// Whether the sweep starts in this body.
    pub(crate) fn starts_in(&self, body: usize) -> bool {
        self.near.iter().any(|n| n.body == body && n.holds_start)
    }

    /// Whether the sweep starts in touch with this body.
    pub(crate) fn touches(&self, body: usize) -> bool {
        self.near.iter().any(|n| n.body == body && n.is_touched())
    }

    /// Whether this body need not stop the sweep, since it starts there.
    pub(super) fn is_left_alone(&self, body: usize) -> bool {
        self.ignores_solid_starts() && (self.starts_in(body) || self.merged.contains(body))
    }
}
