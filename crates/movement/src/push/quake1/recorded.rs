//! Recorded states of players and pushers, so that each step is played from the recorded state before it.
//!
//! Formats: `tests/recordings/README.md`, moving worlds of QuakeWorld and of Quake of 1996.

use super::playback::{IN_WATER, JUMP_RELEASED, ON_GROUND, WATER_JUMP, game};
use super::{MoveState, PusherState, Quake1World};
use crate::body::MoveFlags;
use crate::recording::liquid;
use clipmark_collision::CollisionBackend;
use clipmark_collision::recording::{RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::collections::VecDeque;

/// A recorded state of a player.
#[derive(Clone, Debug, PartialEq)]
struct RecordedState {
    commanded: bool,
    frame: i32,
    player: usize,
    /// Its fields as they are written.
    row: String,
    fields: Vec<f32>,
}

/// A recording's states and the poses of its pushers, from which a run starts again after each step.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    states: VecDeque<RecordedState>,
    /// Each with its frame and phase.
    notes: VecDeque<((i32, i32), PusherState)>,
    /// The last state of each player.
    last: Vec<Option<RecordedState>>,
    /// Whether players move before the world.
    players_first: bool,
}

/// Fields of a state: of QuakeWorld, and of Quake of 1996.
const QUAKEWORLD: &str = "p|m n player x y z vx vy vz onground groundentity waterjumptime oldbuttons waterlevel \
                          watertype flags v_yaw health";
const NETQUAKE: &str = "p|m n player x y z vx vy vz flags groundentity waterlevel watertype teleport_time \
                        movedir(3) pitch yaw roll oldorigin(3)";

impl Recorded {
    /// Reads the lines of states. Players move before the world in Quake of 1996.
    ///
    /// # Errors
    /// A line that is not of the format.
    pub fn read<'a>(
        states: impl IntoIterator<Item = &'a str>,
        players_first: bool,
    ) -> Result<Self, RecordingError> {
        let mut out = Self {
            players_first,
            ..Self::default()
        };
        for (i, text) in states.into_iter().enumerate() {
            out.states.push_back(state(text, i + 1, players_first)?);
        }
        Ok(out)
    }

    /// Reads the lines `P` of movers besides.
    ///
    /// # Errors
    /// A line that is not of the format.
    pub fn posed<'a>(mut self, movers: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        for (i, text) in movers.into_iter().enumerate() {
            if let Some(rest) = text.strip_prefix("P ") {
                self.notes.push_back(note(rest, i + 1)?);
            }
        }
        Ok(self)
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

    /// Puts a player, whose state is written `row` now, into its recorded state. Returns the jump key that the state implies.
    pub(super) fn restore<B: CollisionBackend>(
        &mut self,
        world: &mut Quake1World<B>,
        (frame, player, commanded): (i32, usize, bool),
        row: &str,
    ) -> Option<bool> {
        self.last.resize(world.players().len(), None);
        if self.comes(frame, player, commanded) {
            self.last[player] = self.states.pop_front();
        }
        // Where nothing is recorded nothing has changed.
        let state = self.last[player].as_ref().filter(|state| state.row != row)?;
        Some(world.restore_player(player, &state.fields, self.players_first))
    }

    /// Poses pushers as recorded up to that frame and phase. Where players move first, phase 1 comes before phase 0.
    pub(super) fn pose<B: CollisionBackend>(&mut self, world: &mut Quake1World<B>, until: (i32, i32)) {
        let first = self.players_first;
        let order = |(frame, phase): (i32, i32)| (frame, if first && phase == 1 { -1 } else { phase });
        while self
            .notes
            .front()
            .is_some_and(|(at, _)| order(*at) <= order(until))
        {
            if let Some((_, state)) = self.notes.pop_front() {
                world.restore_piece(&state);
            }
        }
    }
}

fn state(text: &str, line: usize, players_first: bool) -> Result<RecordedState, RecordingError> {
    let wanted = if players_first { NETQUAKE } else { QUAKEWORLD };
    let bad = || RecordingError::Line {
        line,
        why: format!("wanted `{wanted}`"),
    };
    let mut words = text.splitn(4, ' ');
    let commanded = match words.next() {
        Some("p") => false,
        Some("m") => true,
        _ => return Err(bad()),
    };
    let mut whole = || {
        words
            .next()
            .and_then(|word| word.parse::<i32>().ok())
            .ok_or_else(bad)
    };
    let (frame, player) = (whole()?, whole()?);
    let row = words.next().ok_or_else(bad)?;
    let fields = if players_first {
        fields::<20>(row, line, wanted)?.to_vec()
    } else {
        fields::<15>(row, line, wanted)?.to_vec()
    };
    Ok(RecordedState {
        commanded,
        frame,
        player: game(players_first).player(player, line)?,
        row: row.into(),
        fields,
    })
}

fn note(rest: &str, line: usize) -> Result<((i32, i32), PusherState), RecordingError> {
    const WANTED: &str = "P n phase entity x y z vx vy vz ltime nextthink state";
    let f: [f32; 12] = fields(rest, line, WANTED)?;
    let all = [MoveState::Top, MoveState::Bottom, MoveState::Up, MoveState::Down];
    let spot = all.into_iter().find(|spot| f32::from(spot.number()) == f[11]);
    let state = PusherState {
        number: f[2] as i32,
        origin: Vec3::new(f[3], f[4], f[5]),
        velocity: Vec3::new(f[6], f[7], f[8]),
        clock: f[9],
        next_think: f[10],
        spot: spot.ok_or_else(|| RecordingError::Line {
            line,
            why: format!("there is no state {}; wanted `{WANTED}`", f[11]),
        })?,
    };
    Ok(((f[0] as i32, f[1] as i32), state))
}

impl<B: CollisionBackend> Quake1World<B> {
    /// Puts a player into a recorded state. Returns whether the jump key was released since its last use.
    fn restore_player(&mut self, player: usize, f: &[f32], players_first: bool) -> bool {
        let Some(rider) = self.players.get_mut(player) else {
            return false;
        };
        let body = &mut rider.body;
        body.origin = Point::new(f[0], f[1], f[2]);
        body.velocity = Vec3::new(f[3], f[4], f[5]);
        let (flags, level, kind) = if players_first {
            (f[6], f[8], f[9])
        } else {
            (f[12], f[10], f[11])
        };
        let flags = flags as u32;
        body.flags.set(MoveFlags::IN_LIQUID, flags & IN_WATER != 0);
        body.flags.set(MoveFlags::WATER_JUMP, flags & WATER_JUMP != 0);
        (body.water_level, body.engine.liquid) = (level as u8, liquid::of_number(kind));
        let released = flags & JUMP_RELEASED != 0;
        rider.ground = f[7] as i32;
        if players_first {
            body.grounded = flags & ON_GROUND != 0;
            body.flags.set(MoveFlags::JUMP_HELD, !released);
            body.engine.water_jump_ends = f[10];
            body.engine.move_dir = Vec3::new(f[11], f[12], f[13]);
            body.engine.model_angles = Vec3::new(f[14], f[15], f[16]);
            body.engine.last_free = Some(Point::new(f[17], f[18], f[19]));
        } else {
            body.grounded = f[6] != 0.0;
            body.water_jump_seconds = f[8];
            body.flags.set(MoveFlags::JUMP_HELD, f[9] as u32 & 2 != 0);
            rider.yaw = f[13];
        }
        self.link_player(player);
        released
    }

    fn restore_piece(&mut self, state: &PusherState) {
        let Some(i) = self.pieces.iter().position(|p| p.number == state.number) else {
            return;
        };
        let piece = &mut self.pieces[i];
        let moved = piece.origin != state.origin;
        (piece.origin, piece.velocity) = (state.origin, state.velocity);
        (piece.clock, piece.next_think, piece.spot) = (state.clock, state.next_think, state.spot);
        if moved {
            self.link_piece(i);
        }
    }
}
