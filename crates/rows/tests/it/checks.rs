//! Checks, classes of fault and their limits.

use clipmark_rows::faults::{Cause, Class, Counts, Fault, LESSER_ONE_IN, Rule, Set};
use clipmark_rows::limits::severity;
use clipmark_rows::{Check, Severity};
use std::collections::HashSet;

#[test]
fn names_are_unique_and_read_back() {
    let names: HashSet<_> = Check::ALL.iter().map(|check| check.name()).collect();
    assert_eq!(names.len(), Check::ALL.len());
    for check in Check::ALL {
        let text = serde_json::to_string(check).unwrap_or_default();
        assert_eq!(text, format!("\"{}\"", check.name()));
        assert_eq!(serde_json::from_str::<Check>(&text).ok(), Some(*check));
    }
}

#[test]
fn the_limits_of_the_courses_part_failures() {
    for (check, worst, wanted) in [
        (Check::PassesThrough, 16.0, Severity::Lost),
        (Check::PassesThrough, 2.0, Severity::Noticeable),
        (Check::Deep, 0.16, Severity::Measurable),
        (Check::StandsStill, 0.3, Severity::Stuck),
        (Check::StandsStill, 0.01, Severity::Noticeable),
        (Check::Shake, 0.05, Severity::Measurable),
        (Check::Shake, 0.2, Severity::Noticeable),
        (Check::SpeedLeak, 40.0, Severity::Noticeable),
        (Check::SpeedLeak, 4.0, Severity::Measurable),
        (Check::WrongNormal, 90.0, Severity::Measurable),
    ] {
        assert_eq!(severity(check, worst), wanted, "{check:?} {worst}");
    }
}

#[test]
fn an_answer_is_counted_once_in_each_of_its_classes() {
    let mut counts = Counts::<Fault>::default();
    let set = Set::select(|fault| matches!(fault, Fault::TooDeep | Fault::WrongNormal));
    counts += set;
    counts += set;
    let both = counts + Counts::collect(&[(Fault::TooDeep, usize::MAX)]);
    assert_eq!((both[Fault::TooDeep], both[Fault::WrongNormal]), (usize::MAX, 2));
    assert_eq!(counts.sum(&[Fault::TooDeep, Fault::Missed]), 2);
    assert_eq!(counts.iter().count(), 2);
    assert!(set.contains(Fault::TooDeep) && !set.contains(Fault::Phantom));
}

#[test]
fn one_unreliable_answer_in_so_many_is_too_often() {
    let limit = Fault::Unreliable.limit();
    assert!(limit.is_exceeded(1, LESSER_ONE_IN) && !limit.is_exceeded(1, LESSER_ONE_IN + 1));
    assert!(!limit.is_exceeded(0, 1));
}

#[test]
fn keys_are_the_names_of_one_class_each() {
    fn keys<K: Class>() -> HashSet<&'static str> {
        assert!(K::ALL.len() <= 32, "bits of a set");
        K::ALL.iter().map(|class| class.key()).collect()
    }
    let counts = [keys::<Fault>(), keys::<Rule>(), keys::<Cause>()].map(|keys| keys.len());
    assert_eq!(counts, [Fault::ALL.len(), Rule::ALL.len(), Cause::ALL.len()]);
}
