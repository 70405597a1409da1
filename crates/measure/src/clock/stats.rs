//! Medians and quantiles of samples.

use clipmark_record::Quantiles;

/// The middle of the samples; 0 without samples.
pub(crate) fn median(samples: &[f64]) -> f64 {
    quantile(&sorted(samples), 0.5)
}

/// Median absolute deviation from the median.
pub(crate) fn spread(samples: &[f64]) -> f64 {
    let middle = median(samples);
    median(&samples.iter().map(|x| (x - middle).abs()).collect::<Vec<_>>())
}

/// Quantiles of sizes.
pub(crate) fn quantiles(samples: &[f64]) -> Quantiles {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_a_known_set() {
        let samples: Vec<f64> = (0..=1000).rev().map(f64::from).collect();
        let q = quantiles(&samples);
        assert_eq!((q.median, q.p99, q.p999, q.worst), (500.0, 990.0, 999.0, 1000.0));
        assert_eq!(spread(&samples), 250.0);
        assert_eq!(median(&[]), 0.0);
    }
}
