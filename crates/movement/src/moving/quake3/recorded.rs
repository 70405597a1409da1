//! A moving world of Quake III as recordings have it.
//!
//! The recording of a run heads which parts and triggers play. For a mover it gives its pose, its trajectories and its next
//! action; for a player everything that its next command depends on. Formats: `tests/recordings/moving/README.md`.

use super::{
    Entities, EntityPart, EntityTrigger, Event, MoverState, NOTHING, Player, Quake3Command, Quake3Kind,
    Quake3World, Stage, Think,
};
use crate::body::MoveFlags;
use crate::command::CommandError;
use crate::moving::playback::{Format, Frame, Note, RecordedWorld, Step, Turn, check_entity};
use crate::moving::{Motion, Trajectory};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Column, RecordingError, Table, Within};
use clipmark_geometry::Point;
use std::io::{self, Write};

/// Most parts, and most triggers, that are read: the game holds 1,024 entities.
const MOST: usize = 1024;

const PART: Table<EntityPart> = Table::marked(
    "M",
    &[
        Column::whole("entity", |p| &mut p.number),
        Column::number("model", |p| p.model as f32, |p, x| p.model = x as usize),
        Column::word("class"),
        Column::whole("master", |p| &mut p.captain),
        Column::number(
            "next",
            |p| p.next.unwrap_or(-1) as f32,
            |p, x| p.next = (x >= 0.0).then_some(x as i32),
        ),
        Column::unused("spawnflags speed wait damage has_blocked_handler"),
        Column::vector("minsx minsy minsz", |p| &mut p.bounds.mins.coords),
        Column::vector("maxsx maxsy maxsz", |p| &mut p.bounds.maxs.coords),
        Column::vector("pos1x pos1y pos1z", |p| &mut p.places[0]),
        Column::vector("pos2x pos2y pos2z", |p| &mut p.places[1]),
    ],
);

const TRIGGER: Table<EntityTrigger> = Table::marked(
    "G",
    &[
        Column::whole("entity", |t| &mut t.number),
        // Without a model it is the plain box of a part.
        Column::number(
            "model",
            |t| t.model.map_or(-1.0, |model| model as f32),
            |t, x| t.model = (x >= 0.0).then_some(x as usize),
        ),
        Column::word("class"),
        Column::number(
            "parent",
            |t| t.parent.unwrap_or(-1) as f32,
            |t, x| t.parent = t.model.is_none().then_some(x as i32),
        ),
        Column::unused("linked"),
        Column::vector("absminsx absminsy absminsz", |t| &mut t.bounds.mins.coords),
        Column::vector("absmaxsx absmaxsy absmaxsz", |t| &mut t.bounds.maxs.coords),
        Column::vector("vx vy vz", |t| &mut t.push),
    ],
);

impl Entities {
    /// Reads the lines `M` and `G` of a recording's movers; other lines are passed over.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let mut out = Self::default();
        for (text, line) in lines.into_iter().zip(1..) {
            if PART.marks(text) {
                let mut part = EntityPart::default();
                PART.read(text, line, &mut part)?;
                check_entity(part.number, line)?;
                out.parts.push(part);
            } else if TRIGGER.marks(text) {
                let mut trigger = EntityTrigger::default();
                TRIGGER.read(text, line, &mut trigger)?;
                check_entity(trigger.number, line)?;
                out.triggers.push(trigger);
            }
            if out.parts.len().max(out.triggers.len()) > MOST {
                let why = format!("more than {MOST} movers or triggers; the game holds no more");
                return Err(RecordingError::Line { line, why });
            }
        }
        Ok(out)
    }
}

impl<B> Quake3World<B> {
    pub fn movers(&self) -> impl ExactSizeIterator<Item = &MoverState> {
        self.movers.iter().map(|m| &m.state)
    }
}

const PLAYER: Table<Player> = Table::new(&[
    Column::vector("x y z", |p| &mut p.body.origin.coords),
    Column::vector("vx vy vz", |p| &mut p.body.velocity),
    Column::number(
        "ground",
        |p| p.ground as f32,
        |p, number| {
            p.ground = number as i32;
            p.body.grounded = p.ground != NOTHING;
        },
    ),
    Column::number(
        "pm_flags",
        |p| p.body.flags.bits() as f32,
        |p, bits| p.body.flags = MoveFlags::from_bits_retain(bits as u32),
    ),
    Column::float("pm_time", |p| &mut p.body.timer_msec),
    Column::whole("viewheight", |p| &mut p.eyes),
    Column::whole("delta_yaw", |p| &mut p.turn[1]),
    Column::float("view_yaw", |p| &mut p.view_yaw),
    Column::vector("linkx linky linkz", |p| &mut p.link.coords),
    Column::whole("entity_ground", |p| &mut p.entity_ground),
    Column::float("top", |p| &mut p.top),
    Column::byte("waterlevel", |p| &mut p.body.water_level),
    Column::whole("health", |p| &mut p.health),
    // 3 for a dead player, which its health says.
    Column::choice("pm_type", |p| if p.is_dead() { 3 } else { 0 }, |_, _| Ok(())),
    Column::whole("delta_pitch", |p| &mut p.turn[0]),
]);

const STATE: Column<Step<Player>> = Column::within(&Within::new(PLAYER, |s| &mut s.state));

const TRAJECTORY: Table<Trajectory> = Table::new(&[
    Column::choice(
        "type",
        |t| t.motion as i32,
        |t, n| {
            let all = [Motion::Fixed, Motion::Linear, Motion::LinearStop, Motion::Sine];
            let found = all.into_iter().find(|motion| *motion as i32 == n);
            t.motion = found.ok_or("there is no such motion")?;
            Ok(())
        },
    ),
    Column::whole("time", |t| &mut t.start_msec),
    Column::whole("duration", |t| &mut t.duration_msec),
    Column::vector("basex basey basez", |t| &mut t.base),
    Column::vector("deltax deltay deltaz", |t| &mut t.delta),
]);

pub static FORMAT: Format<Player, MoverState, Quake3Command> = Format {
    game: "Quake III",
    players: super::PLAYERS,
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
                    |n| n.mover.stage as i32,
                    |n, number| {
                        let all = [Stage::First, Stage::Second, Stage::Opening, Stage::Closing];
                        let found = all.into_iter().find(|stage| *stage as i32 == number);
                        n.mover.stage = found.ok_or("there is no such state")?;
                        Ok(())
                    },
                ),
                Column::whole("nextthink", |n| &mut n.mover.next_think),
                Column::within(&Within::new(TRAJECTORY, |n: &mut Note<MoverState>| {
                    &mut n.mover.position
                })),
                Column::within(&Within::new(TRAJECTORY, |n: &mut Note<MoverState>| {
                    &mut n.mover.angles
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
                Column::vector("pitch yaw roll", |n| &mut n.mover.turned),
            ],
        ),
    ],
};

impl<B: CollisionBackend> RecordedWorld for Quake3World<B> {
    type Player = Player;
    type Mover = MoverState;
    type Command = Quake3Command;

    fn format(&self) -> &'static Format<Player, MoverState, Quake3Command> {
        &FORMAT
    }

    fn player_count(&self) -> usize {
        self.players.len()
    }

    fn player(&self, player: usize) -> &Player {
        &self.players[player]
    }

    fn restore_player(&mut self, player: usize, state: Player, commanded: bool) {
        let link = state.link;
        self.players[player] = state;
        // A command links a box that is made of whole numbers.
        self.link_player(player, if commanded { link.map(f32::trunc) } else { link });
    }

    fn mover_states(&self) -> impl Iterator<Item = (i32, MoverState)> {
        self.movers().map(|state| (state.number, *state))
    }

    fn restore_mover(&mut self, number: i32, state: &MoverState) {
        let Some(i) = self.movers.iter().position(|m| m.state.number == number) else {
            return;
        };
        let mover = &mut self.movers[i];
        let old = std::mem::replace(&mut mover.state, *state);
        let moved = (old.origin, old.turned) != (state.origin, state.turned);
        let acts = (old.stage, old.next_think) != (state.stage, state.next_think);
        if acts && state.next_think > 0 {
            mover.think = match (&mover.part.kind, state.stage) {
                (Quake3Kind::Train(_), _) => Think::Leave,
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
