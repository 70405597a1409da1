//! A player's command in a moving world, and the frames of either order.

use super::Quake1World;
use crate::body::{Body, MoveFlags};
use crate::command::{CommandError, UserCmd};
use crate::facts::TickFacts;
use crate::movers::MoverLaws;
use crate::push::met::Met;
use crate::push::reach;
use crate::tick::{Meeting, TickInput, TickSpace};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Point, Vec3};

/// The world moves no longer than this at once, in seconds.
const LONGEST_STEP: f64 = 0.1;

impl<B: CollisionBackend> Quake1World<B> {
    /// Puts a player somewhere: at rest in the air.
    pub fn restart(&mut self, player: usize, at: Point, yaw: f32) {
        let players_first = self.players_first();
        let Some(rider) = self.players.get_mut(player) else {
            return;
        };
        let old = rider.body;
        rider.body = Body {
            water_level: old.water_level,
            ..Body::at(at)
        };
        rider.body.engine.liquid = old.engine.liquid;
        (rider.ground, rider.yaw) = (-1, yaw);
        if players_first {
            rider.body.flags.insert(MoveFlags::JUMP_HELD);
            rider.body.engine.model_angles = Vec3::new(0.0, yaw, 0.0);
            rider.body.engine.last_free = Some(at);
        }
        self.link_player(player);
    }

    /// Lets time pass, and moves the world if it is time. Returns the length of its step, if any, in seconds.
    pub fn advance(&mut self, frame: f64) -> Option<f64> {
        self.time += frame;
        let step = self.time - self.moved_at;
        if step < self.least_step {
            return None;
        }
        self.moved_at = self.time;
        let step = step.min(LONGEST_STEP);
        self.move_world(step);
        Some(step)
    }

    /// The world's part of a frame in which players have moved first.
    pub fn advance_after_players(&mut self, frame: f64) {
        self.move_world(frame);
        self.time += frame;
    }

    /// Plays a player's command.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub fn command(&mut self, player: usize, cmd: &UserCmd) -> Result<TickFacts, CommandError> {
        let retouches = self.players_first() && self.retouches > 0;
        let mut teleported = None;
        if retouches && let Some(old) = self.players.get(player).map(|r| r.body.origin) {
            self.touch_triggers(player);
            let body = &self.players[player].body;
            teleported = (body.origin != old).then_some(body.engine.model_angles);
        }
        let pass = self.player_id(player);
        // In Quake of 1996 a slide finds no ground on players, who are numbered after the map's models.
        let held_before = match self.players_first() {
            true => self.pieces.len(),
            false => usize::MAX,
        };
        let Some(rider) = self.players.get_mut(player) else {
            return Ok(TickFacts::default());
        };
        rider.yaw = cmd.yaw;
        rider.body.engine.clock = self.time;
        let mut met = Met::nothing();
        let seen = self.placed.seen_by(pass);
        let seen = seen.within(&reach(&rider.body, &self.setup, cmd.seconds()));
        let space: &dyn CollisionBackend = &seen;
        let facts = space.tick(TickInput {
            setup: &self.setup,
            body: &mut rider.body,
            cmd,
            work: &mut self.work,
            met: Some(Meeting {
                listener: &mut met,
                held_before,
            }),
            driven: None,
        })?;
        // It had looked before it was teleported, and looks where it was sent.
        if let Some(angles) = teleported {
            rider.body.engine.model_angles = angles;
        }
        // A tick of Quake of 1996 that does not touch the ground keeps it.
        let grounded = rider.body.grounded;
        // The two-cylinder walker finds its ground by itself, and does not say which it is.
        let walks = self.setup.mover().laws == MoverLaws::Walker;
        let ground = match grounded {
            true if walks && met.times_stood() == 0 => self.number_below(player),
            true => self.number_of(met.ground()),
            false => -1,
        };
        self.players[player].ground = ground;
        self.link_player(player);
        self.touch_triggers(player);
        self.touch_pieces(&met);
        Ok(facts)
    }
}
