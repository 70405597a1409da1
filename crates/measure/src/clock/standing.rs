//! The verdict of the rounds on two contestants: one is quicker, they are not distinguishable, or the rounds do not decide.

use clipmark_record::Standing;

/// Standard deviation of the logarithm of a ratio between runs of one binary on one machine, beyond the rounds' own spread.
/// Another run places code and memory otherwise. Measured by `crates/compare/examples/intervals.rs`. Too small: intervals of two
/// runs exclude each other. Too large: no two contestants are distinguishable.
pub const BETWEEN_RUNS: f64 = 0.02;
/// Standard deviation between runs of the time of one answer, in nanoseconds, besides that share. The place of code and memory
/// costs a branch or a first-level cache line more or less, for short and long answers alike. For sweeps of 1 to 16 u (40 and 65
/// ns), intervals with the share alone held the median of 13 of 16 runs. That is a deviation of 0.029 where 0.02 was allowed.
/// Smaller: short sweeps are not covered; larger: contestants of some ten nanoseconds are not told apart.
pub const PLACED_NS: f64 = 1.0;
/// An interval whose ends differ by more than this factor gives no single figure. With less, figures of two runs agree to the
/// first digit.
pub(crate) const WIDE: f64 = 1.5;
/// Rounds disagree when at least this share of them sees the other one quicker: fewer may be single disturbances.
const DISAGREE: f64 = 0.2;

/// Standard deviation of the logarithm of a ratio of two times between runs, from both times in nanoseconds.
pub(crate) fn between_runs(ns: f64, base_ns: f64) -> f64 {
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
