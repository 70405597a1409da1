//! Ratios of paired samples, with their intervals.

use clipmark_rows::{Axes, Axis, BETWEEN_RUNS, Case, Check, Standing, paired_ratio};

/// So many deviations of a normal distribution to either side hold 95 %.
const NORMAL: f64 = 1.960;

/// Other load makes a round longer for both; the ratio does not see it.
const LOAD: [f64; 7] = [1.0, 2.0, 1.0, 8.0, 1.0, 3.0, 1.0];

fn case(contestant: &str, group: usize, check: Check, samples: Vec<f64>) -> Case {
    Case {
        subject: "town".into(),
        contestant: contestant.into(),
        axes: Axes::default().with(Axis::Brushes, group),
        samples: [(check, samples)].into(),
        ..Case::default()
    }
}

/// The interval of a ratio of which nothing but the place of code and memory is unknown, for times so long that a nanosecond
/// is none.
fn placed(value: f64) -> [f64; 2] {
    let width = (NORMAL * BETWEEN_RUNS).exp();
    [value / width, value * width]
}

fn assert_near(found: [f64; 2], wanted: [f64; 2]) {
    let is_near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(is_near, "{found:?}, wanted {wanted:?}");
}

#[test]
fn samples_of_one_round_are_paired_and_the_interval_is_between_runs() {
    let [a, b] =
        [("a", 3e6), ("b", 1e6)].map(|(name, ns)| case(name, 1, Check::NsSweep, LOAD.map(|l| ns * l).into()));
    let found = paired_ratio(&[&a, &b], Check::NsSweep, "a", "b").expect("a ratio");
    assert_eq!((found.value, found.standing), (3.0, Standing::Slower));
    assert_near(found.interval, placed(3.0));
    let few = [
        case("a", 1, Check::NsSweep, vec![1.0]),
        case("b", 1, Check::NsSweep, vec![1.0]),
    ];
    assert_eq!(paired_ratio(&[&few[0], &few[1]], Check::NsSweep, "a", "b"), None);
}

/// The place of code costs nanoseconds: as little of a frame of milliseconds as of the same time in nanoseconds.
#[test]
fn a_ratio_does_not_depend_on_the_unit() {
    let [a, b] = [("a", 0.3), ("b", 0.1)]
        .map(|(name, ms)| case(name, 1, Check::FrameTime, LOAD.map(|l| ms * l).into()));
    let found = paired_ratio(&[&a, &b], Check::FrameTime, "a", "b").expect("a ratio");
    let width = found.interval[1] / found.interval[0];
    assert!(width < 1.1 && found.standing == Standing::Slower, "{found:?}");
}

#[test]
fn several_cases_count_once_each_by_the_sign_test() {
    // Ratios of 2 to 10 in cases of unlike numbers of rounds: a case of many counts no more.
    let mut all = Vec::new();
    for group in 2..=10 {
        let rounds = if group == 10 { 700 } else { 7 };
        let base: Vec<f64> = LOAD.iter().cycle().take(rounds).map(|l| 1e6 * l).collect();
        let own = base.iter().map(|ns| ns * group as f64).collect();
        all.extend([
            case("a", group, Check::NsTick, own),
            case("b", group, Check::NsTick, base),
        ]);
    }
    let cases: Vec<&Case> = all.iter().collect();
    let found = paired_ratio(&cases, Check::NsTick, "a", "b").expect("a ratio");
    assert_eq!((found.value, found.standing), (6.0, Standing::Slower));
    // The least and the greatest of nine, and a hair more for what differs between runs.
    let [low, high] = found.interval;
    assert!(
        (1.98..2.0).contains(&low) && high > 10.0 && high < 10.1,
        "{found:?}"
    );
    let five = paired_ratio(&cases[..10], Check::NsTick, "a", "b");
    assert_eq!(five, None, "five hold no interval of 95 %");
}
