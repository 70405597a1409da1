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

/// Each check of each contestant that `is_judged` names, over all maps and on each. A map on which it neither fails nor was asked whole is
/// left out.
pub(super) fn judged(book: &BarResults, strict: bool, is_judged: impl Fn(&BarRow) -> bool) -> Vec<Judged> {
    let rows: Vec<&BarRow> = book.rows.iter().filter(|row| is_judged(row)).collect();
    let names = each_once(rows.iter().map(|row| row.contestant.as_str()));
    let mut all = Vec::new();
    for name in names {
        let own = rows.iter().filter(|row| row.contestant == name);
        let mut check = |what: &str, passes: &dyn Fn(&BarRow) -> bool, fails: &dyn Fn(&BarRow) -> bool| {
            let mut judge = |map: Option<&str>, failed: Option<String>| {
                all.push(Judged {
                    name: format!("{CHECK}{what}"),
                    contestant: name.into(),
                    hz: None,
                    map: map.map(String::from),
                    failed,
                    severity: None,
                });
            };
            let failing = own.clone().filter(|row| fails(row));
            let maps: Vec<&str> = failing.map(|row| &*row.map).collect();
            if !maps.is_empty() || own.clone().all(|row| passes(row)) {
                let failed = (!maps.is_empty()).then(|| format!("fails on {}", maps.join(", ")));
                judge(None, failed);
            }
            for row in own.clone().filter(|row| fails(row) || passes(row)) {
                judge(Some(&row.map), fails(row).then(|| "fails there".into()));
            }
        };
        for class in classes() {
            let fails = |row: &BarRow| row.beyond_limits().any(|broken| broken.fault == class.fault);
            check(class.name, &is_whole, &fails);
        }
        check(REFUSED, &|_| true, &|row| row.met() == Met::Refused);
        check(TOO_LITTLE, &|_| true, &|row| row.met() == Met::TooLittle);
        if strict {
            check(BY_RULES, &is_whole, &|row| row.met() == Met::ByRules);
        }
    }
    all
}
