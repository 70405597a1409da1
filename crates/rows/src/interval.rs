//! 95 % intervals of the median of rounds, where rounds near in time are alike.
//!
//! Source: batch means (Law and Kelton, *Simulation Modeling and Analysis*, 9.5.3). The rounds, in order, are split into blocks.
//! The medians of blocks are less alike than rounds are, and Student's t over them gives the interval. It departs from the book
//! in three things. First, logarithms, because times and ratios are positive and skewed. Second, blocks that are still alike
//! (heat, frequency and neighbours change slowly) count as fewer. The likeness of neighbours sets the count (the variance of a
//! mean of an AR(1) series, same book, 4.4). Third, a share that rounds of one run cannot show: another run places code and
//! memory otherwise.

use crate::stats::median;

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
pub(crate) const NORMAL: f64 = 1.960;

/// A positive size known to some accuracy, as a logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logarithm of the median of all rounds.
    pub middle: f64,
    /// Mean of the blocks: where rounds lie in two heaps, their median is in one of them, and this between.
    centre: f64,
    /// Half the width of the 95 % interval, without the spread between runs; infinite below two rounds.
    pub half: f64,
}

impl Estimate {
    /// Takes positive samples in the order of measurement; others are left out.
    pub fn from_samples(samples: &[f64]) -> Self {
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
    pub fn over(self, other: Self) -> Self {
        Self {
            middle: self.middle - other.middle,
            centre: self.centre - other.centre,
            half: self.half.hypot(other.half),
        }
    }

    /// Widened by the spread between runs, given as the standard deviation of the logarithm.
    pub fn widened(self, between: f64) -> Self {
        Self {
            half: self.half.hypot(NORMAL * between),
            ..self
        }
    }

    /// The median.
    pub fn value(self) -> f64 {
        self.middle.exp()
    }

    /// The 95 % interval, which holds the median; 0 to infinity where nothing is known.
    pub fn interval(self) -> [f64; 2] {
        let low = (self.centre - self.half).min(self.middle);
        let high = (self.centre + self.half).max(self.middle);
        [low.exp(), high.exp()]
    }
}

/// How alike the errors of neighbours are, from 0 to `MOST_ALIKE`: the first autocorrelation. With few samples it is too small
/// by one over their number (Kendall, *Note on bias in the estimation of autocorrelation*, 1954).
pub fn alike(off: &[f64]) -> f64 {
    let squares: f64 = off.iter().map(|x| x * x).sum();
    if squares <= 0.0 {
        return 0.0;
    }
    let neighbours: f64 = off.windows(2).map(|pair| pair[0] * pair[1]).sum();
    (neighbours / squares + 1.0 / off.len() as f64).clamp(0.0, MOST_ALIKE)
}
