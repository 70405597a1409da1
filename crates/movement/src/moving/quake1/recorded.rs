//! A moving world of Quake's games as recordings have it.
//!
//! Formats: `tests/recordings/moving/README.md`, QuakeWorld and NetQuake.

use super::{MoveState, PLAYERS, Quake1Setup, Quake1World};
use crate::body::MoveFlags;
use crate::command::{Buttons, CommandError, UserCmd};
use crate::moving::Numbers;
use crate::moving::playback::{Format, Frame, Note, RecordedWorld, Step, Turn, entity};
use crate::recording::commands::{NETQUAKE_RATE, is_down, press};
use crate::recording::liquid;
use crate::recording::states::{
    CLIENT, JUMP_RELEASED, NETQUAKE_BITS, STANDS, ground_bit, pack_bits, unpack_bits,
};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Column, RecordingError, Table, Within};
use clipmark_geometry::{Aabb, Point, Vec3};

/// Most moving parts that are read.
const MOST: usize = 1024;

/// A part's number among the game's entities, and its model's in the map.
const PART: Table<(f32, f32)> = Table::marked(
    "M",
    &[
        Column::float("entity", |(number, _)| number),
        Column::float("model", |(_, model)| model),
        Column::word("class"),
        Column::unused("speed wait dmg minsx minsy minsz maxsx maxsy maxsz"),
        Column::unused("pos1x pos1y pos1z pos2x pos2y pos2z"),
    ],
);

/// The box in which a player kills others as it enters the world.
const ARRIVAL: Table<Aabb> = Table::marked(
    "G",
    &[
        Column::unused("entity model"),
        Column::word("class"),
        Column::vector("absminx absminy absminz", |b| &mut b.mins.coords),
        Column::vector("absmaxx absmaxy absmaxz", |b| &mut b.maxs.coords),
        Column::unused("movedirx movediry movedirz speed"),
    ],
);

impl Quake1Setup {
    /// Numbers and models of the lines `M` of a recording's movers; other lines are passed over.
    ///
    /// # Errors
    /// A line that is not of the format, or too many.
    pub fn numbers<'a>(
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<(i32, usize)>, RecordingError> {
        let mut out = Vec::new();
        for (text, line) in lines.into_iter().zip(1..).filter(|(text, _)| PART.marks(text)) {
            let mut part = (0.0, 0.0);
            PART.read(text, line, &mut part)?;
            out.push((entity(part.0, line)?, part.1 as usize));
            if out.len() > MOST {
                let why = format!("more than {MOST} movers; the game holds no more");
                return Err(RecordingError::Line { line, why });
            }
        }
        Ok(out)
    }

    /// The boxes of the lines `G` of a recording's movers in which players kill others as they enter the world.
    ///
    /// # Errors
    /// A line that is not of the format, or too many.
    pub fn arrivals<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Aabb>, RecordingError> {
        let mut out = Vec::new();
        let is_arrival = |text: &str| ARRIVAL.marks(text) && text.split(' ').nth(3) == Some("teledeath");
        for (text, line) in lines.into_iter().zip(1..).filter(|(text, _)| is_arrival(text)) {
            let mut bounds = Aabb::EMPTY;
            ARRIVAL.read(text, line, &mut bounds)?;
            out.push(bounds);
            if out.len() > PLAYERS.count {
                let why = format!("more than {} players enter", PLAYERS.count);
                return Err(RecordingError::Line { line, why });
            }
        }
        Ok(out)
    }
}

/// A pusher as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PusherState {
    /// Number among the game's entities.
    pub number: i32,
    /// Where it is, in units.
    pub origin: Vec3,
    /// Units per second.
    pub velocity: Vec3,
    /// Its own clock, in seconds.
    pub clock: f32,
    /// When it next acts, on its clock; 0 or less for never.
    pub next_think: f32,
    /// Where it is on its way.
    pub state: MoveState,
}

impl<B> Quake1World<B> {
    /// The pushers in the order of their numbers.
    pub fn pushers(&self) -> impl ExactSizeIterator<Item = PusherState> + '_ {
        self.pushers.iter().map(|p| PusherState {
            number: p.number,
            origin: p.origin,
            velocity: p.velocity,
            clock: p.clock,
            next_think: p.next_think,
            state: p.state,
        })
    }
}

/// A player as recordings have it. QuakeWorld and Quake of 1996 each write some of the fields; all numbers are the game's floats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerState {
    origin: Point,
    velocity: Vec3,
    on_ground: f32,
    ground: f32,
    water_jump_seconds: f32,
    old_buttons: f32,
    water_level: f32,
    liquid: f32,
    flags: f32,
    view_yaw: f32,
    health: f32,
    water_jump_ends: f32,
    move_dir: Vec3,
    model_angles: Vec3,
    last_free: Point,
}

const PLACE: Column<PlayerState> = Column::vector("x y z", |p| &mut p.origin.coords);
const VELOCITY: Column<PlayerState> = Column::vector("vx vy vz", |p| &mut p.velocity);
const GROUND: Column<PlayerState> = Column::float("groundentity", |p| &mut p.ground);
const WATER_LEVEL: Column<PlayerState> = Column::float("waterlevel", |p| &mut p.water_level);
const LIQUID: Column<PlayerState> = Column::float("watertype", |p| &mut p.liquid);
const FLAGS: Column<PlayerState> = Column::float("flags", |p| &mut p.flags);

const QUAKEWORLD_STATE: Column<Step<PlayerState>> = Column::within(&Within::new(
    Table::new(&[
        PLACE,
        VELOCITY,
        Column::float("onground", |p| &mut p.on_ground),
        GROUND,
        Column::float("waterjumptime", |p| &mut p.water_jump_seconds),
        Column::float("oldbuttons", |p| &mut p.old_buttons),
        WATER_LEVEL,
        LIQUID,
        FLAGS,
        Column::float("v_yaw", |p| &mut p.view_yaw),
        Column::float("health", |p| &mut p.health),
    ]),
    |s| &mut s.state,
));

const NETQUAKE_STATE: Column<Step<PlayerState>> = Column::within(&Within::new(
    Table::new(&[
        PLACE,
        VELOCITY,
        FLAGS,
        GROUND,
        WATER_LEVEL,
        LIQUID,
        Column::float("teleport_time", |p| &mut p.water_jump_ends),
        Column::vector("movedirx movediry movedirz", |p| &mut p.move_dir),
        Column::vector("pitch yaw roll", |p| &mut p.model_angles),
        Column::vector("oldx oldy oldz", |p| &mut p.last_free.coords),
    ]),
    |s| &mut s.state,
));

const FORWARD: Column<Turn<UserCmd>> = Column::float("forward", |t| &mut t.command.forward);
const SIDE: Column<Turn<UserCmd>> = Column::float("side", |t| &mut t.command.right);
const UP: Column<Turn<UserCmd>> = Column::float("up", |t| &mut t.command.up);
const PITCH: Column<Turn<UserCmd>> = Column::float("pitch", |t| &mut t.command.pitch);
const YAW: Column<Turn<UserCmd>> = Column::float("yaw", |t| &mut t.command.yaw);

const MOVERS: &[Table<Note<PusherState>>] = &[Table::marked(
    "P",
    &[
        Note::FRAME,
        Note::PHASE,
        Note::ENTITY,
        Column::vector("x y z", |n| &mut n.mover.origin),
        Column::vector("vx vy vz", |n| &mut n.mover.velocity),
        // Its clock goes on without a line.
        Column::float("ltime", |n: &mut Note<PusherState>| &mut n.mover.clock).unwatched(),
        Column::float("nextthink", |n| &mut n.mover.next_think),
        Column::choice(
            "state",
            |n| n.mover.state as i32,
            |n, number| {
                let all = [MoveState::Top, MoveState::Bottom, MoveState::Up, MoveState::Down];
                let found = all.into_iter().find(|state| *state as i32 == number);
                n.mover.state = found.ok_or("there is no such state")?;
                Ok(())
            },
        ),
    ],
)];

/// The columns of QuakeWorld's recordings.
pub static QUAKEWORLD: Format<PlayerState, PusherState, UserCmd> = Format {
    game: "QuakeWorld",
    players: PLAYERS,
    players_first: false,
    frame: Table::marked(
        "T",
        &[Frame::NUMBER, Column::float("frame_ms", |f| &mut f.length_msec)],
    ),
    command: Table::marked(
        "C",
        &[
            Turn::PLAYER,
            Column::float("msec", |t| &mut t.command.msec),
            FORWARD,
            SIDE,
            UP,
            Column::number(
                "buttons",
                |t| f32::from(u8::from(is_down(&t.command, Buttons::JUMP)) * Buttons::JUMP.bits()),
                |t, x| press(&mut t.command, Buttons::JUMP, x as i32 & JUMP_BUTTON != 0),
            ),
            PITCH,
            YAW,
        ],
    ),
    states: [
        Table::marked("p", &[Step::FRAME, Step::PLAYER, QUAKEWORLD_STATE]),
        Table::marked("m", &[Step::FRAME, Step::PLAYER, QUAKEWORLD_STATE]),
    ],
    movers: MOVERS,
};

/// The columns of NetQuake's recordings.
pub static NETQUAKE: Format<PlayerState, PusherState, UserCmd> = Format {
    game: "NetQuake",
    players: Numbers { first: 1, count: 16 },
    players_first: true,
    frame: Table::marked("T", &[Frame::NUMBER]),
    command: Table::marked(
        "C",
        &[
            Turn::PLAYER,
            FORWARD,
            SIDE,
            UP,
            Column::number(
                "jump",
                |t| is_down(&t.command, Buttons::JUMP).into(),
                |t, x| press(&mut t.command, Buttons::JUMP, x != 0.0),
            ),
            PITCH,
            YAW,
        ],
    ),
    states: [
        Table::marked("p", &[Step::FRAME, Step::PLAYER, NETQUAKE_STATE]),
        Table::marked("m", &[Step::FRAME, Step::PLAYER, NETQUAKE_STATE]),
    ],
    movers: MOVERS,
};

const JUMP_BUTTON: i32 = Buttons::JUMP.bits() as i32;
/// A bit of a player's flags: it takes no damage.
const GOD: u32 = 64;

impl<B: CollisionBackend> RecordedWorld for Quake1World<B> {
    type Player = PlayerState;
    type Mover = PusherState;
    type Command = UserCmd;

    fn format(&self) -> &'static Format<PlayerState, PusherState, UserCmd> {
        if self.players_first() {
            &NETQUAKE
        } else {
            &QUAKEWORLD
        }
    }

    fn player_count(&self) -> usize {
        self.players.len()
    }

    fn player_state(&self, player: usize) -> PlayerState {
        let p = &self.players[player];
        let (body, engine) = (&p.body, &p.body.engine);
        let has = |flag| body.flags.contains(flag);
        let released = match self.players_first() {
            true => !has(MoveFlags::JUMP_HELD),
            false => p.jump_released,
        };
        let released = if released { JUMP_RELEASED } else { 0 };
        let flags = CLIENT | GOD | ground_bit(body) | pack_bits(body, NETQUAKE_BITS) | released;
        PlayerState {
            origin: body.origin,
            velocity: body.velocity,
            on_ground: body.grounded.into(),
            ground: p.ground as f32,
            water_jump_seconds: body.water_jump_seconds,
            old_buttons: f32::from(u8::from(has(MoveFlags::JUMP_HELD)) * Buttons::JUMP.bits()),
            water_level: body.water_level.into(),
            liquid: match p.was_commanded {
                true => liquid::number(engine.liquid),
                false => 0.0,
            },
            flags: flags as f32,
            view_yaw: p.yaw,
            health: 100.0,
            water_jump_ends: engine.water_jump_ends,
            move_dir: engine.move_dir,
            model_angles: engine.model_angles,
            last_free: engine.last_free.unwrap_or(body.origin),
        }
    }

    fn restore_player(&mut self, player: usize, state: &PlayerState, _: bool) {
        let players_first = self.players_first();
        let p = &mut self.players[player];
        let (body, flags) = (&mut p.body, state.flags as u32);
        (body.origin, body.velocity) = (state.origin, state.velocity);
        unpack_bits(body, NETQUAKE_BITS, state.flags);
        body.water_level = state.water_level as u8;
        body.engine.liquid = liquid::of_number(state.liquid);
        p.ground = state.ground as i32;
        p.jump_released = flags & JUMP_RELEASED != 0;
        if players_first {
            body.grounded = flags & STANDS != 0;
            body.flags.set(MoveFlags::JUMP_HELD, !p.jump_released);
            body.engine.water_jump_ends = state.water_jump_ends;
            body.engine.move_dir = state.move_dir;
            body.engine.model_angles = state.model_angles;
            body.engine.last_free = Some(state.last_free);
        } else {
            body.grounded = state.on_ground != 0.0;
            body.water_jump_seconds = state.water_jump_seconds;
            let held = state.old_buttons as i32 & JUMP_BUTTON != 0;
            body.flags.set(MoveFlags::JUMP_HELD, held);
            p.yaw = state.view_yaw;
        }
        self.link_player(player);
    }

    fn mover_states(&self) -> impl Iterator<Item = (i32, PusherState)> {
        self.pushers().map(|pusher| (pusher.number, pusher))
    }

    fn restore_mover(&mut self, number: i32, state: &PusherState) {
        let Some(i) = self.pushers.iter().position(|p| p.number == number) else {
            return;
        };
        let pusher = &mut self.pushers[i];
        let moved = pusher.origin != state.origin;
        (pusher.origin, pusher.velocity) = (state.origin, state.velocity);
        (pusher.clock, pusher.next_think, pusher.state) = (state.clock, state.next_think, state.state);
        if moved {
            self.link_pusher(i);
        }
    }

    fn put_player(&mut self, player: usize, at: Point, yaw: f32) {
        self.restart(player, at, yaw);
    }

    fn fire_entity(&mut self, number: i32) {
        self.fire(number);
    }

    fn play_frame(&mut self, frame: &Frame) -> Option<f32> {
        if self.players_first() {
            self.advance_after_players(1.0 / f64::from(NETQUAKE_RATE));
            None
        } else {
            self.advance(f64::from(frame.length_msec) * 0.001)
                .map(|step| step as f32)
        }
    }

    fn play_command(&mut self, player: usize, command: &UserCmd) -> Result<i32, CommandError> {
        let mut command = *command;
        if self.players_first() {
            // Every command is as long as a frame.
            command.msec = 1000.0 / NETQUAKE_RATE;
        }
        let p = &mut self.players[player];
        if !is_down(&command, Buttons::JUMP) {
            p.jump_released = true;
        } else if p.body.grounded {
            p.jump_released = false;
        }
        p.was_commanded = true;
        self.command(player, &command).map(|_| 0)
    }
}
