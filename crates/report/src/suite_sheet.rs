//! The sheet of a suite: runs by worst severity, and who fails on which subject. Every preset of the suite has it.

use crate::format::plural;
use crate::sheet::Sheet;
use clipmark_rows::{
    Axis, Case, Cell, Check, Column, Kind, Line, Results, Severity, Table, grouped, join, paired_ratio,
    pivot, three_digits, worst_and_count,
};
use std::collections::BTreeSet;

/// Lines of a table on a terminal.
const SHOWN: usize = 24;
const OK: &str = "ok";
const NONE: &str = "–";

/// The sheet of results, compared with those of before. `unit` is what a case is called: a run.
pub fn suite_sheet(results: &Results, before: Option<&Results>) -> Sheet {
    let run = &results.run;
    let rates: BTreeSet<u64> = numbers(results);
    let at = match rates.is_empty() {
        true => String::new(),
        false => {
            let rates: Vec<String> = rates.iter().map(u64::to_string).collect();
            format!(" at {} Hz", rates.join(", "))
        }
    };
    let checklists: Vec<&str> = each_once(results.cases.iter().map(|case| case.checklist.as_str()));
    let mut tables: Vec<Table> = checklists
        .iter()
        .map(|checklist| severities(results, checklist))
        .collect();
    tables.extend(failures(results));
    let settings = run.contestants.iter().filter(|c| !c.settings.is_empty());
    let settings = settings.map(|c| (format!("Settings of {}: {}", c.name, c.about), settings_of(c)));
    Sheet {
        title: run.study.clone(),
        asked: format!(
            "{}{at} · {} runs · {}",
            plural(run.subjects.len(), "subject", "subjects"),
            grouped(results.cases.len()),
            plural(run.contestants.len(), "contestant", "contestants"),
        ),
        headline: headline(results),
        since: before.map_or_else(String::new, |before| since(before, results)),
        tables,
        notes: not_played(results),
        folded: [("Every run that failed".to_owned(), failed_runs(results))]
            .into_iter()
            .chain(settings)
            .collect(),
    }
}

fn numbers(results: &Results) -> BTreeSet<u64> {
    let hz = results.cases.iter().filter_map(|case| case.axes.number(Axis::Hz));
    hz.map(|hz| hz.round() as u64).collect()
}

fn each_once<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    all.for_each(|name| {
        if !names.contains(&name) {
            names.push(name);
        }
    });
    names
}

/// How many cases there are of each severity, and what a tick costs; the contestants that do the least harm first.
fn severities(results: &Results, checklist: &str) -> Table {
    let cases: Vec<&Case> = results
        .cases
        .iter()
        .filter(|c| c.checklist == checklist)
        .collect();
    let rows = pivot(cases.iter().copied(), |c| c.contestant.clone(), |_| String::new());
    let of = |row: usize| rows.cell(row, 0);
    let counts = |row: usize| {
        let of_severity = |s: Severity| of(row).iter().filter(|c| c.severity() == Some(s)).count();
        Severity::ALL.map(of_severity)
    };
    let judged = |row: usize| of(row).iter().filter(|c| c.is_judged()).count();
    let mut order: Vec<usize> = (0..rows.rows.len()).collect();
    order.sort_by_key(|&row| (judged(row) == 0, counts(row)));
    let first = order.first().map_or("", |&row| rows.rows[row].as_str());
    let is_timed = cases.iter().any(|case| case.samples.contains_key(&Check::NsTick));
    // Who was not asked all has a count of its own.
    let all = order.iter().map(|&row| of(row).len()).max().unwrap_or(0);
    let line = |&row: &usize| {
        let name = rows.rows[row].as_str();
        let counts = counts(row);
        let passed = of(row).iter().filter(|c| c.is_passed()).count();
        let passed = match judged(row) {
            n if n < all => format!("{passed} of {n}"),
            _ => passed.to_string(),
        };
        let cells: Vec<String> = match judged(row) {
            0 => [name, NONE, NONE, NONE, NONE, "not asked"]
                .map(String::from)
                .into(),
            _ => [name.to_owned()]
                .into_iter()
                .chain(counts.map(|n| n.to_string()))
                .chain([passed])
                .collect(),
        };
        let cost = is_timed.then(|| relative(&cases, name, first));
        Line::new(counts.iter().sum::<usize>() > 0, cells.into_iter().chain(cost))
    };
    let severities = Severity::ALL.map(|s| Column::number(s.word()));
    let cost = is_timed.then(|| Column::number(format!("tick × {first}")));
    Table {
        columns: [Column::text(checklist)]
            .into_iter()
            .chain(severities)
            .chain([Column::number(format!("passed of {all}"))])
            .chain(cost)
            .collect(),
        lines: order.iter().map(line).collect(),
        ..Table::default()
    }
}

/// The time of a tick as times another contestant's, and half of its 95 % interval.
fn relative(cases: &[&Case], of: &str, to: &str) -> String {
    if of == to {
        return "1".into();
    }
    paired_ratio(cases, Check::NsTick, of, to).map_or(NONE.into(), |ratio| {
        let [low, high] = ratio.interval;
        format!(
            "{} ±{}",
            three_digits(ratio.value),
            three_digits((high - low) / 2.0)
        )
    })
}

/// Subjects on which somebody fails against contestants who fail somewhere: the worst severity, and how often a check fails.
fn failures(results: &Results) -> Option<Table> {
    let failing: Vec<&str> = results.run.contestants.iter().map(|c| c.name.as_str()).collect();
    let fails = |name: &&str| {
        let mut own = results.cases.iter().filter(|c| c.contestant == *name);
        own.any(|case| case.severity().is_some())
    };
    let failing: Vec<&str> = failing.into_iter().filter(fails).collect();
    let cases = results.cases.iter();
    let of_failing = cases.filter(|case| failing.contains(&case.contestant.as_str()));
    let table = pivot(of_failing, |c| c.subject.clone(), |c| c.contestant.clone());
    let worst = |row: usize| {
        let cases: Vec<&Case> = table.of_row(row).collect();
        worst_and_count(&cases).map(|(severity, count)| (severity, std::cmp::Reverse(count)))
    };
    let mut rows: Vec<usize> = (0..table.rows.len())
        .filter(|&row| worst(row).is_some())
        .collect();
    rows.sort_by_key(|&row| worst(row));
    if rows.is_empty() {
        return None;
    }
    let line = |&row: &usize| {
        let cells = (0..table.columns.len()).map(|column| cell(table.cell(row, column)));
        Line {
            cells: [Cell::from(table.rows[row].as_str())]
                .into_iter()
                .chain(cells)
                .collect(),
            is_failed: false,
        }
    };
    let heads = table.columns.iter().map(Column::text);
    let subjects = plural(rows.len(), "subject fails", "subjects fail");
    Some(Table {
        title: format!("worst severity, and how many of the runs fail; {subjects}"),
        columns: [Column::text("subject")].into_iter().chain(heads).collect(),
        lines: rows.iter().map(line).collect(),
        shown: Some(SHOWN),
    })
}

fn cell(cases: &[&Case]) -> Cell {
    let Some((severity, count)) = worst_and_count(cases) else {
        return match cases.iter().any(|case| case.is_judged()) {
            true => OK.into(),
            false => NONE.into(),
        };
    };
    let worst = cases.iter().filter(|case| case.severity() == Some(severity));
    let shown = worst
        .max_by_key(|case| case.rows.iter().any(|row| row.evidence.is_some()))
        .copied();
    Cell {
        class: severity.word(),
        detail: shown.map_or_else(String::new, |case| {
            format!("{}: {}{}", case.axes.describe(), case.describe(), blamed(case))
        }),
        links: shown.map_or_else(Vec::new, links),
        ..Cell::from(format!("{} {count}", severity.word()))
    }
}

fn blamed(case: &Case) -> String {
    let blame = case.rows.iter().find_map(|row| row.blame);
    blame.map_or_else(String::new, |blame| format!(" (fault of: {})", blame.word()))
}

fn links(case: &Case) -> Vec<(&'static str, String)> {
    let evidence = case.rows.iter().find_map(|row| row.evidence.as_ref());
    let links = evidence.map(|e| {
        [
            ("scene", &e.scene),
            ("question", &e.question),
            ("replay", &e.replay),
        ]
    });
    let there = links.into_iter().flatten();
    there
        .filter_map(|(word, link)| Some((word, link.clone()?)))
        .collect()
}

fn failed_runs(results: &Results) -> Table {
    let failed = results.cases.iter().filter(|case| !case.is_passed());
    let line = |case: &Case| {
        let severity = case.severity().map_or("", Severity::word);
        let what = Cell {
            links: links(case),
            ..Cell::from(case.describe() + &blamed(case))
        };
        let words = [case.place(), case.contestant.clone(), severity.to_owned()];
        Line {
            cells: words.into_iter().map(Cell::from).chain([what]).collect(),
            is_failed: !severity.is_empty(),
        }
    };
    Table {
        columns: ["run", "contestant", "severity", "what"].map(Column::text).into(),
        lines: failed.map(line).collect(),
        ..Table::default()
    }
}

fn settings_of(contestant: &clipmark_rows::Contestant) -> Table {
    let line = |s: &clipmark_rows::Setting| Line::new(false, [&*s.name, &*s.value, &*s.reason]);
    Table {
        columns: ["setting", "value", "reason"].map(Column::text).into(),
        lines: contestant.settings.iter().map(line).collect(),
        ..Table::default()
    }
}

/// Who fails, by the worst that they do: `2 of 4 pass; lost: rapier; stuck: cylinder`.
fn headline(results: &Results) -> String {
    let names: Vec<&str> = results.run.contestants.iter().map(|c| c.name.as_str()).collect();
    let worst = |name: &str| {
        let own = results.cases.iter().filter(|case| case.contestant == name);
        own.filter_map(Case::severity).min()
    };
    let passes = |name: &&str| {
        let mut own = results.cases.iter().filter(|case| case.contestant == **name);
        own.any(|case| case.is_judged()) && worst(name).is_none()
    };
    let passed = names.iter().filter(|name| passes(name)).count();
    let of_severity = Severity::ALL.iter().filter_map(|severity| {
        let own: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| worst(name) == Some(*severity))
            .collect();
        (!own.is_empty()).then(|| format!("{}: {}", severity.word(), own.join(", ")))
    });
    let each: Vec<String> = [format!("{passed} of {} pass", names.len())]
        .into_iter()
        .chain(of_severity)
        .collect();
    each.join("; ")
}

/// Cases that say nothing of the contestant, counted by reason, at most three.
fn not_played(results: &Results) -> Vec<String> {
    const SAID: usize = 3;
    let odd = results.cases.iter().filter(|case| !case.is_judged());
    let by_reason = pivot(
        odd,
        |case| format!("{}: {}", case.contestant, case.describe()),
        |_| String::new(),
    );
    let all = by_reason.rows.iter().enumerate();
    let mut notes: Vec<(usize, &String)> = all.map(|(i, why)| (by_reason.cell(i, 0).len(), why)).collect();
    notes.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let notes = notes.iter().take(SAID);
    notes
        .map(|(count, why)| format!("{}: {why}", plural(*count, "run", "runs")))
        .collect()
}

/// What changed since the run before.
fn since(before: &Results, now: &Results) -> String {
    let run = match before.run.made.date.as_str() {
        "" => "the run before".to_owned(),
        date => format!("the run of {date}"),
    };
    if before.run.made.rules != now.run.made.rules || before.run.study != now.run.study {
        return format!("not compared with {run}: it is of other rules, or another study");
    }
    let joined = join(&before.cases, &now.cases);
    let count = |kind: Kind| joined.changed.iter().filter(|c| c.kind == kind).count();
    format!(
        "since {run}: {} worse, {} better, {} otherwise, of {} runs in both",
        count(Kind::Worse),
        count(Kind::Better),
        count(Kind::Otherwise),
        joined.both
    )
}
