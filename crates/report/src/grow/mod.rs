//! How cost grows with the world: the answer, the powers, the figures, the plots, CSV.

mod answer;
mod caveats;
mod data;

use crate::error::ReportError;
use crate::format::{self, NONE};
use crate::plot::grow as plot;
use crate::study::{Cell, Column, On, Report, Study, Table};
use clipmark_record::grow::{GrowResults, GrowRow, Quantity, TraceCost};
use clipmark_record::verdicts::Verdict;

const ABOUT: &str = "The same kind of sweeps and players in worlds of more and more brushes. A world ten times \
                     as large is as crowded: a tree that cuts away what is far should cost little more.";
/// Nanoseconds in a microsecond.
const USEC: f64 = 1e3;

/// Heads of the table of powers: the name, then [`Quantity::ALL`].
const POWER_HEAD: [&str; 7] = [
    "N to the power",
    "1-16 u",
    "16-256 u",
    "256-4096 u",
    "tick",
    "build",
    "memory",
];
/// Heads of the table of figures.
const HEAD: [&str; 8] = [
    "contestant",
    "brushes",
    "1-16 ns",
    "16-256",
    "256-4096",
    "tick µs",
    "build s",
    "B/brush",
];
/// Head of the growth since the size before, of each class of sweeps: where there is room beside [`HEAD`].
const GROWTH_HEAD: &str = "× 10: 1-16 u, 16-256 u, 256-4096 u";

impl Study for GrowResults {
    const NAME: &'static str = "grow";
    const PARTS: &'static [&'static str] = &plot::FILES;
    const ASKED: &'static [&'static str] = &[
        "world", "profile", "seed", "sweeps", "refereed", "players", "ticks",
    ];

    fn report(&self) -> Result<Report, ReportError> {
        Ok(Report {
            title: "How cost grows with the world",
            about: ABOUT,
            made: self.made.clone(),
            heading: heading(self),
            machine: self.machine.cpu.clone(),
            verdict: answer::answers(self),
            parts: vec![powers(self).into(), rows(self).into()],
            notes: notes(self),
            plots: plot::plots(self)?,
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let classes = self
            .rows
            .iter()
            .flat_map(|row| row.traces.iter().map(move |cost| (row, cost)));
        let verdict = |(row, cost): (&GrowRow, &TraceCost)| {
            let counts = [
                ("missed", cost.missed),
                ("phantom", cost.phantom),
                ("too deep", cost.penetrating),
            ];
            let wrong = counts.into_iter().filter(|(_, n)| *n > 0);
            let wrong: Vec<String> = wrong.map(|(what, n)| format!("{what} {n}")).collect();
            let [from, to] = cost.lengths;
            let question = format!("{} brushes, sweeps of {from} to {to} u", row.brushes);
            Verdict::new(&row.contestant, question, wrong.join(", "))
        };
        classes.map(verdict).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        data::grow_csv(self).map(Some)
    }
}

/// The first head is of names, the others of numbers.
fn columns(heads: &[&str]) -> Vec<Column> {
    let (first, others) = heads.split_first().unwrap_or((&"", &[]));
    let others = others.iter().map(|head| Column::numbers(*head, 0));
    [Column::words(*first)].into_iter().chain(others).collect()
}

fn powers(book: &GrowResults) -> Table {
    let power = |contestant: &str, quantity| {
        let Some(law) = book.law(contestant, quantity) else {
            return NONE.to_owned();
        };
        let power = format::fixed(law.exponent, 2);
        match law.interval {
            Some([low, high]) => format!("{power}±{}", format::fixed((high - low) / 2.0, 2)),
            None => power,
        }
    };
    let row = |contestant: &str| {
        let all = Quantity::ALL
            .into_iter()
            .map(|quantity| power(contestant, quantity).into());
        [Cell::from(contestant)].into_iter().chain(all).collect()
    };
    Table {
        rows: book.contestants().into_iter().map(row).collect(),
        ..Table::new(
            "powers",
            "Cost as a power of the brushes",
            "0: the size does not matter; 1: ten times the brushes cost ten times as much; 2: a hundred times",
            columns(&POWER_HEAD),
        )
    }
}

fn rows(book: &GrowResults) -> Table {
    let mut columns = columns(&HEAD);
    columns.push(Column::numbers(GROWTH_HEAD, 0).on(On::WRITTEN));
    Table {
        rows: book.rows.iter().map(row).collect(),
        ..Table::new(
            "rows",
            "All sizes",
            "a sweep in nanoseconds by its length in units, a tick in microseconds, a build in seconds, bytes for each brush",
            columns,
        )
    }
}

fn row(row: &GrowRow) -> Vec<Cell> {
    let time = |quantity, unit: f64| {
        let taken = row.of(quantity).map(|x| format::three_digits(x / unit));
        Cell::from(taken.unwrap_or_else(|| NONE.into()))
    };
    vec![
        Cell::from(&*row.contestant),
        format::count(row.brushes).into(),
        time(Quantity::TraceShort, 1.0),
        time(Quantity::TraceMiddle, 1.0),
        time(Quantity::TraceLong, 1.0),
        time(Quantity::Tick, USEC),
        time(Quantity::Build, 1.0),
        a_brush(row)
            .map_or_else(|| format::NOT_ASKED.into(), format::count)
            .into(),
        growth(row).into(),
    ]
}

/// A sweep's cost relative to the size before, for ten times the brushes, with its interval.
fn growth(row: &GrowRow) -> String {
    let times = |cost: &TraceCost| {
        let growth = cost.growth?;
        let [low, high] = growth.interval.map(format::ratio);
        Some(format!("{} [{low}, {high}]", format::ratio(growth.times)))
    };
    let all: Vec<String> = row.traces.iter().filter_map(times).collect();
    match all.is_empty() {
        true => NONE.into(),
        false => all.join(", "),
    }
}

/// Bytes for each brush, where they were counted.
pub(crate) fn a_brush(row: &GrowRow) -> Option<u64> {
    let counted = row.bytes.counted?;
    Some((counted as f64 / row.brushes.max(1) as f64).round() as u64)
}

fn heading(book: &GrowResults) -> String {
    let worlds = match book.tiled {
        true => format!("{} side by side", book.world),
        false => "towns".into(),
    };
    format!(
        "{worlds} · {} · seed {} · {} sweeps a class · {} rounds · {} build",
        book.profile,
        book.seed,
        format::count(book.sweeps),
        book.rounds,
        book.machine.build,
    )
}

/// Notes on the figures for a reader.
fn notes(book: &GrowResults) -> Vec<String> {
    let mut all = vec![
        "A trace costs N to that power of the brushes, by least squares on logarithms; ±: half the 95 % \
         interval, which covers the noise of the clock and costs that follow no power law. Build: CPU time of all threads."
            .to_owned(),
        "All sizes take turns, each after a lap of its own without the clock. Beside a growth stands its 95 % \
         interval over rounds."
            .to_owned(),
        format!(
            "Timed answers and states are, to the bit, those first given; the exact reference judged {} of the \
             {} sweeps of each class. Sweeps start anywhere in the world, so a larger one does not fit the \
             caches. Long sweeps leave a small town.",
            format::count(book.refereed),
            format::count(book.sweeps),
        ),
    ];
    if book.patches_left_out > 0 {
        all.push(format!(
            "{} curved patches are left out for all.",
            format::count(book.patches_left_out)
        ));
    }
    all
}
