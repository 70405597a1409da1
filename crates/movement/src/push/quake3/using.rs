//! Doors, lifts and buttons: the effects of use, arrival and time.

use super::{Mover, Part, Quake3World, Stage, Think};
use crate::moving::{Motion, Trajectory};
use clipmark_collision::CollisionBackend;

/// A mover that is touched or used sets out this much later, in milliseconds.
const SETS_OUT: i32 = 50;
/// Uses that set each other off are followed this deep, so that a loop of targets ends.
pub(super) const DEEPEST: u32 = 32;

impl Mover {
    /// Its trajectory from one place to the other, or at one of them.
    fn set_stage(&mut self, stage: Stage, msec: i32) {
        let [first, second] = self.places;
        self.stage = stage;
        let duration = self.position.duration_msec;
        let rate = 1000.0 / duration as f32;
        let (motion, base, way) = match stage {
            Stage::First => (Motion::Fixed, first, None),
            Stage::Second => (Motion::Fixed, second, None),
            Stage::Opening => (Motion::LinearStop, first, Some(second - first)),
            Stage::Closing => (Motion::LinearStop, second, Some(first - second)),
        };
        self.position = Trajectory {
            motion,
            start_msec: msec,
            duration_msec: duration,
            base,
            delta: way.map_or(self.position.delta, |way| way * rate),
        };
    }
}

impl<B: CollisionBackend> Quake3World<B> {
    pub(super) fn set_stage(&mut self, i: usize, stage: Stage, msec: i32) {
        let now = self.now;
        let mover = &mut self.movers[i];
        mover.set_stage(stage, msec);
        if self.rules.snaps {
            mover.origin = mover.position.at(now);
        }
        self.link_mover(i);
    }

    /// Brings a whole team to a stage as of one time.
    fn set_team(&mut self, captain: usize, stage: Stage, msec: i32) {
        let mut at = Some(captain);
        while let Some(i) = at {
            self.set_stage(i, stage, msec);
            at = self.movers[i].next;
        }
    }

    pub(super) fn think_if_due(&mut self, i: usize) {
        let mover = &mut self.movers[i];
        if mover.next_think <= 0 || mover.next_think > self.now {
            return;
        }
        mover.next_think = 0;
        let now = self.now;
        match mover.think {
            Think::Nothing => {}
            Think::Settle => {
                let stage = mover.stage;
                self.set_team(i, stage, now);
            }
            Think::GoBack => self.set_team(i, Stage::Closing, now),
            Think::BeginRound => self.reach_corner(i),
            Think::Leave => {
                mover.position.start_msec = now;
                mover.position.motion = Motion::LinearStop;
            }
        }
    }

    /// The act of a mover at the end of its way.
    pub(super) fn arrive(&mut self, i: usize) {
        if matches!(self.movers[i].part, Part::Train(_)) {
            return self.reach_corner(i);
        }
        let now = self.now;
        match self.movers[i].stage {
            Stage::Opening => {
                self.set_stage(i, Stage::Second, now);
                self.think_after(i, Think::GoBack, self.movers[i].wait_msec);
                if let Some(target) = self.movers[i].target.clone() {
                    self.use_all(&target, DEEPEST);
                }
            }
            Stage::Closing => self.set_stage(i, Stage::First, now),
            Stage::First | Stage::Second => {}
        }
    }

    /// Sets the time of a mover's next action; the sum is a float's, cut.
    pub(super) fn think_after(&mut self, i: usize, think: Think, msec: f32) {
        let mover = &mut self.movers[i];
        mover.think = think;
        mover.next_think = (self.now as f32 + msec) as i32;
    }

    /// A touch, a trigger or a block sets a mover going, or turns it round.
    pub(super) fn use_mover(&mut self, i: usize) {
        let captain = self.movers[i].captain;
        let mover = &self.movers[captain];
        if !matches!(mover.part, Part::Door | Part::Plat | Part::Button) {
            return;
        }
        let (now, position) = (self.now, mover.position);
        // The part of the way that is left back is as long as the part that was come.
        let come = now
            .saturating_sub(position.start_msec)
            .min(position.duration_msec);
        let turned = now.saturating_sub(position.duration_msec.saturating_sub(come));
        match mover.stage {
            Stage::First => self.set_team(captain, Stage::Opening, now.saturating_add(SETS_OUT)),
            Stage::Second => {
                let wait = mover.wait_msec;
                let think = mover.think;
                self.think_after(captain, think, wait);
            }
            Stage::Opening => self.set_team(captain, Stage::Closing, turned),
            Stage::Closing => self.set_team(captain, Stage::Opening, turned),
        }
    }

    /// Uses everything of that name.
    pub(super) fn use_all(&mut self, name: &str, deepest: u32) {
        if deepest == 0 {
            return;
        }
        for i in 0..self.movers.len() {
            if self.movers[i].name.as_deref() == Some(name) {
                self.use_mover(i);
            }
        }
    }

    /// Uses the mover of that number, as a trigger would that targets it; false where there is none.
    pub fn fire(&mut self, number: i32) -> bool {
        let found = self.movers.iter().position(|m| m.number == number);
        found.map(|i| self.use_mover(i)).is_some()
    }
}
