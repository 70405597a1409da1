//! A tick of a world whose parts move: their ways, the depth of a body among them, and the way that they take it.

use super::riding::Look;
use clipmark_geometry::{Aabb, Contents, Hull, Placement, Vec3, World};
use clipmark_measure::moving::Course;
use clipmark_measure::{Played, Setting};
use clipmark_movement::{Body, MoveFlags, MovingPart};
use clipmark_truth::{HullReference, Reference};

/// A run in such a world.
pub(super) struct InMotion<'a> {
    pub(super) setting: &'a Setting,
    pub(super) played: &'a Played,
    pub(super) course: &'a Course,
    pub(super) middles: &'a [HullReference],
    /// The part of the body that is not to be in a solid.
    pub(super) body: Hull,
}

impl InMotion<'_> {
    /// The ways of the parts in a tick.
    pub(super) fn parts(&self, tick: usize) -> Vec<MovingPart> {
        let movers = self.course.movers.iter().enumerate();
        movers
            .map(|(i, mover)| MovingPart {
                model: mover.model,
                from: self.course.pose(tick, i),
                to: self.course.pose(tick + 1, i),
            })
            .collect()
    }

    /// The rigid world that a tick leaves.
    pub(super) fn left_by(&self, tick: usize) -> World {
        self.setting.world.with_models_at(&self.placed(tick + 1))
    }

    /// How deep a body is after so many ticks, in units; negative where it is free.
    pub(super) fn depth(&self, ticks: usize, body: &Body) -> f64 {
        let among = Reference::placed(&self.setting.world, &self.placed(ticks), Contents::PLAYER_MASK);
        let found = among.for_hull(&self.body).signed_distance(&body.origin.cast());
        found.map_or(0.0, |d| -d.distance)
    }

    /// Whether a part goes through the body's middle in a tick.
    pub(super) fn passes(&self, tick: usize) -> bool {
        self.look().passes(tick, self.middles)
    }

    /// The way of the part that carries the body in a tick. If none carries it, the way of the part that pushes it.
    pub(super) fn taken(&self, tick: usize) -> Vec3 {
        let body = &self.played.states[tick];
        let ducked = body.flags.contains(MoveFlags::DUCKED);
        let own = self.setting.profile.bounds(ducked);
        let own = own.translated(&body.origin.coords);
        let pushes = |part: &usize| {
            let model = self.setting.world.models.get(self.course.movers[*part].model);
            let home = model.map_or(Aabb::EMPTY, |m| m.bounds);
            self.course.pose(tick + 1, *part).bounds(&home).touches(&own)
        };
        let part = self.look().carrier(tick, body);
        let part = part.or_else(|| (0..self.course.movers.len()).find(pushes));
        part.map_or(Vec3::zeros(), |part| {
            let [from, to] = [tick, tick + 1].map(|k| self.course.pose(k, part).origin);
            to - from
        })
    }

    /// The tick in which a body that is carried loses its ground for the longest time.
    pub(super) fn drops(&self) -> Option<usize> {
        self.look().rides().dropped_from
    }

    fn look(&self) -> Look<'_> {
        Look {
            played: self.played,
            setting: self.setting,
            course: self.course,
        }
    }

    fn placed(&self, ticks: usize) -> Vec<Placement> {
        let movers = self.course.movers.iter().enumerate();
        movers
            .map(|(i, mover)| Placement {
                model: mover.model,
                pose: self.course.pose(ticks, i),
            })
            .collect()
    }
}
