//! The bar's limits, and what the tests of the bar have in common.
use clipmark_geometry::World;
use clipmark_measure::SweepCounts;
use clipmark_measure::bar::{BarOptions, Sizes, measure_map};
use clipmark_movement::profile_named;
use clipmark_rows::faults::{Counts, Fault};
use clipmark_rows::{Axis, Case, Check, End, Row};

/// The cases of contestants on a map.
pub(crate) fn cases(name: &str, world: World, contestants: &[&str], sizes: Sizes) -> Vec<Case> {
    let contestants: Vec<_> = contestants.iter().map(|name| name.parse().unwrap()).collect();
    let options = BarOptions {
        contestants: &contestants,
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        sizes,
        seed: 1,
    };
    measure_map(name, world, &options).unwrap()
}

/// The rows of kinds of question.
pub(crate) fn rows_of<'a>(case: &'a Case, questions: &'a [&str]) -> impl Iterator<Item = &'a Row> {
    let rows = case.rows.iter();
    rows.filter(|row| questions.contains(&row.axes.get(Axis::Questions)))
}

/// How often a check counts something in some rows.
pub(crate) fn count<'a>(rows: impl IntoIterator<Item = &'a Row>, check: Check) -> u64 {
    let own = rows.into_iter().filter(|row| row.check == check);
    own.map(|row| row.failed).sum()
}

/// The checks that fail in some rows, each once.
pub(crate) fn failed<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Check> {
    let failed = rows.into_iter().filter(|row| row.severity().is_some());
    let mut checks: Vec<Check> = failed.map(|row| row.check).collect();
    checks.sort_unstable();
    checks.dedup();
    checks
}

#[test]
fn the_limits_are_as_they_are_written() {
    let of = |queries, faults: &[(Fault, usize)]| SweepCounts {
        queries,
        faults: Counts::collect(faults),
        ..SweepCounts::default()
    };
    let beyond = |answers: &SweepCounts| answers.beyond_limits().iter().collect::<Vec<_>>();
    let stops =
        |asked, phantom, normal| of(asked, &[(Fault::Phantom, phantom), (Fault::WrongNormal, normal)]);
    assert_eq!(beyond(&stops(1_000_000, 9, 99)), []);
    assert_eq!(
        beyond(&stops(1_000_000, 10, 100)),
        [Fault::Phantom, Fault::WrongNormal]
    );
    assert_eq!(beyond(&stops(1000, 0, 0)), []);
    assert_eq!(beyond(&stops(1000, 1, 1)), [Fault::Phantom, Fault::WrongNormal]);
    let one = of(1_000_000, &[(Fault::Missed, 1), (Fault::TooDeep, 1)]);
    assert_eq!(beyond(&one), [Fault::Missed, Fault::TooDeep]);
    let both = stops(500_000, 5, 0).and(&stops(500_000, 5, 0));
    assert_eq!(beyond(&both), [Fault::Phantom]);
    assert_eq!(beyond(&of(1000, &[(Fault::WrongStart, 14)])), [Fault::WrongStart]);
    let changed = of(1_000_000, &[(Fault::Changed, 1), (Fault::WrongPlace, 100)]);
    assert_eq!(beyond(&changed), [Fault::Changed, Fault::WrongPlace]);
    assert_eq!(beyond(&of(1000, &[(Fault::FellOut, 1)])), [Fault::FellOut]);
    assert_eq!(beyond(&of(10, &[(Fault::WrongHull, 1)])), [Fault::WrongHull]);
    assert_eq!(beyond(&of(500, &[(Fault::StoppedAlong, 12)])), []);
    assert_eq!(
        beyond(&of(500, &[(Fault::StoppedAlong, 13)])),
        [Fault::StoppedAlong]
    );
}

/// Where too little was asked, no failure is no pass; a failure is one all the same, and does not make up for what was not
/// asked.
#[test]
fn who_is_asked_next_to_nothing_has_no_verdict() {
    let scene = crate::bar_of_faults::scene();
    let sizes = Sizes {
        sweeps: 500,
        rest: 160,
        hulls: 0,
        walkers: 1,
        ticks: 10,
    };
    let cases = cases("few", scene.world().unwrap(), &["bvh", "bvh~half-depth"], sizes);
    for case in &cases {
        assert!(matches!(case.end, End::NotJudged(_)), "{:?}", case.end);
    }
    assert_eq!(failed(&cases[1].rows), [Check::WrongPlace]);
}
