//! A world of Quake III that a program plays: bodies of its choice, commands of any length, restarts, what it draws, and
//! players whom another library's controller moves.

use super::{Event, Mover, NOTHING, Player, Quake3World, degrees, entities, short};
use crate::body::Body;
use crate::command::{CommandError, UserCmd};
use crate::movers::{Driven, MovingPart};
use crate::moving::{Posed, PushFault, Quake3Kind, Stepped, TriggerBox, solid_hulls};
use crate::setup::Setup;
use clipmark_collision::CollisionBackend;
use clipmark_collision::placed::Seen;
use clipmark_geometry::{Placement, Point, Pose};

/// A degree in 65,536ths of a turn.
const SHORTS: f64 = 65_536.0 / 360.0;
/// The model of a player's own body stands here while a library's controller moves it. That is below the worlds of courses.
/// Jolt's wrapper takes no place beyond 5,000 m, and a unit may be a metre.
const OUT_OF_PLAY: Point = Point::new(0.0, 0.0, -4_800.0);

impl<B: CollisionBackend> Quake3World<B> {
    /// The same world whose players are moved by that setup: another mover, another shape, a variation.
    #[must_use]
    pub fn carrying(mut self, setup: Setup) -> Self {
        self.dead = entities::corpse_of(setup.profile, setup.shape());
        self.solid_hulls = solid_hulls(&setup);
        self.controlled = ControlledPlayer::all(&setup, self.players.len());
        self.alive = setup;
        self
    }

    /// The same, and players have models from that index on, which controllers of libraries are told of.
    #[must_use]
    pub fn with_bodies(self, first: Option<usize>) -> Self {
        Self {
            body_models: first,
            ..self
        }
    }

    /// Plants a fault, before anything is played.
    #[must_use]
    pub fn with_fault(mut self, fault: Option<PushFault>) -> Self {
        let movers = self.movers.iter_mut().chain(&mut self.first.movers);
        let triggers = self.triggers.iter_mut().chain(&mut self.first.triggers);
        match fault {
            Some(PushFault::WaitsShare(share)) => {
                let doors = movers.filter(|mover| mover.part.kind == Quake3Kind::Door);
                doors.for_each(|door| door.part.wait_msec *= share);
            }
            Some(PushFault::WideTriggers(by)) => {
                triggers.for_each(|trigger| trigger.bounds = trigger.bounds.grown(by));
            }
            _ => {}
        }
        self.fault = fault;
        self
    }

    /// Begins once more: all is as it was when the players' first frame began, to the bit.
    pub fn rewind(&mut self) {
        self.movers.clone_from(&self.first.movers);
        self.triggers.clone_from(&self.first.triggers);
        self.controlled = ControlledPlayer::all(&self.alive, self.players.len());
        self.begin();
    }

    /// Goes on where another world is that was made of the same parts. A player's body may be another from then on.
    pub fn resume(&mut self, other: &Self, player: usize, body: &Body) {
        self.solids.placed.place_as(&other.solids.placed);
        self.trigger_sectors.clone_from(&other.trigger_sectors);
        self.player_sectors.clone_from(&other.player_sectors);
        self.movers.clone_from(&other.movers);
        self.triggers.clone_from(&other.triggers);
        self.players.clone_from(&other.players);
        (self.joined, self.thrown) = (other.joined, other.thrown);
        (self.now, self.before) = (other.now, other.before);
        if let Some(p) = self.players.get_mut(player) {
            p.body = *body;
        }
        self.tell_controllers();
    }

    /// Puts a body into the world that looks along that yaw, in degrees.
    pub fn enter(&mut self, player: usize, body: &Body, yaw: f32) {
        self.restart(player, body.origin, yaw);
        if let Some(p) = self.players.get_mut(player) {
            p.body = *body;
        }
        // A controller knows where the others are, too.
        self.tell_controllers();
    }

    /// Plays a player's keys. The view of the command is turned as far as movers and teleporters have turned the player.
    pub fn play_keys(&mut self, player: usize, keys: &UserCmd) -> Result<Stepped, CommandError> {
        keys.check()?;
        let now = self.now;
        let mut command = *keys;
        if let Some(p) = self.players.get_mut(player) {
            p.command_msec = now;
            p.held = [keys.pitch, keys.yaw].map(|degrees| (f64::from(degrees) * SHORTS) as i32);
            for (view, turn) in [&mut command.pitch, &mut command.yaw].into_iter().zip(p.turn) {
                if turn != 0 {
                    *view += (f64::from(turn as i16) / SHORTS) as f32;
                }
            }
            p.view_yaw = command.yaw;
        }
        let facts = self.act(player, &mut command)?;
        Ok(Stepped { command, facts })
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Number of a player's ground, as others know it: a mover's, 1022 for the world, 1023 for nothing.
    pub fn ground_of(&self, player: usize) -> i32 {
        self.players.get(player).map_or(NOTHING, |p| p.entity_ground)
    }

    /// How movers and teleporters have turned a player's view: pitch and yaw in degrees, added to those of its keys.
    pub fn turn_of(&self, player: usize) -> [f32; 2] {
        let turn = self.players.get(player).map_or([0; 2], |p| p.turn);
        turn.map(|turn| degrees(short(turn)))
    }

    /// How often jump pads and teleporters took hold of a player so far.
    pub fn thrown(&self) -> u32 {
        self.thrown
    }

    pub fn take_events(&mut self) -> std::vec::Drain<'_, Event> {
        self.events.drain(..)
    }

    /// The movers where they are, in the order of their numbers.
    pub fn posed(&self) -> impl ExactSizeIterator<Item = Posed> + '_ {
        self.movers.iter().map(|m| Posed {
            number: m.state.number,
            model: m.model,
            origin: m.state.origin,
            angles: m.state.turned,
        })
    }

    /// Its triggers, in the order of their numbers.
    pub fn trigger_boxes(&self) -> impl Iterator<Item = TriggerBox> + '_ {
        self.triggers.iter().filter_map(|t| t.act.trigger_box(t.bounds))
    }

    pub fn seen_by(&self, player: usize) -> Seen<'_, B> {
        self.solids.placed.seen_by(self.player_id(player))
    }

    fn tell_controllers(&mut self) {
        for (player, controlled) in self.controlled.iter_mut().enumerate() {
            let others = bodies(&self.players, self.body_models, player);
            controlled.enter(self.movers.iter().map(Mover::placement).chain(others));
        }
    }
}

/// A player moved by another library's controller. It learns where the world's parts go, and carries and pushes its body
/// itself: the game pushes it by nothing and it blocks nothing, as kinematic bodies of libraries do. Triggers feel it all the
/// same.
pub(super) struct ControlledPlayer {
    driven: Driven,
    parts: Vec<MovingPart>,
}

impl ControlledPlayer {
    /// All players of a setup; none where a mover of this crate moves them.
    fn all(setup: &Setup, players: usize) -> Vec<Self> {
        let controllers = (0..players).map_while(|_| setup.controller());
        controllers
            .map(|driven| Self {
                driven,
                parts: Vec::new(),
            })
            .collect()
    }

    /// The moving parts where they are as it enters.
    fn enter(&mut self, parts: impl Iterator<Item = Placement>) {
        self.parts.clear();
        self.parts.extend(parts.map(|at| MovingPart {
            model: at.model,
            from: at.pose,
            to: at.pose,
        }));
    }

    /// Its controller, told where the movers went since its last tick, and where the other players stand now. They have had
    /// their turns, or have them later: in this one they rest.
    pub(super) fn update_parts(
        &mut self,
        movers: impl Iterator<Item = Placement>,
        bodies: impl Iterator<Item = Placement>,
        seconds: f32,
    ) -> &mut Driven {
        let mut known = self.parts.iter_mut();
        // This order: `zip` takes one more of its first before it finds the second at its end.
        for (now, part) in movers.zip(&mut known) {
            (part.from, part.to) = (part.to, now.pose);
        }
        for (now, part) in bodies.zip(known) {
            (part.from, part.to) = (now.pose, now.pose);
        }
        if !self.parts.is_empty() {
            self.driven.parts_move(&self.parts, seconds);
        }
        &mut self.driven
    }
}

/// The models of all players where they are, for the controller of one of them; none if players have no models. A crouched body
/// has the model of a standing one.
pub(super) fn bodies(
    players: &[Player],
    first: Option<usize>,
    own: usize,
) -> impl Iterator<Item = Placement> + '_ {
    let at = move |(player, p): (usize, &Player)| Placement {
        model: first.unwrap_or_default() + player,
        pose: Pose::at(if player == own { OUT_OF_PLAY } else { p.body.origin }),
    };
    let known = if first.is_some() { players } else { &[] };
    known.iter().enumerate().map(at)
}
