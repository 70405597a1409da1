//! The facts on a sweep before any answer is read: built once, and never changed.

use crate::path::Path;
use crate::reference::{ExactSweep, HullReference, path_of};
use crate::solid::V;
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
        let ends = [&sweep.start, &sweep.end].map(|end| reference.rounding_at(end));
        let rounding = ends[0].max(ends[1]);
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
        let mut bodies = reference.holding(start, self.grown());
        bodies.sort_unstable();
        let near = bodies.into_iter().map(|body| Near {
            body,
            holds_start: reference.holds(body, start),
            maybe_inside: self.holds(body, start, self.rounding),
            inside: self.holds(body, start, -self.rounding),
        });
        near.collect()
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
        self.reference.bodies[body].holds(x, offset)
    }

    pub(crate) fn end(&self) -> V {
        self.path.at(1.0)
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
        self.ignores_solid_starts()
            && (self.starts_in(body) || self.merged.bodies.binary_search(&body).is_ok())
    }
}

/// Solids that overlap are one: the world as a tree of clip hulls knows it.
///
/// Such a tree has solid and open leaves, and no leaf says which solid it is of. So the solid around a start reaches, along the
/// path, to the end of the last solid that begins before the others end. It is decided from the exact bodies of the solids alone.
/// The compiler's tree does not enter.
#[derive(Default)]
pub(crate) struct Merged {
    /// In ascending order.
    bodies: Vec<usize>,
    /// The fraction of the path at which the last of them is left.
    until: f64,
    /// Whether they hold the whole way, if those count too that the start only touches.
    pub(super) with_touched_hold_all: bool,
}

impl Merged {
    /// The solids of a sweep; `None` where it starts in nothing, to rounding.
    pub(super) fn from_facts(facts: &Facts) -> Option<Self> {
        let or_touches = |i: usize| facts.starts_in(i) || facts.touches(i);
        let with_touched = Self::along(facts, facts.tolerance, or_touches);
        if with_touched.bodies.is_empty() {
            return None;
        }
        Some(Self {
            with_touched_hold_all: with_touched.hold_all(),
            ..Self::along(facts, facts.tolerance, |i| facts.starts_in(i))
        })
    }

    /// Follows the path from body to body, each grown by `offset` units, beginning with those that it starts in.
    pub(super) fn along(facts: &Facts, offset: f64, starts_in: impl Fn(usize) -> bool) -> Self {
        let reference = facts.reference;
        let has_no_inside = |i: usize| reference.bodies[i].front.is_some();
        let (mut stretches, mut starts) = (Vec::new(), false);
        reference.along(&facts.path, offset, 1.0, has_no_inside, |i, inside| {
            if inside.blocks() {
                let from_start = starts_in(i);
                starts |= from_start;
                let enter = if from_start {
                    f64::NEG_INFINITY
                } else {
                    inside.enter
                };
                stretches.push((enter, inside.leave, i));
            }
            1.0
        });
        let mut merged = Self::default();
        if !starts {
            return merged;
        }
        stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (enter, leave, body) in stretches {
            if enter > merged.until {
                break;
            }
            merged.until = merged.until.max(leave);
            merged.bodies.push(body);
        }
        merged.bodies.sort_unstable();
        merged
    }

    /// Whether they hold the path from its start to its end.
    pub(super) fn hold_all(&self) -> bool {
        self.until >= 1.0
    }
}
