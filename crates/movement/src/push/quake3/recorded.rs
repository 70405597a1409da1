//! Recorded states of players and movers, so that each step is played from the recorded state before it.
//!
//! Formats: `tests/recordings/README.md`, moving worlds of Quake III.

use super::restore::PlayerState;
use super::{MoverState, Quake3World, Stage};
use crate::moving::{Motion, Trajectory};
use crate::push::numbers::Game;
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::collections::VecDeque;

/// A recorded state of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RecordedState {
    /// Whether a command led to it; else the world's part of the frame.
    commanded: bool,
    frame: i32,
    player: usize,
    state: PlayerState,
}

impl RecordedState {
    /// Reads a line `p n player F...` or `m n player serverTime F...`.
    ///
    /// # Errors
    /// A line that is neither.
    fn read(text: &str, line: usize) -> Result<Self, RecordingError> {
        const WANTED: &str = "p n player F... or m n player serverTime F..., F of 21 fields";
        let commanded = text.starts_with("m ");
        let bad = |why: &str| RecordingError::Line {
            line,
            why: format!("{why}; wanted `{WANTED}`"),
        };
        let mut words = text.split_ascii_whitespace().skip(1);
        let mut whole = || {
            let word = words.next().ok_or_else(|| bad("fields are missing"))?;
            word.parse::<i32>().map_err(|_| bad("a number is not whole"))
        };
        if !commanded && !text.starts_with("p ") {
            return Err(bad("the line begins with neither p nor m"));
        }
        let (frame, player) = (whole()?, whole()?);
        if commanded {
            // The time of the command.
            whole()?;
        }
        let player = Game::QUAKE3.player(player, line)?;
        let rest: Vec<&str> = words.collect();
        let f: [f32; 21] = fields(&rest.join(" "), line, WANTED)?;
        // Whole numbers that f32 may not hold are read as such.
        let int = |i: usize| rest[i].parse::<i32>().map_err(|_| bad("a number is not whole"));
        Ok(Self {
            commanded,
            frame,
            player,
            state: PlayerState {
                origin: Point::new(f[0], f[1], f[2]),
                velocity: Vec3::new(f[3], f[4], f[5]),
                ground: int(6)?,
                flags: int(7)?,
                timer_msec: int(8)?,
                eyes: int(9)?,
                delta_yaw: int(10)?,
                view_yaw: f[11],
                link: Point::new(f[12], f[13], f[14]),
                entity_ground: int(15)?,
                top: f[16],
                water_level: int(17)?,
                health: int(18)?,
                dead: int(19)? != 0,
                delta_pitch: int(20)?,
            },
        })
    }
}

/// A recording's line about a mover.
#[derive(Clone, Copy, Debug, PartialEq)]
enum MoverNote {
    /// Trajectories, stage and when it acts next.
    Plan(i32, Stage, i32, [Trajectory; 2]),
    /// Where it is and how it is turned.
    Pose(i32, Vec3, Vec3),
}

/// Notes on movers, each with the frame and the place in it, in that order.
type Notes = VecDeque<((i32, i32), MoverNote)>;

/// A recording's states and the poses of its movers, from which a run starts again after each step.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    states: VecDeque<RecordedState>,
    /// Each with its frame and phase.
    notes: Notes,
    /// The last state of each player.
    last: Vec<Option<PlayerState>>,
}

impl Recorded {
    /// Reads the lines of states.
    ///
    /// # Errors
    /// A line that is not of the format.
    pub fn read<'a>(states: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let states = states.into_iter().enumerate();
        let states = states.map(|(i, text)| RecordedState::read(text, i + 1));
        Ok(Self {
            states: states.collect::<Result<_, _>>()?,
            ..Self::default()
        })
    }

    /// Reads the lines `J` and `P` of movers besides.
    ///
    /// # Errors
    /// A line that is not of the format.
    pub fn posed<'a>(self, movers: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let notes = notes(movers)?;
        Ok(Self { notes, ..self })
    }

    /// How many states have not come yet.
    pub fn left(&self) -> usize {
        self.states.len()
    }

    /// Whether the next recorded state is this player's in this frame.
    pub(super) fn comes(&self, frame: i32, player: usize, commanded: bool) -> bool {
        let next = self.states.front();
        next.is_some_and(|s| (s.frame, s.player, s.commanded) == (frame, player, commanded))
    }

    /// Puts a player into the state that is recorded of it now.
    pub(super) fn restore<B: CollisionBackend>(
        &mut self,
        world: &mut Quake3World<B>,
        frame: i32,
        player: usize,
        commanded: bool,
    ) {
        self.last.resize(world.players().len(), None);
        if self.comes(frame, player, commanded)
            && let Some(recorded) = self.states.pop_front()
        {
            self.last[player] = Some(recorded.state);
        }
        // Where nothing is recorded nothing has changed.
        if let Some(state) = &self.last[player] {
            world.restore_player(player, state, commanded);
        }
    }

    /// Poses movers as recorded up to that frame and phase.
    pub(super) fn pose<B: CollisionBackend>(&mut self, world: &mut Quake3World<B>, until: (i32, i32)) {
        while self.notes.front().is_some_and(|(at, _)| *at <= until) {
            let Some((_, note)) = self.notes.pop_front() else {
                return;
            };
            let (MoverNote::Plan(number, ..) | MoverNote::Pose(number, ..)) = note;
            let Some(mut state) = world.movers().find(|m| m.number == number) else {
                continue;
            };
            match note {
                MoverNote::Plan(_, stage, next_think, [position, turning]) => {
                    state = MoverState {
                        stage,
                        next_think,
                        position,
                        turning,
                        ..state
                    };
                }
                MoverNote::Pose(_, origin, angles) => {
                    (state.origin, state.angles) = (origin, angles);
                }
            }
            world.restore_mover(&state);
        }
    }
}

fn notes<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Notes, RecordingError> {
    let mut out = VecDeque::new();
    for (i, text) in lines.into_iter().enumerate() {
        let line = i + 1;
        if let Some(rest) = text.strip_prefix("J ") {
            out.push_back(plan(rest, line)?);
        } else if let Some(rest) = text.strip_prefix("P ") {
            let wanted = "P n phase entity x y z pitch yaw roll";
            let [n, phase, entity, x, y, z, pitch, yaw, roll] = fields(rest, line, wanted)?;
            let note = MoverNote::Pose(entity as i32, Vec3::new(x, y, z), Vec3::new(pitch, yaw, roll));
            out.push_back(((n as i32, phase as i32), note));
        }
    }
    Ok(out)
}

fn plan(rest: &str, line: usize) -> Result<((i32, i32), MoverNote), RecordingError> {
    const WANTED: &str =
        "J n phase entity state nextthink  type time duration base delta  type time duration base delta";
    let f: [f32; 23] = fields(rest, line, WANTED)?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let bad = |what: &str| RecordingError::Line {
        line,
        why: format!("{what}; wanted `{WANTED}`"),
    };
    // Times have more digits than f32 holds.
    let int = |i: usize| words[i].parse::<i32>().map_err(|_| bad("a number is not whole"));
    let three = |i: usize| Vec3::new(f[i], f[i + 1], f[i + 2]);
    let trajectory = |i: usize| -> Result<Trajectory, RecordingError> {
        let motion = Motion::of_number(f[i] as u8).ok_or_else(|| bad("there is no such type of motion"))?;
        Ok(Trajectory {
            motion,
            start_msec: int(i + 1)?,
            duration_msec: int(i + 2)?,
            base: three(i + 3),
            delta: three(i + 6),
        })
    };
    let stage = Stage::of_number(f[3] as u8).ok_or_else(|| bad("there is no such state"))?;
    let ways = [trajectory(5)?, trajectory(14)?];
    let note = MoverNote::Plan(int(2)?, stage, int(4)?, ways);
    Ok(((int(0)?, int(1)?), note))
}
