//! The sheet of the correctness bar: that of a suite, with how much was asked, failures per million, and every count.

use crate::across::{Across, by_contestant};
use crate::format::{NONE, count, plural};
use crate::sheet::{SHOWN, Sheet, filled};
use crate::suite_sheet::{Fails, suite_sheet};
use clipmark_rows::{
    AMONG_MOVERS, Axis, Case, Check, LEFT_OUT, Line, Outcome, Questions, Results, Row, Table, three_digits,
};
use std::collections::BTreeSet;

/// The figures of a contestant per million: kind of question, head, and the checks that are added up.
const PER_MILLION: [(Questions, &str, &[Check]); 7] = [
    (Questions::Random, "random: passes", &PASSES),
    (Questions::Random, "random: in solid", &[Check::EndsInSolid]),
    (Questions::Random, "random: short", &[Check::StopsAtNothing]),
    (Questions::Rest, "rest: passes", &PASSES),
    (Questions::Rest, "rest: in solid", &[Check::EndsInSolid]),
    (Questions::Rest, "rest: short", &[Check::StopsAtNothing]),
    (Questions::Walks, "ticks in a solid", &[Check::Deep]),
];
const PASSES: [Check; 3] = [Check::Malformed, Check::PassesThrough, Check::PassesTouched];
/// The rows that say how much was asked.
const COUNTED: [Check; 3] = [Check::TrueHits, Check::Walked, Check::Gaps];

/// The sheet of the bar's results, compared with those of before.
pub fn bar_sheet(results: &Results, before: Option<&Results>, fails: Fails) -> Sheet {
    let sheet = suite_sheet(results, before, fails);
    let folded = [
        ("What each check counts", counts(results)),
        (
            "What contestants declare, and how many answers it excused",
            declarations(results),
        ),
        ("Left out of maps for all", left_out(results)),
    ];
    Sheet {
        title: "the correctness bar".into(),
        asked: asked(results),
        tables: [per_million(results, fails)]
            .into_iter()
            .chain(sheet.tables)
            .chain([failed_checks(results)])
            .filter(|table| !table.lines.is_empty())
            .collect(),
        folded: filled(folded).chain(sheet.folded).collect(),
        ..sheet
    }
}

/// How much was asked on each map, in a line.
fn asked(results: &Results) -> String {
    let run = &results.run;
    let option = |name: &str| run.options.get(name).map_or("", String::as_str);
    let number = |name: &str| count(option(name).parse::<u64>().unwrap_or_default());
    let rows = results.cases.iter().flat_map(|case| &case.rows);
    let of_hulls = rows.filter(|row| Questions::Lengths.is_of(row));
    let hulls = of_hulls.map(|row| row.axes.get(Axis::Hull));
    let hulls: BTreeSet<&str> = hulls.filter(|hull| *hull != AMONG_MOVERS).collect();
    let hulls = match option("hull") {
        "" => plural(hulls.len().max(1), "hull", "hulls"),
        hull => format!("hull {hull}"),
    };
    format!(
        "{} · {} · {hulls} · seed {} · {} sweeps, {} from rest, {} players for {} ticks",
        option("profile"),
        plural(run.subjects.len(), "map", "maps"),
        option("seed"),
        number("sweeps"),
        number("rest"),
        number("walkers"),
        number("ticks"),
    )
}

fn rows<'a>(cases: &'a [&Case]) -> impl Iterator<Item = &'a Row> {
    cases.iter().flat_map(|case| &case.rows)
}

fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

fn per_million(results: &Results, fails: Fails) -> Table {
    let figure = |cases: &[&Case], (questions, _, checks): &(Questions, &str, &[Check])| {
        let own = || rows(cases).filter(|row| questions.is_of(row));
        let asked = own()
            .filter(|row| COUNTED.contains(&row.check))
            .map(|row| row.asked);
        let failed = own()
            .filter(|row| checks.contains(&row.check))
            .map(|row| row.failed);
        match sum(asked) {
            0 => NONE.to_owned(),
            asked => three_digits(1e6 * sum(failed) as f64 / asked as f64),
        }
    };
    let line = |(name, cases): (&str, Vec<&Case>)| {
        let figures = PER_MILLION.iter().map(|column| figure(&cases, column));
        let by_rule = rows(&cases)
            .filter(|row| row.outcome == Outcome::ByRule)
            .map(|row| row.failed);
        let is_failed = cases.iter().any(|case| fails(case));
        let cells = [name.to_owned()]
            .into_iter()
            .chain(figures)
            .chain([count(sum(by_rule))]);
        Line::new(is_failed, cells)
    };
    let heads = PER_MILLION
        .iter()
        .map(|(_, head, _)| *head)
        .chain(["by rule, in all"]);
    Table {
        title: "failed, per million".into(),
        ..Table::new(["contestant"], by_contestant(results).into_iter().map(line)).with_numbers(heads)
    }
}

/// How often each check fails in kinds of question in which it fails, on all maps; the worst first.
fn failed_checks(results: &Results) -> Table {
    let is_failure = |row: &Row| row.severity().is_some();
    let contestants = by_contestant(results);
    let mut checks = counted(&contestants, is_failure);
    let worst = |check: Check| {
        let rows = results.cases.iter().flat_map(|case| &case.rows);
        let own = rows.filter(|row| row.check == check);
        own.filter_map(Row::severity).min()
    };
    checks.sort_by_cached_key(|check| worst(*check));
    let across = Across {
        heads: &["failed check"],
        contestants: &contestants,
        is_counted: true,
    };
    let name = |check: &Check| vec![check.fails().to_owned()];
    Table {
        title: "how often a check fails, on all maps".into(),
        shown: Some(SHOWN),
        ..across.table(checks, name, |check, cases| {
            count(count_of(*check, cases, is_failure)).into()
        })
    }
}

/// How often each check counts something, on all maps; below a limit too.
fn counts(results: &Results) -> Table {
    let is_count = |row: &Row| row.check != Check::Declares;
    let contestants = by_contestant(results);
    let across = Across {
        heads: &["check", "what"],
        contestants: &contestants,
        is_counted: true,
    };
    let name = |check: &Check| [check.name(), check.fails()].map(String::from).into();
    across.table(counted(&contestants, is_count), name, |check, cases| {
        count(count_of(*check, cases, is_count)).into()
    })
}

/// How much a check counts in some rows.
fn count_of(check: Check, cases: &[&Case], is_counted: fn(&Row) -> bool) -> u64 {
    let own = rows(cases).filter(|row| row.check == check && is_counted(row));
    sum(own.map(|row| row.failed))
}

/// The checks that count something in some rows.
fn counted(contestants: &[(&str, Vec<&Case>)], is_counted: fn(&Row) -> bool) -> Vec<Check> {
    let all = Check::ALL.iter().copied();
    let counts = |check: &Check| {
        let mut cases = contestants.iter().map(|(_, cases)| cases);
        cases.any(|cases| count_of(*check, cases, is_counted) > 0)
    };
    all.filter(counts).collect()
}

fn declarations(results: &Results) -> Table {
    let mut lines: Vec<Line> = Vec::new();
    for (name, cases) in by_contestant(results) {
        let mut known: Vec<(&str, &str, u64)> = Vec::new();
        for row in rows(&cases).filter(|row| row.check == Check::Declares) {
            let what = row.axes.get(Axis::Expectation);
            match known
                .iter_mut()
                .find(|known| (known.0, known.1) == (what, row.note.as_str()))
            {
                Some((.., excused)) => *excused += row.failed,
                None => known.push((what, &row.note, row.failed)),
            }
        }
        lines.extend(known.into_iter().map(|(what, is_so, excused)| {
            let cells = [name.to_owned(), what.to_owned(), is_so.to_owned(), count(excused)];
            Line::new(is_so.starts_with("no:"), cells)
        }));
    }
    Table::new(["contestant", "declares that it", "is so"], lines).with_numbers(["answers excused"])
}

fn left_out(results: &Results) -> Table {
    let facts = results
        .cases
        .iter()
        .filter_map(|case| Some((&*case.subject, &**case.facts.get(LEFT_OUT)?)));
    let each: BTreeSet<(&str, &str)> = facts.collect();
    let lines = each.into_iter();
    let lines = lines.map(|(map, what)| Line::new(false, [map, what]));
    Table::new(["map", "without"], lines)
}
