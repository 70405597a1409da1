//! Backends on sweeps that a tool brings itself: some are refereed, all are timed. Timed answers must equal the refereed ones.

use crate::Progress;
use crate::clock::laps::{self, trace_lap};
use crate::clock::turns::{Pass, SHORTEST_NS, Terms, Timing, WARM_UP, interleave, sets_of};
use crate::judge::referee::{SweepCounts, referee};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::Hull;
use clipmark_referee::Reference;
use std::cell::RefCell;

/// Results of one backend.
pub struct Raced {
    /// The exact referee's findings on the timed answers.
    pub score: SweepCounts,
    /// Counted work.
    pub work: Work,
    /// The time.
    pub time: Timing,
}

/// A backend that is timed, and its questions.
#[derive(Clone, Copy)]
pub struct Entrant<'a> {
    /// Answers.
    pub backend: &'a dyn CollisionBackend,
    /// Sweeps of one hull, a set a round. With fewer than [`sets`] of them rounds ask the same again.
    pub sets: &'a [Vec<Sweep>],
    /// Referees its answers.
    pub reference: &'a Reference,
    /// The rules that it was asked by.
    pub rules: TraceRules,
}

/// The sweeps that are refereed, spread evenly over all: at most so many, and at least one.
pub fn refereed<T>(sweeps: &[T], most: usize) -> impl Iterator<Item = &T> {
    sweeps.iter().step_by(step(sweeps.len(), most))
}

fn step(sweeps: usize, most: usize) -> usize {
    sweeps.div_ceil(most.max(1)).max(1)
}

/// Sets of sweeps for each round, from a user's sweeps: the first as they are, the others moved a little.
pub fn rounds_of(sweeps: &[Sweep], rounds: usize, seed: u64) -> Vec<Vec<Sweep>> {
    laps::shifted(sweeps, sets_of(rounds), seed)
}

/// Number of sets of sweeps for that many rounds.
pub fn sets(rounds: usize) -> usize {
    sets_of(rounds)
}

/// Times backends in turns on sets of sweeps, a set a round. Then referees some of the answers, spread over all rounds: at most
/// `most` of each. `progress` gets the stage, steps done and steps in all.
pub fn race(entrants: &[Entrant], rounds: usize, most: usize, progress: Progress) -> Vec<Raced> {
    if entrants
        .iter()
        .all(|entrant| entrant.sets.iter().all(Vec::is_empty))
    {
        return Vec::new();
    }
    let progress = RefCell::new(progress);
    let judged: Vec<RefCell<Option<VerifiedAnswers>>> = entrants.iter().map(|_| RefCell::new(None)).collect();
    let judge_now = |i: usize| {
        let mut tell = |stage: &str, done, all| {
            let mut progress = progress.borrow_mut();
            (*progress)(stage, done, all);
        };
        judge(&entrants[i], most, &mut tell)
    };
    let mut laps: Vec<Pass> = Vec::new();
    for (i, (entrant, judged)) in entrants.iter().zip(&judged).enumerate() {
        let asked = entrant.sets.iter().map(Vec::as_slice).collect();
        let judge_now = &judge_now;
        laps.push(trace_lap(entrant.backend, asked, move |set| {
            let mut judged = judged.borrow_mut();
            judged.get_or_insert_with(|| judge_now(i)).answers[set].clone()
        }));
    }
    let mut done = 0;
    let terms = Terms {
        rounds,
        shortest_ns: SHORTEST_NS,
    };
    let times = interleave(&mut laps, terms, || {
        done += 1;
        let mut progress = progress.borrow_mut();
        (*progress)("timing", done, (rounds + WARM_UP) as u64);
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
struct VerifiedAnswers {
    score: SweepCounts,
    work: Work,
    /// Fingerprints, one for each sweep of each set.
    answers: Vec<Vec<u64>>,
}

/// Referees some of the sweeps, and asks all.
fn judge(entrant: &Entrant, most: usize, progress: Progress) -> VerifiedAnswers {
    let backend = entrant.backend;
    let all: Vec<&Sweep> = entrant.sets.iter().flatten().collect();
    let some: Vec<Sweep> = refereed(&all, most).map(|sweep| **sweep).collect();
    let hull = some.first().map_or(Hull::Point, |sweep| sweep.hull);
    let truth = entrant
        .reference
        .for_backend(&hull, backend)
        .asked_by(&entrant.rules);
    let stage = format!("refereeing {}", backend.facts().name);
    let mut done = 0;
    let scored = referee(backend, &truth, &some, || {
        done += 1;
        progress(&stage, done, some.len() as u64);
    });
    let mut answers = laps::counted(backend, all.iter().copied());
    // The refereed answers stand, also where the same question was answered otherwise a moment later.
    for (i, fingerprint) in scored.fingerprints().iter().enumerate() {
        answers[i * step(all.len(), most)] = *fingerprint;
    }
    let mut rest = answers.into_iter();
    let of_set = |set: &Vec<Sweep>| rest.by_ref().take(set.len()).collect();
    VerifiedAnswers {
        score: scored.score(),
        work: scored.work,
        answers: entrant.sets.iter().map(of_set).collect(),
    }
}
