//! Whether two runs differ: their times by a rank test, their answers by the counts and the state hash.
//!
//! Source: Mann and Whitney, *On a Test of Whether one of Two Random Variables is Stochastically Larger than the
//! Other* (1947), with the normal approximation, corrected for ties and continuity; effect size by Cliff (1993).
//! Contestants of one run take turns, two runs do not. So times can be taken relative to one contestant's in the same
//! round, which removes what the machine did meanwhile.

use crate::clock::stats::{median, median_interval};
use clipmark_record::recorded::Recorded;

/// A change of times counts from this probability of chance down. Larger cries wolf: a table of 20 rows has one false
/// alarm in five runs at 1 in 100, with this.
pub const CHANCE: f64 = 0.01;
/// ... and from this ratio of medians up (or its inverse down): less is within what the placement of code does.
pub const NOTICEABLE: f64 = 1.05;

/// Times of a contestant in two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeChange {
    /// Contestant and what was timed.
    pub name: String,
    /// Medians in the first and the second run.
    pub medians: [f64; 2],
    /// Second over first, and the middle 95 % of a bootstrap of it.
    pub ratio: f64,
    /// Bounds of the middle 95 %.
    pub interval: [f64; 2],
    /// Probability of ranks as uneven as these by chance (two-sided).
    pub chance: f64,
    /// Cliff's delta: -1 when all of the second run are quicker, 1 when all are slower.
    pub effect: f64,
}

/// How a time has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It takes less.
    Quicker,
    /// It takes more.
    Slower,
    /// It cannot be told, or is not worth telling.
    Same,
}

/// An answer that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerChange {
    /// Contestant and what was counted.
    pub name: String,
    /// In the first and the second run; empty where one lacks it.
    pub values: [String; 2],
}

/// What differs between two runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// One for each time that both have.
    pub times: Vec<TimeChange>,
    /// Answers that are not the same.
    pub answers: Vec<AnswerChange>,
    /// What one of them has alone.
    pub alone: Vec<[String; 2]>,
}

impl TimeChange {
    /// How it has changed, by [`CHANCE`] and [`NOTICEABLE`].
    pub fn direction(&self) -> Direction {
        if self.chance > CHANCE {
            Direction::Same
        } else if self.ratio >= NOTICEABLE {
            Direction::Slower
        } else if self.ratio <= NOTICEABLE.recip() {
            Direction::Quicker
        } else {
            Direction::Same
        }
    }
}

/// Compares two runs. With `against`, every time is divided by that contestant's in the same round first.
pub fn difference(first: &[Recorded], second: &[Recorded], against: Option<&str>) -> Difference {
    let mut all = Difference::default();
    let [a, b] = [first, second].map(|run| relative(run, against));
    for one in &a {
        let Some(other) = b.iter().find(|o| o.name == one.name) else {
            all.alone.push([one.name.clone(), String::new()]);
            continue;
        };
        for (what, samples) in &one.times {
            if let Some((_, others)) = other.times.iter().find(|(w, _)| w == what) {
                let name = format!("{} {what}", one.name).trim_end().to_owned();
                all.times.push(time_change(name, samples, others));
            }
        }
        for (what, value) in &one.answers {
            let found = other.answers.iter().find(|(w, _)| w == what);
            let now = found.map(|(_, v)| v.clone()).unwrap_or_default();
            if now != *value {
                all.answers.push(AnswerChange {
                    name: format!("{} {what}", one.name),
                    values: [value.clone(), now],
                });
            }
        }
    }
    let news = b.iter().filter(|o| !a.iter().any(|one| one.name == o.name));
    all.alone.extend(news.map(|o| [String::new(), o.name.clone()]));
    all
}

fn relative(run: &[Recorded], against: Option<&str>) -> Vec<Recorded> {
    let mut run = run.to_vec();
    let Some(base) = against.and_then(|name| run.iter().find(|r| r.name == name).cloned()) else {
        return run;
    };
    for (what, samples) in run.iter_mut().flat_map(|r| &mut r.times) {
        if let Some((_, per_round)) = base.times.iter().find(|(w, _)| w == what) {
            for (sample, base) in samples.iter_mut().zip(per_round) {
                *sample /= base;
            }
        }
    }
    run
}

fn time_change(name: String, a: &[f64], b: &[f64]) -> TimeChange {
    let medians = [median(a), median(b)];
    let [low_a, high_a] = median_interval(a);
    let [low_b, high_b] = median_interval(b);
    let (chance, effect) = rank_test(a, b);
    TimeChange {
        name,
        medians,
        ratio: medians[1] / medians[0],
        interval: [low_b / high_a, high_b / low_a],
        chance,
        effect,
    }
}

/// Two-sided probability of chance, and Cliff's delta of `b` over `a`.
fn rank_test(a: &[f64], b: &[f64]) -> (f64, f64) {
    let (m, n) = (a.len() as f64, b.len() as f64);
    if a.is_empty() || b.is_empty() {
        return (1.0, 0.0);
    }
    let mut all: Vec<(f64, bool)> = a.iter().map(|x| (*x, false)).collect();
    all.extend(b.iter().map(|x| (*x, true)));
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut rank_sum, mut ties, mut before) = (0.0, 0.0, 0.0);
    for tied in all.chunk_by(|x, y| x.0 == y.0) {
        let t = tied.len() as f64;
        let rank = before + (t + 1.0) / 2.0;
        rank_sum += rank * tied.iter().filter(|x| x.1).count() as f64;
        ties += t * t * t - t;
        before += t;
    }
    let u = rank_sum - n * (n + 1.0) / 2.0;
    let effect = 2.0 * u / (m * n) - 1.0;
    let total = m + n;
    let variance = m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return (1.0, effect);
    }
    let z = ((u - m * n / 2.0).abs() - 0.5).max(0.0) / variance.sqrt();
    (upper_tail(z) * 2.0, effect)
}

/// Probability that a standard normal exceeds `z >= 0`: Abramowitz and Stegun (1964), 26.2.17, off by at most 7.5e-8.
fn upper_tail(z: f64) -> f64 {
    const B: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let poly = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let density = (-0.5 * z * z).exp() / std::f64::consts::TAU.sqrt();
    (density * poly).clamp(0.0, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(name: &str, ns: &[f64], missed: &str) -> Recorded {
        Recorded {
            name: name.into(),
            times: vec![("trace".into(), ns.to_vec())],
            answers: vec![("missed".into(), missed.into())],
        }
    }

    fn around(middle: f64) -> Vec<f64> {
        (0..21)
            .map(|i| middle * (1.0 + 0.002 * f64::from(i * 8 % 21 - 10)))
            .collect()
    }

    #[test]
    fn the_rank_test_is_that_of_the_books() {
        // scipy.stats.mannwhitneyu(b, a, use_continuity=True, method="asymptotic"): U = 22, p = 0.0570079.
        let a = [1.1, 2.2, 2.2, 3.1, 4.0];
        let b = [2.2, 4.5, 5.1, 6.0, 7.2];
        let (chance, effect) = rank_test(&a, &b);
        assert!((effect - (2.0 * 22.0 / 25.0 - 1.0)).abs() < 1e-12, "{effect}");
        assert!((chance - 0.057_007_9).abs() < 1e-6, "{chance}");
        assert_eq!(rank_test(&a, &a).1, 0.0);
        assert_eq!(rank_test(&[1.0; 9], &[1.0; 9]).0, 1.0);
    }

    #[test]
    fn a_slower_run_is_told_and_noise_is_not() {
        let run = |ns: f64| vec![recorded("bsp", &around(ns), "0")];
        let direction = |b: f64| difference(&run(300.0), &run(b), None).times[0].direction();
        assert_eq!(direction(300.0), Direction::Same);
        assert_eq!(direction(306.0), Direction::Same, "2 % is not worth telling");
        assert_eq!(direction(330.0), Direction::Slower);
        assert_eq!(direction(270.0), Direction::Quicker);
    }

    #[test]
    fn what_the_machine_did_falls_out_against_a_contestant() {
        let quiet = vec![
            recorded("bsp", &around(300.0), "0"),
            recorded("bvh", &around(600.0), "0"),
        ];
        let loaded = vec![
            recorded("bsp", &around(450.0), "0"),
            recorded("bvh", &around(900.0), "0"),
        ];
        let plain = difference(&quiet, &loaded, None);
        assert!(plain.times.iter().all(|t| t.direction() == Direction::Slower));
        let against = difference(&quiet, &loaded, Some("bsp"));
        assert!(against.times.iter().all(|t| t.direction() == Direction::Same));
    }

    #[test]
    fn answers_and_contestants_that_differ_are_named() {
        let a = vec![recorded("bsp", &around(1.0), "0"), recorded("old", &[], "0")];
        let b = vec![recorded("bsp", &around(1.0), "2"), recorded("new", &[], "0")];
        let found = difference(&a, &b, None);
        assert_eq!(found.answers[0].values, ["0", "2"]);
        assert_eq!(found.alone, [["old", ""], ["", "new"]]);
    }
}
