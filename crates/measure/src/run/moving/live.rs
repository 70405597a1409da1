//! A moving world that a person walks in: what a page draws of it, and other beginnings than the scene's.

use super::MovingWorld;
use super::stage::{AnyWorld, PLAYER};
use clipmark_collision::CollisionBackend;
use clipmark_movement::moving::{Posed, TriggerBox};
use clipmark_movement::{Body, UserCmd};

impl MovingWorld<'_> {
    /// Begins once more with another body in it.
    pub fn begin(&mut self, body: Body) {
        self.starts[PLAYER] = body;
        self.rewind();
    }

    /// Goes on where the world of another contestant is, with this body in the place of that one's. Both worlds are of one scene.
    pub fn resume(&mut self, other: &Self, body: &Body) {
        match (&mut self.world, &other.world) {
            (AnyWorld::Quake3(own), AnyWorld::Quake3(other)) => own.resume(other, PLAYER, body),
            (AnyWorld::Quake1(own), AnyWorld::Quake1(other)) => own.resume(other, PLAYER, body),
            // The two follow other rules: nothing of one means anything in the other.
            _ => return,
        }
        (self.msec, self.turn) = (other.msec, other.turn);
        self.others.clone_from(&other.others);
    }

    /// The movers where they are, in the order of their numbers; then the other players.
    pub fn posed(&self) -> impl Iterator<Item = Posed> + '_ {
        let (three, one) = match &self.world {
            AnyWorld::Quake3(world) => (Some(world.posed()), None),
            AnyWorld::Quake1(world) => (None, Some(world.posed())),
        };
        let movers = three.into_iter().flatten().chain(one.into_iter().flatten());
        movers.chain(self.posed_others())
    }

    /// Its triggers.
    pub fn triggers(&self) -> impl Iterator<Item = TriggerBox> + '_ {
        let (three, one) = match &self.world {
            AnyWorld::Quake3(world) => (Some(world.trigger_boxes()), None),
            AnyWorld::Quake1(world) => (None, Some(world.trigger_boxes())),
        };
        three.into_iter().flatten().chain(one.into_iter().flatten())
    }

    /// Index of the mover that the player stands on, in the order of [`posed`](Self::posed).
    pub fn stands_on(&self) -> Option<usize> {
        let ground = match &self.world {
            AnyWorld::Quake3(world) => world.ground_of(PLAYER),
            AnyWorld::Quake1(world) => world.ground_of(PLAYER),
        };
        self.posed().position(|mover| mover.number == ground)
    }

    /// How movers and teleporters have turned the view away from that of the keys: pitch and yaw in degrees.
    pub fn turn(&self) -> [f32; 2] {
        match &self.world {
            AnyWorld::Quake3(world) => world.turn_of(PLAYER),
            AnyWorld::Quake1(_) => self.turn,
        }
    }

    /// A person's keys as the world takes them. Quake III's game turns the view itself. Quake's leaves that to the player's
    /// machine, which is the page.
    pub fn keys_of(&self, hands: &UserCmd) -> UserCmd {
        let mut keys = *hands;
        if let (AnyWorld::Quake1(_), true) = (&self.world, self.turn != [0.0; 2]) {
            keys.pitch += self.turn[0];
            keys.yaw = (keys.yaw + self.turn[1] + 180.0).rem_euclid(360.0) - 180.0;
        }
        keys
    }

    /// Asks the world as the player's sweeps meet it: the rigid part, and the movers where they are.
    pub fn ask_world<R>(&self, ask: impl FnOnce(&dyn CollisionBackend) -> R) -> R {
        match &self.world {
            AnyWorld::Quake3(world) => ask(&world.seen_by(PLAYER)),
            AnyWorld::Quake1(world) => ask(&world.seen_by(PLAYER)),
        }
    }
}
