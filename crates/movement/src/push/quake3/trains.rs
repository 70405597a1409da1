//! Trains: from corner to corner of a loop.

use super::{Part, Quake3World, Stage, Think};
use crate::moving::Motion;
use clipmark_collision::CollisionBackend;

/// The slowest that a corner may make a train, in units per second.
const SLOWEST: f32 = 1.0;

impl<B: CollisionBackend> Quake3World<B> {
    /// A train is at a corner, and sets out for the next one, at once or after a rest.
    pub(super) fn reach_corner(&mut self, i: usize) {
        let now = self.now;
        let mover = &mut self.movers[i];
        let Part::Train(corners) = &mover.part else { return };
        let here = mover.corner;
        let next = (here + 1) % corners.len().max(1);
        let (Some(corner), Some(goal)) = (corners.get(here).copied(), corners.get(next)) else {
            return;
        };
        mover.places = [corner.origin, goal.origin];
        mover.corner = next;
        let speed = if corner.speed == 0.0 {
            mover.speed
        } else {
            corner.speed
        };
        let length = (mover.places[1] - mover.places[0]).norm();
        // Two corners at one place: a way of no time has no speed.
        mover.position.duration_msec = ((length * 1000.0 / speed.max(SLOWEST)) as i32).max(1);
        self.set_stage(i, Stage::Opening, now);
        if corner.wait != 0.0 {
            self.movers[i].position.motion = Motion::Fixed;
            self.think_after(i, Think::Leave, corner.wait * 1000.0);
        }
    }
}
