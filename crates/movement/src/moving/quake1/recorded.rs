//! A moving world of Quake's games as recordings have it.
//!
//! Formats: `tests/recordings/moving/README.md`, QuakeWorld and NetQuake.

use super::{MoveState, PLAYERS, Player, PusherState, Quake1Setup, Quake1World};
use crate::body::MoveFlags;
use crate::command::{Buttons, CommandError, UserCmd};
use crate::moving::Numbers;
use crate::moving::playback::{Format, Frame, Note, RecordedWorld, Step, Turn, check_entity};
use crate::recording::commands::{NETQUAKE_RATE, is_down, press};
use crate::recording::liquid;
use crate::recording::states::{
    CLIENT, JUMP_RELEASED, NETQUAKE_BITS, STANDS, ground_bit, pack_bits, unpack_bits,
};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Column, RecordingError, Table, Within};
use clipmark_geometry::{Aabb, Point};

/// Most moving parts that are read.
const MOST: usize = 1024;

/// A part's number among the game's entities, and its model's in the map.
const PART: Table<(i32, usize)> = Table::marked(
    "M",
    &[
        Column::whole("entity", |(number, _)| number),
        Column::number("model", |p| p.1 as f32, |p, x| p.1 = x as usize),
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
    pub fn numbers<'a>(
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<(i32, usize)>, RecordingError> {
        let mut out = Vec::new();
        for (text, line) in lines.into_iter().zip(1..).filter(|(text, _)| PART.marks(text)) {
            let mut part = (0, 0);
            PART.read(text, line, &mut part)?;
            check_entity(part.0, line)?;
            out.push(part);
            if out.len() > MOST {
                let why = format!("more than {MOST} movers; the game holds no more");
                return Err(RecordingError::Line { line, why });
            }
        }
        Ok(out)
    }

    /// The boxes of the lines `G` of a recording's movers in which players kill others as they enter the world.
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

impl<B> Quake1World<B> {
    pub fn pushers(&self) -> impl ExactSizeIterator<Item = &PusherState> {
        self.pushers.iter().map(|p| &p.now)
    }
}

const PLACE: Column<Player> = Column::vector("x y z", |p| &mut p.body.origin.coords);
const VELOCITY: Column<Player> = Column::vector("vx vy vz", |p| &mut p.body.velocity);
const GROUND: Column<Player> = Column::number(
    "groundentity",
    |p| p.ground as f32,
    |p, number| p.ground = number as i32,
);
const WATER_LEVEL: Column<Player> = Column::byte("waterlevel", |p| &mut p.body.water_level);
const LIQUID: Column<Player> = Column::number(
    "watertype",
    |p| match p.was_commanded {
        true => liquid::number(p.body.engine.liquid),
        false => 0.0,
    },
    |p, number| p.body.engine.liquid = liquid::of_number(number),
);

/// A player's flags, where the jump key may have been released since the last jump.
fn flags(p: &Player, jump_released: bool) -> f32 {
    let released = if jump_released { JUMP_RELEASED } else { 0 };
    (CLIENT | GOD | ground_bit(&p.body) | pack_bits(&p.body, NETQUAKE_BITS) | released) as f32
}

fn set_flags(p: &mut Player, flags: f32) {
    unpack_bits(&mut p.body, NETQUAKE_BITS, flags);
    p.jump_released = flags as u32 & JUMP_RELEASED != 0;
}

fn is_jump_held(p: &Player) -> bool {
    p.body.flags.contains(MoveFlags::JUMP_HELD)
}

const QUAKEWORLD_STATE: Column<Step<Player>> = Column::within(&Within::new(
    Table::new(&[
        PLACE,
        VELOCITY,
        Column::number(
            "onground",
            |p| p.body.grounded.into(),
            |p, x| p.body.grounded = x != 0.0,
        ),
        GROUND,
        Column::float("waterjumptime", |p| &mut p.body.water_jump_seconds),
        Column::number(
            "oldbuttons",
            |p| f32::from(u8::from(is_jump_held(p)) * Buttons::JUMP.bits()),
            |p, x| {
                let held = x as i32 & JUMP_BUTTON != 0;
                p.body.flags.set(MoveFlags::JUMP_HELD, held);
            },
        ),
        WATER_LEVEL,
        LIQUID,
        Column::number("flags", |p| flags(p, p.jump_released), set_flags),
        Column::float("v_yaw", |p| &mut p.yaw),
        // Nobody is hurt.
        Column::number("health", |_| 100.0, |_, _| ()),
    ]),
    |s| &mut s.state,
));

const NETQUAKE_STATE: Column<Step<Player>> = Column::within(&Within::new(
    Table::new(&[
        PLACE,
        VELOCITY,
        Column::number(
            "flags",
            |p| flags(p, !is_jump_held(p)),
            |p, x| {
                set_flags(p, x);
                p.body.grounded = x as u32 & STANDS != 0;
                p.body.flags.set(MoveFlags::JUMP_HELD, !p.jump_released);
            },
        ),
        GROUND,
        WATER_LEVEL,
        LIQUID,
        Column::float("teleport_time", |p| &mut p.body.engine.water_jump_ends),
        Column::vector("movedirx movediry movedirz", |p| &mut p.body.engine.move_dir),
        Column::vector("pitch yaw roll", |p| &mut p.body.engine.model_angles),
        Column::vector("oldx oldy oldz", |p| {
            let origin = p.body.origin;
            &mut p.body.engine.last_free.get_or_insert(origin).coords
        }),
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

pub static QUAKEWORLD: Format<Player, PusherState, UserCmd> = Format {
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

pub static NETQUAKE: Format<Player, PusherState, UserCmd> = Format {
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
    type Player = Player;
    type Mover = PusherState;
    type Command = UserCmd;

    fn format(&self) -> &'static Format<Player, PusherState, UserCmd> {
        if self.players_first() {
            &NETQUAKE
        } else {
            &QUAKEWORLD
        }
    }

    fn player_count(&self) -> usize {
        self.players.len()
    }

    fn player(&self, player: usize) -> &Player {
        &self.players[player]
    }

    fn restore_player(&mut self, player: usize, state: Player, _: bool) {
        self.players[player] = state;
        self.link_player(player);
    }

    fn mover_states(&self) -> impl Iterator<Item = (i32, PusherState)> {
        self.pushers().map(|state| (state.number, *state))
    }

    fn restore_mover(&mut self, number: i32, state: &PusherState) {
        let Some(i) = self.pushers.iter().position(|p| p.now.number == number) else {
            return;
        };
        let old = std::mem::replace(&mut self.pushers[i].now, *state);
        if old.origin != state.origin {
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
