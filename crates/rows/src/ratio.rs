//! How many times as long one contestant takes as another: pairs of one round, the interval of their median, and what the
//! rounds decide. Every ratio of times in tables, files and verdicts is of here.

use crate::interval::{Estimate, NORMAL};
use crate::stats::median;
use crate::{Axes, Case, Check};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Standard deviation of the logarithm of a ratio between runs of one binary on one machine, beyond the rounds' own spread.
/// Another run places code and memory otherwise. Measured by `crates/compare/examples/intervals.rs`. Too small: intervals of
/// two runs exclude each other. Too large: no two contestants are distinguishable.
pub const BETWEEN_RUNS: f64 = 0.02;
/// Standard deviation between runs of the time of one answer, in nanoseconds, besides that share. The place of code and
/// memory costs a branch or a first-level cache line more or less, for short and long answers alike. For sweeps of 1 to 16 u
/// (40 and 65 ns), intervals with the share alone held the median of 13 of 16 runs. That is a deviation of 0.029 where 0.02
/// was allowed. Smaller: short sweeps are not covered; larger: contestants of some ten nanoseconds are not told apart.
pub const PLACED_NS: f64 = 1.0;
/// An interval whose ends differ by more than this factor gives no single figure. With less, figures of two runs agree to the
/// first digit.
pub const WIDE: f64 = 1.5;
/// Rounds disagree when at least this share of them sees the other one quicker: fewer may be single disturbances.
const DISAGREE: f64 = 0.2;
/// Of fewer groups the sign test says nothing: the least and the greatest of five hold the median in 94 %.
const FEWEST: usize = 6;

/// A median of ratios, its 95 % interval, and what they decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedRatio {
    pub value: f64,
    pub interval: [f64; 2],
    pub standing: Standing,
}

/// The verdict of the rounds on a contestant and the quickest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is the quickest, by the median.
    Quickest,
    /// It is slower: the whole interval of the ratio is above 1.
    Slower,
    /// The interval holds 1 and is narrow.
    NotToldApart,
    /// The interval holds 1 and is wide, and rounds are on both sides.
    RoundsDisagree,
    /// The interval holds 1 and is wide, or there are too few rounds.
    TooNoisy,
}

impl Standing {
    /// The words beside a ratio: none where the ratio is enough.
    pub fn remark(self) -> &'static str {
        match self {
            Self::Quickest | Self::Slower => "",
            Self::NotToldApart => "not told apart",
            Self::RoundsDisagree => "rounds disagree",
            Self::TooNoisy => "too noisy to say",
        }
    }
}

impl PairedRatio {
    /// That of the quickest to itself.
    pub const QUICKEST: Self = Self {
        value: 1.0,
        interval: [1.0; 2],
        standing: Standing::Quickest,
    };
}

/// The ratio of one contestant's times to another's, in nanoseconds of the same rounds in order.
pub fn ratio(samples: &[f64], base: &[f64]) -> PairedRatio {
    let ratios = ratios(samples, base);
    let between = between_runs(median(samples), median(base));
    let interval = Estimate::from_samples(&ratios).widened(between).interval();
    PairedRatio {
        value: median(&ratios),
        interval,
        standing: standing(&ratios, interval),
    }
}

/// Times of one contestant over those of another, round by round.
pub fn ratios(samples: &[f64], base: &[f64]) -> Vec<f64> {
    let rounds = samples.iter().zip(base);
    rounds.map(|(a, b)| a / b.max(f64::MIN_POSITIVE)).collect()
}

/// The quickest contestant by the shown figure, the median of the ratios of the rounds; one without samples is passed over.
/// Measured against it, every other contestant has a ratio of at least 1. It need not have the least median time. Rounds may go
/// in a circle (A before B, B before C, C before A). Then the quickest is the one with its least ratio nearest to 1.
pub fn quickest(all: &[&[f64]]) -> Option<usize> {
    let timed = || (0..all.len()).filter(|&i| !all[i].is_empty());
    let least = |base: usize| {
        let ratios = timed().map(|i| median(&ratios(all[i], all[base])));
        ratios.fold(f64::INFINITY, f64::min)
    };
    let by_figure = timed().map(|i| (i, least(i), median(all[i])));
    let quickest = by_figure.max_by(|(_, a, a_middle), (_, b, b_middle)| {
        let by_ratio = a.total_cmp(b);
        by_ratio.then_with(|| b_middle.total_cmp(a_middle))
    });
    quickest.map(|(i, ..)| i)
}

/// The ratio of one contestant's samples of a check to another's, over all cases that both have. Samples of one case pair by
/// their index, since they are of one round. Of several cases each counts once, by the median of its pairs. `None` of too few.
pub fn paired_ratio(cases: &[&Case], check: Check, of: &str, to: &str) -> Option<PairedRatio> {
    let own = |name: &str| {
        let of_name = cases.iter().filter(move |case| case.contestant == name);
        let samples = of_name.filter_map(|case| {
            let key: (&str, &Axes) = (&case.subject, &case.axes);
            Some((key, case.nanoseconds(check)?))
        });
        samples.collect::<Vec<_>>()
    };
    let beside: HashMap<_, _> = own(to).into_iter().collect();
    let of_cases = own(of).into_iter();
    let pairs: Vec<_> = of_cases
        .filter_map(|(key, samples)| Some((samples, beside.get(&key)?)))
        .collect();
    let found = match &pairs[..] {
        [(samples, base)] => ratio(samples, base),
        several => ratio_of_groups(several)?,
    };
    Some(found).filter(|ratio| ratio.interval.iter().all(|end| end.is_finite()))
}

/// The median of the ratios of several groups, each the median of its rounds, with the interval of the sign test.
fn ratio_of_groups(groups: &[(Vec<f64>, &Vec<f64>)]) -> Option<PairedRatio> {
    let middle = |(samples, base): &(Vec<f64>, &Vec<f64>)| median(&ratios(samples, base));
    let mut ratios: Vec<f64> = groups.iter().map(middle).collect();
    ratios.retain(|ratio| *ratio > 0.0 && ratio.is_finite());
    if ratios.len() < FEWEST {
        return None;
    }
    ratios.sort_by(f64::total_cmp);
    let value = median(&ratios);
    // Conover, Practical Nonparametric Statistics, 3.2: ranks of the sign test, by the normal distribution.
    let n = ratios.len() as f64;
    let first = ((n - NORMAL * n.sqrt()) / 2.0).floor().max(1.0) as usize - 1;
    let [low, high] = [ratios[first], ratios[ratios.len() - 1 - first]];
    // Another run places code and memory otherwise, for all groups alike.
    let times = |of: fn(&(Vec<f64>, &Vec<f64>)) -> f64| median(&groups.iter().map(of).collect::<Vec<_>>());
    let between = between_runs(
        times(|(samples, _)| median(samples)),
        times(|(_, base)| median(base)),
    );
    let widened = |end: f64| (end / value).ln().hypot(NORMAL * between).exp();
    let interval = [value / widened(low), value * widened(high)];
    Some(PairedRatio {
        value,
        interval,
        standing: standing(&ratios, interval),
    })
}

/// Standard deviation of the logarithm of a ratio of two times between runs, from both times in nanoseconds.
fn between_runs(ns: f64, base_ns: f64) -> f64 {
    let placed = |ns: f64| PLACED_NS / ns.max(PLACED_NS);
    BETWEEN_RUNS.hypot(placed(ns)).hypot(placed(base_ns))
}

/// How a contestant stands to the quickest, by the ratios of rounds and the interval of their median.
pub fn standing(ratios: &[f64], [low, high]: [f64; 2]) -> Standing {
    let below = ratios.iter().filter(|r| **r < 1.0).count();
    let wide = high.is_nan() || high > WIDE * low;
    if low > 1.0 {
        Standing::Slower
    } else if !wide {
        Standing::NotToldApart
    } else if below.min(ratios.len() - below) as f64 >= DISAGREE * ratios.len() as f64 && ratios.len() > 1 {
        Standing::RoundsDisagree
    } else {
        Standing::TooNoisy
    }
}
