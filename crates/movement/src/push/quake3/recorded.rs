//! A moving world of Quake III as recordings have it.
//!
//! For a mover a recording gives its pose, its trajectories and its next action. For a player it gives all that its next command
//! depends on. Formats: `tests/recordings/README.md`, moving worlds of Quake III.

use super::{Event, MoverState, NOTHING, Quake3Command, Quake3World, Stage, Think};
use crate::body::MoveFlags;
use crate::command::CommandError;
use crate::moving::{Motion, Part, Trajectory};
use crate::push::numbers::Game;
use crate::push::playback::{Format, Frame, Note, RecordedWorld, Step, Turn};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Column, Table, Within};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

/// A player as recordings have it, field by field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

const PLAYER: Table<PlayerState> = Table::new(&[
    Column::vector("x y z", |p| &mut p.origin.coords),
    Column::vector("vx vy vz", |p| &mut p.velocity),
    Column::whole("ground", |p| &mut p.ground),
    Column::whole("pm_flags", |p| &mut p.flags),
    Column::whole("pm_time", |p| &mut p.timer_msec),
    Column::whole("viewheight", |p| &mut p.eyes),
    Column::whole("delta_yaw", |p| &mut p.delta_yaw),
    Column::float("view_yaw", |p| &mut p.view_yaw),
    Column::vector("linkx linky linkz", |p| &mut p.link.coords),
    Column::whole("entity_ground", |p| &mut p.entity_ground),
    Column::float("top", |p| &mut p.top),
    Column::whole("waterlevel", |p| &mut p.water_level),
    Column::whole("health", |p| &mut p.health),
    // Alive, and dead.
    Column::switch("pm_type", [0, 3], |p| &mut p.dead),
    Column::whole("delta_pitch", |p| &mut p.delta_pitch),
]);

const STATE: Column<Step<PlayerState>> = Column::within(&Within::new(PLAYER, |s| &mut s.state));

const TRAJECTORY: Table<Trajectory> = Table::new(&[
    Column::choice(
        "type",
        |t| t.motion.number().into(),
        |t, n| {
            t.motion = Motion::of_number(n).ok_or("there is no such motion")?;
            Ok(())
        },
    ),
    Column::whole("time", |t| &mut t.start_msec),
    Column::whole("duration", |t| &mut t.duration_msec),
    Column::vector("basex basey basez", |t| &mut t.base),
    Column::vector("deltax deltay deltaz", |t| &mut t.delta),
]);

/// The columns of Quake III's recordings.
pub static FORMAT: Format<PlayerState, MoverState, Quake3Command> = Format {
    game: Game::QUAKE3,
    players_first: false,
    frame: Table::marked("T", &[Frame::NUMBER, Column::whole("time", |f| &mut f.time_msec)]),
    command: Table::marked(
        "C",
        &[
            Turn::PLAYER,
            Column::whole("serverTime", |t| &mut t.command.server_msec),
            Column::whole("forward", |t| &mut t.command.forward),
            Column::whole("right", |t| &mut t.command.right),
            Column::whole("up", |t| &mut t.command.up),
            Column::whole("pitch", |t| &mut t.command.pitch),
            Column::whole("yaw", |t| &mut t.command.yaw),
        ],
    ),
    states: [
        Table::marked("p", &[Step::FRAME, Step::PLAYER, STATE]),
        Table::marked("m", &[Step::FRAME, Step::PLAYER, Step::MSEC, STATE]),
    ],
    movers: &[
        Table::marked(
            "J",
            &[
                Note::FRAME,
                Note::PHASE,
                Note::ENTITY,
                Column::choice(
                    "state",
                    |n| n.mover.stage.number().into(),
                    |n, number| {
                        n.mover.stage = Stage::of_number(number).ok_or("there is no such state")?;
                        Ok(())
                    },
                ),
                Column::whole("nextthink", |n| &mut n.mover.next_think),
                Column::within(&Within::new(TRAJECTORY, |n: &mut Note<MoverState>| {
                    &mut n.mover.position
                })),
                Column::within(&Within::new(TRAJECTORY, |n: &mut Note<MoverState>| {
                    &mut n.mover.turning
                })),
            ],
        ),
        Table::marked(
            "P",
            &[
                Note::FRAME,
                Note::PHASE,
                Note::ENTITY,
                Column::vector("x y z", |n| &mut n.mover.origin),
                Column::vector("pitch yaw roll", |n| &mut n.mover.angles),
            ],
        ),
    ],
};

impl<B: CollisionBackend> RecordedWorld for Quake3World<B> {
    type Player = PlayerState;
    type Mover = MoverState;
    type Command = Quake3Command;

    fn format(&self) -> &'static Format<PlayerState, MoverState, Quake3Command> {
        &FORMAT
    }

    fn player_count(&self) -> usize {
        self.players.len()
    }

    fn player_state(&self, player: usize) -> PlayerState {
        let rider = &self.players[player];
        PlayerState {
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
        }
    }

    fn restore_player(&mut self, player: usize, state: &PlayerState, commanded: bool) {
        let rider = &mut self.players[player];
        rider.body.origin = state.origin;
        rider.body.velocity = state.velocity;
        rider.body.grounded = state.ground != NOTHING;
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

    fn mover_states(&self) -> impl Iterator<Item = (i32, MoverState)> {
        self.movers().map(|mover| (mover.number, mover))
    }

    fn restore_mover(&mut self, number: i32, state: &MoverState) {
        let Some(i) = self.movers.iter().position(|m| m.number == number) else {
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
        // If it is there already, bodies keep their places in the sector lists.
        if moved {
            self.link_mover(i);
        }
    }

    fn put_player(&mut self, player: usize, at: Point, yaw: f32) {
        self.restart(player, at, yaw);
    }

    fn fire_entity(&mut self, number: i32) {
        self.fire(number);
    }

    fn play_frame(&mut self, frame: &Frame) -> Option<f32> {
        self.advance(frame.time_msec);
        None
    }

    fn play_command(&mut self, player: usize, command: &Quake3Command) -> Result<i32, CommandError> {
        self.command(player, command)?;
        Ok(command.server_msec)
    }

    fn write_events(&mut self, to: &mut dyn Write, frame: i32, phase: i32) -> io::Result<()> {
        for event in self.take_events() {
            match event {
                Event::Blocked(captain, obstacle) => writeln!(to, "B {frame} {captain} {obstacle}"),
                Event::Damage(target, by, damage, kind) => {
                    writeln!(to, "D {frame} {phase} {target} {by} {damage} {kind}")
                }
                Event::Touched(number, player) => writeln!(to, "A {frame} {phase} {number} {player}"),
            }?;
        }
        Ok(())
    }
}
