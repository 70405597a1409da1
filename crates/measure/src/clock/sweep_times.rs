//! Times of single sweeps: the spread that a round's mean hides, and its growth with the sweep's length.
//!
//! Each sweep of the timed set runs alone between two readings of the clock; contestants take turns pass by pass. The cost
//! of two readings is subtracted. The median over the passes is kept, so an interrupt does not count. The frequent readings
//! make single sweeps some tens of nanoseconds slower than in a round. Compare contestants here, not these figures with
//! ns/trace.

use crate::clock::fingerprint;
use crate::run::setting::BuiltContestant;
use clipmark_collision::{Sweep, Work};
use clipmark_rows::median;
use std::hint::black_box;
use std::time::Instant;

/// Passes over the sweeps. Fewer let an interrupt through; more only take longer.
const PASSES: usize = 7;
/// Empty readings of the clock: they give the cost of one.
const EMPTY: usize = 1001;

/// Nanoseconds of each sweep, one list an entrant. The list is empty if the entrant's answers are not the judged ones.
pub(crate) fn sweep_times(
    entrants: &[&BuiltContestant],
    sweeps: &[Vec<Sweep>],
    judged: &[&[u64]],
) -> Vec<Vec<f64>> {
    let empty: Vec<f64> = (0..EMPTY).map(|_| elapsed(|| ())).collect();
    let overhead = median(&empty);
    let mut taken: Vec<Vec<Vec<f64>>> = sweeps
        .iter()
        .map(|s| vec![Vec::with_capacity(PASSES); s.len()])
        .collect();
    let mut as_judged = vec![true; entrants.len()];
    // The first pass warms the caches.
    for pass in 0..=PASSES {
        for turn in 0..entrants.len() {
            let i = (pass + turn) % entrants.len();
            let mut work = Work::silent();
            for ((sweep, taken), judged) in sweeps[i].iter().zip(&mut taken[i]).zip(judged[i]) {
                let mut trace = None;
                let ns = elapsed(|| {
                    trace = Some(black_box(entrants[i].backend.trace(black_box(sweep), &mut work)));
                });
                as_judged[i] &= trace.is_some_and(|t| fingerprint::of_trace(&t) == *judged);
                if pass > 0 {
                    taken.push((ns - overhead).max(0.0));
                }
            }
        }
    }
    taken
        .iter()
        .zip(as_judged)
        .map(|(all, as_judged)| {
            let sweeps = if as_judged { all.as_slice() } else { &[] };
            sweeps.iter().map(|passes| median(passes)).collect()
        })
        .collect()
}

fn elapsed(job: impl FnOnce()) -> f64 {
    let began = Instant::now();
    job();
    began.elapsed().as_nanos() as f64
}
