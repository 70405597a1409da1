//! Plays a recording's commands in a world that runs by itself, and writes the recording's lines; or starts each step again from
//! the recorded state before it.
//!
//! Formats: `tests/recordings/README.md`, moving worlds. A game gives its columns and how its world plays a step.

use super::Numbers;
use crate::command::CommandError;
use clipmark_collision::recording::{Column, Float, RecordingError, Table};
use clipmark_geometry::{Point, Vec3};
use std::collections::VecDeque;
use std::io::{self, Write};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum PlaybackError {
    #[error(transparent)]
    Line(#[from] RecordingError),
    #[error(
        "{0} of the recorded states do not come in these commands; give the states and commands of one run"
    )]
    Left(usize),
    #[error("the run cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// The columns of a game's recordings: of its players, its movers and their commands.
pub struct Format<P: 'static, M: 'static, C: 'static> {
    pub(super) game: &'static str,
    pub(super) players: Numbers,
    pub(super) players_first: bool,
    pub(super) frame: Table<Frame>,
    pub(super) command: Table<Turn<C>>,
    /// A player's state after the world's part of a frame, and after a command.
    pub(super) states: [Table<Step<P>>; 2],
    /// A mover's lines, each written when something in it has changed.
    pub(super) movers: &'static [Table<Note<M>>],
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    pub(super) number: i32,
    /// How long it is, in milliseconds, where the game says so.
    pub(super) length_msec: f32,
    /// When it is, in milliseconds, where the game says so.
    pub(super) time_msec: i32,
}

impl Frame {
    pub(super) const NUMBER: Column<Self> = Column::whole("n", |f| &mut f.number);
}

/// A line that puts a player somewhere, looking along a yaw in degrees.
#[derive(Clone, Copy, Default)]
struct Restart {
    player: i32,
    at: Vec3,
    yaw: f32,
}

const RESTART: Table<Restart> = Table::marked(
    "R",
    &[
        Column::whole("player", |r| &mut r.player),
        Column::vector("x y z", |r| &mut r.at),
        Column::float("yaw", |r| &mut r.yaw),
    ],
);

/// A line that uses an entity as if a trigger had.
const USE: Table<i32> = Table::marked("U", &[Column::whole("entity", |number| number)]);

#[derive(Clone, Copy, Debug, Default)]
pub struct Turn<C> {
    pub(super) player: i32,
    pub(super) command: C,
}

impl<C: 'static> Turn<C> {
    pub(super) const PLAYER: Column<Self> = Column::whole("player", |t| &mut t.player);
}

#[derive(Clone, Debug, Default)]
pub struct Step<P> {
    pub(super) frame: i32,
    pub(super) player: i32,
    /// Time at which the command ended that led to it, in milliseconds.
    pub(super) msec: i32,
    pub(super) state: P,
}

impl<P: 'static> Step<P> {
    pub(super) const FRAME: Column<Self> = Column::whole("n", |s: &mut Self| &mut s.frame).unwatched();
    pub(super) const PLAYER: Column<Self> = Column::whole("player", |s: &mut Self| &mut s.player).unwatched();
    pub(super) const MSEC: Column<Self> = Column::whole("serverTime", |s: &mut Self| &mut s.msec).unwatched();
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Note<M> {
    pub(super) frame: i32,
    pub(super) phase: i32,
    pub(super) entity: i32,
    pub(super) mover: M,
}

impl<M: 'static> Note<M> {
    pub(super) const FRAME: Column<Self> = Column::whole("n", |n: &mut Self| &mut n.frame).unwatched();
    pub(super) const PHASE: Column<Self> = Column::whole("phase", |n: &mut Self| &mut n.phase).unwatched();
    pub(super) const ENTITY: Column<Self> = Column::whole("entity", |n| &mut n.entity);
}

/// A moving world as its game's recordings have it.
pub trait RecordedWorld {
    type Player: Clone + Default + 'static;
    type Mover: Copy + Default + 'static;
    type Command: Copy + Default + 'static;

    fn format(&self) -> &'static Format<Self::Player, Self::Mover, Self::Command>;
    /// How many players it has. Other methods are asked about players below that.
    fn player_count(&self) -> usize;
    fn player(&self, player: usize) -> &Self::Player;
    /// Puts a player into a recorded state; `commanded` says whether a command led to it.
    fn restore_player(&mut self, player: usize, state: Self::Player, commanded: bool);
    fn mover_states(&self) -> impl Iterator<Item = (i32, Self::Mover)>;
    /// Puts a mover into a recorded state. No number of a mover that is not there changes anything.
    fn restore_mover(&mut self, number: i32, state: &Self::Mover);
    /// Puts a player somewhere, looking along a yaw in degrees.
    fn put_player(&mut self, player: usize, at: Point, yaw: f32);
    fn fire_entity(&mut self, number: i32);
    /// Plays the world's part of a frame. Returns the seconds by which the world moved, where recordings name them.
    fn play_frame(&mut self, frame: &Frame) -> Option<f32>;
    /// Plays a player's command. Returns the time at which it ends, in milliseconds, where recordings name it.
    fn play_command(&mut self, player: usize, command: &Self::Command) -> Result<i32, CommandError>;
    /// Writes what happened beside motion since the last call, where recordings have it.
    fn write_events(&mut self, _to: &mut dyn Write, _frame: i32, _phase: i32) -> io::Result<()> {
        Ok(())
    }
}

type FormatOf<W> =
    Format<<W as RecordedWorld>::Player, <W as RecordedWorld>::Mover, <W as RecordedWorld>::Command>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    pub players: usize,
    pub god: bool,
    /// When the first frame begins: seconds of Quake's worlds, milliseconds of Quake III's.
    pub start: Option<f64>,
    /// The world moves in steps of at least this long, in seconds.
    pub least_step: Option<f64>,
}

impl Heading {
    /// When players join in Quake III, in milliseconds. Most recordings do not say, and have them join at the same time.
    pub fn start_msec(&self) -> i32 {
        const USUAL: i32 = 1400;
        self.start.map_or(USUAL, |msec| msec as i32)
    }
}

impl<P, M, C> Format<P, M, C> {
    /// Reads the lines `H` of commands. Missing values are as in most recordings: one player, and god.
    pub fn read_heading<'a>(
        &self,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Heading, RecordingError> {
        let mut out = Heading {
            players: 1,
            god: true,
            start: None,
            least_step: None,
        };
        let heads = lines.into_iter().take_while(|line| line.starts_with('H'));
        for (text, line) in heads.zip(1..) {
            let mut words = text.split_ascii_whitespace().skip(1);
            let (key, word) = (words.next(), words.next());
            if let (Some("players"), Some(word)) = (key, word) {
                out.players = self.count(word, line)?;
            }
            let value = word.and_then(|v| v.parse::<f64>().ok());
            let value = value.filter(|v| v.is_finite());
            match (key, value) {
                (Some("god"), Some(n)) => out.god = n != 0.0,
                (Some("start_time"), Some(_)) => out.start = value,
                (Some("mintic"), Some(_)) => out.least_step = value,
                _ => {}
            }
        }
        Ok(out)
    }

    fn count(&self, word: &str, line: usize) -> Result<usize, RecordingError> {
        let most = self.players.count;
        let count = word.parse().ok().filter(|n| *n <= most);
        count.ok_or_else(|| RecordingError::Line {
            line,
            why: format!(
                "there are {word} players; {} has {most} at most. Write a whole number up to that",
                self.game
            ),
        })
    }

    fn check_player(&self, number: i32, line: usize) -> Result<(), RecordingError> {
        let most = self.players.count as i32;
        if (0..most).contains(&number) {
            return Ok(());
        }
        Err(RecordingError::Line {
            line,
            why: format!(
                "player {number}; {} numbers its players from 0 to {}. Give a recording of that game",
                self.game,
                most - 1
            ),
        })
    }
}

/// Entities of a game at most; their numbers are below.
const ENTITIES: i32 = 1024;

pub(super) fn check_entity(number: i32, line: usize) -> Result<(), RecordingError> {
    if (0..ENTITIES).contains(&number) {
        return Ok(());
    }
    Err(RecordingError::Line {
        line,
        why: format!(
            "entity {number}; a game numbers its entities from 0 to 1023. Give a recording of a game"
        ),
    })
}

/// A recording's states and the poses of its movers, from which a run starts again after each step.
pub struct Recorded<'a, W: RecordedWorld> {
    format: &'static FormatOf<W>,
    states: VecDeque<State<'a>>,
    poses: VecDeque<Pose<'a, W::Mover>>,
    last: Vec<Option<State<'a>>>,
}

/// A recorded line of a player, which is read into the state that the player then has.
#[derive(Clone, Copy)]
struct State<'a> {
    frame: i32,
    player: i32,
    commanded: bool,
    text: &'a str,
}

/// A recorded line of a mover, which is read into the state that the mover then has.
struct Pose<'a, M: 'static> {
    frame: i32,
    phase: i32,
    entity: i32,
    table: &'static Table<Note<M>>,
    text: &'a str,
}

impl<'a, W: RecordedWorld> Recorded<'a, W> {
    /// Reads the lines of states of a world's recording.
    pub fn read(world: &W, states: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let format = world.format();
        let state = |(text, line): (&'a str, usize)| {
            let commanded = format.states[1].marks(text);
            let mut step = Step::default();
            format.states[usize::from(commanded)].read(text, line, &mut step)?;
            format.check_player(step.player, line)?;
            Ok(State {
                frame: step.frame,
                player: step.player,
                commanded,
                text,
            })
        };
        let states: Result<_, RecordingError> = states.into_iter().zip(1..).map(state).collect();
        Ok(Self {
            format,
            states: states?,
            poses: VecDeque::new(),
            last: vec![None; world.player_count()],
        })
    }

    /// Reads the lines of movers besides.
    pub fn posed(mut self, movers: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        for (text, line) in movers.into_iter().zip(1..) {
            let Some(table) = self.format.movers.iter().find(|table| table.marks(text)) else {
                continue;
            };
            let mut note = Note::default();
            table.read(text, line, &mut note)?;
            self.poses.push_back(Pose {
                frame: note.frame,
                phase: note.phase,
                entity: note.entity,
                table,
                text,
            });
        }
        Ok(self)
    }

    /// Whether the next recorded state is this player's in this frame.
    fn comes(&self, frame: i32, player: usize, commanded: bool) -> bool {
        let key = (frame, player as i32, commanded);
        let next = self.states.front();
        next.is_some_and(|s| (s.frame, s.player, s.commanded) == key)
    }

    /// The state that is recorded of a player now, whose own is `step`. Where nothing is recorded nothing has changed.
    fn state(&mut self, step: &Step<W::Player>, commanded: bool) -> Option<Step<W::Player>> {
        let player = step.player as usize;
        if self.comes(step.frame, player, commanded) {
            self.last[player] = self.states.pop_front();
        }
        let last = self.last[player]?;
        let mut recorded = step.clone();
        // `read` has read each line already, so this cannot fail.
        let _ = self.format.states[usize::from(last.commanded)].read(last.text, 0, &mut recorded);
        Some(recorded)
    }

    /// Poses movers as recorded up to that frame and phase. Where players move first, their phase comes before the world's.
    fn pose(&mut self, world: &mut W, until: (i32, i32)) {
        let first = self.format.players_first;
        let order = |(frame, phase)| (frame, if first && phase == COMMANDS { BEFORE } else { phase });
        while let Some(pose) = self.poses.front()
            && order((pose.frame, pose.phase)) <= order(until)
        {
            let found = world.mover_states().find(|(number, _)| *number == pose.entity);
            if let Some((number, mover)) = found {
                let mut note = Note {
                    mover,
                    ..Note::default()
                };
                // `posed` has read each line already, so this cannot fail.
                let _ = pose.table.read(pose.text, 0, &mut note);
                world.restore_mover(number, &note.mover);
            }
            self.poses.pop_front();
        }
    }
}

/// Phases of a frame as recordings number them.
const BEFORE: i32 = -1;
const WORLD_PART: i32 = 0;
const COMMANDS: i32 = 1;
const END: i32 = i32::MAX;

pub struct Playback<'w, 'a, W: RecordedWorld, S, M> {
    world: &'w mut W,
    states: S,
    movers: M,
    frame: i32,
    /// Phase whose changes are not written yet.
    phase: i32,
    /// Of each mover, as it was last written.
    last_movers: Vec<Option<W::Mover>>,
    /// Of each player, as it was last written or passed over.
    last_steps: Vec<Option<Step<W::Player>>>,
    /// The recorded states that the run starts again from after each step.
    recorded: Option<Recorded<'a, W>>,
}

impl<'w, 'a, W: RecordedWorld, S: Write, M: Write> Playback<'w, 'a, W, S, M> {
    /// Writes the poses at the start.
    pub fn begin(world: &'w mut W, states: S, movers: M) -> Result<Self, PlaybackError> {
        let (last_movers, last_steps) = (
            vec![None; world.mover_states().count()],
            vec![None; world.player_count()],
        );
        let mut out = Self {
            world,
            states,
            movers,
            frame: -1,
            phase: WORLD_PART,
            last_movers,
            last_steps,
            recorded: None,
        };
        out.write_movers()?;
        Ok(out)
    }

    /// Starts again from the recorded state after each step. It writes the recorded states, each as it follows from the one
    /// before.
    #[must_use]
    pub fn restarting(mut self, recorded: Recorded<'a, W>) -> Self {
        self.recorded = Some(recorded);
        self.pose((self.frame, END));
        self
    }

    fn pose(&mut self, until: (i32, i32)) {
        if let Some(recorded) = &mut self.recorded {
            recorded.pose(self.world, until);
        }
    }

    /// A player of this run in a line of commands: the header says how many there are.
    fn player(&self, number: i32, line: usize) -> Result<usize, RecordingError> {
        let players = self.last_steps.len();
        let player = usize::try_from(number).ok().filter(|p| *p < players);
        player.ok_or_else(|| RecordingError::Line {
            line,
            why: format!(
                "player {number} of {players}, numbered from 0. Correct the line `H players` or this one"
            ),
        })
    }

    /// Plays all lines of a recording's commands.
    pub fn play<'l>(mut self, lines: impl IntoIterator<Item = &'l str>) -> Result<(), PlaybackError> {
        let format = self.world.format();
        // The frame under way whose part of the world has not played yet.
        let mut open = None;
        for (text, line) in lines.into_iter().zip(1..) {
            match text.split(' ').next().unwrap_or_default() {
                "T" => {
                    self.play_world(&mut open)?;
                    self.write_movers()?;
                    self.pose((self.frame, END));
                    let mut frame = Frame::default();
                    format.frame.read(text, line, &mut frame)?;
                    (self.frame, self.phase, open) = (frame.number, BEFORE, Some(frame));
                }
                "R" => {
                    let mut put = Restart::default();
                    RESTART.read(text, line, &mut put)?;
                    let player = self.player(put.player, line)?;
                    self.world.put_player(player, put.at.into(), put.yaw);
                }
                "U" => {
                    let mut number = 0;
                    USE.read(text, line, &mut number)?;
                    check_entity(number, line)?;
                    self.world.fire_entity(number);
                }
                "C" => {
                    if !format.players_first {
                        self.play_world(&mut open)?;
                    } else if self.phase == BEFORE {
                        self.write_movers()?;
                        self.phase = COMMANDS;
                    }
                    self.play_command(text, line)?;
                }
                _ => {}
            }
        }
        self.play_world(&mut open)?;
        self.write_movers()?;
        self.states.flush()?;
        self.movers.flush()?;
        match self.recorded.map_or(0, |recorded| recorded.states.len()) {
            0 => Ok(()),
            left => Err(PlaybackError::Left(left)),
        }
    }

    /// The world's part of the frame, if it has not been played.
    fn play_world(&mut self, open: &mut Option<Frame>) -> Result<(), PlaybackError> {
        let Some(frame) = open.take() else { return Ok(()) };
        self.write_movers()?;
        self.pose((self.frame, BEFORE));
        self.phase = WORLD_PART;
        if let Some(step) = self.world.play_frame(&frame) {
            writeln!(self.movers, "X {} {}", self.frame, Float(step))?;
        }
        for player in 0..self.last_steps.len() {
            self.write_player(player, None)?;
        }
        self.write_movers()?;
        self.pose((self.frame, WORLD_PART));
        self.phase = COMMANDS;
        Ok(())
    }

    fn play_command(&mut self, text: &str, line: usize) -> Result<(), PlaybackError> {
        let mut turn = Turn::default();
        self.world.format().command.read(text, line, &mut turn)?;
        let player = self.player(turn.player, line)?;
        let played = self.world.play_command(player, &turn.command);
        let refused = |e: CommandError| RecordingError::Line {
            line,
            why: e.to_string(),
        };
        let ends_msec = played.map_err(refused)?;
        self.write_player(player, Some(ends_msec))
    }

    /// Writes a player's state, if it is new, and starts again from the recorded one. `ends_msec` is of the command that led to
    /// it.
    fn write_player(&mut self, player: usize, ends_msec: Option<i32>) -> Result<(), PlaybackError> {
        let commanded = ends_msec.is_some();
        let table = &self.world.format().states[usize::from(commanded)];
        let step = Step {
            frame: self.frame,
            player: player as i32,
            msec: ends_msec.unwrap_or_default(),
            state: self.world.player(player).clone(),
        };
        let is_new = match &self.recorded {
            _ if commanded => true,
            Some(recorded) => recorded.comes(self.frame, player, commanded),
            None => {
                let last = self.last_steps[player].as_ref();
                !last.is_some_and(|last| table.same(last, &step))
            }
        };
        if is_new {
            writeln!(self.states, "{}", table.row(&step))?;
        }
        if let Some(recorded) = &mut self.recorded
            && let Some(state) = recorded.state(&step, commanded)
            && !table.same(&state, &step)
        {
            self.world.restore_player(player, state.state, commanded);
        }
        self.last_steps[player] = Some(step);
        Ok(())
    }

    /// Events and changes since movers were last written.
    fn write_movers(&mut self) -> Result<(), PlaybackError> {
        let (frame, phase) = (self.frame, self.phase);
        self.world.write_events(&mut self.movers, frame, phase)?;
        let tables = self.world.format().movers;
        for ((entity, mover), last) in self.world.mover_states().zip(&mut self.last_movers) {
            let now = Note {
                frame,
                phase,
                entity,
                mover,
            };
            for table in tables {
                let is_new = !last.is_some_and(|mover| table.same(&Note { mover, ..now }, &now));
                if is_new {
                    writeln!(self.movers, "{}", table.row(&now))?;
                }
            }
            *last = Some(mover);
        }
        Ok(())
    }
}
