//! Rows as CSV: one flat line a row, with fixed columns; a case without rows has one line.

use crate::{Axis, Case, Check, End, Outcome, Row, Run};
use serde::Serialize;

#[derive(Default, Serialize)]
struct Flat<'a> {
    subject: &'a str,
    contestant: &'a str,
    hz: &'a str,
    tick: &'a str,
    scene: &'a str,
    case: &'a str,
    profile: &'a str,
    place: &'a str,
    expectation: &'a str,
    players: &'a str,
    brushes: &'a str,
    threads: &'a str,
    lengths: &'a str,
    hull: &'a str,
    questions: &'a str,
    gap: &'a str,
    way: &'a str,
    checklist: &'a str,
    end: &'static str,
    check: &'static str,
    code: &'static str,
    unit: &'static str,
    outcome: &'static str,
    severity: &'static str,
    asked: Option<u64>,
    failed: Option<u64>,
    value: Option<f64>,
    limit: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    blame: &'static str,
    note: &'a str,
    rules: u32,
}

/// All rows of some cases. Samples are rows of their own, one a round.
///
/// # Errors
/// What the library refuses.
pub fn write_csv(run: &Run, cases: &[Case]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for case in cases {
        let of_case = || Flat {
            subject: &case.subject,
            contestant: &case.contestant,
            hz: case.axes.get(Axis::Hz),
            tick: case.axes.get(Axis::Tick),
            scene: case.axes.get(Axis::Scene),
            case: case.axes.get(Axis::Case),
            profile: case.axes.get(Axis::Profile),
            place: case.axes.get(Axis::Place),
            players: case.axes.get(Axis::Players),
            brushes: case.axes.get(Axis::Brushes),
            threads: case.axes.get(Axis::Threads),
            lengths: case.axes.get(Axis::Lengths),
            checklist: &case.checklist,
            end: end(&case.end),
            rules: run.made.rules,
            ..Flat::default()
        };
        let samples = case.samples.iter();
        let samples = samples.flat_map(|(check, all)| all.iter().map(|x| Row::counted(*check, *x)));
        let samples: Vec<Row> = samples.collect();
        for row in case.rows.iter().chain(&samples) {
            writer.serialize(of_row(row, of_case()))?;
        }
        if case.rows.is_empty() && samples.is_empty() {
            writer.serialize(Flat {
                note: case.reason().unwrap_or_default(),
                ..of_case()
            })?;
        }
    }
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn of_row<'a>(row: &'a Row, case: Flat<'a>) -> Flat<'a> {
    let check: Check = row.check;
    Flat {
        expectation: row.axes.get(Axis::Expectation),
        hull: row.axes.get(Axis::Hull),
        questions: row.axes.get(Axis::Questions),
        gap: row.axes.get(Axis::Gap),
        way: row.axes.get(Axis::Way),
        lengths: [row.axes.get(Axis::Lengths), case.lengths]
            .into_iter()
            .find(|value| !value.is_empty())
            .unwrap_or_default(),
        check: check.name(),
        code: check.code().unwrap_or_default(),
        unit: check.unit(),
        outcome: match row.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed(_) => "failed",
            Outcome::ByReference => "by reference",
            Outcome::ByRule => "by rule",
            Outcome::Counted => "counted",
        },
        severity: row.severity().map_or("", |severity| severity.word()),
        asked: Some(row.asked),
        failed: Some(row.failed),
        value: row.value.map(round_figure),
        limit: row.limit.map(round_figure),
        low: row.interval.map(|i| round_figure(i[0])),
        high: row.interval.map(|i| round_figure(i[1])),
        blame: row.blame.map_or("", |blame| blame.word()),
        note: &row.note,
        ..case
    }
}

/// A figure with the digits that it is worth: a difference of times has no seventeen.
fn round_figure(value: f64) -> f64 {
    const DIGITS: usize = 9;
    format!("{value:.0$e}", DIGITS - 1).parse().unwrap_or(value)
}

fn end(end: &End) -> &'static str {
    match end {
        End::Played => "played",
        End::Refused(_) => "refused",
        End::Stopped(_) => "stopped",
        End::NotAsked(_) => "not asked",
        End::NotJudged(_) => "not judged",
    }
}
