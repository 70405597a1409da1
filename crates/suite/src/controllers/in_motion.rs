//! A tick of a world whose parts move. Their ways, the depth of a body among them, and the way that they take it.

use super::riding::Look;
use clipmark_geometry::{Contents, Hull, Placement, Vec3, World};
use clipmark_measure::moving::CourseMover;
use clipmark_movement::{Body, MovingPart};
use clipmark_referee::{HullReference, Reference};

/// A run in such a world.
pub(super) struct InMotion<'a> {
    pub(super) look: Look<'a>,
    pub(super) middles: &'a [HullReference],
    /// The part of the body that is not to be in a solid.
    pub(super) body: Hull,
}

impl InMotion<'_> {
    /// The ways of the parts in a tick.
    pub(super) fn parts(&self, tick: usize) -> Vec<MovingPart> {
        let course = self.look.course;
        let part = |(i, mover): (usize, &CourseMover)| MovingPart {
            model: mover.model,
            from: course.pose(tick, i),
            to: course.pose(tick + 1, i),
        };
        course.movers.iter().enumerate().map(part).collect()
    }

    /// The rigid world that a tick leaves.
    pub(super) fn left_by(&self, tick: usize) -> World {
        self.look.setting.world.with_models_at(&self.placed(tick + 1))
    }

    /// How deep a body is after so many ticks, in units; negative where it is free.
    pub(super) fn depth(&self, ticks: usize, body: &Body) -> f64 {
        let world = &self.look.setting.world;
        let mut shifted = self.placed(ticks);
        shifted.retain(|p| p.pose.rotation.is_none());
        let among = Reference::placed(world, &shifted, Contents::PLAYER_MASK);
        let found = among.for_hull(&self.body).signed_distance(&body.origin.cast());
        found.map_or(0.0, |d| -d.distance)
    }

    /// Whether a part goes through the body's middle in a tick.
    pub(super) fn passes(&self, tick: usize) -> bool {
        self.look.passes(tick, self.middles)
    }

    /// The way of the part that carries the body in a tick. If none carries it, the way of the part that pushes it.
    pub(super) fn taken(&self, tick: usize) -> Vec3 {
        let (look, body) = (&self.look, &self.look.played.states[tick]);
        let own = look.own_bounds(body);
        let pushes = |part: &usize| look.bounds(tick + 1, *part).touches(&own);
        let part = look.carrier(tick, body);
        let part = part.or_else(|| (0..look.course.movers.len()).find(pushes));
        part.map_or(Vec3::zeros(), |part| look.displacement(tick, part, body))
    }

    /// The tick in which a body that is carried loses its ground for the longest time.
    pub(super) fn drops(&self) -> Option<usize> {
        self.look.rides().dropped_from
    }

    fn placed(&self, ticks: usize) -> Vec<Placement> {
        let course = self.look.course;
        let at = |(i, mover): (usize, &CourseMover)| Placement {
            model: mover.model,
            pose: course.pose(ticks, i),
        };
        course.movers.iter().enumerate().map(at).collect()
    }
}
