//! How many times as long one contestant takes as another: pairs of one round.

use crate::{Axes, Case, Check};
use std::collections::HashMap;

/// Of fewer pairs an interval says nothing: the least and the greatest of five hold the median in 94 %.
const FEWEST: usize = 6;
/// 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.960;

/// A median of ratios and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedRatio {
    pub value: f64,
    pub interval: [f64; 2],
}

/// The ratio of one contestant's samples to another's. Samples of one group pair by their index, since they are of one round. A group
/// counts once, by the median of its pairs, unless all pairs are of one group. `None` of too few.
pub fn paired_ratio(cases: &[&Case], check: Check, of: &str, to: &str) -> Option<PairedRatio> {
    let own = |name: &str| {
        let of_name = cases.iter().filter(move |case| case.contestant == name);
        let samples = of_name.filter_map(|case| {
            let key: (&str, &Axes) = (&case.subject, &case.axes);
            Some((key, case.samples.get(&check)?.as_slice()))
        });
        samples.collect::<Vec<_>>()
    };
    let beside: HashMap<_, _> = own(to).into_iter().collect();
    let groups: Vec<Vec<f64>> = own(of)
        .into_iter()
        .filter_map(|(key, samples)| {
            let others = beside.get(&key)?.iter();
            let ratios = samples.iter().zip(others).map(|(a, b)| a / b);
            Some(ratios.filter(|ratio| ratio.is_finite()).collect())
        })
        .collect();
    let mut ratios: Vec<f64> = match &groups[..] {
        [one] => one.clone(),
        several => several.iter().filter_map(|group| middle(group)).collect(),
    };
    if ratios.len() < FEWEST {
        return None;
    }
    ratios.sort_by(f64::total_cmp);
    // Conover, Practical Nonparametric Statistics, 3.2: ranks of the sign test, by the normal distribution.
    let n = ratios.len() as f64;
    let first = ((n - NORMAL * n.sqrt()) / 2.0).floor().max(1.0) as usize - 1;
    Some(PairedRatio {
        value: ratios[ratios.len() / 2],
        interval: [ratios[first], ratios[ratios.len() - 1 - first]],
    })
}

fn middle(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_one_round_are_paired() {
        let case = |contestant: &str, samples: Vec<f64>| Case {
            subject: "town".into(),
            contestant: contestant.into(),
            samples: [(Check::NsSweep, samples)].into(),
            ..Case::default()
        };
        // Other load doubles a round for both; the ratio does not see it.
        let load = [1.0, 2.0, 1.0, 8.0, 1.0, 3.0, 1.0];
        let a = case("a", load.map(|l| 3.0 * l).into());
        let b = case("b", load.into());
        let all = [&a, &b];
        let ratio = paired_ratio(&all, Check::NsSweep, "a", "b");
        assert_eq!(ratio.map(|r| (r.value, r.interval)), Some((3.0, [3.0, 3.0])));
        let few = [&case("a", vec![1.0; 5]), &case("b", vec![1.0; 5])];
        assert_eq!(paired_ratio(&few, Check::NsSweep, "a", "b"), None);
    }
}
