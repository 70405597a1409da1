//! Times with contestants taking turns. Each round is begun by another (A B C, B C A, C A B), so that whatever else
//! the machine does affects all alike. Every pass under the clock is hashed; a hash that differs from the verified
//! pass's voids the time.

use crate::MeasureError;
use crate::clock::stats::{median, median_interval, spread};
use clipmark_collision::{CollisionBackend, Sweep, Trace, Work};
use clipmark_movement::{Body, Player, Setup, UserCmd};
use clipmark_record::Timing;
use std::hint::black_box;
use std::time::Instant;

/// One contestant's job: a pass over all its work, returning a hash of the answers.
pub struct Lap<'a> {
    /// Name, for errors.
    pub name: String,
    /// Answers or ticks in a pass.
    pub items: usize,
    /// The pass.
    pub pass: Box<dyn FnMut() -> u64 + 'a>,
}

/// Passes before the clock starts: caches and branch predictors then know the code and the world.
const WARM_UP: usize = 2;

/// Times passes in turns for so many rounds; `step` is called after each round.
///
/// # Errors
/// A pass whose answers differ from its first one.
pub fn take_turns(
    laps: &mut [Lap],
    rounds: usize,
    mut step: impl FnMut(),
) -> Result<Vec<Timing>, MeasureError> {
    let verified: Vec<u64> = laps.iter_mut().map(|lap| (lap.pass)()).collect();
    let mut samples = vec![Vec::with_capacity(rounds); laps.len()];
    for round in 0..WARM_UP + rounds {
        for turn in 0..laps.len() {
            // Each round begins with another contestant: what runs before leaves its caches to the next.
            let i = (round + turn) % laps.len();
            let lap = &mut laps[i];
            let began = Instant::now();
            let timed = black_box((lap.pass)());
            let ns = began.elapsed().as_nanos() as f64 / lap.items.max(1) as f64;
            if timed != verified[i] {
                let contestant = lap.name.clone();
                return Err(MeasureError::Unverified {
                    contestant,
                    timed,
                    verified: verified[i],
                });
            }
            if round >= WARM_UP {
                samples[i].push(ns);
            }
        }
        step();
    }
    Ok(against_the_quickest(samples))
}

fn against_the_quickest(samples: Vec<Vec<f64>>) -> Vec<Timing> {
    let medians: Vec<f64> = samples.iter().map(|s| median(s)).collect();
    let quickest = (0..medians.len()).min_by(|&a, &b| medians[a].total_cmp(&medians[b]));
    let base = quickest.map(|i| samples[i].clone()).unwrap_or_default();
    let timing = |s: Vec<f64>| {
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
        }
    };
    samples.into_iter().map(timing).collect()
}

/// A pass over sweeps.
pub fn trace_lap<'a>(name: &str, backend: &'a dyn CollisionBackend, sweeps: &'a [Sweep]) -> Lap<'a> {
    let mut work = Work::silent();
    let pass = move || {
        sweeps
            .iter()
            .fold(0, |h, sweep| mix(h, &backend.trace(sweep, &mut work)))
    };
    Lap {
        name: name.into(),
        items: sweeps.len(),
        pass: Box::new(pass),
    }
}

/// A pass over the ticks of a run.
pub fn tick_lap<'a>(
    name: &str,
    backend: &'a dyn CollisionBackend,
    setup: &'a Setup,
    start: Body,
    commands: &'a [UserCmd],
) -> Lap<'a> {
    let mut player = Player::new(backend, setup);
    let pass = move || {
        let mut body = start;
        for cmd in commands {
            // Commands were checked when they were first played.
            let _ = player.tick(&mut body, cmd);
        }
        body.state_hash(0)
    };
    Lap {
        name: name.into(),
        items: commands.len(),
        pass: Box::new(pass),
    }
}

/// Cheap enough not to be measured, and any bit of fraction or end that differs changes it.
fn mix(hash: u64, trace: &Trace) -> u64 {
    let bits =
        u64::from(trace.fraction.to_bits()) << 32 | u64::from(trace.end.x.to_bits() ^ trace.end.z.to_bits());
    hash.rotate_left(7) ^ bits
}
