//! Times with contestants taking turns. Another contestant begins each round (A B C, B C A, C A B), so that other load on the
//! machine affects all alike.
//!
//! Each round asks new questions: a contestant that remembers answers is timed on those that it must compute. The same questions
//! asked again at once show the saving by memory. Every pass under the clock is hashed. When the clock has stopped, the same
//! questions are asked with work counted and judged. A contestant whose hashes differ from those is not timed.

use crate::clock::fingerprint;
use crate::clock::stopwatch::{Reading, Stopwatch};
use clipmark_rows::{PairedRatio, Standing, median, quickest, ratio};
use std::hint::black_box;

/// One contestant's job: a pass over the work of a round.
pub(crate) struct Pass<'a> {
    /// Answers or ticks of each set of questions. Rounds take one after another; with one set all rounds ask the same.
    pub(crate) items: Vec<usize>,
    /// A pass over a set, and the hash of its answers.
    pub(crate) pass: Box<dyn FnMut(usize) -> u64 + 'a>,
    /// Fingerprints of the answers to a set as they are judged; asked after the clock.
    pub(crate) judged: Box<dyn FnMut(usize) -> Vec<u64> + 'a>,
    /// Fingerprints of the answers to a set as they are given under the clock.
    pub(crate) now: Box<dyn FnMut(usize) -> Vec<u64> + 'a>,
}

impl Pass<'_> {
    fn set(&self, round: usize) -> usize {
        round % self.items.len().max(1)
    }

    /// Whether each round has questions of its own.
    fn is_fresh(&self, rounds: usize) -> bool {
        self.items.len() >= rounds
    }
}

/// Sets of questions for that many rounds, each its own.
pub(crate) fn sets_of(rounds: usize) -> usize {
    WARM_UP + rounds
}

/// How long to time.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Rounds.
    pub rounds: usize,
    /// A timed pass over questions common to all rounds repeats a lap until it takes this many nanoseconds.
    pub shortest_ns: f64,
}

/// Passes before the clock starts: caches and branch predictors then know the code and the world.
pub(crate) const WARM_UP: usize = 2;
/// A timed pass of a comparison takes at least this many nanoseconds, ten thousand times the cost of reading the clock. It is
/// about a third of a scheduler's slice, so a busy machine often leaves a pass alone too.
pub(crate) const SHORTEST_NS: f64 = 1e6;
/// Laps in a pass at most, for a lap that takes next to nothing.
const MOST_REPEATS: f64 = 10_000.0;
/// A pass in which the thread lost the processor is done again, up to this many times the number of rounds a contestant. More
/// would time a busy machine forever; passes beyond it count, and are counted. Fresh questions are fresh once: such a pass
/// counts.
pub const REDONE_A_ROUND: usize = 2;
/// A longer pass is never done again, in nanoseconds: it spans slices of the scheduler, and cold caches are a small part.
pub const LONGEST_REDONE_NS: f64 = 1e7;

/// Facts on a contestant while it is timed.
#[derive(Clone, Default)]
pub struct Kept {
    /// Laps of a pass under the clock.
    pub repeats: usize,
    /// Nanoseconds of an item, one a round.
    pub samples: Vec<f64>,
    /// Nanoseconds of an item where the same questions are asked once more.
    again: Vec<f64>,
    /// Wall time as a multiple of the thread's CPU time, of passes that kept the processor.
    wall: Vec<f64>,
    /// CPU time of all threads as a multiple of the thread's, of all passes.
    threads: Vec<f64>,
    /// Passes that lost the processor and were done again.
    pub redone: usize,
    /// Passes that lost the processor and count.
    pub preempted: usize,
    /// The hash that each set got first; `None` where it was not asked.
    hashes: Vec<Option<u64>>,
    /// A set that got another hash when it was asked again.
    unsteady: Option<usize>,
    void: Option<AnswersDiffer>,
}

impl Kept {
    /// Notes the hash of a set.
    fn see(&mut self, set: usize, hash: u64) {
        let known = self.hashes[set].get_or_insert(hash);
        if *known != hash && self.unsteady.is_none() {
            self.unsteady = Some(set);
        }
    }

    fn note_clocks(&mut self, reading: &Reading) {
        if reading.ns <= 0.0 {
            return;
        }
        // A contestant that loses the processor takes no more CPU time for it. A contestant that sends its work to another
        // thread loses the processor in most passes.
        self.threads.push(reading.all_ns / reading.ns);
        if !reading.preempted {
            // On a busy machine, or one lent out in slices, wall time is longer without the thread's work.
            self.wall.push(match reading.waited {
                true => reading.wall_ns / reading.ns,
                false => 1.0,
            });
        }
    }
}

/// Time per answer or per tick, contestants taking turns.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// Half the rounds took less.
    pub median_ns: f64,
    /// Median of the ratios, round by round, to the quickest contestant (1.00 for that one).
    pub relative: f64,
    /// Its 95 % interval.
    pub relative_interval: [f64; 2],
    /// How it stands to the quickest; missing where there is no time.
    pub standing: Option<Standing>,
    /// Passes done again, because the thread lost the processor to another.
    pub redone: usize,
    /// Passes that count although the thread lost the processor.
    pub preempted: usize,
    /// The same questions asked once more at once: half the rounds took less, in nanoseconds. Missing where rounds have no
    /// questions of their own.
    pub again_ns: Option<f64>,
    /// Wall time as a multiple of the thread's CPU time, in the median of passes that kept the processor.
    pub wall: Option<f64>,
    /// CPU time of all threads as a multiple of the thread's, in the median of all passes.
    pub threads: Option<f64>,
    /// One a round.
    pub samples_ns: Vec<f64>,
    /// Why there is no time; all numbers are 0 and meaningless then.
    pub not_timed: Option<AnswersDiffer>,
}

/// If a clock differs from the thread's CPU time by more than this share, the contestant waits or uses other threads. Origin: the
/// limit that was asked for. On a quiet machine sound contestants differ by at most 0.2 %, in 126 rows of three maps. On a loaded
/// one they differ by up to 13 %.
const CLOCKS_PART: f64 = 0.05;
/// A contestant that takes less than this share when asked the same again remembers answers. Sound contestants, helped by warm
/// caches, take 0.79 of the time at least: seven backends, 126 rows of three maps. Worlds far larger than a cache may leave less.
const REMEMBERS: f64 = 0.4;

impl Timing {
    /// Facts that the thread's CPU time hides, as clauses about the contestant.
    pub fn caveats(&self) -> Vec<String> {
        let mut out = Vec::new();
        let parted = |ratio: &Option<f64>| ratio.filter(|r| *r > 1.0 + CLOCKS_PART);
        if let Some(wall) = parted(&self.wall) {
            out.push(format!(
                "takes {wall:.2} times as long by the wall clock as in CPU time of its thread: it waits"
            ));
        }
        if let Some(threads) = parted(&self.threads) {
            out.push(format!(
                "takes {threads:.2} times the CPU time of its thread in all threads: others work for it"
            ));
        }
        if let Some(again) = self.again_ns.filter(|ns| *ns < REMEMBERS * self.median_ns) {
            out.push(format!(
                "takes {again:.0} ns where it is asked the same again, and {:.0} ns where it is not: it remembers answers",
                self.median_ns
            ));
        }
        out
    }
}

/// Timed answers that differ from the judged ones: their time would measure other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswersDiffer {
    /// Answers (of ticks: states after a tick) that differ when asked once more; 0 where the difference has gone again.
    pub differ: usize,
    /// Answers in all.
    pub of: usize,
    /// Index of the first that differs, from 0.
    pub first: Option<usize>,
}

/// Times passes in turns; `step` is called after each round. A contestant whose answers differ from those judged afterwards has
/// no time.
pub(crate) fn interleave(laps: &mut [Pass], terms: Terms, mut step: impl FnMut()) -> Vec<Timing> {
    let start = |lap: &Pass| Kept {
        repeats: 1,
        hashes: vec![None; lap.items.len()],
        ..Kept::default()
    };
    let mut all: Vec<Kept> = laps.iter().map(start).collect();
    for round in 0..WARM_UP + terms.rounds {
        for turn in 0..laps.len() {
            // Each round begins with another contestant: an earlier one leaves its caches to the next.
            let i = (round + turn) % laps.len();
            let (lap, kept) = (&mut laps[i], &mut all[i]);
            let set = lap.set(round);
            let is_fresh = lap.is_fresh(WARM_UP + terms.rounds);
            if round < WARM_UP {
                let one = pass(lap, kept, set, 1);
                let repeats = (terms.shortest_ns / one.ns.max(1.0)).ceil();
                kept.repeats = repeats.clamp(1.0, MOST_REPEATS) as usize;
            } else if is_fresh {
                // Questions of the round before clear another contestant's data out of the caches.
                let before = lap.set(round - 1);
                let hash = black_box((lap.pass)(before));
                kept.see(before, hash);
                fresh(lap, kept, set);
            } else {
                timed(kept, lap.items[set], terms, |kept| {
                    let repeats = kept.repeats;
                    pass(lap, kept, set, repeats)
                });
            }
        }
        step();
    }
    for (lap, kept) in laps.iter_mut().zip(&mut all) {
        kept.void = unlike_judged(lap, kept);
    }
    against_the_quickest(all)
}

/// A pass over questions that were not asked before, and one more over the same.
fn fresh(lap: &mut Pass, kept: &mut Kept, set: usize) {
    let items = lap.items[set].max(1) as f64;
    let first = pass(lap, kept, set, 1);
    kept.preempted += usize::from(first.preempted);
    kept.note_clocks(&first);
    kept.samples.push(first.ns / items);
    let second = pass(lap, kept, set, 1);
    kept.again.push(second.ns / items);
}

/// One pass of a round over questions common to all rounds. It is repeated while the thread loses the processor and the budget
/// lasts.
pub fn timed(kept: &mut Kept, items: usize, terms: Terms, mut pass: impl FnMut(&mut Kept) -> Reading) {
    loop {
        let reading = pass(kept);
        let again = kept.redone < REDONE_A_ROUND * terms.rounds && reading.ns < LONGEST_REDONE_NS;
        if reading.preempted && again {
            kept.redone += 1;
            continue;
        }
        kept.preempted += usize::from(reading.preempted);
        kept.note_clocks(&reading);
        let items = kept.repeats * items.max(1);
        kept.samples.push(reading.ns / items as f64);
        return;
    }
}

/// Laps under the clock.
fn pass(lap: &mut Pass, kept: &mut Kept, set: usize, repeats: usize) -> Reading {
    let mut last = None;
    let mut differs = None;
    let clock = Stopwatch::start();
    for _ in 0..repeats {
        let hash = black_box((lap.pass)(set));
        if last.replace(hash).is_some_and(|last| last != hash) {
            differs = Some(hash);
        }
    }
    let reading = clock.stop();
    last.into_iter()
        .chain(differs)
        .for_each(|hash| kept.see(set, hash));
    reading
}

/// How the answers given under the clock differ from those judged now; `None` where they do not.
fn unlike_judged(lap: &mut Pass, kept: &Kept) -> Option<AnswersDiffer> {
    let asked = (0..lap.items.len()).filter_map(|set| Some((set, kept.hashes[set]?)));
    for (set, hash) in asked {
        let judged = (lap.judged)(set);
        if kept.unsteady == Some(set) || fingerprint::of_pass(judged.iter().copied()) != hash {
            return Some(differences((lap.now)(set), &judged));
        }
    }
    None
}

fn median_of(samples: &[f64]) -> Option<f64> {
    (!samples.is_empty()).then(|| median(samples))
}

/// Times of contestants, each against the quickest of them.
pub fn against_the_quickest(all: Vec<Kept>) -> Vec<Timing> {
    let samples: Vec<&[f64]> = all
        .iter()
        .map(|kept| match kept.void {
            Some(_) => &[],
            None => kept.samples.as_slice(),
        })
        .collect();
    let quickest = quickest(&samples);
    let base = quickest.map_or_else(Vec::new, |i| all[i].samples.clone());
    let timing = |(i, kept): (usize, Kept)| {
        if kept.void.is_some() || kept.samples.is_empty() {
            return Timing {
                not_timed: kept.void,
                ..Timing::default()
            };
        }
        let samples = kept.samples;
        let ratio = match quickest == Some(i) {
            true => PairedRatio::QUICKEST,
            false => ratio(&samples, &base),
        };
        Timing {
            median_ns: median(&samples),
            // The median is below 1 only where rounds go in a circle; the intervals then hold 1.
            relative: ratio.value.max(1.0),
            relative_interval: ratio.interval,
            standing: Some(ratio.standing),
            redone: kept.redone,
            preempted: kept.preempted,
            again_ns: median_of(&kept.again),
            wall: median_of(&kept.wall),
            threads: median_of(&kept.threads),
            samples_ns: samples,
            not_timed: None,
        }
    };
    all.into_iter().enumerate().map(timing).collect()
}

/// Which answers differ from the judged ones.
fn differences(now: Vec<u64>, judged: &[u64]) -> AnswersDiffer {
    let mut found = AnswersDiffer {
        differ: 0,
        of: judged.len(),
        first: None,
    };
    for (i, judged) in judged.iter().enumerate() {
        if now.get(i) != Some(judged) {
            found.differ += 1;
            found.first = found.first.or(Some(i));
        }
    }
    found
}
