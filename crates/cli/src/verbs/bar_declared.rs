//! The bar's results as judged checks, which a list of known failures may name.

use clipmark_record::bar::{BarResults, BarRow, Met};
use clipmark_record::each_once;
use clipmark_record::faults::{FAULTS, FaultRow, Limit};
use clipmark_suite::known::Judged;

/// Before the name of a check of the bar, as a list of known failures names it.
const CHECK: &str = "bar: ";
/// The checks that are no class of fault.
const REFUSED: &str = "refuses a map";
const TOO_LITTLE: &str = "not enough evidence";
const BY_RULES: &str = "by an engine's rules";

/// The classes that can keep a contestant from the bar.
fn classes() -> impl Iterator<Item = &'static FaultRow> {
    FAULTS
        .iter()
        .filter(|class| !matches!(class.limit, Limit::Uncounted))
}

/// All checks that a list may name; answers by rules are one with `--strict` alone.
pub(super) fn checks(strict: bool) -> Vec<String> {
    let others = [REFUSED, TOO_LITTLE]
        .into_iter()
        .chain(strict.then_some(BY_RULES));
    let names = classes().map(|class| class.name).chain(others);
    names.map(|name| format!("{CHECK}{name}")).collect()
}

/// Whether everything was asked on a map. Otherwise a class that does not show there has not passed.
fn is_whole(row: &BarRow) -> bool {
    !matches!(row.met(), Met::Refused | Met::TooLittle) && !row.hulls.is_empty()
}

/// Each check of each contestant that `is_judged` names, over all maps.
pub(super) fn judged(book: &BarResults, strict: bool, is_judged: impl Fn(&BarRow) -> bool) -> Vec<Judged> {
    let rows: Vec<&BarRow> = book.rows.iter().filter(|row| is_judged(row)).collect();
    let names = each_once(rows.iter().map(|row| row.contestant.as_str()));
    let mut all = Vec::new();
    for name in names {
        let own = rows.iter().filter(|row| row.contestant == name);
        let is_whole = own.clone().all(|row| is_whole(row));
        let mut check = |what: &str, passes: bool, fails: &dyn Fn(&BarRow) -> bool| {
            let maps: Vec<&str> = own
                .clone()
                .filter(|row| fails(row))
                .map(|row| &*row.map)
                .collect();
            if maps.is_empty() && !passes {
                return;
            }
            all.push(Judged {
                name: format!("{CHECK}{what}"),
                contestant: name.into(),
                hz: None,
                failed: (!maps.is_empty()).then(|| format!("fails on {}", maps.join(", "))),
            });
        };
        for class in classes() {
            let fails = |row: &BarRow| row.beyond_limits().any(|broken| broken.fault == class.fault);
            check(class.name, is_whole, &fails);
        }
        check(REFUSED, true, &|row| row.met() == Met::Refused);
        check(TOO_LITTLE, true, &|row| row.met() == Met::TooLittle);
        if strict {
            check(BY_RULES, is_whole, &|row| row.met() == Met::ByRules);
        }
    }
    all
}
