//! A player's command in a moving world: the movement, then triggers at the new place, then the bodies bumped
//! into.

use super::controlled::bodies;
use super::{Mover, NOTHING, Quake3World, push, triggers};
use crate::body::Body;
use crate::body::MoveFlags;
use crate::command::{CommandError, UserCmd};
use crate::facts::TickFacts;
use crate::movers::MoverLaws;
use crate::profile::PlayerSize;
use crate::push::met::Met;
use crate::push::reach;
use crate::tick::{Meeting, TickInput, TickSpace};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{PlacementId, Point};

/// A command as Quake III's network carries it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quake3Command {
    /// Time at which it ends, in milliseconds.
    pub server_msec: i32,
    /// Keys, each -127 to 127.
    pub forward: i32,
    /// To the right.
    pub right: i32,
    /// Up is a jump, down a crouch.
    pub up: i32,
    /// View before the additions, in 65,536ths of a turn.
    pub pitch: i32,
    /// The same of the yaw.
    pub yaw: i32,
}

/// A command lasts at most this long, in milliseconds; the rest of its time is lost.
const LONGEST: i32 = 200;
/// The view stops short of straight up and down, in 65,536ths of a turn.
const STEEPEST: i32 = 16_000;
/// A sliding dead body loses this much speed a command, in units per second.
const DEAD_BRAKES: f32 = 20.0;
/// A 65,536th of a turn in degrees.
pub(super) const SHORT: f64 = 360.0 / 65_536.0;

impl<B: CollisionBackend> Quake3World<B> {
    /// Puts a player somewhere: at rest in the air, standing, alive.
    pub fn restart(&mut self, player: usize, at: Point, yaw: f32) {
        let Some(rider) = self.players.get_mut(player) else {
            return;
        };
        // How deep in liquid it is was found by its last command.
        let water_level = rider.body.water_level;
        rider.body = Body {
            water_level,
            ..Body::at(at)
        };
        (rider.ground, rider.entity_ground) = (NOTHING, NOTHING);
        (rider.turn, rider.view_yaw, rider.health) = ([0; 2], yaw, ALIVE);
        rider.eyes = self.alive.profile.size.eyes as i32;
        rider.link = at;
        self.link_player(player, at);
    }

    /// Plays a player's command.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub fn command(&mut self, player: usize, cmd: &Quake3Command) -> Result<(), CommandError> {
        let Some(rider) = self.players.get_mut(player) else {
            return Ok(());
        };
        let msec = cmd.server_msec.saturating_sub(rider.command_msec).min(LONGEST);
        rider.held = [cmd.pitch, cmd.yaw];
        if msec < 1 {
            return Ok(());
        }
        rider.command_msec = cmd.server_msec;
        let pitch = short(cmd.pitch.wrapping_add(rider.turn[0]));
        let steep = pitch.clamp(-STEEPEST, STEEPEST);
        if steep != pitch {
            rider.turn[0] = steep - cmd.pitch;
        }
        let yaw = short(cmd.yaw.wrapping_add(rider.turn[1]));
        rider.view_yaw = degrees(yaw);
        let mut keys = UserCmd {
            msec: msec as f32,
            forward: cmd.forward as f32,
            right: cmd.right as f32,
            up: cmd.up as f32,
            pitch: degrees(steep),
            yaw: degrees(yaw),
            buttons: None,
        };
        self.act(player, &mut keys).map(|_| ())
    }

    /// Plays keys, then the effects of the new place.
    pub(super) fn act(&mut self, player: usize, keys: &mut UserCmd) -> Result<TickFacts, CommandError> {
        let rider = &mut self.players[player];
        let dead = rider.is_dead();
        if dead {
            (keys.forward, keys.right, keys.up) = (0.0, 0.0, 0.0);
            brake(&mut rider.body);
        }
        let before = rider.body;
        let (mut met, facts) = self.play(player, keys, dead)?;
        let ground = self.number_of_ground(player, &mut met);
        let rider = &mut self.players[player];
        (rider.ground, rider.entity_ground) = (ground, ground);
        rider.link = rider.body.origin;
        rider.eyes = eyes(&rider.body, dead, &self.alive.profile.size);
        if let Some(damage) = fall_damage(&before, &rider.body, &met, self.alive.profile.gravity)
            && !dead
        {
            self.hurt(player, NO_ONE, damage, push::FELL);
        }
        let cut = triggers::cut(self.players[player].link);
        self.link_player(player, cut);
        self.touch_triggers(player);
        let rider = &mut self.players[player];
        rider.link = rider.body.origin;
        self.touch_movers(player, &met);
        Ok(facts)
    }

    fn play(&mut self, player: usize, keys: &UserCmd, dead: bool) -> Result<(Met, TickFacts), CommandError> {
        let pass = PlacementId::of_index(self.player_id(player) as usize);
        let setup = if dead { &self.dead } else { &self.alive };
        let body = &self.players[player].body;
        let seen = self
            .placed
            .seen_by(pass)
            .within(&reach(body, setup, keys.seconds()));
        let driven = self.led.get_mut(player).filter(|_| !dead).map(|led| {
            let others = bodies(&self.players, self.body_models, player);
            led.update_parts(self.movers.iter().map(Mover::placement), others, keys.seconds())
        });
        let mut met = Met::nothing();
        let space: &dyn CollisionBackend = &seen;
        let facts = space.tick(TickInput {
            setup,
            body: &mut self.players[player].body,
            cmd: keys,
            work: &mut self.work,
            met: Some(Meeting {
                listener: &mut met,
                held_before: usize::MAX,
            }),
            driven,
        })?;
        Ok((met, facts))
    }

    fn number_of_ground(&mut self, player: usize, met: &mut Met) -> i32 {
        if !self.players[player].body.grounded {
            return NOTHING;
        }
        // A mover that finds the ground by itself does not say which it is.
        if met.times_stood() == 0 && self.alive.mover().laws != MoverLaws::Slide {
            let below = self.below(player);
            // The walker holds a lift up by standing on it, as Quake III's player does.
            if self.alive.mover().laws == MoverLaws::Walker {
                met.touch(below);
            }
            return self.number_of(below, true);
        }
        self.number_of(met.ground(), true)
    }
}

/// Health of a player who is put somewhere.
pub(super) const ALIVE: i32 = 100;

/// Wrapped into 16 bits.
fn short(angle: i32) -> i32 {
    i32::from(angle as i16)
}

fn degrees(short: i32) -> f32 {
    (f64::from(short) * SHORT) as f32
}

fn brake(body: &mut Body) {
    if !body.grounded {
        return;
    }
    let speed = body.velocity.norm();
    let left = speed - DEAD_BRAKES;
    if left <= 0.0 {
        body.velocity.fill(0.0);
    } else {
        body.velocity *= left / speed;
    }
}

/// Height of a dead player's eyes over its origin, in units.
const DEAD_EYES: i32 = -16;
/// The author of damage by no one.
const NO_ONE: i32 = -1;

fn eyes(body: &Body, dead: bool, size: &PlayerSize) -> i32 {
    if dead {
        DEAD_EYES
    } else if body.flags.contains(MoveFlags::DUCKED) {
        size.crouched_eyes as i32
    } else {
        size.eyes as i32
    }
}

/// Damage of a landing, if hard enough: measured by the square of the speed at the ground's height.
fn fall_damage(before: &Body, after: &Body, met: &Met, gravity: f32) -> Option<i32> {
    /// The square of the speed counts by this.
    const SCALE: f32 = 1e-4;
    /// Harder landings cost as much.
    const HARD: [(f32, i32); 2] = [(60.0, 10), (40.0, 5)];
    let stood = met.times_stood();
    if before.grounded || stood == 0 {
        return None;
    }
    // A body that stood twice landed before it moved.
    let fallen = if stood > 1 {
        0.0
    } else {
        after.origin.z - before.origin.z
    };
    let (half, speed) = (-gravity * 0.5, before.velocity.z);
    let root = speed * speed + 4.0 * half * fallen;
    if root < 0.0 {
        return None;
    }
    let seconds = (-speed - root.sqrt()) / (2.0 * half);
    let at_ground = speed - seconds * gravity;
    let mut shock = at_ground * at_ground * SCALE;
    if after.flags.contains(MoveFlags::DUCKED) {
        shock *= 2.0;
    }
    shock *= match after.water_level {
        0 => 1.0,
        1 => 0.5,
        2 => 0.25,
        _ => 0.0,
    };
    HARD.iter()
        .find(|(least, _)| shock > *least)
        .map(|(_, damage)| *damage)
}
