//! The bar's results as judged checks, which a list of known failures may name.

use clipmark_measure::bar;
use clipmark_record::faults::{FAULTS, Source};
use clipmark_rows::{Axis, Case, Check, End, Results, Severity, each_once};
use clipmark_suite::known::Judged;

/// Before the name of a check of the bar, as a list of known failures names it.
const CHECK: &str = "bar: ";
/// The checks that are no class of fault.
const REFUSED: &str = "refuses a map";
const NOT_JUDGED: &str = "not judged";

/// All checks that a list may name.
pub(super) fn checks() -> Vec<String> {
    let names = bar::checks().into_iter().map(Check::name);
    let all = names.chain([REFUSED, NOT_JUDGED]);
    all.map(|name| format!("{CHECK}{name}")).collect()
}

/// Whether everything was asked on a map that may show a class. Otherwise one that does not show there has not passed.
fn is_whole(case: &Case, class: Check) -> bool {
    // Any question may stop a contestant, so one that came to its end has not been stopped.
    if class == Check::Stopped {
        return case.end == End::Played;
    }
    let is_asked = |questions: &str| {
        let mut own = case
            .rows
            .iter()
            .filter(|row| row.axes.get(Axis::Questions) == questions);
        own.any(|row| row.asked > 0)
    };
    let is_of_walks = FAULTS
        .iter()
        .any(|fault| fault.check == class && fault.source == Source::Walk);
    let is_asked = match is_of_walks {
        true => is_asked(bar::WALKS),
        false => is_asked(bar::PLACES) && !case.facts.contains_key(bar::MOVERS_REFUSED),
    };
    case.end == End::Played && is_asked
}

/// Each check of each contestant, over all maps and on each. A map on which it neither fails nor was asked whole is left out.
pub(super) fn judged(results: &Results, fail_on: Severity) -> Vec<Judged> {
    let names = each_once(results.cases.iter().map(|case| case.contestant.as_str()));
    let mut all = Vec::new();
    for name in names {
        let own = results.cases.iter().filter(|case| case.contestant == name);
        let mut check = |what: &str, passes: &dyn Fn(&Case) -> bool, fails: &dyn Fn(&Case) -> bool| {
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
            let failing = own.clone().filter(|case| fails(case));
            let maps: Vec<&str> = failing.map(|case| &*case.subject).collect();
            if !maps.is_empty() || own.clone().all(passes) {
                let failed = (!maps.is_empty()).then(|| format!("fails on {}", maps.join(", ")));
                judge(None, failed);
            }
            for case in own.clone().filter(|case| fails(case) || passes(case)) {
                judge(Some(&case.subject), fails(case).then(|| "fails there".into()));
            }
        };
        for class in bar::checks() {
            let fails = |case: &Case| {
                let mut own = case.rows.iter().filter(|row| row.check == class);
                own.any(|row| row.severity().is_some_and(|severity| severity <= fail_on))
            };
            check(class.name(), &|case| is_whole(case, class), &fails);
        }
        check(REFUSED, &|_| true, &|case| matches!(case.end, End::Refused(_)));
        check(NOT_JUDGED, &|_| true, &|case| {
            matches!(case.end, End::NotJudged(_))
        });
    }
    all
}
