//! Quantiles of sizes, as results have them.

use clipmark_record::Quantiles;

/// Quantiles of sizes.
pub fn quantiles(samples: &[f64]) -> Quantiles {
    let [median, p99, p999, worst] = clipmark_rows::quantiles(samples, [0.5, 0.99, 0.999, 1.0]);
    Quantiles {
        median,
        p99,
        p999,
        worst,
    }
}
