//! A moving world of Quake III as recordings have it.
//!
//! The recording of a run heads which parts and triggers play. For a mover it gives its pose, its trajectories and its next
//! action; for a player everything that its next command depends on. Formats: `tests/recordings/moving/README.md`.

use super::{
    Entities, EntityPart, EntityTrigger, Event, NOTHING, Player, Quake3Command, Quake3Kind, Quake3World,
    Stage, Think,
};
use crate::body::MoveFlags;
use crate::command::CommandError;
use crate::moving::playback::{Format, Frame, Note, RecordedWorld, Step, Turn, entity};
use crate::moving::{Motion, Trajectory};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Column, RecordingError, Table, Within};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

/// Most parts, and most triggers, that are read: the game holds 1,024 entities.
const MOST: usize = 1024;

const PART: Table<(f32, EntityPart)> = Table::marked(
    "M",
    &[
        Column::float("entity", |(number, _)| number),
        Column::number("model", |(_, p)| p.model as f32, |(_, p), x| p.model = x as usize),
        Column::word("class"),
        Column::number(
            "master",
            |(_, p)| p.captain as f32,
            |(_, p), x| p.captain = x as i32,
        ),
        Column::number(
            "next",
            |(_, p)| p.next.unwrap_or(-1) as f32,
            |(_, p), x| p.next = (x >= 0.0).then_some(x as i32),
        ),
        Column::unused("spawnflags speed wait damage has_blocked_handler"),
        Column::vector("minsx minsy minsz", |(_, p)| &mut p.bounds.mins.coords),
        Column::vector("maxsx maxsy maxsz", |(_, p)| &mut p.bounds.maxs.coords),
        Column::vector("pos1x pos1y pos1z", |(_, p)| &mut p.places[0]),
        Column::vector("pos2x pos2y pos2z", |(_, p)| &mut p.places[1]),
    ],
);

const TRIGGER: Table<(f32, f32, EntityTrigger)> = Table::marked(
    "G",
    &[
        Column::float("entity", |(number, ..)| number),
        Column::float("model", |(_, model, _)| model),
        Column::word("class"),
        Column::number(
            "parent",
            |(.., t)| t.parent.unwrap_or(-1) as f32,
            |(.., t), x| t.parent = Some(x as i32),
        ),
        Column::unused("linked"),
        Column::vector("absminsx absminsy absminsz", |(.., t)| &mut t.bounds.mins.coords),
        Column::vector("absmaxsx absmaxsy absmaxsz", |(.., t)| &mut t.bounds.maxs.coords),
        Column::vector("vx vy vz", |(.., t)| &mut t.push),
    ],
);

impl Entities {
    /// Reads the lines `M` and `G` of a recording's movers; other lines are passed over.
    ///
    /// # Errors
    /// A line that is not of the format, or too many.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let mut out = Self::default();
        for (text, line) in lines.into_iter().zip(1..) {
            if PART.marks(text) {
                let mut read = (0.0, EntityPart::default());
                PART.read(text, line, &mut read)?;
                let (number, part) = read;
                out.parts.push(EntityPart {
                    number: entity(number, line)?,
                    ..part
                });
            } else if TRIGGER.marks(text) {
                let mut read = (0.0, 0.0, EntityTrigger::default());
                TRIGGER.read(text, line, &mut read)?;
                let (number, model, trigger) = read;
                // Without a model it is the plain box of a part.
                out.triggers.push(EntityTrigger {
                    number: entity(number, line)?,
                    model: (model >= 0.0).then_some(model as usize),
                    parent: trigger.parent.filter(|_| model < 0.0),
                    ..trigger
                });
            }
            if out.parts.len().max(out.triggers.len()) > MOST {
                let why = format!("more than {MOST} movers or triggers; the game holds no more");
                return Err(RecordingError::Line { line, why });
            }
        }
        Ok(out)
    }
}

/// A mover as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverState {
    /// Number among the game's entities.
    pub number: i32,
    /// Where it is, in units.
    pub origin: Vec3,
    /// How it is turned, pitch, yaw and roll in degrees.
    pub angles: Vec3,
    /// Where it is on its way.
    pub stage: Stage,
    /// When it next acts by itself, in milliseconds; 0 for never.
    pub next_think: i32,
    /// The way of its place.
    pub position: Trajectory,
    /// The way of its angles.
    pub turning: Trajectory,
}

impl<B> Quake3World<B> {
    /// The movers in the order of their numbers.
    pub fn movers(&self) -> impl ExactSizeIterator<Item = MoverState> + '_ {
        self.movers.iter().map(|m| MoverState {
            number: m.number,
            origin: m.origin,
            angles: m.turned,
            stage: m.stage,
            next_think: m.next_think,
            position: m.position,
            turning: m.angles,
        })
    }
}

const PLAYER: Table<Player> = Table::new(&[
    Column::vector("x y z", |p| &mut p.body.origin.coords),
    Column::vector("vx vy vz", |p| &mut p.body.velocity),
    Column::choice(
        "ground",
        |p| p.ground,
        |p, number| {
            p.ground = number;
            p.body.grounded = number != NOTHING;
            Ok(())
        },
    ),
    Column::choice(
        "pm_flags",
        |p| p.body.flags.bits() as i32,
        |p, bits| {
            p.body.flags = MoveFlags::from_bits_retain(bits as u32);
            Ok(())
        },
    ),
    Column::choice(
        "pm_time",
        |p| p.body.timer_msec as i32,
        |p, msec| {
            p.body.timer_msec = msec as f32;
            Ok(())
        },
    ),
    Column::whole("viewheight", |p| &mut p.eyes),
    Column::whole("delta_yaw", |p| &mut p.turn[1]),
    Column::float("view_yaw", |p| &mut p.view_yaw),
    Column::vector("linkx linky linkz", |p| &mut p.link.coords),
    Column::whole("entity_ground", |p| &mut p.entity_ground),
    Column::float("top", |p| &mut p.top),
    Column::choice(
        "waterlevel",
        |p| p.body.water_level.into(),
        |p, level| {
            p.body.water_level = u8::try_from(level).unwrap_or_default();
            Ok(())
        },
    ),
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

/// The columns of Quake III's recordings.
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
