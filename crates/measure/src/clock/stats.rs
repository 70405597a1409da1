//! Medians, quantiles and a bootstrap, on samples.

use clipmark_record::Quantiles;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Resamplings of a bootstrap: the ends of a 95 % interval then rest on 25 samples each.
const RESAMPLES: usize = 1000;
/// Seed of the bootstrap, so that a report of the same samples is the same.
const SEED: u64 = 0x0063_6c69_706d_6172;

/// The middle of the samples; 0 of none.
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

/// The middle 95 % of medians of resampled samples.
pub(crate) fn median_interval(samples: &[f64]) -> [f64; 2] {
    if samples.is_empty() {
        return [0.0; 2];
    }
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let resampled = |_| {
        let again: Vec<f64> = samples
            .iter()
            .map(|_| samples[random.random_range(0..samples.len())])
            .collect();
        median(&again)
    };
    let medians = sorted(&(0..RESAMPLES).map(resampled).collect::<Vec<_>>());
    [quantile(&medians, 0.025), quantile(&medians, 0.975)]
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

    #[test]
    fn a_bootstrap_holds_the_median_and_narrows_with_samples() {
        let wide = median_interval(&(0..20).map(f64::from).collect::<Vec<_>>());
        let fine = median_interval(&(0..2000).map(|i| f64::from(i) / 100.0).collect::<Vec<_>>());
        assert!(wide[0] < 9.5 && 9.5 < wide[1]);
        assert!(fine[1] - fine[0] < (wide[1] - wide[0]) / 3.0);
    }
}
