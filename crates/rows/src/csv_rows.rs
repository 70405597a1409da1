//! Rows as CSV: one flat line a row, with fixed columns; a case without rows, or without a verdict, has one line that says why.

use crate::{Axis, Case, Outcome, Row, Run};

/// Columns before those of the axes.
const NAMES: [&str; 2] = ["subject", "contestant"];
/// Columns after them.
const FIGURES: [&str; 17] = [
    "checklist",
    "end",
    "check",
    "code",
    "unit",
    "round",
    "outcome",
    "severity",
    "asked",
    "failed",
    "value",
    "limit",
    "low",
    "high",
    "blame",
    "note",
    "rules",
];

/// What a line is of.
#[derive(Clone, Copy)]
enum Of<'a> {
    Row(&'a Row),
    /// A sample of one check, of this round from 0.
    Sample(&'a Row, usize),
    /// A case of which nothing else is known.
    Case,
}

/// All rows of some cases. Samples are lines of their own, one a round.
///
/// # Errors
/// What the library refuses.
pub fn write_csv(run: &Run, cases: &[Case]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let axes = Axis::ALL.iter().map(|axis| axis.word());
    writer.write_record(NAMES.into_iter().chain(axes).chain(FIGURES))?;
    for case in cases {
        let mut write = |of: Of| {
            let names = [&case.subject, &case.contestant].map(Clone::clone);
            let axes = Axis::ALL.map(|axis| axis_value(case, of, axis).to_owned());
            let all = names.into_iter().chain(axes).chain(figures(run, case, of));
            writer.write_record(all)
        };
        for row in &case.rows {
            write(Of::Row(row))?;
        }
        for (&check, samples) in &case.samples {
            for (round, &sample) in samples.iter().enumerate() {
                write(Of::Sample(&Row::counted(check, sample), round))?;
            }
        }
        if case.lacks_verdict() || (case.rows.is_empty() && case.samples.is_empty()) {
            write(Of::Case)?;
        }
    }
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl<'a> Of<'a> {
    fn row(self) -> Option<&'a Row> {
        match self {
            Self::Row(row) | Self::Sample(row, _) => Some(row),
            Self::Case => None,
        }
    }
}

/// The value of an axis: the question's own, else the case's.
fn axis_value<'a>(case: &'a Case, of: Of<'a>, axis: Axis) -> &'a str {
    match of.row().map_or("", |row| row.axes.get(axis)) {
        "" => case.axes.get(axis),
        own => own,
    }
}

fn figures(run: &Run, case: &Case, of: Of) -> [String; FIGURES.len()] {
    let row = of.row();
    let word = |word: fn(&Row) -> &str| row.map_or("", word).to_owned();
    let number = |number: fn(&Row) -> u64| row.map_or(String::new(), |row| number(row).to_string());
    let figure = |figure: fn(&Row) -> Option<f64>| {
        let value = row.and_then(figure).map(round_figure);
        value.map_or(String::new(), |value| format!("{value:?}"))
    };
    [
        case.checklist.clone(),
        case.end.word().to_owned(),
        word(|row| row.check.name()),
        word(|row| row.check.code().unwrap_or_default()),
        word(|row| row.check.unit()),
        match of {
            Of::Sample(_, round) => round.to_string(),
            Of::Row(_) | Of::Case => String::new(),
        },
        word(|row| outcome(row.outcome)),
        word(|row| row.severity().map_or("", |severity| severity.word())),
        number(|row| row.asked),
        number(|row| row.failed),
        figure(|row| row.value),
        figure(|row| row.limit),
        figure(|row| Some(row.interval?[0])),
        figure(|row| Some(row.interval?[1])),
        word(|row| row.blame.map_or("", |blame| blame.word())),
        match of {
            Of::Case => case.reason().unwrap_or_default().to_owned(),
            Of::Row(row) | Of::Sample(row, _) => row.note.clone(),
        },
        run.made.rules.to_string(),
    ]
}

/// A figure with the digits that it is worth: enough to tell any two `f32` apart (C's `FLT_DECIMAL_DIG`). No time is measured
/// to more.
pub fn round_figure(value: f64) -> f64 {
    const DIGITS: usize = 9;
    format!("{value:.0$e}", DIGITS - 1).parse().unwrap_or(value)
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed(_) => "failed",
        Outcome::ByReference => "by reference",
        Outcome::ByRule => "by rule",
        Outcome::Counted => "counted",
    }
}
