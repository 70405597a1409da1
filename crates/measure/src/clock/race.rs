//! Backends on sweeps that a tool brings itself: some are refereed, all are timed, and what is timed must be what was refereed.

use crate::clock::fingerprint;
use crate::clock::turns::{Lap, SHORTEST_NS, Terms, WARM_UP, take_turns, trace_lap};
use crate::judge::referee::referee;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_geometry::Hull;
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
    let judged: Vec<Judged> = backends
        .iter()
        .map(|backend| judge(*backend, reference, &first.hull, sweeps, step))
        .collect();
    let mut laps: Vec<Lap> = backends
        .iter()
        .zip(&judged)
        .map(|(backend, judged)| trace_lap(*backend, sweeps, &judged.answers))
        .collect();
    let mut done = 0;
    let terms = Terms {
        rounds,
        shortest_ns: SHORTEST_NS,
        settles: false,
    };
    let times = take_turns(&mut laps, terms, || {
        done += 1;
        step("timing", done, (rounds + WARM_UP) as u64);
    });
    drop(laps);
    let raced = |(judged, time): (Judged, Timing)| Raced {
        score: judged.score,
        work: judged.work,
        time,
    };
    judged.into_iter().zip(times).map(raced).collect()
}

/// The answers of a backend that is to be timed.
pub(crate) struct Judged {
    pub(crate) score: QueryScore,
    pub(crate) work: WorkPerTrace,
    /// Fingerprints, one for each sweep.
    pub(crate) answers: Vec<u64>,
}

/// Referees some of the sweeps, and asks all.
pub(crate) fn judge(
    backend: &dyn CollisionBackend,
    reference: &Reference,
    hull: &Hull,
    sweeps: &[Sweep],
    step: &mut dyn FnMut(&str, u64, u64),
) -> Judged {
    let every = every(sweeps);
    let some: Vec<Sweep> = refereed(sweeps).copied().collect();
    let truth = reference.for_backend(hull, backend);
    let stage = format!("refereeing {}", backend.facts().name);
    let mut done = 0;
    let scored = referee(backend, &truth, &some, || {
        done += 1;
        step(&stage, done, some.len() as u64);
    });
    let mut answers = counted(backend, sweeps);
    // The refereed answers stand, also where the same question was answered otherwise a moment later.
    for (i, fingerprint) in scored.fingerprints().iter().enumerate() {
        answers[i * every] = *fingerprint;
    }
    Judged {
        score: scored.score(),
        work: scored.work,
        answers,
    }
}

fn counted(backend: &dyn CollisionBackend, sweeps: &[Sweep]) -> Vec<u64> {
    let mut work = Work::counting();
    let answers = sweeps.iter().map(|sweep| backend.trace(sweep, &mut work));
    answers.map(|trace| fingerprint::of_trace(&trace)).collect()
}
