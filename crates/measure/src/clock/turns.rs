//! Times with contestants taking turns. Each round is begun by another (A B C, B C A, C A B), so that whatever else
//! the machine does affects all alike. Every pass under the clock is hashed; a contestant whose hash differs from that
//! of its judged answers is not timed.

use crate::clock::fingerprint;
use crate::clock::stats::{median, median_interval, spread};
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_movement::{Body, Player, Setup, UserCmd};
use clipmark_record::{AnswersDiffer, Timing};
use std::hint::black_box;
use std::time::Instant;

/// One contestant's job: a pass over all its work, again and again.
pub(crate) struct Lap<'a> {
    /// Answers or ticks in a pass.
    pub(crate) items: usize,
    /// What a pass must give: the hash of the answers that were judged.
    pub(crate) judged: u64,
    /// A pass, and the hash of its answers.
    pub(crate) pass: Box<dyn FnMut() -> u64 + 'a>,
    /// A pass that says which answers are not those judged.
    pub(crate) differing: Box<dyn FnMut() -> AnswersDiffer + 'a>,
}

/// Passes before the clock starts: caches and branch predictors then know the code and the world.
const WARM_UP: usize = 2;

/// Times passes in turns for so many rounds; `step` is called after each round. Whose answers are not those that were judged
/// is timed no further.
pub(crate) fn take_turns(laps: &mut [Lap], rounds: usize, mut step: impl FnMut()) -> Vec<Timing> {
    let mut samples = vec![Vec::with_capacity(rounds); laps.len()];
    let mut void: Vec<Option<AnswersDiffer>> = vec![None; laps.len()];
    for round in 0..WARM_UP + rounds {
        for turn in 0..laps.len() {
            // Each round begins with another contestant: what runs before leaves its caches to the next.
            let i = (round + turn) % laps.len();
            if void[i].is_some() {
                continue;
            }
            let lap = &mut laps[i];
            let began = Instant::now();
            let timed = black_box((lap.pass)());
            let ns = began.elapsed().as_nanos() as f64 / lap.items.max(1) as f64;
            if timed != lap.judged {
                void[i] = Some((lap.differing)());
            } else if round >= WARM_UP {
                samples[i].push(ns);
            }
        }
        step();
    }
    for (samples, _) in samples.iter_mut().zip(&void).filter(|(_, v)| v.is_some()) {
        samples.clear();
    }
    let mut timings = against_the_quickest(samples);
    for (timing, void) in timings.iter_mut().zip(void) {
        timing.not_timed = void;
    }
    timings
}

fn against_the_quickest(samples: Vec<Vec<f64>>) -> Vec<Timing> {
    let medians: Vec<f64> = samples.iter().map(|s| median(s)).collect();
    let timed = (0..samples.len()).filter(|&i| !samples[i].is_empty());
    let quickest = timed.min_by(|&a, &b| medians[a].total_cmp(&medians[b]));
    let base = quickest.map(|i| samples[i].clone()).unwrap_or_default();
    let timing = |s: Vec<f64>| {
        if s.is_empty() {
            return Timing::default();
        }
        let ratios: Vec<f64> = s
            .iter()
            .zip(&base)
            .map(|(a, b)| a / b.max(f64::MIN_POSITIVE))
            .collect();
        Timing {
            best_ns: s.iter().copied().fold(f64::INFINITY, f64::min),
            median_ns: median(&s),
            spread_ns: spread(&s),
            relative: median(&ratios),
            relative_interval: median_interval(&ratios),
            samples_ns: s,
            not_timed: None,
        }
    };
    samples.into_iter().map(timing).collect()
}

/// A pass over sweeps whose answers have these fingerprints.
pub(crate) fn trace_lap<'a>(
    backend: &'a dyn CollisionBackend,
    sweeps: &'a [Sweep],
    judged: &'a [u64],
) -> Lap<'a> {
    let mut work = Work::silent();
    let mut again = Work::silent();
    let pass = move || {
        sweeps.iter().fold(0, |pass, sweep| {
            let trace = backend.trace(sweep, &mut work);
            fingerprint::then(pass, fingerprint::of_trace(&trace))
        })
    };
    let differing = move || {
        let answers = sweeps
            .iter()
            .map(|sweep| fingerprint::of_trace(&backend.trace(sweep, &mut again)));
        differences(answers, judged)
    };
    Lap {
        items: sweeps.len(),
        judged: fingerprint::of_pass(judged.iter().copied()),
        pass: Box::new(pass),
        differing: Box::new(differing),
    }
}

/// A pass over ticks that led from `start` through these states when they were judged.
pub(crate) fn tick_lap<'a>(
    backend: &'a dyn CollisionBackend,
    setup: &'a Setup,
    start: Body,
    commands: &'a [UserCmd],
    after: &'a [Body],
) -> Lap<'a> {
    let judged: Vec<u64> = after.iter().map(fingerprint::of_body).collect();
    let mut player = Player::new(backend, setup);
    let mut again = Player::new(backend, setup);
    let pass = move || {
        let mut body = start;
        let mut hash = 0;
        for cmd in commands {
            // Commands were checked when they were first played.
            let _ = player.tick(&mut body, cmd);
            hash = fingerprint::then(hash, fingerprint::of_body(&body));
        }
        hash
    };
    let of_judged = fingerprint::of_pass(judged.iter().copied());
    let differing = move || {
        let mut body = start;
        let states = commands.iter().map(|cmd| {
            let _ = again.tick(&mut body, cmd);
            fingerprint::of_body(&body)
        });
        differences(states, &judged)
    };
    Lap {
        items: commands.len(),
        judged: of_judged,
        pass: Box::new(pass),
        differing: Box::new(differing),
    }
}

fn differences(now: impl Iterator<Item = u64>, judged: &[u64]) -> AnswersDiffer {
    let mut found = AnswersDiffer {
        differ: 0,
        of: judged.len(),
        first: None,
    };
    for (i, (now, judged)) in now.zip(judged).enumerate() {
        if now != *judged {
            found.differ += 1;
            found.first = found.first.or(Some(i));
        }
    }
    found
}
