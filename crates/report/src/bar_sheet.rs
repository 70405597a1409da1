//! The sheet of the correctness bar: that of a suite, with how much was asked, failures per million, and every count.

use crate::format::{count, plural};
use crate::sheet::Sheet;
use crate::suite_sheet::{Fails, suite_sheet};
use clipmark_record::LEFT_OUT;
use clipmark_rows::{
    AMONG_MOVERS, Axis, Case, Check, Column, Line, Outcome, Questions, Results, Row, Table, three_digits,
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
const NONE: &str = "–";
/// Lines of a table on a terminal.
const SHOWN: usize = 24;

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
    let folded = folded.into_iter().filter(|(_, table)| !table.lines.is_empty());
    Sheet {
        title: "the correctness bar".into(),
        asked: asked(results),
        tables: [per_million(results, fails)]
            .into_iter()
            .chain(sheet.tables)
            .chain([failed_checks(results)])
            .filter(|table| !table.lines.is_empty())
            .collect(),
        folded: folded
            .map(|(head, table)| (head.to_owned(), table))
            .chain(sheet.folded)
            .collect(),
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

/// The cases of each contestant.
fn by_contestant(results: &Results) -> impl Iterator<Item = (&str, Vec<&Case>)> {
    results.run.contestants.iter().map(|contestant| {
        let own = results
            .cases
            .iter()
            .filter(|case| case.contestant == contestant.name);
        (contestant.name.as_str(), own.collect())
    })
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
        columns: [Column::text("contestant")]
            .into_iter()
            .chain(heads.map(Column::number))
            .collect(),
        lines: by_contestant(results).map(line).collect(),
        ..Table::default()
    }
}

/// How often each check fails in kinds of question in which it fails, on all maps; the worst first.
fn failed_checks(results: &Results) -> Table {
    let table = checks(results, |row| row.severity().is_some());
    let worst = |check: Check| {
        let rows = results.cases.iter().flat_map(|case| &case.rows);
        let own = rows.filter(|row| row.check == check);
        own.filter_map(Row::severity).min()
    };
    let mut lines = table.lines;
    lines.sort_by_cached_key(|(check, _)| worst(*check));
    Table {
        title: "how often a check fails, on all maps".into(),
        columns: [Column::text("failed check")]
            .into_iter()
            .chain(table.heads)
            .collect(),
        lines: lines
            .into_iter()
            .map(|(check, counts)| Line::new(false, [check.fails().to_owned()].into_iter().chain(counts)))
            .collect(),
        shown: Some(SHOWN),
    }
}

/// How often each check counts something, on all maps; below a limit too.
fn counts(results: &Results) -> Table {
    let table = checks(results, |row| row.check != Check::Declares);
    let line = |(check, counts): (Check, Vec<String>)| {
        let what = [check.name(), check.fails()].map(String::from);
        Line::new(false, what.into_iter().chain(counts))
    };
    Table {
        columns: ["check", "what"]
            .map(Column::text)
            .into_iter()
            .chain(table.heads)
            .collect(),
        lines: table.lines.into_iter().map(line).collect(),
        ..Table::default()
    }
}

/// Checks against contestants.
struct Checks {
    heads: Vec<Column>,
    lines: Vec<(Check, Vec<String>)>,
}

/// The counts of some rows; a check that counts nothing has no line.
fn checks(results: &Results, is_counted: impl Fn(&Row) -> bool) -> Checks {
    let contestants: Vec<(&str, Vec<&Case>)> = by_contestant(results).collect();
    let count_of = |check: Check, cases: &[&Case]| -> u64 {
        let own = rows(cases).filter(|row| row.check == check && is_counted(row));
        sum(own.map(|row| row.failed))
    };
    let line = |&check: &Check| {
        let counts = contestants.iter().map(|(_, cases)| count_of(check, cases));
        let counts: Vec<u64> = counts.collect();
        let is_any = counts.iter().any(|n| *n > 0);
        is_any.then(|| (check, counts.into_iter().map(count).collect()))
    };
    Checks {
        heads: contestants
            .iter()
            .map(|(name, _)| Column::number(*name))
            .collect(),
        lines: Check::ALL.iter().filter_map(line).collect(),
    }
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
    Table {
        columns: ["contestant", "declares that it", "is so"]
            .map(Column::text)
            .into_iter()
            .chain([Column::number("answers excused")])
            .collect(),
        lines,
        ..Table::default()
    }
}

fn left_out(results: &Results) -> Table {
    let facts = results
        .cases
        .iter()
        .filter_map(|case| Some((&*case.subject, &**case.facts.get(LEFT_OUT)?)));
    let each: BTreeSet<(&str, &str)> = facts.collect();
    Table {
        columns: ["map", "without"].map(Column::text).into(),
        lines: each
            .into_iter()
            .map(|(map, what)| Line::new(false, [map, what]))
            .collect(),
        ..Table::default()
    }
}
