//! Costs: what was asked, the tables, whose answers are wrong, and the plots. A table is made once, for terminal, Markdown and
//! page.

pub(crate) mod plots;
mod tables;

use crate::error::ReportError;
use crate::format::{self, count, plural};
use crate::sheet::Sheet;
use crate::suite_sheet::since;
use clipmark_rows::{Axis, Case, Check, Results, each_once};

const ABOUT: &str = "Contestants take turns in every round, and each round asks new questions. A ratio is the median of the \
                     ratios within rounds, with its 95 % interval; it is not about anybody whose answers are wrong.";
/// In place of a verdict where every case is left out.
pub const NOTHING_ASKED: &str = "no run was asked, so none passed";

/// The sheet of `bench`, compared with that of before.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses.
pub fn bench_sheet(results: &Results, before: Option<&Results>) -> Result<Sheet, ReportError> {
    let cases = &results.cases;
    let notes = wrong(cases)
        .into_iter()
        .chain(left_out(cases))
        .chain(notes_on(cases));
    Ok(Sheet {
        title: "What contestants cost".into(),
        asked: heading(results),
        headline: headline(results),
        since: before.map_or_else(String::new, |before| since(before, results)),
        tables: tables::tables(cases),
        about: ABOUT.into(),
        notes: notes.collect(),
        plots: plots::plots(cases)?,
        ..Sheet::default()
    })
}

/// Whether somebody was asked, and no case fails. Who refuses a world has not passed it.
pub fn bench_passes(cases: &[Case]) -> bool {
    !bench_asks_nobody(cases) && !cases.iter().any(Case::is_failed)
}

/// Whether there is no case of sweeps or players, and none that fails: a build alone answers nothing.
pub fn bench_asks_nobody(cases: &[Case]) -> bool {
    let answers = |case: &Case| {
        let of = [Axis::Lengths, Axis::Players].map(|axis| case.axes.get(axis));
        case.is_judged() && of != ["", ""]
    };
    !cases.iter().any(|case| answers(case) || case.is_failed())
}

/// Contestants with a case of some kind.
fn who(cases: &[Case], is_of_kind: impl Fn(&Case) -> bool) -> Vec<&str> {
    let own = cases.iter().filter(|case| is_of_kind(case));
    each_once(own.map(|case| case.contestant.as_str()))
}

/// Contestants with a failed check.
fn failing(cases: &[Case]) -> Vec<&str> {
    who(cases, |case| case.severity().is_some())
}

/// What was asked.
fn heading(results: &Results) -> String {
    let run = &results.run;
    let subject = run.subjects.first().map_or("", |subject| subject.name.as_str());
    let options = run.options.iter().map(|(name, value)| format!("{name} {value}"));
    // No option of the run: two runs that differ in it alone asked the same.
    let mut seeds = results
        .cases
        .iter()
        .filter_map(|case| case.facts.get("timing_seed"));
    let timing_seed = seeds.next().map(|seed| format!("timing seed {seed}"));
    let parts: Vec<String> = [subject.to_owned()]
        .into_iter()
        .chain(options)
        .chain(timing_seed)
        .collect();
    parts.join(" · ")
}

fn headline(results: &Results) -> String {
    let cases = &results.cases;
    if bench_asks_nobody(cases) {
        return format!("{NOTHING_ASKED}.");
    }
    let wrong = match failing(cases) {
        failing if failing.is_empty() => "No checked answer is wrong.".into(),
        failing => format!("Not ranked, as answers are wrong: {}.", failing.join(", ")),
    };
    match who(cases, Case::lacks_verdict) {
        refusing if refusing.is_empty() => wrong,
        refusing => format!("{wrong} Without a verdict: {}.", refusing.join(", ")),
    }
}

/// Whose answers are wrong, a line each.
fn wrong(cases: &[Case]) -> Vec<String> {
    let of_one = |name: &str| {
        let own = || cases.iter().filter(move |case| case.contestant == name);
        let sum = |check: Check| {
            let rows = own().filter_map(|case| case.row(check));
            rows.fold([0_u64, 0], |[failed, asked], row| {
                [failed.saturating_add(row.failed), asked.saturating_add(row.asked)]
            })
        };
        let [wrong, checked] = sum(Check::WrongAnswer);
        let [other, timed] = sum(Check::OtherAnswer);
        let [company, _] = sum(Check::Company);
        let mut all = Vec::new();
        if wrong > 0 {
            all.push(format!(
                "{} of {} checked answers are wrong",
                count(wrong),
                count(checked)
            ));
        }
        if other > 0 {
            all.push(format!(
                "{} of {} answers differ under the clock",
                count(other),
                count(timed)
            ));
        }
        if company > 0 {
            all.push("its players end elsewhere in company than alone".into());
        }
        format!("{name}: {}; not ranked", all.join("; "))
    };
    failing(cases).into_iter().map(of_one).collect()
}

/// Contestants that were not measured, with the reason.
fn left_out(cases: &[Case]) -> Vec<String> {
    let of_one = |case: &Case| {
        let why = case.reason()?;
        let setting = match case.axes.is_empty() {
            true => String::new(),
            false => format!(" of {}", case.axes.describe()),
        };
        Some(format!("{} is left out{setting}: {why}", case.contestant))
    };
    let mut lines: Vec<String> = cases.iter().filter_map(of_one).collect();
    lines.dedup();
    lines
}

/// What a reader must know of the figures.
fn notes_on(cases: &[Case]) -> Vec<String> {
    let mut all = Vec::new();
    let has = |check: Check| cases.iter().any(|case| case.row(check).is_some());
    if has(Check::TimesSweep) || has(Check::TimesFrame) {
        all.push("± is half of the 95 % interval of a ratio within rounds; ? is undecided".into());
    }
    all.extend(parts_left_out(cases));
    for case in cases {
        if let Some(caveat) = case.facts.get("clock") {
            all.push(format!("{}, {}: {caveat}", case.contestant, case.axes.describe()));
        }
        all.extend(format::other_word(case));
    }
    all
}

/// Parts of a scene's world that are left out for all contestants.
fn parts_left_out(cases: &[Case]) -> Vec<String> {
    let count_of = |part: &str| {
        let counted = cases.iter().filter_map(|case| case.facts.get(part));
        counted.filter_map(|text| text.parse::<usize>().ok()).max()
    };
    let part = |(part, one, many, why): (&str, &str, &str, &str)| {
        let left = plural(count_of(part)?, one, many);
        Some(format!("left out for all: {left}, {why}"))
    };
    let parts = [
        (
            "patches_left_out",
            "curved patch",
            "curved patches",
            "which not every contestant collides with",
        ),
        (
            "triangles_left_out",
            "triangle",
            "triangles",
            "which not every contestant collides with",
        ),
        (
            "movers_left_out",
            "mover",
            "movers",
            "since the world stands still",
        ),
    ];
    parts.into_iter().filter_map(part).collect()
}
