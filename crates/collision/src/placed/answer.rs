//! An answer in a model's frame becomes one in the world, and is merged with those before it.

use crate::placed::PlacedRules;
use crate::{Sweep, Trace};
use clipmark_geometry::{PlacementId, Plane, Pose};

/// A backend's answer to a sweep, as far as merging must know it. [`Trace`] is one.
pub trait Answer {
    /// Share of the path that is free.
    fn fraction(&self) -> f32;
    /// The sweep starts in a solid.
    fn start_solid(&self) -> bool;
    /// The sweep starts and ends in one solid.
    fn all_solid(&self) -> bool;
    /// Whether it is an answer at all, and not a refusal.
    fn is_reliable(&self) -> bool;
    /// Notes that the sweep starts, or lies whole, in a solid that is not the one answered.
    fn note_start(&mut self, start_solid: bool, all_solid: bool);
    /// The same answer in the world: of this model, to that sweep of the world.
    #[must_use]
    fn carried(self, id: PlacementId, pose: &Pose, sweep: &Sweep, rules: &PlacedRules) -> Self;
}

impl Answer for Trace {
    #[inline]
    fn fraction(&self) -> f32 {
        self.fraction
    }

    #[inline]
    fn start_solid(&self) -> bool {
        self.start_solid
    }

    #[inline]
    fn all_solid(&self) -> bool {
        self.all_solid
    }

    #[inline]
    fn is_reliable(&self) -> bool {
        self.status.is_reliable()
    }

    #[inline]
    fn note_start(&mut self, start_solid: bool, all_solid: bool) {
        self.start_solid |= start_solid;
        self.all_solid |= all_solid;
    }

    fn carried(mut self, id: PlacementId, pose: &Pose, sweep: &Sweep, rules: &PlacedRules) -> Self {
        self.end = if rules.end_from_fraction {
            sweep.start + sweep.displacement() * self.fraction
        } else if self.fraction == 1.0 {
            sweep.end
        } else {
            pose.into_world(&self.end)
        };
        self.plane = self.plane.map(|plane| carried_plane(&plane, pose, rules));
        self.model = (self.fraction < 1.0 || self.start_solid).then_some(id);
        self
    }
}

/// A plane of a model's frame in the world.
pub(super) fn carried_plane(plane: &Plane, pose: &Pose, rules: &PlacedRules) -> Plane {
    let normal = pose.rotation.into_world(&plane.normal);
    if rules.plane_as_met {
        return Plane::new(normal, plane.dist);
    }
    Plane::new(normal, plane.dist + normal.dot(&pose.origin.coords))
}

/// Merges an answer with the best so far.
#[inline]
pub(super) fn merge<A: Answer>(best: A, mut next: A, rules: &PlacedRules) -> A {
    let replaces = next.fraction() < best.fraction()
        || !next.is_reliable()
        || rules.starts_replace && (next.start_solid() || next.all_solid());
    if replaces {
        next.note_start(rules.starts_stay && best.start_solid(), false);
        return next;
    }
    let mut best = best;
    if rules.starts_stay {
        best.note_start(next.start_solid(), next.all_solid());
    }
    best
}
