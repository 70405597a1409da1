//! Times with contestants taking turns. Another contestant begins each round (A B C, B C A, C A B), so that other load on the
//! machine affects all alike.
//!
//! Each round asks new questions: a contestant that remembers answers is timed on those that it must compute. The same questions
//! asked again at once show the saving by memory. Every pass under the clock is hashed. When the clock has stopped, the same
//! questions are asked with work counted and judged. A contestant whose hashes differ from those is not timed.

use crate::clock::fingerprint;
use crate::clock::interval::Estimate;
use crate::clock::standing::{between_runs, standing};
use crate::clock::stats::{median, spread};
use crate::clock::stopwatch::{Reading, Stopwatch};
use clipmark_record::{AnswersDiffer, Standing, Timing};
use std::hint::black_box;

/// One contestant's job: a pass over the work of a round.
pub(crate) struct Lap<'a> {
    /// Answers or ticks of each set of questions. Rounds take one after another; with one set all rounds ask the same.
    pub(crate) items: Vec<usize>,
    /// A pass over a set, and the hash of its answers.
    pub(crate) pass: Box<dyn FnMut(usize) -> u64 + 'a>,
    /// Fingerprints of the answers to a set as they are judged; asked after the clock.
    pub(crate) judged: Box<dyn FnMut(usize) -> Vec<u64> + 'a>,
    /// Fingerprints of the answers to a set as they are given under the clock.
    pub(crate) now: Box<dyn FnMut(usize) -> Vec<u64> + 'a>,
}

impl Lap<'_> {
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
pub(crate) struct Terms {
    /// Rounds.
    pub(crate) rounds: usize,
    /// A timed pass over questions common to all rounds repeats a lap until it takes this many nanoseconds.
    pub(crate) shortest_ns: f64,
    /// An untimed lap goes before each timed pass: the pass then finds its own memory in the caches, not another's. This serves
    /// worlds of unlike size: in a large one a pass is one lap, in a small one the first of many.
    pub(crate) settles: bool,
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
const REDONE_A_ROUND: usize = 2;
/// A longer pass is never done again, in nanoseconds: it spans slices of the scheduler, and cold caches are a small part.
const LONGEST_REDONE_NS: f64 = 1e7;

/// Facts on a contestant while it is timed.
#[derive(Clone, Default)]
struct Kept {
    repeats: usize,
    samples: Vec<f64>,
    /// Nanoseconds of an item where the same questions are asked once more.
    again: Vec<f64>,
    /// Wall time as a multiple of the thread's CPU time, of passes that kept the processor.
    wall: Vec<f64>,
    /// CPU time of all threads as a multiple of the thread's, of all passes.
    threads: Vec<f64>,
    redone: usize,
    preempted: usize,
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

/// Times passes in turns; `step` is called after each round. A contestant whose answers differ from those judged afterwards has
/// no time.
pub(crate) fn take_turns(laps: &mut [Lap], terms: Terms, mut step: impl FnMut()) -> Vec<Timing> {
    let start = |lap: &Lap| Kept {
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
                    if terms.settles {
                        let hash = black_box((lap.pass)(set));
                        kept.see(set, hash);
                    }
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
fn fresh(lap: &mut Lap, kept: &mut Kept, set: usize) {
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
fn timed(kept: &mut Kept, items: usize, terms: Terms, mut pass: impl FnMut(&mut Kept) -> Reading) {
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
fn pass(lap: &mut Lap, kept: &mut Kept, set: usize, repeats: usize) -> Reading {
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
fn unlike_judged(lap: &mut Lap, kept: &Kept) -> Option<AnswersDiffer> {
    let asked = (0..lap.items.len()).filter_map(|set| Some((set, kept.hashes[set]?)));
    for (set, hash) in asked {
        let judged = (lap.judged)(set);
        if kept.unsteady == Some(set) || fingerprint::of_pass(judged.iter().copied()) != hash {
            return Some(differences((lap.now)(set), &judged));
        }
    }
    None
}

/// Times of one contestant over those of another, round by round.
fn ratios(samples: &[f64], base: &[f64]) -> Vec<f64> {
    let rounds = samples.iter().zip(base);
    rounds.map(|(a, b)| a / b.max(f64::MIN_POSITIVE)).collect()
}

/// The quickest contestant by the shown figure, the median of the ratios of the rounds. Measured against it, every other
/// contestant has a ratio of at least 1. It need not have the least median time. Rounds may go in a circle (A before B, B before
/// C, C before A). Then the quickest is the one with its least ratio nearest to 1.
fn quickest(all: &[Kept]) -> Option<usize> {
    let timed = || (0..all.len()).filter(|&i| all[i].void.is_none() && !all[i].samples.is_empty());
    let least = |base: usize| {
        let ratios = timed().map(|i| median(&ratios(&all[i].samples, &all[base].samples)));
        ratios.fold(f64::INFINITY, f64::min)
    };
    let middle = |i: usize| median(&all[i].samples);
    timed().max_by(|&a, &b| {
        let by_ratio = least(a).total_cmp(&least(b));
        by_ratio.then_with(|| middle(b).total_cmp(&middle(a)))
    })
}

/// Times of contestants that took turns, sample by sample; one without samples is not timed.
pub(crate) fn against_the_quickest_of(samples: Vec<Vec<f64>>) -> Vec<Timing> {
    let kept = |samples| Kept {
        repeats: 1,
        samples,
        ..Kept::default()
    };
    against_the_quickest(samples.into_iter().map(kept).collect())
}

/// The median of the ratios of samples that were taken in turns, and its 95 % interval.
pub(crate) fn ratio(samples: &[f64], base: &[f64]) -> (f64, [f64; 2]) {
    let ratios = ratios(samples, base);
    let between = between_runs(median(samples), median(base));
    (median(&ratios), Estimate::of(&ratios).widened(between).interval())
}

fn median_of(samples: &[f64]) -> Option<f64> {
    (!samples.is_empty()).then(|| median(samples))
}

fn against_the_quickest(all: Vec<Kept>) -> Vec<Timing> {
    let quickest = quickest(&all);
    let base = quickest.map_or_else(Vec::new, |i| all[i].samples.clone());
    let timing = |(i, kept): (usize, Kept)| {
        if kept.void.is_some() || kept.samples.is_empty() {
            return Timing {
                not_timed: kept.void,
                ..Timing::default()
            };
        }
        let samples = kept.samples;
        let ratios = ratios(&samples, &base);
        let is_base = quickest == Some(i);
        let interval = match is_base {
            true => [1.0; 2],
            false => {
                let between = between_runs(median(&samples), median(&base));
                Estimate::of(&ratios).widened(between).interval()
            }
        };
        Timing {
            best_ns: samples.iter().copied().fold(f64::INFINITY, f64::min),
            median_ns: median(&samples),
            spread_ns: spread(&samples),
            // The median is below 1 only where rounds go in a circle; the intervals then hold 1.
            relative: median(&ratios).max(1.0),
            relative_interval: interval,
            standing: Some(match is_base {
                true => Standing::Quickest,
                false => standing(&ratios, interval),
            }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::standing::{BETWEEN_RUNS, PLACED_NS};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn timings(samples: &[Vec<f64>]) -> Vec<Timing> {
        against_the_quickest_of(samples.to_vec())
    }

    /// Runs of a simulated machine whose true times are known. Each run is a process that places two contestants otherwise, by a
    /// share and by a nanosecond; within it heat drifts. Returns how many intervals hold the true ratio, and how many would with
    /// the share alone.
    fn covered(base_ns: f64, ns: f64) -> [f64; 2] {
        const RUNS: usize = 1000;
        const ROUNDS: usize = 31;
        let mut random = Pcg64Mcg::seed_from_u64(11);
        let mut normal = move || (0..12).map(|_| random.random_range(0.0..1.0)).sum::<f64>() - 6.0;
        let mut held = [0; 2];
        for _ in 0..RUNS {
            let share: f64 = BETWEEN_RUNS * normal();
            let means = [
                base_ns + PLACED_NS * normal(),
                (ns + PLACED_NS * normal()) * share.exp(),
            ];
            let mut drift = 0.0f64;
            let mut samples = [Vec::new(), Vec::new()];
            for _ in 0..ROUNDS {
                // Contestants take turns, so most of the drift is common to both.
                drift = 0.8 * drift + 0.02 * normal();
                for (samples, mean) in samples.iter_mut().zip(means) {
                    samples.push(mean * (drift + 0.01 * normal()).exp());
                }
            }
            let [base, own] = samples;
            let ratios = ratios(&own, &base);
            let intervals = [
                ratio(&own, &base).1,
                Estimate::of(&ratios).widened(BETWEEN_RUNS).interval(),
            ];
            for (held, [low, high]) in held.iter_mut().zip(intervals) {
                *held += usize::from(low <= ns / base_ns && ns / base_ns <= high);
            }
        }
        held.map(|n| n as f64 / RUNS as f64)
    }

    #[test]
    fn intervals_of_short_and_of_long_sweeps_cover_what_processes_differ_by() {
        let [short, by_share] = covered(40.0, 65.0);
        assert!(short >= 0.93, "{short}");
        assert!(by_share < 0.87, "the share alone covers too: {by_share}");
        let [long, by_share] = covered(300.0, 800.0);
        assert!(long >= 0.93 && by_share >= 0.93, "{long} {by_share}");
    }

    /// Every contestant's ratio is at least 1, and one alone is the quickest, with a ratio of exactly 1.
    fn assert_none_is_quicker(samples: &[Vec<f64>]) {
        let all = timings(samples);
        let quickest: Vec<&Timing> = all
            .iter()
            .filter(|t| t.standing == Some(Standing::Quickest))
            .collect();
        assert_eq!(quickest.len(), 1, "{samples:?}");
        assert_eq!(quickest[0].relative, 1.0);
        assert!(all.iter().all(|t| t.relative >= 1.0), "{samples:?}");
    }

    /// A contestant after that many rounds of passes with these readings. Reading beyond the end is a fault of the test.
    fn after(rounds: usize, passes: &[(f64, bool)]) -> (Kept, usize) {
        let mut kept = Kept {
            repeats: 2,
            ..Kept::default()
        };
        let terms = Terms {
            rounds,
            shortest_ns: 0.0,
            settles: false,
        };
        let mut next = passes.iter();
        for _ in 0..rounds {
            timed(&mut kept, 5, terms, |_| {
                let &(ns, preempted) = next.next().expect("another pass");
                Reading {
                    ns,
                    wall_ns: ns,
                    all_ns: ns,
                    preempted,
                    waited: false,
                }
            });
        }
        (kept, next.len())
    }

    #[test]
    fn a_pass_that_lost_the_processor_is_done_again_and_does_not_count() {
        let (kept, left) = after(
            3,
            &[
                (1000.0, false),
                (9000.0, true),
                (8000.0, true),
                (1010.0, false),
                (990.0, false),
            ],
        );
        // Nanoseconds of an item: two repeats of five.
        assert_eq!(kept.samples, [100.0, 101.0, 99.0]);
        assert_eq!((kept.redone, kept.preempted, left), (2, 0, 0));
    }

    #[test]
    fn on_a_machine_that_is_never_quiet_passes_count_when_the_budget_is_spent() {
        // Two rounds may do four passes again, all in the first round.
        let (kept, left) = after(2, &[(1000.0, true); 6]);
        assert_eq!((kept.redone, kept.preempted, left), (REDONE_A_ROUND * 2, 2, 0));
        assert_eq!(kept.samples, [100.0, 100.0]);
    }

    #[test]
    fn a_long_pass_counts_though_it_lost_the_processor() {
        let (kept, left) = after(1, &[(LONGEST_REDONE_NS, true), (1.0, false)]);
        assert_eq!((kept.redone, kept.preempted, left), (0, 1, 1));
        assert_eq!(kept.samples, [LONGEST_REDONE_NS / 10.0]);
    }

    #[test]
    fn passes_that_were_done_again_or_count_though_preempted_are_told() {
        let (kept, _) = after(2, &[(1000.0, true); 6]);
        let timing = &against_the_quickest(vec![kept])[0];
        assert_eq!((timing.redone, timing.preempted), (4, 2));
        assert_eq!(timing.samples_ns.len(), 2);
    }

    #[test]
    fn no_ratio_is_below_that_of_the_quickest() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..2000 {
            let contestants = random.random_range(1..7);
            let rounds = random.random_range(1..12);
            let mut drift =
                || -> Vec<f64> { (0..rounds).map(|_| random.random_range(80.0..125.0)).collect() };
            assert_none_is_quicker(&(0..contestants).map(|_| drift()).collect::<Vec<_>>());
        }
    }

    /// B has the least median, but A is quicker in four of five rounds: a ratio of 0.91 stood beneath B's 1.00.
    #[test]
    fn the_quickest_is_so_by_the_ratio_that_is_shown() {
        let a = vec![100.0, 100.0, 130.0, 130.0, 130.0];
        let b = vec![110.0, 110.0, 90.0, 143.0, 143.0];
        assert!(median(&b) < median(&a));
        let all = timings(&[a, b]);
        assert_eq!(all[0].relative, 1.0);
        assert!((all[1].relative - 1.1).abs() < 1e-12);
        assert_eq!(all[0].standing, Some(Standing::Quickest));
    }

    #[test]
    fn rounds_that_go_in_a_circle_have_a_quickest_too() {
        let circle = [vec![1.0, 2.0, 3.0], vec![2.0, 3.0, 1.0], vec![3.0, 1.0, 2.0]];
        let pair = |i: usize, k: usize| median(&ratios(&circle[i], &circle[k]));
        assert!(
            pair(0, 1) < 1.0 && pair(1, 2) < 1.0 && pair(2, 0) < 1.0,
            "it is a circle"
        );
        assert_none_is_quicker(&circle);
    }
}
