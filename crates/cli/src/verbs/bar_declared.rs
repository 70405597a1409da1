//! The bar's results as judged checks, which a list of known failures may name.

use clipmark_record::bar::{BarResults, BarRow, Met};
use clipmark_record::faults::FAULTS;
use clipmark_suite::known::Judged;

/// Before the name of a check of the bar, as a list of known failures names it.
const CHECK: &str = "bar: ";
/// The checks that are no class of fault.
const REFUSED: &str = "refuses a map";
const TOO_LITTLE: &str = "not enough evidence";
const BY_RULES: &str = "by an engine's rules";

/// All checks that a list may name.
pub(super) fn checks() -> Vec<String> {
    let classes = FAULTS.iter().map(|class| class.name);
    let others = [REFUSED, TOO_LITTLE, BY_RULES];
    classes
        .chain(others)
        .map(|name| format!("{CHECK}{name}"))
        .collect()
}

/// Each check of each contestant that `is_judged` names, over all maps.
pub(super) fn judged(book: &BarResults, strict: bool, is_judged: impl Fn(&BarRow) -> bool) -> Vec<Judged> {
    let rows: Vec<&BarRow> = book.rows.iter().filter(|row| is_judged(row)).collect();
    let mut names: Vec<&str> = Vec::new();
    for row in &rows {
        if !names.contains(&row.contestant.as_str()) {
            names.push(&row.contestant);
        }
    }
    let mut all = Vec::new();
    for name in names {
        let own = rows.iter().filter(|row| row.contestant == name);
        let mut check = |what: &str, fails: &dyn Fn(&BarRow) -> bool| {
            let maps: Vec<&str> = own
                .clone()
                .filter(|row| fails(row))
                .map(|row| &*row.map)
                .collect();
            all.push(Judged {
                name: format!("{CHECK}{what}"),
                contestant: name.into(),
                hz: None,
                failed: (!maps.is_empty()).then(|| format!("on {}", maps.join(", "))),
            });
        };
        for class in &FAULTS {
            let fails = |row: &BarRow| row.beyond_limits().any(|broken| broken.fault == class.fault);
            check(class.name, &fails);
        }
        check(REFUSED, &|row| row.met() == Met::Refused);
        check(TOO_LITTLE, &|row| row.met() == Met::TooLittle);
        if strict {
            check(BY_RULES, &|row| row.met() == Met::ByRules);
        }
    }
    all
}
