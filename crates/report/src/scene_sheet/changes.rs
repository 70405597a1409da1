//! What changed in a scene since the run whose results stand in the folder.

use super::figure;
use crate::suite_sheet::is_comparable;
use clipmark_rows::{
    Axes, Case, Check, Column, Kind, Line, Results, Row, Table, counterparts, each_once, failures_beyond,
    join,
};

/// Lines of a terminal.
const SHOWN: usize = 10;

/// A line for each check that fails otherwise than before; none where there is no such, or the runs asked otherwise.
pub(super) fn changes(before: &Results, now: &Results) -> Option<Table> {
    if !is_comparable(before, now) {
        return None;
    }
    let none = Case::default();
    let joined = join(&before.cases, &now.cases);
    let changed = joined.changed.iter().flat_map(|change| {
        let word = match change.kind {
            Kind::Worse => "worse",
            Kind::Better => "better",
            Kind::Otherwise => "otherwise",
        };
        lines(word, change.before, change.now)
    });
    let gone = alone(&now.cases, &before.cases).flat_map(|case| lines("gone", case, &none));
    let new = alone(&before.cases, &now.cases).flat_map(|case| lines("new", &none, case));
    let lines: Vec<Line> = changed.chain(gone).chain(new).collect();
    (!lines.is_empty()).then(|| Table {
        columns: vec![
            Column::text("changed"),
            Column::text("contestant").as_key(),
            Column::text("check").as_key(),
            Column::text("before"),
            Column::text("now"),
        ],
        lines,
        shown: Some(SHOWN),
        ..Table::default()
    })
}

/// Cases that the other run does not have.
fn alone<'a>(other: &'a [Case], cases: &'a [Case]) -> impl Iterator<Item = &'a Case> {
    counterparts(other, cases)
        .filter(|(counterpart, _)| counterpart.is_none())
        .map(|(_, case)| case)
}

fn lines(word: &str, before: &Case, now: &Case) -> Vec<Line> {
    let contestant = match now.contestant.as_str() {
        "" => &before.contestant,
        name => name,
    };
    let both = [failures_beyond(before, now), failures_beyond(now, before)].concat();
    let checks: Vec<(Check, &Axes)> = each_once(both.iter().map(|row| (row.check, &row.axes)));
    let line = |(check, axes): (Check, &Axes)| {
        let of = |case: &Case| {
            let mut rows = case.rows.iter();
            let row = rows.find(|row| row.check == check && row.axes == *axes && row.severity().is_some());
            row.map_or_else(|| "–".to_owned(), describe)
        };
        Line::new(
            word == "worse",
            [word, contestant, check.fails(), &of(before), &of(now)],
        )
    };
    match checks.is_empty() {
        true => vec![Line::new(
            word == "worse",
            [word, contestant, "", &end(before), &end(now)],
        )],
        false => checks.into_iter().map(line).collect(),
    }
}

fn describe(row: &Row) -> String {
    let severity = row.severity().map_or("", |severity| severity.word());
    format!("{severity}, {}", figure(row))
}

fn end(case: &Case) -> String {
    match case.contestant.as_str() {
        "" => "–".into(),
        _ if case.is_failed() => case.describe(),
        _ => case.end.word().into(),
    }
}
