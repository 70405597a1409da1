//! Medians, their intervals and standings, on simulated rounds whose true ratio is known.

use clipmark_rows::{BETWEEN_RUNS, Estimate, Standing, alike, median, quantiles, spread, standing};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn quantiles_of_a_known_set() {
    let samples: Vec<f64> = (0..=1000).rev().map(f64::from).collect();
    let found = quantiles(&samples, [0.5, 0.99, 0.999, 1.0]);
    assert_eq!(found, [500.0, 990.0, 999.0, 1000.0]);
    assert_eq!(spread(&samples), 250.0);
    assert_eq!(median(&[]), 0.0);
}

/// Rounds of a ratio whose median is `TRUE`, as a machine spoils them.
type Noise = fn(&mut Pcg64Mcg, usize) -> Vec<f64>;

const TRUE: f64 = 2.5;
const RUNS: usize = 2000;

/// About normal: the sum of twelve even numbers less six.
fn normal(random: &mut Pcg64Mcg) -> f64 {
    (0..12).map(|_| random.random_range(0.0..1.0)).sum::<f64>() - 6.0
}

fn independent(random: &mut Pcg64Mcg, n: usize) -> Vec<f64> {
    (0..n).map(|_| TRUE * (0.02 * normal(random)).exp()).collect()
}

/// One round in ten takes up to twenty times as long, in one contestant or in the other.
fn outliers(random: &mut Pcg64Mcg, n: usize) -> Vec<f64> {
    let mut all = independent(random, n);
    for x in &mut all {
        if random.random_range(0..10) == 0 {
            let off = random.random_range(1.0..20.0f64);
            *x *= if random.random_range(0..2) == 0 {
                off
            } else {
                1.0 / off
            };
        }
    }
    all
}

/// Each round keeps half of the previous round's error.
fn drift(random: &mut Pcg64Mcg, n: usize) -> Vec<f64> {
    let mut off = 0.03 * normal(random);
    let mut next = || {
        off = 0.5 * off + 0.03 * normal(random);
        TRUE * off.exp()
    };
    (0..n).map(|_| next()).collect()
}

/// Heat and frequency: each round keeps six tenths of the previous round's error, and has noise of its own.
fn slow_drift(random: &mut Pcg64Mcg, n: usize) -> Vec<f64> {
    let mut off = 0.025 * normal(random);
    let mut next = || {
        off = 0.6 * off + 0.02 * normal(random);
        TRUE * (off + 0.01 * normal(random)).exp()
    };
    (0..n).map(|_| next()).collect()
}

/// The machine is in one of two states, ten percent either way, and stays in it for some rounds.
fn phases(random: &mut Pcg64Mcg, n: usize) -> Vec<f64> {
    let mut up = random.random_range(0..2) == 0;
    let mut next = || {
        up ^= random.random_range(0..3) == 0;
        let state: f64 = if up { 0.1 } else { -0.1 };
        TRUE * (state + 0.02 * normal(random)).exp()
    };
    (0..n).map(|_| next()).collect()
}

fn coverage(noise: Noise, rounds: usize) -> f64 {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut covered = || {
        let [low, high] = Estimate::from_samples(&noise(&mut random, rounds)).interval();
        low <= TRUE && TRUE <= high
    };
    (0..RUNS).filter(|_| covered()).count() as f64 / RUNS as f64
}

#[test]
fn intervals_cover_in_noise_with_outliers_drift_and_phases() {
    // Phases as long as a run show in none of its rounds: with nine rounds not even these are covered.
    let noises: [(&str, Noise, &[usize]); 5] = [
        ("independent", independent, &[9, 31, 61]),
        ("outliers", outliers, &[9, 31, 61]),
        ("drift", drift, &[9, 31, 61]),
        ("slow drift", slow_drift, &[31, 61]),
        ("phases", phases, &[31, 61]),
    ];
    for (name, noise, all) in noises {
        for &rounds in all {
            let share = coverage(noise, rounds);
            assert!(share >= 0.9, "{name}, {rounds} rounds: {share}");
        }
    }
}

#[test]
fn an_interval_narrows_with_rounds_and_is_endless_of_one() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let wide = Estimate::from_samples(&independent(&mut random, 21));
    let narrow = Estimate::from_samples(&independent(&mut random, 2100));
    assert!(narrow.half < wide.half / 3.0, "{narrow:?} {wide:?}");
    assert_eq!(Estimate::from_samples(&[2.0]).interval(), [0.0, f64::INFINITY]);
    assert_eq!(Estimate::from_samples(&[]).half, f64::INFINITY);
}

#[test]
fn blocks_that_rise_all_along_count_as_fewer_than_blocks_that_alternate() {
    let rising = alike(&[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
    assert!((rising - 5.0 / 7.0).abs() < 1e-12, "{rising}");
    assert_eq!(alike(&[-1.0, 1.0, -1.0, 1.0]), 0.0);
    assert_eq!(alike(&[0.0; 7]), 0.0);
}

#[test]
fn rounds_that_are_all_equal_leave_what_differs_between_runs() {
    let same = Estimate::from_samples(&[3.0; 31]);
    assert_eq!(same.half, 0.0);
    let [low, high] = same.widened(0.02).interval();
    assert!((high / low).ln() > 0.078 && (high / low).ln() < 0.079);
}

fn stands(ratios: &[f64]) -> Standing {
    standing(
        ratios,
        Estimate::from_samples(ratios).widened(BETWEEN_RUNS).interval(),
    )
}

#[test]
fn a_clear_ratio_is_told_and_one_near_one_is_not() {
    let near = |middle: f64| -> Vec<f64> {
        (0..21)
            .map(|i| middle + 0.01 * f64::from(i * 8 % 21 - 10) / 10.0)
            .collect()
    };
    assert_eq!(stands(&near(5.0)), Standing::Slower);
    assert_eq!(stands(&near(1.1)), Standing::Slower);
    assert_eq!(stands(&near(1.01)), Standing::NotToldApart);
}

/// In nine rounds the quicker one lost the processor: 125 against 871 ns, with an interval from 0.41 to 7.24.
#[test]
fn two_modes_are_rounds_that_disagree_and_no_tie() {
    let ratios: Vec<f64> = (0..21).map(|i| if i % 7 < 3 { 0.41 } else { 6.97 }).collect();
    assert_eq!(stands(&ratios), Standing::RoundsDisagree);
}

#[test]
fn few_or_wild_rounds_are_too_noisy() {
    assert_eq!(stands(&[3.0]), Standing::TooNoisy);
    let wild: Vec<f64> = (0..21).map(|i| if i < 3 { 0.01 } else { 3.0 }).collect();
    assert_eq!(stands(&wild), Standing::TooNoisy);
}
