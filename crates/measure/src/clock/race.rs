//! Backends on sweeps that a tool brings itself: some are refereed, all are timed, and what is timed must be what was refereed.

use crate::clock::fingerprint;
use crate::clock::turns::{Lap, SHORTEST_NS, Terms, WARM_UP, take_turns, trace_lap};
use crate::judge::referee::referee;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_record::{QueryScore, Timing, WorkPerTrace};
use clipmark_truth::Reference;

/// So many of the sweeps are refereed, spread evenly: enough to see a backend that is wrong.
const REFEREED: usize = 4000;

/// What came of one backend.
pub struct Raced {
    /// What the exact referee says of the answers that are timed.
    pub score: QueryScore,
    /// Counted work.
    pub work: WorkPerTrace,
    /// The time.
    pub time: Timing,
}

/// The sweeps that are refereed, and whose work is counted.
pub fn refereed(sweeps: &[Sweep]) -> impl Iterator<Item = &Sweep> {
    sweeps.iter().step_by(every(sweeps))
}

fn every(sweeps: &[Sweep]) -> usize {
    sweeps.len().div_ceil(REFEREED).max(1)
}

/// Referees backends on sweeps of one hull, then times them in turns; `step` is told the stage, steps done and steps in
/// all. The answers to the sweeps that are not refereed are taken from a pass that counts its work, as the referee's does.
pub fn race(
    backends: &[&dyn CollisionBackend],
    reference: &Reference,
    sweeps: &[Sweep],
    rounds: usize,
    step: &mut dyn FnMut(&str, u64, u64),
) -> Vec<Raced> {
    let Some(first) = sweeps.first() else {
        return Vec::new();
    };
    let every = every(sweeps);
    let some: Vec<Sweep> = refereed(sweeps).copied().collect();
    let mut scores = Vec::new();
    let mut judged: Vec<Vec<u64>> = Vec::new();
    for backend in backends {
        let truth = reference.for_backend(&first.hull, *backend);
        let stage = format!("refereeing {}", backend.facts().name);
        let mut done = 0;
        let refereed = referee(*backend, &truth, &some, || {
            done += 1;
            step(&stage, done, some.len() as u64);
        });
        let mut answers = counted(*backend, sweeps);
        // The refereed answers stand, also where the same question was answered otherwise a moment later.
        for (i, fingerprint) in refereed.fingerprints().iter().enumerate() {
            answers[i * every] = *fingerprint;
        }
        judged.push(answers);
        scores.push((refereed.score(), refereed.work));
    }
    let mut laps: Vec<Lap> = backends
        .iter()
        .zip(&judged)
        .map(|(backend, judged)| trace_lap(*backend, sweeps, judged))
        .collect();
    let mut done = 0;
    let terms = Terms {
        rounds,
        shortest_ns: SHORTEST_NS,
    };
    let times = take_turns(&mut laps, terms, || {
        done += 1;
        step("timing", done, (rounds + WARM_UP) as u64);
    });
    scores
        .into_iter()
        .zip(times)
        .map(|((score, work), time)| Raced { score, work, time })
        .collect()
}

fn counted(backend: &dyn CollisionBackend, sweeps: &[Sweep]) -> Vec<u64> {
    let mut work = Work::counting();
    let answers = sweeps.iter().map(|sweep| backend.trace(sweep, &mut work));
    answers.map(|trace| fingerprint::of_trace(&trace)).collect()
}
