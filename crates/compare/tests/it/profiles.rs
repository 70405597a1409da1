//! `compare list profiles` leaves out no profile and no constant.
use crate::support::compare_line;
use clipmark_movement::{CONSTANTS, PROFILES};
use std::path::Path;

#[test]
fn every_profile_and_constant_is_listed_with_its_value() {
    let (code, text, _) = compare_line(Path::new("."), "list profiles");
    assert_eq!(code, Some(0));
    let order = text.lines().filter(|l| l.starts_with("order "));
    let beside: usize = order.map(|l| l.split_whitespace().count() - 1).sum();
    assert_eq!(
        beside,
        PROFILES.iter().filter(|p| !p.name.contains(':')).count(),
        "{text}"
    );
    for c in &CONSTANTS {
        assert!(text.contains(c.name), "{} is missing", c.name);
    }
    let (_, text, _) = compare_line(Path::new("."), "list profiles quakeworld:ideal");
    let line = |name: &str| text.lines().find(|l| l.starts_with(name)).unwrap();
    assert!(line("gravity").contains(" 800 u/s^2 "));
    assert!(line("normalised_crease").contains(" true "));
}
