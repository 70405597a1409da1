//! Passes in turns: which of them count, who is the quickest, and how work is grouped and frames are shared out.

use clipmark_collision::{Counts, Sweep};
use clipmark_geometry::{Hull, Point};
use clipmark_measure::inner::{
    GROUPS, Kept, LONGEST_REDONE_NS, REDONE_A_ROUND, Reading, Terms, Timing, against_the_quickest,
    grouped_by_work, timed, turn,
};
use clipmark_rows::{BETWEEN_RUNS, Estimate, PLACED_NS, Standing, median, ratio, ratios};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// Times of contestants that took turns, sample by sample; one without samples is not timed.
fn timings(samples: &[Vec<f64>]) -> Vec<Timing> {
    let kept = |samples: &Vec<f64>| {
        let mut kept = Kept::default();
        kept.repeats = 1;
        kept.samples.clone_from(samples);
        kept
    };
    against_the_quickest(samples.iter().map(kept).collect())
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
            ratio(&own, &base).interval,
            Estimate::from_samples(&ratios).widened(BETWEEN_RUNS).interval(),
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
    let mut kept = Kept::default();
    kept.repeats = 2;
    let terms = Terms {
        rounds,
        shortest_ns: 0.0,
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
        let mut drift = || -> Vec<f64> { (0..rounds).map(|_| random.random_range(80.0..125.0)).collect() };
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

#[test]
fn groups_go_from_little_work_to_much_and_hold_every_sweep_once() {
    let counts: Vec<Counts> = (0..95)
        .map(|i| Counts {
            planes: (i * 37) % 95,
            ..Counts::default()
        })
        .collect();
    let at = |i: usize| Point::new(i as f32, 0.0, 0.0);
    let sweeps: Vec<Sweep> = (0..95).map(|i| Sweep::new(Hull::Point, at(i), at(i))).collect();
    let judged: Vec<u64> = (0..95).collect();
    let groups = grouped_by_work(&counts, |c| c.planes, &sweeps, &judged);
    assert_eq!(groups.len(), GROUPS);
    assert!(groups.windows(2).all(|g| g[0].work < g[1].work));
    assert!(
        groups
            .iter()
            .all(|g| g.sweeps.windows(2).all(|s| s[0].start.x < s[1].start.x))
    );
    for group in &groups {
        let with: Vec<f32> = group.judged.iter().map(|&i| i as f32).collect();
        assert_eq!(with, group.sweeps.iter().map(|s| s.start.x).collect::<Vec<_>>());
    }
    let mut seen: Vec<f32> = groups
        .iter()
        .flat_map(|g| g.sweeps.iter().map(|s| s.start.x))
        .collect();
    seen.sort_by(f32::total_cmp);
    assert!(seen.len() == 95 && seen.windows(2).all(|s| s[0] < s[1]));
    assert!(grouped_by_work(&counts, |c| c.nodes, &sweeps, &judged).is_empty());
    // Sixty of one count stay together.
    let tied: Vec<Counts> = (0..95)
        .map(|i| Counts {
            planes: u64::from(i >= 60),
            ..Counts::default()
        })
        .collect();
    let sizes: Vec<usize> = grouped_by_work(&tied, |c| c.planes, &sweeps, &judged)
        .iter()
        .map(|g| g.sweeps.len())
        .collect();
    assert_eq!(sizes, [60, 35]);
}

#[test]
fn turns_cover_every_frame_once_and_are_about_as_long() {
    for (count, turns) in [(120, 7), (250, 7), (25, 5), (1, 1), (6, 6)] {
        let all: Vec<Range<usize>> = (0..turns).map(|n| turn(count, turns, n)).collect();
        assert_eq!(
            all.iter().cloned().flatten().collect::<Vec<_>>(),
            (0..count).collect::<Vec<_>>()
        );
        assert!(
            all.iter().all(|t| t.len().abs_diff(count / turns) <= 1),
            "{all:?}"
        );
    }
}
