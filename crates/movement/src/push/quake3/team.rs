//! A team of movers moves as one, or not at all.

use super::push::Moved;
use super::{Event, Part, Quake3World, Turn};
use clipmark_collision::CollisionBackend;

impl<B: CollisionBackend> Quake3World<B> {
    /// The world's part of a frame that ends at that time, in milliseconds.
    pub fn advance(&mut self, msec: i32) {
        (self.before, self.now) = (self.now, msec);
        for i in 0..self.turns.len() {
            match self.turns[i] {
                Turn::Mover(mover) => self.run_mover(mover),
                Turn::Trigger(_) => {}
            }
        }
        for rider in &mut self.players {
            rider.entity_ground = rider.ground;
        }
    }

    fn run_mover(&mut self, i: usize) {
        // The captain moves the whole team.
        if self.movers[i].captain != i {
            return;
        }
        if !self.movers[i].position.is_fixed() || !self.movers[i].angles.is_fixed() {
            self.run_team(i);
        }
        self.think_if_due(i);
    }

    /// The next of its team.
    fn next_of(&self, i: usize) -> Option<usize> {
        let next = self.movers[i].next;
        next.filter(|_| self.rules.moves_teams)
    }

    fn run_team(&mut self, captain: usize) {
        self.shifted.clear();
        let mut at = Some(captain);
        while let Some(i) = at {
            let mover = &self.movers[i];
            let by = Moved {
                way: mover.position.at(self.now) - mover.origin,
                turn: mover.angles.at(self.now) - mover.turned,
            };
            if let Err(obstacle) = self.push(i, &by) {
                return self.blocked(captain, obstacle);
            }
            at = self.next_of(i);
        }
        let mut at = Some(captain);
        while let Some(i) = at {
            if self.movers[i].position.has_arrived(self.now) {
                self.arrive(i);
            }
            at = self.movers[i].next;
        }
    }

    /// The whole team goes back, as if the frame had not been.
    fn blocked(&mut self, captain: usize, obstacle: usize) {
        let late = match self.rules.waits {
            true => self.now.saturating_sub(self.before),
            false => 0,
        };
        let mut at = Some(captain);
        while let Some(i) = at {
            let mover = &mut self.movers[i];
            mover.position.delay(late);
            mover.angles.delay(late);
            self.put_by_formula(i);
            at = self.movers[i].next;
        }
        let (number, damage) = (self.movers[captain].number, self.movers[captain].damage);
        let damage = damage.saturating_mul(self.rules.hurts.into());
        self.events.push(Event::Blocked(number, obstacle as i32));
        if !matches!(self.movers[captain].part, Part::Door | Part::Plat) {
            return;
        }
        if damage != 0 {
            self.hurt(obstacle, number, damage, super::push::CRUSHED);
        }
        if !self.movers[captain].crusher && self.rules.turns_round {
            self.use_mover(captain);
        }
    }

    /// Puts a mover where its trajectory says.
    pub(super) fn put_by_formula(&mut self, i: usize) {
        let (now, mover) = (self.now, &mut self.movers[i]);
        mover.origin = mover.position.at(now);
        mover.turned = mover.angles.at(now);
        self.link_mover(i);
    }
}
