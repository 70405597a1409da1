//! Plays a recording's commands in a world that runs by itself, and writes the recording's lines.
//!
//! Formats: `tests/recordings/README.md`, moving worlds of Quake III.

use super::{Event, MoverState, Quake3Command, Quake3World, Recorded};
use crate::push::numbers::{Game, entity, of_run};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Float, RecordingError, fields};
use clipmark_geometry::Point;
use std::io::{self, Write};
use thiserror::Error;

/// Why a run ended early.
#[derive(Debug, Error)]
pub enum PlaybackError {
    /// A line of the commands.
    #[error(transparent)]
    Line(#[from] RecordingError),
    /// States that are not those of the commands.
    #[error(
        "{0} of the recorded states do not come in these commands; give the states and commands of one run"
    )]
    Left(usize),
    /// An output could not be written.
    #[error("the run cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// The header of a recording's commands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    /// How many players.
    pub players: usize,
    /// Whether they take no damage.
    pub god: bool,
    /// When they join, in milliseconds.
    pub start_msec: i32,
}

impl Heading {
    /// Reads the lines `H` of commands. Missing values are as in most recordings: one player, god, 1400 ms.
    ///
    /// # Errors
    /// More players than Quake III has.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let mut out = Self {
            players: 1,
            god: true,
            start_msec: 1400,
        };
        let heads = lines.into_iter().take_while(|line| line.starts_with('H'));
        for (i, line) in heads.enumerate() {
            let mut words = line.split_ascii_whitespace().skip(1);
            let (key, word) = (words.next(), words.next());
            if let (Some("players"), Some(word)) = (key, word) {
                out.players = Game::QUAKE3.count(word, i + 1)?;
            }
            match (key, word.and_then(|v| v.parse::<i32>().ok())) {
                (Some("god"), Some(n)) => out.god = n != 0,
                (Some("start_time"), Some(n)) => out.start_msec = n,
                _ => {}
            }
        }
        Ok(out)
    }
}

/// Phases of a frame as recordings number them.
const BEFORE: i32 = -1;
const WORLD_PART: i32 = 0;
const COMMANDS: i32 = 1;

/// A run under way.
pub struct Playback<'w, B, S, M> {
    world: &'w mut Quake3World<B>,
    states: S,
    movers: M,
    frame: i32,
    /// Phase whose changes are not written yet.
    phase: i32,
    last: Vec<Option<MoverState>>,
    rows: Vec<Option<[Cell; 21]>>,
    /// The recorded states that the run starts again from after each step.
    recorded: Option<Recorded>,
}

/// A field of a state: a float or a whole number.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Float(f32),
    Whole(i32),
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            (Self::Whole(a), Self::Whole(b)) => a == b,
            _ => false,
        }
    }
}

impl<'w, B: CollisionBackend, S: Write, M: Write> Playback<'w, B, S, M> {
    /// Writes the poses at the start.
    ///
    /// # Errors
    /// An output that cannot be written.
    pub fn begin(world: &'w mut Quake3World<B>, states: S, movers: M) -> Result<Self, PlaybackError> {
        let (last, rows) = (
            vec![None; world.movers().len()],
            vec![None; world.players().len()],
        );
        let mut out = Self {
            world,
            states,
            movers,
            frame: -1,
            phase: WORLD_PART,
            last,
            rows,
            recorded: None,
        };
        out.write_movers()?;
        Ok(out)
    }

    /// Starts again from the recorded state after each step. It writes the recorded states, each as it follows from the one
    /// before.
    #[must_use]
    pub fn restarting(mut self, recorded: Recorded) -> Self {
        self.recorded = Some(recorded);
        self.pose((-1, i32::MAX));
        self
    }

    fn pose(&mut self, until: (i32, i32)) {
        if let Some(recorded) = &mut self.recorded {
            recorded.pose(self.world, until);
        }
    }

    fn restore(&mut self, player: usize, commanded: bool) {
        if let Some(recorded) = &mut self.recorded {
            recorded.restore(self.world, self.frame, player, commanded);
        }
    }

    /// Plays all lines of a recording's commands.
    ///
    /// # Errors
    /// A line that is not of the format, and an output that cannot be written.
    pub fn play<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) -> Result<(), PlaybackError> {
        let mut time = None;
        for (i, text) in lines.into_iter().enumerate() {
            let line = i + 1;
            let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
            if kind == "C" && time.is_some() {
                self.world_part(&mut time)?;
            }
            match kind {
                "T" => {
                    self.world_part(&mut time)?;
                    self.write_movers()?;
                    self.pose((self.frame, i32::MAX));
                    let [frame, msec] = fields(rest, line, "T n time")?;
                    (self.frame, self.phase, time) = (frame as i32, BEFORE, Some(msec as i32));
                }
                "R" => {
                    let [player, x, y, z, yaw] = fields(rest, line, "R player x y z yaw")?;
                    let player = of_run(player, self.rows.len(), line)?;
                    self.world.restart(player, Point::new(x, y, z), yaw);
                }
                "U" => {
                    let [number] = fields(rest, line, "U entity")?;
                    self.world.fire(entity(number, line)?);
                }
                "C" => self.command(rest, line)?,
                _ => {}
            }
        }
        self.world_part(&mut time)?;
        self.write_movers()?;
        self.states.flush()?;
        self.movers.flush()?;
        match self.recorded.map_or(0, |recorded| recorded.left()) {
            0 => Ok(()),
            left => Err(PlaybackError::Left(left)),
        }
    }

    /// The world's part of the frame, if it has not been played.
    fn world_part(&mut self, time: &mut Option<i32>) -> Result<(), PlaybackError> {
        let Some(msec) = time.take() else { return Ok(()) };
        self.write_movers()?;
        self.pose((self.frame, BEFORE));
        self.phase = WORLD_PART;
        self.world.advance(msec);
        for player in 0..self.rows.len() {
            let row = self.row(player);
            let is_told = match &self.recorded {
                Some(recorded) => recorded.comes(self.frame, player, false),
                None => self.rows[player].as_ref() != Some(&row),
            };
            if is_told {
                write!(self.states, "p {} {player}", self.frame)?;
                self.write_row(player, row)?;
            }
            self.restore(player, false);
        }
        self.write_movers()?;
        self.pose((self.frame, WORLD_PART));
        self.phase = COMMANDS;
        Ok(())
    }

    fn command(&mut self, rest: &str, line: usize) -> Result<(), PlaybackError> {
        const WANTED: &str = "C player serverTime forward right up pitch yaw";
        let f: [f64; 7] = fields::<7>(rest, line, WANTED)?.map(f64::from);
        let player = of_run(f[0] as f32, self.rows.len(), line)?;
        let command = Quake3Command {
            server_msec: f[1] as i32,
            forward: f[2] as i32,
            right: f[3] as i32,
            up: f[4] as i32,
            pitch: f[5] as i32,
            yaw: f[6] as i32,
        };
        let played = self.world.command(player, &command);
        let wrong = |e: crate::CommandError| RecordingError::Line {
            line,
            why: e.to_string(),
        };
        played.map_err(wrong)?;
        write!(self.states, "m {} {player} {}", self.frame, command.server_msec)?;
        let row = self.row(player);
        self.write_row(player, row)?;
        self.restore(player, true);
        Ok(())
    }

    fn row(&self, player: usize) -> [Cell; 21] {
        use Cell::{Float, Whole};
        let rider = &self.world.players()[player];
        let (o, v, l) = (rider.body.origin, rider.body.velocity, rider.link);
        let flags = rider.body.flags.bits() as i32;
        let top = self.world.top_of(player);
        let dead = rider.is_dead();
        [
            Float(o.x),
            Float(o.y),
            Float(o.z),
            Float(v.x),
            Float(v.y),
            Float(v.z),
            Whole(rider.ground),
            Whole(flags),
            Whole(rider.body.timer_msec as i32),
            Whole(rider.eyes),
            Whole(rider.turn[1]),
            Float(rider.view_yaw),
            Float(l.x),
            Float(l.y),
            Float(l.z),
            Whole(rider.entity_ground),
            Float(top),
            Whole(i32::from(rider.body.water_level)),
            Whole(rider.health),
            Whole(if dead { 3 } else { 0 }),
            Whole(rider.turn[0]),
        ]
    }

    fn write_row(&mut self, player: usize, row: [Cell; 21]) -> Result<(), PlaybackError> {
        for cell in row {
            match cell {
                Cell::Float(x) => write!(self.states, " {}", Float(x))?,
                Cell::Whole(n) => write!(self.states, " {n}")?,
            }
        }
        writeln!(self.states)?;
        self.rows[player] = Some(row);
        Ok(())
    }

    /// Events and changes since movers were last written.
    fn write_movers(&mut self) -> Result<(), PlaybackError> {
        let (frame, phase) = (self.frame, self.phase);
        for event in self.world.take_events() {
            match event {
                Event::Blocked(captain, obstacle) => writeln!(self.movers, "B {frame} {captain} {obstacle}"),
                Event::Damage(target, by, damage, kind) => {
                    writeln!(self.movers, "D {frame} {phase} {target} {by} {damage} {kind}")
                }
                Event::Touched(number, player) => {
                    writeln!(self.movers, "A {frame} {phase} {number} {player}")
                }
            }?;
        }
        for (now, last) in self.world.movers().zip(&mut self.last) {
            let plan = |m: &MoverState| (m.stage, m.next_think, m.position, m.turning);
            if last.as_ref().map(plan) != Some(plan(&now)) {
                write!(self.movers, "J {frame} {phase} {}", now.number)?;
                write!(self.movers, " {} {}", now.stage.number(), now.next_think)?;
                for t in [&now.position, &now.turning] {
                    write!(
                        self.movers,
                        " {} {} {}",
                        t.motion.number(),
                        t.start_msec,
                        t.duration_msec
                    )?;
                    for x in t.base.iter().chain(t.delta.iter()) {
                        write!(self.movers, " {}", Float(*x))?;
                    }
                }
                writeln!(self.movers)?;
            }
            let pose = |m: &MoverState| (m.origin.map(f32::to_bits), m.angles.map(f32::to_bits));
            if last.as_ref().map(pose) != Some(pose(&now)) {
                write!(self.movers, "P {frame} {phase} {}", now.number)?;
                for x in now.origin.iter().chain(now.angles.iter()) {
                    write!(self.movers, " {}", Float(*x))?;
                }
                writeln!(self.movers)?;
            }
            *last = Some(now);
        }
        Ok(())
    }
}
