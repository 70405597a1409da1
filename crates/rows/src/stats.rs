//! Medians and quantiles of samples.

/// The middle of the samples; 0 without samples.
pub fn median(samples: &[f64]) -> f64 {
    let [middle] = quantiles(samples, [0.5]);
    middle
}

/// Median absolute deviation from the median.
pub fn spread(samples: &[f64]) -> f64 {
    let middle = median(samples);
    median(&samples.iter().map(|x| (x - middle).abs()).collect::<Vec<_>>())
}

/// The quantiles at these shares, each linear between the two nearest samples; samples that are not finite are left out.
pub fn quantiles<const N: usize>(samples: &[f64], shares: [f64; N]) -> [f64; N] {
    let mut sorted: Vec<f64> = samples.iter().copied().filter(|x| x.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    shares.map(|share| {
        let Some(last) = sorted.len().checked_sub(1) else {
            return 0.0;
        };
        let at = share * last as f64;
        let (low, high) = (at.floor() as usize, at.ceil() as usize);
        sorted[low] + (sorted[high] - sorted[low]) * (at - low as f64)
    })
}
