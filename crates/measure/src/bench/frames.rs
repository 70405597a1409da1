//! Frames of many players, shared by threads that meet at a barrier before and after each. Crews of contestants take turns.
//!
//! A thread keeps the players that it begins with: controllers of libraries need not be sent between threads. All crews are there
//! from the start. The threads of a crew wait at its barrier until the clock's thread plays a frame with them. So one crew plays
//! at a time.

use super::players::{Players, Script};
use crate::MeasureError;
use crate::run::play::FNV_OFFSET;
use crate::run::setting::BuiltContestant;
use clipmark_collision::CollisionBackend;
use clipmark_movement::{Body, CommandError, Player, UserCmd};
use std::ops::Range;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// All players of one contestant.
#[derive(Clone, Copy)]
pub(super) struct Server<'a> {
    /// The scene or town that errors name.
    pub(super) file: &'a str,
    pub(super) built: &'a BuiltContestant,
    pub(super) players: &'a Players,
}

/// The players of a server on a number of threads.
#[derive(Clone, Copy)]
pub(super) struct Crew<'a> {
    pub(super) server: Server<'a>,
    pub(super) threads: usize,
}

/// Results on the frames of a crew.
pub(super) struct Frames {
    /// A hash of all last states.
    pub(super) states: u64,
    /// Nanoseconds of the frames that count, in order.
    pub(super) ns: Vec<f64>,
}

/// A player at play.
struct Playing<'a> {
    player: Player<'a, dyn CollisionBackend + 'a>,
    body: Body,
    again: Body,
    commands: &'a [UserCmd],
    next: usize,
}

impl Playing<'_> {
    #[inline]
    fn tick(&mut self) -> Result<(), CommandError> {
        if self.next == self.commands.len() {
            self.next = 0;
            self.body = self.again;
        }
        let cmd = &self.commands[self.next];
        self.next += 1;
        self.player.tick(&mut self.body, cmd).map(drop)
    }
}

impl<'a> Server<'a> {
    fn at_start(&self, script: &'a Script) -> Playing<'a> {
        Playing {
            player: Player::new(&*self.built.backend, &self.built.setup),
            body: script.start,
            again: script.again,
            commands: self.players.commands(script),
            next: script.from,
        }
    }

    /// Each player by itself, from the first tick to the last: a hash of all last states.
    pub(super) fn states_alone(&self) -> Result<u64, MeasureError> {
        self.each_alone(&self.players.all)
    }

    /// The seconds that each of the first `probed` players takes alone.
    pub(super) fn seconds_a_player(&self, probed: usize) -> Result<f64, MeasureError> {
        let first = &self.players.all[..self.players.all.len().min(probed)];
        let began = Instant::now();
        self.each_alone(first)?;
        Ok(began.elapsed().as_secs_f64() / first.len().max(1) as f64)
    }

    fn each_alone(&self, scripts: &'a [Script]) -> Result<u64, MeasureError> {
        let mut hash = FNV_OFFSET;
        for script in scripts {
            let mut playing = self.at_start(script);
            for _ in 0..self.players.ticks {
                playing.tick().map_err(|e| self.lost(e))?;
            }
            hash = playing.body.state_hash(hash);
        }
        Ok(hash)
    }

    /// All players, tick by tick, on one thread: a hash of all last states, and each tick's nanoseconds.
    pub(super) fn ticks(&self) -> Result<Frames, MeasureError> {
        let mut all: Vec<Playing> = self.players.all.iter().map(|s| self.at_start(s)).collect();
        let mut ns = Vec::with_capacity(all.len() * self.players.ticks);
        for _ in 0..self.players.ticks {
            for playing in &mut all {
                let before = Instant::now();
                let played = playing.tick();
                ns.push(before.elapsed().as_nanos() as f64);
                played.map_err(|e| self.lost(e))?;
            }
        }
        let states = all.iter().fold(FNV_OFFSET, |h, p| p.body.state_hash(h));
        Ok(Frames { states, ns })
    }

    fn lost(&self, source: CommandError) -> MeasureError {
        MeasureError::RunLost {
            contestant: self.built.contestant.to_string(),
            file: self.file.to_owned(),
            source,
        }
    }
}

/// Where the threads of a crew meet.
struct Meeting {
    barrier: Barrier,
    /// A tick was refused.
    failed: AtomicBool,
}

/// The part of a crew that one thread plays.
struct Part<'a> {
    players: Vec<Playing<'a>>,
    meeting: &'a Meeting,
    refused: Option<CommandError>,
    over: bool,
}

impl Part<'_> {
    /// A tick of each of its players, with the crew's other threads. Returns the nanoseconds until all have met again, if the
    /// frame was played.
    fn frame(&mut self) -> Option<f64> {
        if self.over {
            return None;
        }
        self.meeting.barrier.wait();
        // All threads see the same, as it is only set between the barriers.
        if self.meeting.failed.load(Ordering::SeqCst) {
            self.over = true;
            return None;
        }
        let began = Instant::now();
        for playing in &mut self.players {
            if let Err(e) = playing.tick() {
                self.refused.get_or_insert(e);
            }
        }
        if self.refused.is_some() {
            self.meeting.failed.store(true, Ordering::SeqCst);
        }
        self.meeting.barrier.wait();
        Some(began.elapsed().as_nanos() as f64)
    }

    fn states(self) -> Result<Vec<Body>, CommandError> {
        match self.refused {
            Some(e) => Err(e),
            None => Ok(self.players.into_iter().map(|p| p.body).collect()),
        }
    }
}

impl<'a> Crew<'a> {
    /// The players of each thread.
    fn parts(&self) -> impl Iterator<Item = &'a [Script]> + use<'a> {
        shares(&self.server.players.all, self.threads)
    }

    fn part(&self, scripts: &'a [Script], meeting: &'a Meeting) -> Part<'a> {
        Part {
            players: scripts.iter().map(|s| self.server.at_start(s)).collect(),
            meeting,
            refused: None,
            over: false,
        }
    }
}

/// The shares of threads in players: they differ by one player at most, and none is empty.
pub fn shares<T>(players: &[T], threads: usize) -> impl Iterator<Item = &[T]> {
    let threads = threads.clamp(1, players.len().max(1));
    (0..threads).map(move |thread| &players[turn(players.len(), threads, thread)])
}

/// The share of one turn in so many things: frames in turns, players on threads.
pub fn turn(count: usize, turns: usize, number: usize) -> Range<usize> {
    let edge = |k: usize| k * count / turns;
    edge(number)..edge(number + 1)
}

/// Plays all frames of all crews in `turns` turns. The first frame of a turn does not count if the turn has another: another crew
/// filled the caches.
pub(super) fn play(crews: &[Crew], turns: usize) -> Result<Vec<Frames>, MeasureError> {
    let meetings: Vec<Meeting> = crews
        .iter()
        .map(|crew| Meeting {
            barrier: Barrier::new(crew.parts().count()),
            failed: AtomicBool::new(false),
        })
        .collect();
    let count = crews.first().map_or(0, |crew| crew.server.players.ticks);
    thread::scope(|scope| {
        let mut firsts = Vec::new();
        let mut others = Vec::new();
        for (crew, meeting) in crews.iter().zip(&meetings) {
            let mut parts = crew.parts();
            firsts.extend(
                parts
                    .next()
                    .map(|scripts| (crew.part(scripts, meeting), Vec::new())),
            );
            let spawned = parts.map(|scripts| {
                scope.spawn(move || {
                    let mut part = crew.part(scripts, meeting);
                    for _ in 0..count {
                        part.frame();
                    }
                    part.states()
                })
            });
            others.push(spawned.collect::<Vec<_>>());
        }
        for number in 0..turns {
            let frames = turn(count, turns, number);
            for i in 0..firsts.len() {
                // Each turn begins with another crew.
                let all = firsts.len();
                let (part, ns) = &mut firsts[(number + i) % all];
                for frame in frames.clone() {
                    let took = part.frame();
                    if frame > frames.start || frames.len() == 1 {
                        ns.extend(took);
                    }
                }
            }
        }
        let mut all = Vec::new();
        for ((crew, (first, ns)), rest) in crews.iter().zip(firsts).zip(others) {
            let joined = rest.into_iter().map(|thread| match thread.join() {
                Ok(bodies) => bodies,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // All are joined before an error ends the scope.
            let of_threads: Vec<_> = std::iter::once(first.states()).chain(joined).collect();
            let mut states = FNV_OFFSET;
            for bodies in of_threads {
                let bodies = bodies.map_err(|e| crew.server.lost(e))?;
                states = bodies.iter().fold(states, |h, body| body.state_hash(h));
            }
            all.push(Frames { states, ns });
        }
        Ok(all)
    })
}
