//! Family 32: whoever stands on what moves, or in its way, goes where it takes him, by the rules of all three engines.
use clipmark_rows::Case;
use clipmark_rows::known::Known;
use clipmark_suite::runner::Group;
use clipmark_suite::{Effort, Suite, Wanted, plan};
use std::path::Path;

/// Quake's trains pass over the rest of their first corner, and its levels are older than their players. So a train had left
/// when the player came, and no gate played this family.
#[test]
fn bsp_is_carried_and_pushed_by_the_rules_of_every_engine() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite/32-movers.ron");
    let wanted = Wanted {
        contestants: vec!["bsp".into()],
        effort: Effort::Quick,
        program: String::new(),
        exempt: Known::default(),
    };
    let (_, groups) = plan(vec![Suite::load(&file).unwrap()], &wanted).unwrap();
    let cases: Vec<Case> = groups.iter().flat_map(|group| group.play().unwrap()).collect();
    assert_eq!(cases.len(), 108);
    let wrong: Vec<_> = cases.iter().filter(|case| !case.is_passed()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
