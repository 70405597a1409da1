//! Frames of many players, shared by threads that meet at a barrier before and after each.
//!
//! A thread keeps the players that it begins with: controllers of libraries need not be sent between threads.

use super::Script;
use crate::MeasureError;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_movement::{Body, CommandError, Player};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// FNV-1a's start.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// What a pass reads the clock for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Timed {
    /// Every tick of every player.
    Ticks,
    /// Every frame.
    Frames,
}

pub(super) struct Frames<'a> {
    pub(super) setting: &'a Setting,
    pub(super) entrant: &'a BuiltContestant,
    pub(super) scripts: &'a [Script],
}

/// What a thread has to tell: the last states of its players in order, and nanoseconds.
type Told = (Vec<Body>, Vec<f64>);

impl Frames<'_> {
    /// Each player by itself, from the first tick to the last: a hash of all last states.
    pub(super) fn alone(&self) -> Result<u64, MeasureError> {
        let mut hash = FNV_OFFSET;
        for script in self.scripts {
            let mut player = self.player();
            let mut body = script.start;
            for cmd in &script.ticks {
                player.tick(&mut body, cmd).map_err(|e| self.lost(e))?;
            }
            hash = body.state_hash(hash);
        }
        Ok(hash)
    }

    /// All players, tick by tick, on so many threads: a hash of all last states, and nanoseconds of each frame or tick.
    pub(super) fn play(&self, threads: usize, timed: Timed) -> Result<(u64, Vec<f64>), MeasureError> {
        let threads = threads.clamp(1, self.scripts.len());
        let share = self.scripts.len().div_ceil(threads);
        let parts: Vec<&[Script]> = self.scripts.chunks(share).collect();
        let (meet, failed) = (Barrier::new(parts.len()), AtomicBool::new(false));
        let told: Vec<Result<Told, CommandError>> = thread::scope(|scope| {
            let others: Vec<_> = parts[1..]
                .iter()
                .map(|part| scope.spawn(|| self.frames(part, None, &meet, &failed)))
                .collect();
            let first = self.frames(parts[0], Some(timed), &meet, &failed);
            let rest = others.into_iter().map(|t| match t.join() {
                Ok(told) => told,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            std::iter::once(first).chain(rest).collect()
        });
        let mut hash = FNV_OFFSET;
        let mut nsec = Vec::new();
        for part in told {
            let (bodies, times) = part.map_err(|e| self.lost(e))?;
            hash = bodies.iter().fold(hash, |h, body| body.state_hash(h));
            nsec.extend(times);
        }
        Ok((hash, nsec))
    }

    /// A thread's part of every frame. The one that reads the clock for frames does so between the barriers.
    fn frames(
        &self,
        part: &[Script],
        timed: Option<Timed>,
        meet: &Barrier,
        failed: &AtomicBool,
    ) -> Result<Told, CommandError> {
        let count = self.scripts.first().map_or(0, |s| s.ticks.len());
        let mut players: Vec<(Player<_>, Body)> = part.iter().map(|s| (self.player(), s.start)).collect();
        let mut nsec = Vec::with_capacity(match timed {
            Some(Timed::Ticks) => count * part.len(),
            Some(Timed::Frames) => count,
            None => 0,
        });
        let mut refused = None;
        for frame in 0..count {
            meet.wait();
            // All threads see the same, as it is only set between the barriers.
            if failed.load(Ordering::SeqCst) {
                break;
            }
            let began = Instant::now();
            for ((player, body), script) in players.iter_mut().zip(part) {
                let before = (timed == Some(Timed::Ticks)).then(Instant::now);
                if let Err(e) = player.tick(body, &script.ticks[frame]) {
                    refused.get_or_insert(e);
                }
                nsec.extend(before.map(|t| t.elapsed().as_nanos() as f64));
            }
            if refused.is_some() {
                failed.store(true, Ordering::SeqCst);
            }
            meet.wait();
            if timed == Some(Timed::Frames) {
                nsec.push(began.elapsed().as_nanos() as f64);
            }
        }
        match refused {
            Some(e) => Err(e),
            None => Ok((players.into_iter().map(|p| p.1).collect(), nsec)),
        }
    }

    fn player(&self) -> Player<'_, dyn clipmark_collision::CollisionBackend + '_> {
        Player::new(&*self.entrant.backend, &self.entrant.setup)
    }

    fn lost(&self, source: CommandError) -> MeasureError {
        MeasureError::RunLost {
            contestant: self.entrant.contestant.to_string(),
            file: self.setting.file.clone(),
            source,
        }
    }
}
