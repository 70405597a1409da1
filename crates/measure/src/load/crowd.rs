//! The players of one contestant in one moving world, solid to each other.

use super::bodies::Bodies;
use super::input::Players;
use crate::MeasureError;
use crate::run::moving::{Moving, MovingWorld};
use crate::run::play::FNV_OFFSET;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_geometry::Point;
use clipmark_movement::push::{AtArrival, PushVariation};
use clipmark_movement::{Body, CommandError};
use std::time::Instant;

/// A crowd at play.
pub(super) struct Crowd<'a> {
    setting: &'a Setting,
    pub(super) entrant: &'a BuiltContestant,
    world: MovingWorld<'a>,
    players: &'a Players,
    /// The next frame.
    next: usize,
}

impl<'a> Crowd<'a> {
    pub(super) fn of(
        setting: &'a Setting,
        moving: &Moving,
        entrant: &'a BuiltContestant,
        players: &'a Players,
    ) -> Result<Self, MeasureError> {
        let mut pushes = entrant.contestant.pushes().unwrap_or(PushVariation::ENGINE);
        // No player dies: else a crowd at a teleporter would thin out.
        if pushes.at_arrival == AtArrival::Kills {
            pushes.at_arrival = AtArrival::Waits;
        }
        Ok(Self {
            setting,
            entrant,
            world: MovingWorld::with_players(setting, moving, entrant, pushes, starts(players))?,
            players,
            next: 0,
        })
    }

    /// Begins once more, with those commands.
    pub(super) fn begin(&mut self, players: &'a Players) {
        self.players = players;
        self.next = 0;
        self.world.rewind_with(starts(players));
    }

    /// The next frame; `turn` plays each player's part.
    fn frame_by(
        &mut self,
        turn: impl FnMut(&mut MovingWorld<'a>, usize, &clipmark_movement::UserCmd) -> Result<(), CommandError>,
        begun: impl FnOnce(&MovingWorld<'a>),
    ) -> Result<(), MeasureError> {
        let played = self.frame_or_refusal(turn, begun);
        played.map_err(|source| MeasureError::RunLost {
            contestant: self.entrant.contestant.to_string(),
            file: self.setting.file.clone(),
            source,
        })
    }

    fn frame_or_refusal(
        &mut self,
        mut turn: impl FnMut(&mut MovingWorld<'a>, usize, &clipmark_movement::UserCmd) -> Result<(), CommandError>,
        begun: impl FnOnce(&MovingWorld<'a>),
    ) -> Result<(), CommandError> {
        let Some(first) = self.players.all.first() else {
            return Ok(());
        };
        let msec = self.players.commands(first)[self.next].msec;
        self.world.begin_frame(msec);
        begun(&self.world);
        for (player, script) in self.players.all.iter().enumerate() {
            turn(&mut self.world, player, &self.players.commands(script)[self.next])?;
        }
        self.world.end_frame(msec);
        self.next += 1;
        Ok(())
    }

    /// The next frame; returns its nanoseconds.
    pub(super) fn frame(&mut self) -> Result<f64, MeasureError> {
        let before = Instant::now();
        self.frame_by(
            |world, player, keys| world.play_keys(player, keys).map(drop),
            |_| (),
        )?;
        Ok(before.elapsed().as_nanos() as f64)
    }

    /// All frames, with the nanoseconds of each player's part.
    pub(super) fn ticks(&mut self) -> Result<Vec<f64>, MeasureError> {
        let mut nsec = Vec::with_capacity(self.players.all.len() * self.players.ticks);
        for _ in 0..self.players.ticks {
            let timed = |world: &mut MovingWorld, player, keys: &_| {
                let before = Instant::now();
                let played = world.play_keys(player, keys).map(drop);
                nsec.push(before.elapsed().as_nanos() as f64);
                played
            };
            self.frame_by(timed, |_| ())?;
        }
        Ok(nsec)
    }

    /// All frames from the start, judged. Returns the judge and a hash of the last states.
    pub(super) fn judged(&mut self, players: &'a Players) -> Result<(Bodies, u64), MeasureError> {
        self.begin(players);
        let judge = std::cell::RefCell::new(Bodies::new(self.setting, self.entrant));
        let count = players.all.len();
        for _ in 0..players.ticks {
            let turn = |world: &mut MovingWorld, player, keys: &_| {
                let mut judge = judge.borrow_mut();
                let before = judge.depth(world, player);
                world.play_keys(player, keys)?;
                judge.judge(world, player, before);
                Ok(())
            };
            self.frame_by(turn, |world| judge.borrow_mut().look(world, count))?;
        }
        Ok((judge.into_inner(), self.states()))
    }

    /// A hash of all states.
    pub(super) fn states(&self) -> u64 {
        (0..self.players.all.len()).fold(FNV_OFFSET, |hash, player| {
            self.world.body_of(player).state_hash(hash)
        })
    }
}

fn starts(players: &Players) -> Vec<Body> {
    players.all.iter().map(|script| script.start).collect()
}

/// Where players begin, each at a place of its own, with new commands for each pass.
pub(super) fn scripts(
    setting: &Setting,
    places: &[Point],
    options: &super::LoadOptions,
    hertz: f32,
    pass: usize,
) -> Players {
    let seed = options.seed.wrapping_add(pass as u64);
    Players::random_from(setting, places, (options.seconds, hertz), places.len(), seed)
}
