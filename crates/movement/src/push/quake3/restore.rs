//! Puts a world into a recorded state, so that each step of a recording can be played by itself.
//!
//! For a mover a recording gives its pose, its trajectories and its next action. For a player it gives all that its next command
//! depends on. If the world is in that state already, nothing changes, and bodies keep their places in the sector lists.

use super::{MoverState, Quake3World, Stage, Think};
use crate::body::MoveFlags;
use crate::moving::Part;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Point, Vec3};

/// A player as recordings have it, field by field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerState {
    /// Where it is, in units.
    pub origin: Point,
    /// Units per second.
    pub velocity: Vec3,
    /// Its ground, by number: a mover or player, 1022 the world, 1023 nothing.
    pub ground: i32,
    /// The movement's flags, by Quake III's bits.
    pub flags: i32,
    /// The movement's timer, in milliseconds.
    pub timer_msec: i32,
    /// Height of the eyes, in units.
    pub eyes: i32,
    /// Added to a command's yaw, in 65,536ths of a turn.
    pub delta_yaw: i32,
    /// Where it looks, in degrees.
    pub view_yaw: f32,
    /// Where others meet it.
    pub link: Point,
    /// Its ground as others know it.
    pub entity_ground: i32,
    /// Upper end of its box, in units.
    pub top: f32,
    /// How deep it is in a liquid, 0 to 3.
    pub water_level: i32,
    /// Health.
    pub health: i32,
    /// Whether it is dead.
    pub dead: bool,
    /// Added to a command's pitch, in 65,536ths of a turn.
    pub delta_pitch: i32,
}

impl PlayerState {
    /// Whether all fields are equal to the bit.
    pub fn same(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }

    fn bits(&self) -> [u32; 21] {
        let (o, v, l) = (&self.origin, &self.velocity, &self.link);
        let [ox, oy, oz, vx, vy, vz, lx, ly, lz] =
            [o.x, o.y, o.z, v.x, v.y, v.z, l.x, l.y, l.z].map(f32::to_bits);
        let [yaw, top] = [self.view_yaw, self.top].map(f32::to_bits);
        let whole = |n: i32| n as u32;
        [
            ox,
            oy,
            oz,
            vx,
            vy,
            vz,
            whole(self.ground),
            whole(self.flags),
            whole(self.timer_msec),
            whole(self.eyes),
            whole(self.delta_yaw),
            yaw,
            lx,
            ly,
            lz,
            whole(self.entity_ground),
            top,
            whole(self.water_level),
            whole(self.health),
            u32::from(self.dead),
            whole(self.delta_pitch),
        ]
    }
}

impl<B: CollisionBackend> Quake3World<B> {
    /// A player as recordings have it. `None` where there is none of that number.
    pub fn player_state(&self, player: usize) -> Option<PlayerState> {
        let rider = self.players.get(player)?;
        Some(PlayerState {
            origin: rider.body.origin,
            velocity: rider.body.velocity,
            ground: rider.ground,
            flags: rider.body.flags.bits() as i32,
            timer_msec: rider.body.timer_msec as i32,
            eyes: rider.eyes,
            delta_yaw: rider.turn[1],
            view_yaw: rider.view_yaw,
            link: rider.link,
            entity_ground: rider.entity_ground,
            top: self.top_of(player),
            water_level: i32::from(rider.body.water_level),
            health: rider.health,
            dead: rider.is_dead(),
            delta_pitch: rider.turn[0],
        })
    }

    /// Puts a player into a recorded state; `commanded` says whether a command led to it. No number of a player that is not there
    /// changes anything.
    pub fn restore_player(&mut self, player: usize, state: &PlayerState, commanded: bool) {
        if self.player_state(player).is_none_or(|own| own.same(state)) {
            return;
        }
        let rider = &mut self.players[player];
        rider.body.origin = state.origin;
        rider.body.velocity = state.velocity;
        rider.body.grounded = state.ground != super::NOTHING;
        rider.body.flags = MoveFlags::from_bits_retain(state.flags as u32);
        rider.body.timer_msec = state.timer_msec as f32;
        rider.body.water_level = u8::try_from(state.water_level).unwrap_or_default();
        (rider.ground, rider.entity_ground) = (state.ground, state.entity_ground);
        rider.turn = [state.delta_pitch, state.delta_yaw];
        (rider.view_yaw, rider.eyes, rider.health) = (state.view_yaw, state.eyes, state.health);
        rider.link = state.link;
        // A command links a box that is made of whole numbers.
        let by = if commanded {
            Point::from(state.link.coords.map(f32::trunc))
        } else {
            state.link
        };
        self.link_player(player, by);
    }

    /// Puts a mover into a recorded state. No number of a mover that is not there changes anything.
    pub fn restore_mover(&mut self, state: &MoverState) {
        let Some(i) = self.movers.iter().position(|m| m.number == state.number) else {
            return;
        };
        let mover = &mut self.movers[i];
        let moved = (mover.origin, mover.turned) != (state.origin, state.angles);
        let acts = (mover.stage, mover.next_think) != (state.stage, state.next_think);
        (mover.position, mover.angles) = (state.position, state.turning);
        (mover.origin, mover.turned) = (state.origin, state.angles);
        (mover.stage, mover.next_think) = (state.stage, state.next_think);
        if acts && state.next_think > 0 {
            mover.think = match (&mover.part, state.stage) {
                (Part::Train(_), _) => Think::Leave,
                (_, Stage::Second) => Think::GoBack,
                _ => mover.think,
            };
        }
        if moved {
            self.link_mover(i);
        }
    }
}

impl Stage {
    /// The stage that recordings give that number.
    pub fn of_number(number: u8) -> Option<Self> {
        [Self::First, Self::Second, Self::Opening, Self::Closing]
            .into_iter()
            .find(|stage| stage.number() == number)
    }
}
