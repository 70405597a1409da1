//! Backends on sweeps that a tool brings itself: some are refereed, all are timed. Timed answers must equal the refereed ones.

use crate::clock::laps::{self, trace_lap};
use crate::clock::turns::{Pass, SHORTEST_NS, Terms, WARM_UP, interleave, sets_of};
use crate::judge::referee::referee;
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::Hull;
use clipmark_record::{SweepCounts, Timing, WorkPerTrace};
use clipmark_truth::Reference;
use std::cell::RefCell;

/// This many of the sweeps are refereed, spread evenly over all rounds: enough to see a wrong backend.
const REFEREED: usize = 4000;

/// Results of one backend.
pub struct Raced {
    /// The exact referee's findings on the timed answers.
    pub score: SweepCounts,
    /// Counted work.
    pub work: WorkPerTrace,
    /// The time.
    pub time: Timing,
}

/// The sweeps that stand for a set where the least work is asked for.
pub fn refereed(sweeps: &[Sweep]) -> impl Iterator<Item = &Sweep> {
    sweeps.iter().step_by(every(sweeps.len()))
}

fn every(sweeps: usize) -> usize {
    sweeps.div_ceil(REFEREED).max(1)
}

/// Sets of sweeps for each round, from a user's sweeps: the first as they are, the others moved a little.
pub fn rounds_of(sweeps: &[Sweep], rounds: usize, seed: u64) -> Vec<Vec<Sweep>> {
    laps::shifted(sweeps, sets_of(rounds), seed)
}

/// Number of sets of sweeps for that many rounds.
pub fn sets(rounds: usize) -> usize {
    sets_of(rounds)
}

/// Times backends in turns on sets of sweeps of one hull, a set a round. Then referees the answers. `step` gets the stage, steps
/// done and steps in all. With fewer than [`sets`] sets rounds ask the same again.
pub fn race(
    backends: &[&dyn CollisionBackend],
    reference: &Reference,
    sets: &[Vec<Sweep>],
    rounds: usize,
    step: &mut dyn FnMut(&str, u64, u64),
) -> Vec<Raced> {
    if sets.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let step = RefCell::new(step);
    let judged: Vec<RefCell<Option<VerifiedAnswers>>> = backends.iter().map(|_| RefCell::new(None)).collect();
    let judge_now = |i: usize| {
        let mut tell = |stage: &str, done, all| {
            let mut step = step.borrow_mut();
            (*step)(stage, done, all);
        };
        judge(backends[i], reference, sets, &mut tell)
    };
    let mut laps: Vec<Pass> = Vec::new();
    for (i, (backend, judged)) in backends.iter().zip(&judged).enumerate() {
        let asked = sets.iter().map(Vec::as_slice).collect();
        let judge_now = &judge_now;
        laps.push(trace_lap(*backend, asked, move |set| {
            let mut judged = judged.borrow_mut();
            judged.get_or_insert_with(|| judge_now(i)).answers[set].clone()
        }));
    }
    let mut done = 0;
    let terms = Terms {
        rounds,
        shortest_ns: SHORTEST_NS,
        settles: false,
    };
    let times = interleave(&mut laps, terms, || {
        done += 1;
        let mut step = step.borrow_mut();
        (*step)("timing", done, (rounds + WARM_UP) as u64);
    });
    drop(laps);
    let raced = |(i, time): (usize, Timing)| {
        let judged = judged[i].take().unwrap_or_else(|| judge_now(i));
        Raced {
            score: judged.score,
            work: judged.work,
            time,
        }
    };
    times.into_iter().enumerate().map(raced).collect()
}

/// The answers of a backend that was timed.
pub(crate) struct VerifiedAnswers {
    pub(crate) score: SweepCounts,
    pub(crate) work: WorkPerTrace,
    /// Fingerprints, one for each sweep of each set.
    pub(crate) answers: Vec<Vec<u64>>,
}

/// Referees some of the sweeps, and asks all.
pub(crate) fn judge(
    backend: &dyn CollisionBackend,
    reference: &Reference,
    sets: &[Vec<Sweep>],
    step: &mut dyn FnMut(&str, u64, u64),
) -> VerifiedAnswers {
    let all: Vec<Sweep> = sets.iter().flatten().copied().collect();
    let every = every(all.len());
    let some: Vec<Sweep> = all.iter().step_by(every).copied().collect();
    let hull = some.first().map_or(Hull::Point, |sweep| sweep.hull);
    let truth = reference.for_backend(&hull, backend);
    let stage = format!("refereeing {}", backend.facts().name);
    let mut done = 0;
    let scored = referee(backend, &truth, &some, || {
        done += 1;
        step(&stage, done, some.len() as u64);
    });
    let mut answers = laps::counted(backend, &all);
    // The refereed answers stand, also where the same question was answered otherwise a moment later.
    for (i, fingerprint) in scored.fingerprints().iter().enumerate() {
        answers[i * every] = *fingerprint;
    }
    let mut rest = answers.into_iter();
    VerifiedAnswers {
        score: scored.score(),
        work: scored.work,
        answers: sets
            .iter()
            .map(|set| rest.by_ref().take(set.len()).collect())
            .collect(),
    }
}
