//! 95 % intervals of the median of rounds, where rounds near in time are alike.
//!
//! Source: batch means (Law and Kelton, *Simulation Modeling and Analysis*, 9.5.3). The rounds, in order, are split into blocks.
//! The medians of blocks are less alike than rounds are, and Student's t over them gives the interval. It departs from the book
//! in three things. First, logarithms, because times and ratios are positive and skewed. Second, blocks that are still alike
//! (heat, frequency and neighbours change slowly) count as fewer. The likeness of neighbours sets the count (the variance of a
//! mean of an AR(1) series, same book, 4.4). Third, a share that rounds of one run cannot show: another run places code and
//! memory otherwise.

use crate::clock::stats::median;

/// Blocks at most: more of them would be less independent of each other.
const BLOCKS: usize = 7;
/// Blocks at least, where there are as many rounds: with two, t is above 12.
const FEWEST_BLOCKS: usize = 3;
/// Rounds in a block, if there are enough: its median drops an outlier and hides the disturbance that neighbours share.
const ROUNDS_A_BLOCK: usize = 4;
/// 97.5 % quantiles of Student's t for 1 to 6 degrees of freedom, to three decimals.
const STUDENT: [f64; BLOCKS - 1] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447];
/// Blocks count as no more alike than this. With so few, likeness is known to about a third, and a run of one long drift would
/// have no bounds. Smaller: slow drifts are covered less; larger: one interval in some is endlessly wide.
const MOST_ALIKE: f64 = 0.75;
/// 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.960;

/// A positive size known to some accuracy, as a logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Logarithm of the median of all rounds.
    pub(crate) middle: f64,
    /// Mean of the blocks: where rounds lie in two heaps, their median is in one of them, and this between.
    centre: f64,
    /// Half the width of the 95 % interval, without the spread between runs; infinite below two rounds.
    pub(crate) half: f64,
}

impl Estimate {
    /// Takes positive samples in the order of measurement; others are left out.
    pub(crate) fn of(samples: &[f64]) -> Self {
        let logs: Vec<f64> = samples
            .iter()
            .filter(|x| x.is_finite() && **x > 0.0)
            .map(|x| x.ln())
            .collect();
        let middle = median(&logs);
        let blocks = (logs.len() / ROUNDS_A_BLOCK)
            .clamp(FEWEST_BLOCKS, BLOCKS)
            .min(logs.len());
        if blocks < 2 {
            return Self {
                middle,
                centre: middle,
                half: f64::INFINITY,
            };
        }
        let n = blocks as f64;
        let edge = |k: usize| k * logs.len() / blocks;
        let medians: Vec<f64> = (0..blocks).map(|k| median(&logs[edge(k)..edge(k + 1)])).collect();
        let centre = medians.iter().sum::<f64>() / n;
        let off: Vec<f64> = medians.iter().map(|m| m - centre).collect();
        let squares: f64 = off.iter().map(|x| x * x).sum();
        let fewer = (1.0 + alike(&off)) / (1.0 - alike(&off));
        let half = STUDENT[blocks - 2] * (squares * fewer / (n - 1.0) / n).sqrt();
        Self { middle, centre, half }
    }

    /// The quotient of two, measured apart.
    pub(crate) fn over(self, other: Self) -> Self {
        Self {
            middle: self.middle - other.middle,
            centre: self.centre - other.centre,
            half: self.half.hypot(other.half),
        }
    }

    /// Widened by the spread between runs, given as the standard deviation of the logarithm.
    pub(crate) fn widened(self, between: f64) -> Self {
        Self {
            half: self.half.hypot(NORMAL * between),
            ..self
        }
    }

    /// The median.
    pub(crate) fn value(self) -> f64 {
        self.middle.exp()
    }

    /// The 95 % interval, which holds the median; 0 to infinity where nothing is known.
    pub(crate) fn interval(self) -> [f64; 2] {
        let low = (self.centre - self.half).min(self.middle);
        let high = (self.centre + self.half).max(self.middle);
        [low.exp(), high.exp()]
    }
}

/// How alike the errors of neighbours are, from 0 to [`MOST_ALIKE`]: the first autocorrelation. With few samples it is too small
/// by one over their number (Kendall, *Note on bias in the estimation of autocorrelation*, 1954).
fn alike(off: &[f64]) -> f64 {
    let squares: f64 = off.iter().map(|x| x * x).sum();
    if squares <= 0.0 {
        return 0.0;
    }
    let neighbours: f64 = off.windows(2).map(|pair| pair[0] * pair[1]).sum();
    (neighbours / squares + 1.0 / off.len() as f64).clamp(0.0, MOST_ALIKE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

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
            let [low, high] = Estimate::of(&noise(&mut random, rounds)).interval();
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
        let wide = Estimate::of(&independent(&mut random, 21));
        let narrow = Estimate::of(&independent(&mut random, 2100));
        assert!(narrow.half < wide.half / 3.0, "{narrow:?} {wide:?}");
        assert_eq!(Estimate::of(&[2.0]).interval(), [0.0, f64::INFINITY]);
        assert_eq!(Estimate::of(&[]).half, f64::INFINITY);
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
        let same = Estimate::of(&[3.0; 31]);
        assert_eq!(same.half, 0.0);
        let [low, high] = same.widened(0.02).interval();
        assert!((high / low).ln() > 0.078 && (high / low).ln() < 0.079);
    }
}
