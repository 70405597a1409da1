//! Medians and quantiles of samples.

use clipmark_record::Quantiles;

/// The middle of the samples; 0 without samples.
pub fn median(samples: &[f64]) -> f64 {
    quantile(&sorted(samples), 0.5)
}

/// Median absolute deviation from the median.
pub fn spread(samples: &[f64]) -> f64 {
    let middle = median(samples);
    median(&samples.iter().map(|x| (x - middle).abs()).collect::<Vec<_>>())
}

/// Quantiles of sizes.
pub fn quantiles(samples: &[f64]) -> Quantiles {
    let s = sorted(samples);
    Quantiles {
        median: quantile(&s, 0.5),
        p99: quantile(&s, 0.99),
        p999: quantile(&s, 0.999),
        worst: quantile(&s, 1.0),
    }
}

fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut s: Vec<f64> = samples.iter().copied().filter(|x| x.is_finite()).collect();
    s.sort_by(f64::total_cmp);
    s
}

/// Linear between the two nearest of sorted samples.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let at = q * last as f64;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * (at - low as f64)
}
