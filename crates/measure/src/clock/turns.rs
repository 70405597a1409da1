//! Times with contestants taking turns. Each round is begun by another (A B C, B C A, C A B), so that whatever else
//! the machine does affects all alike. Every pass under the clock is hashed; a contestant whose hash differs from that
//! of its judged answers is not timed.

use crate::clock::fingerprint;
use crate::clock::interval::Estimate;
use crate::clock::standing::{BETWEEN_RUNS, standing};
use crate::clock::stats::{median, spread};
use crate::clock::stopwatch::{Reading, Stopwatch};
use crate::run::play::run_ticks;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_movement::{Body, Player, Setup, UserCmd};
use clipmark_record::{AnswersDiffer, Standing, Timing};
use std::hint::black_box;

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

/// How long to time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Rounds.
    pub(crate) rounds: usize,
    /// A timed pass repeats a lap until it takes so many nanoseconds.
    pub(crate) shortest_ns: f64,
    /// A lap without the clock goes before each timed pass, so that it finds its own memory in the caches and not another's. Worlds
    /// of unlike size are compared so: of a large one a pass is one lap, of a small one the first of many.
    pub(crate) settles: bool,
}

/// Passes before the clock starts: caches and branch predictors then know the code and the world.
pub(crate) const WARM_UP: usize = 2;
/// A timed pass of a comparison takes at least so many nanoseconds: ten thousand times what reading the clock takes, and
/// about a third of a scheduler's slice, so that a pass is often left alone on a busy machine too.
pub(crate) const SHORTEST_NS: f64 = 1e6;
/// Laps in a pass at most, for a lap that takes next to nothing.
const MOST_REPEATS: f64 = 10_000.0;
/// A pass in which the thread lost the processor is done again, up to so many times the number of rounds a contestant. More
/// would time a busy machine forever; passes beyond it count, and are counted.
const REDONE_A_ROUND: usize = 2;
/// A pass longer than this is never done again, in nanoseconds: it spans slices of the scheduler, and cold caches are a small
/// part of it.
const LONGEST_REDONE_NS: f64 = 1e7;

/// What is known of a contestant while it is timed.
#[derive(Clone)]
struct Kept {
    repeats: usize,
    samples: Vec<f64>,
    redone: usize,
    preempted: usize,
    void: Option<AnswersDiffer>,
}

/// Times passes in turns; `step` is called after each round. Whose answers are not those that were judged is timed no further.
pub(crate) fn take_turns(laps: &mut [Lap], terms: Terms, mut step: impl FnMut()) -> Vec<Timing> {
    let start = Kept {
        repeats: 1,
        samples: Vec::with_capacity(terms.rounds),
        redone: 0,
        preempted: 0,
        void: None,
    };
    let mut all = vec![start; laps.len()];
    for round in 0..WARM_UP + terms.rounds {
        for turn in 0..laps.len() {
            // Each round begins with another contestant: what runs before leaves its caches to the next.
            let i = (round + turn) % laps.len();
            let (lap, kept) = (&mut laps[i], &mut all[i]);
            if kept.void.is_some() {
                continue;
            }
            if round < WARM_UP {
                let one = pass(lap, kept).map_or(f64::INFINITY, |reading| reading.ns);
                kept.repeats = (terms.shortest_ns / one.max(1.0)).ceil().clamp(1.0, MOST_REPEATS) as usize;
                continue;
            }
            let items = lap.items;
            timed(kept, items, terms, |kept| {
                if terms.settles {
                    black_box((lap.pass)());
                }
                pass(lap, kept)
            });
        }
        step();
    }
    against_the_quickest(all)
}

/// One pass of a round, done again while the thread loses the processor and the budget lasts.
fn timed(kept: &mut Kept, items: usize, terms: Terms, mut pass: impl FnMut(&mut Kept) -> Option<Reading>) {
    while let Some(reading) = pass(kept) {
        let again = kept.redone < REDONE_A_ROUND * terms.rounds && reading.ns < LONGEST_REDONE_NS;
        if reading.preempted && again {
            kept.redone += 1;
            continue;
        }
        kept.preempted += usize::from(reading.preempted);
        let items = kept.repeats * items.max(1);
        kept.samples.push(reading.ns / items as f64);
        return;
    }
}

/// Laps under the clock; `None`, and the reason kept, when their answers are not those that were judged.
fn pass(lap: &mut Lap, kept: &mut Kept) -> Option<Reading> {
    let mut as_judged = true;
    let clock = Stopwatch::start();
    for _ in 0..kept.repeats {
        as_judged &= black_box((lap.pass)()) == lap.judged;
    }
    let reading = clock.stop();
    if as_judged {
        return Some(reading);
    }
    kept.void = Some((lap.differing)());
    None
}

/// Times of one contestant over those of another, round by round.
fn ratios(samples: &[f64], base: &[f64]) -> Vec<f64> {
    let rounds = samples.iter().zip(base);
    rounds.map(|(a, b)| a / b.max(f64::MIN_POSITIVE)).collect()
}

/// The quickest contestant by the figure that is shown, the median of the ratios of the rounds: measured against it, every
/// other contestant has a ratio of at least 1. It need not have the least median time. Rounds may go in a circle (A before B,
/// B before C, C before A); then the quickest is the one whose least ratio is nearest to 1.
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
        redone: 0,
        preempted: 0,
        void: None,
    };
    against_the_quickest(samples.into_iter().map(kept).collect())
}

/// The median of the ratios of samples that were taken in turns, and its 95 % interval.
pub(crate) fn ratio(samples: &[f64], base: &[f64]) -> (f64, [f64; 2]) {
    let ratios = ratios(samples, base);
    (
        median(&ratios),
        Estimate::of(&ratios).widened(BETWEEN_RUNS).interval(),
    )
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
            false => Estimate::of(&ratios).widened(BETWEEN_RUNS).interval(),
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
            samples_ns: samples,
            not_timed: None,
        }
    };
    all.into_iter().enumerate().map(timing).collect()
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
        let mut next = commands.iter().copied();
        let mut hash = 0;
        // Commands were checked when they were first played; a refused one would show in the hash.
        let _ = run_ticks(
            &mut player,
            start,
            |_| next.next(),
            |body, _, _| hash = fingerprint::then(hash, fingerprint::of_body(body)),
        );
        hash
    };
    let of_judged = fingerprint::of_pass(judged.iter().copied());
    let differing = move || {
        let mut next = commands.iter().copied();
        let mut states = Vec::with_capacity(judged.len());
        let note = |body: &Body, _: &UserCmd, _| states.push(fingerprint::of_body(body));
        let _ = run_ticks(&mut again, start, |_| next.next(), note);
        differences(states.into_iter(), &judged)
    };
    Lap {
        items: commands.len(),
        judged: of_judged,
        pass: Box::new(pass),
        differing: Box::new(differing),
    }
}

/// Which answers are not those that were judged.
pub(crate) fn differences(now: impl Iterator<Item = u64>, judged: &[u64]) -> AnswersDiffer {
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn timings(samples: &[Vec<f64>]) -> Vec<Timing> {
        against_the_quickest_of(samples.to_vec())
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

    /// A contestant after so many rounds of passes that read so; what is read beyond the end is a fault of the test.
    fn after(rounds: usize, passes: &[(f64, bool)]) -> (Kept, usize) {
        let mut kept = Kept {
            repeats: 2,
            samples: Vec::new(),
            redone: 0,
            preempted: 0,
            void: None,
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
                Some(Reading { ns, preempted })
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

    /// B has the least median, but A is quicker in four rounds of five: a ratio of 0.91 stood beneath B's 1.00.
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
