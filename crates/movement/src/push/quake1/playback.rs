//! Plays a recording's commands in a world that runs by itself, and writes the recording's lines.
//!
//! Formats: `tests/recordings/README.md`, moving worlds of QuakeWorld and of Quake of 1996.

use super::{PusherState, Quake1World, Recorded};
use crate::body::MoveFlags;
use crate::push::numbers::{Game, entity, of_run};
use crate::recording::{keys, liquid};
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{Float, RecordingError, fields};
use clipmark_geometry::Point;
use std::io::Write;

pub use crate::push::quake3::PlaybackError;

/// The header of a recording's commands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    /// How many players.
    pub players: usize,
    /// Seconds of the world when the first frame begins.
    pub start: Option<f64>,
    /// The world moves in steps of at least this long, in seconds.
    pub least_step: Option<f64>,
}

impl Heading {
    /// Reads the lines `H` of commands. Players move before the world in Quake of 1996.
    ///
    /// # Errors
    /// More players than the game has.
    pub fn read<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        players_first: bool,
    ) -> Result<Self, RecordingError> {
        let game = game(players_first);
        let mut out = Self {
            players: 1,
            start: None,
            least_step: None,
        };
        let heads = lines.into_iter().take_while(|line| line.starts_with('H'));
        for (i, line) in heads.enumerate() {
            let mut words = line.split_ascii_whitespace().skip(1);
            let (key, word) = (words.next(), words.next());
            if let (Some("players"), Some(word)) = (key, word) {
                out.players = game.count(word, i + 1)?;
            }
            let value = word.and_then(|v| v.parse::<f64>().ok());
            let value = value.filter(|v| v.is_finite());
            match (key, value) {
                (Some("start_time"), Some(_)) => out.start = value,
                (Some("mintic"), Some(_)) => out.least_step = value,
                _ => {}
            }
        }
        Ok(out)
    }
}

/// The game whose players move before the world, or the other one.
pub(super) fn game(players_first: bool) -> Game {
    if players_first {
        Game::NETQUAKE
    } else {
        Game::QUAKEWORLD
    }
}

/// Phases of a frame as recordings number them.
const BEFORE: i32 = -1;
const WORLD_PART: i32 = 0;
const COMMANDS: i32 = 1;
/// A tick of Quake of 1996 in seconds and, as commands have it, in milliseconds.
const TICK: f64 = 1.0 / 72.0;
const TICK_MSEC: f32 = 1000.0 / 72.0;

/// A run under way.
pub struct Playback<'w, B, S, M> {
    world: &'w mut Quake1World<B>,
    states: S,
    movers: M,
    frame: i32,
    phase: i32,
    last: Vec<Option<PusherState>>,
    rows: Vec<String>,
    released: Vec<bool>,
    /// Whether a player has moved yet; before that no liquid is known of.
    moved: Vec<bool>,
    /// The recorded states that the run starts again from after each step.
    recorded: Option<Recorded>,
}

impl<'w, B: CollisionBackend, S: Write, M: Write> Playback<'w, B, S, M> {
    /// Writes the poses at the start.
    ///
    /// # Errors
    /// An output that cannot be written.
    pub fn begin(world: &'w mut Quake1World<B>, states: S, movers: M) -> Result<Self, PlaybackError> {
        let (last, players) = (vec![None; world.pieces().len()], world.players().len());
        let mut out = Self {
            world,
            states,
            movers,
            frame: -1,
            phase: WORLD_PART,
            last,
            rows: vec![String::new(); players],
            released: vec![false; players],
            moved: vec![false; players],
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
        self.pose((-1, WORLD_PART));
        self
    }

    fn pose(&mut self, until: (i32, i32)) {
        if let Some(recorded) = &mut self.recorded {
            recorded.pose(self.world, until);
        }
    }

    fn restore(&mut self, player: usize, commanded: bool, row: &str) {
        if let Some(recorded) = &mut self.recorded
            && let Some(released) = recorded.restore(self.world, (self.frame, player, commanded), row)
        {
            self.released[player] = released;
        }
    }

    /// Plays all lines of a recording's commands.
    ///
    /// # Errors
    /// A line that is not of the format, and an output that cannot be written.
    pub fn play<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) -> Result<(), PlaybackError> {
        // The part of the frame under way that has not played yet: its length in seconds.
        let mut open = None;
        let players_first = self.world.players_first();
        for (i, text) in lines.into_iter().enumerate() {
            let line = i + 1;
            let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
            match kind {
                "T" => {
                    self.world_part(&mut open)?;
                    self.write_movers()?;
                    self.pose((self.frame, i32::MAX));
                    let (frame, length) = if players_first {
                        let [frame] = fields(rest, line, "T n")?;
                        (frame, TICK)
                    } else {
                        let [frame, msec] = fields(rest, line, "T n frame_ms")?;
                        (frame, f64::from(msec) * 0.001)
                    };
                    (self.frame, self.phase, open) = (frame as i32, BEFORE, Some(length));
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
                "C" => {
                    if players_first && self.phase == BEFORE {
                        self.write_movers()?;
                        self.phase = COMMANDS;
                    } else if !players_first {
                        self.world_part(&mut open)?;
                    }
                    self.command(rest, line)?;
                }
                _ => {}
            }
        }
        self.world_part(&mut open)?;
        self.write_movers()?;
        self.states.flush()?;
        self.movers.flush()?;
        match self.recorded.map_or(0, |recorded| recorded.left()) {
            0 => Ok(()),
            left => Err(PlaybackError::Left(left)),
        }
    }

    /// The world's part of the frame, if it has not been played.
    fn world_part(&mut self, open: &mut Option<f64>) -> Result<(), PlaybackError> {
        let Some(length) = open.take() else { return Ok(()) };
        self.write_movers()?;
        self.pose((self.frame, BEFORE));
        self.phase = WORLD_PART;
        if self.world.players_first() {
            self.world.advance_after_players(length);
        } else if let Some(step) = self.world.advance(length) {
            writeln!(self.movers, "X {} {}", self.frame, Float(step as f32))?;
        }
        for player in 0..self.rows.len() {
            let row = self.row(player);
            let is_told = match &self.recorded {
                Some(recorded) => recorded.comes(self.frame, player, false),
                None => self.rows[player] != row,
            };
            if is_told {
                writeln!(self.states, "p {} {player} {row}", self.frame)?;
            }
            self.restore(player, false, &row);
            self.rows[player] = row;
        }
        self.write_movers()?;
        self.pose((self.frame, WORLD_PART));
        self.phase = COMMANDS;
        Ok(())
    }

    fn command(&mut self, rest: &str, line: usize) -> Result<(), PlaybackError> {
        const QUAKEWORLD: &str = "C player msec forward side up buttons pitch yaw";
        const NETQUAKE: &str = "C player forward side up jump pitch yaw";
        let (player, msec, [forward, right, up, jump, pitch, yaw]) = if self.world.players_first() {
            let [player, rest @ ..] = fields::<7>(rest, line, NETQUAKE)?;
            (player, TICK_MSEC, rest)
        } else {
            let [player, msec, rest @ ..] = fields::<8>(rest, line, QUAKEWORLD)?;
            (player, msec, rest)
        };
        let jumps = if self.world.players_first() {
            jump != 0.0
        } else {
            jump as i32 & 2 != 0
        };
        let cmd = keys::command(
            [msec, forward, right, up, pitch, yaw],
            Some([f32::from(jumps), 0.0]),
        );
        let player = of_run(player, self.rows.len(), line)?;
        if !jumps {
            self.released[player] = true;
        } else if self.world.players()[player].body.grounded {
            self.released[player] = false;
        }
        self.moved[player] = true;
        let played = self.world.command(player, &cmd);
        let wrong = |e: crate::CommandError| RecordingError::Line {
            line,
            why: e.to_string(),
        };
        played.map_err(wrong)?;
        let row = self.row(player);
        writeln!(self.states, "m {} {player} {row}", self.frame)?;
        self.restore(player, true, &row);
        self.rows[player] = row;
        Ok(())
    }

    fn row(&self, player: usize) -> String {
        let rider = &self.world.players()[player];
        let (body, engine) = (&rider.body, &rider.body.engine);
        let (o, v) = (body.origin, body.velocity);
        let row = |values: &[f32]| {
            let texts: Vec<String> = values.iter().map(|x| Float(*x).to_string()).collect();
            texts.join(" ")
        };
        let motion = row(&[o.x, o.y, o.z, v.x, v.y, v.z]);
        let kind = if self.moved[player] {
            liquid::number(engine.liquid)
        } else {
            0
        };
        let level = body.water_level;
        let mut flags = CLIENT | GOD;
        flags |= u32::from(body.grounded) * ON_GROUND;
        flags |= u32::from(body.flags.contains(MoveFlags::IN_LIQUID)) * IN_WATER;
        flags |= u32::from(body.flags.contains(MoveFlags::WATER_JUMP)) * WATER_JUMP;
        if self.world.players_first() {
            flags |= u32::from(!body.flags.contains(MoveFlags::JUMP_HELD)) * JUMP_RELEASED;
            let (l, a) = (engine.move_dir, engine.model_angles);
            let f = engine.last_free.unwrap_or(body.origin);
            let rest = row(&[
                engine.water_jump_ends,
                l.x,
                l.y,
                l.z,
                a.x,
                a.y,
                a.z,
                f.x,
                f.y,
                f.z,
            ]);
            return format!("{motion} {flags} {} {level} {kind} {rest}", rider.ground);
        }
        flags |= u32::from(self.released[player]) * JUMP_RELEASED;
        let (on, held) = (
            u8::from(body.grounded),
            u8::from(body.flags.contains(MoveFlags::JUMP_HELD)) * 2,
        );
        let jump = Float(body.water_jump_seconds);
        let yaw = Float(rider.yaw);
        format!(
            "{motion} {on} {} {jump} {held} {level} {kind} {flags} {yaw} 100",
            rider.ground
        )
    }

    /// The pushers that have changed since they were last written.
    fn write_movers(&mut self) -> Result<(), PlaybackError> {
        let (frame, phase) = (self.frame, self.phase);
        for (now, last) in self.world.pieces().zip(&mut self.last) {
            let bits = |p: &PusherState| {
                let [o, v] = [p.origin, p.velocity].map(|v| v.map(f32::to_bits));
                // Its clock goes on without a line.
                (o, v, p.next_think.to_bits(), p.spot)
            };
            if last.as_ref().map(bits) == Some(bits(&now)) {
                continue;
            }
            write!(self.movers, "P {frame} {phase} {}", now.number)?;
            for x in now
                .origin
                .iter()
                .chain(now.velocity.iter())
                .chain([&now.clock, &now.next_think])
            {
                write!(self.movers, " {}", Float(*x))?;
            }
            writeln!(self.movers, " {}", now.spot.number())?;
            *last = Some(now);
        }
        Ok(())
    }
}

/// Flags of a player in recordings.
const CLIENT: u32 = 8;
pub(super) const IN_WATER: u32 = 16;
const GOD: u32 = 64;
pub(super) const ON_GROUND: u32 = 512;
pub(super) const WATER_JUMP: u32 = 2048;
pub(super) const JUMP_RELEASED: u32 = 4096;
