//! How cost grows with the world: the figures, the plots, CSV.

mod data;

use crate::error::ReportError;
use crate::format::{self, NONE};
use crate::plot::grow as plot;
use crate::study::{Cell, Column, On, Report, Sentence, Study, Table};
use clipmark_record::grow::{GrowResults, GrowRow, Growth, Quantity, TraceCost};
use clipmark_record::verdicts::Verdict;

const ABOUT: &str = "The same kind of sweeps and players in worlds of more and more brushes. A world ten times \
                     as large is as crowded: a tree that cuts away what is far should cost little more.";
/// Nanoseconds in a microsecond.
const USEC: f64 = 1e3;

/// Heads of the table of figures after the contestant's.
const HEAD: [&str; 7] = [
    "brushes", "1-16 ns", "16-256", "256-4096", "tick µs", "build s", "B/brush",
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
            verdict: headline(self).into_iter().collect(),
            tables: vec![rows(self)],
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

/// Whose figures are worth nothing; where there is nobody, the steepest growth of each contestant's sweeps.
fn headline(book: &GrowResults) -> Option<Sentence> {
    let own = |name| {
        book.rows
            .iter()
            .filter(move |row: &&GrowRow| row.contestant == name)
    };
    let bad = book.contestants().into_iter().filter_map(|name| {
        let wrong: usize = own(name).map(GrowRow::wrong).sum();
        let judged: usize = own(name).map(|row| row.traces.len() * book.refereed).sum();
        let [shown, judged] = [wrong, judged].map(format::count);
        match own(name).all(GrowRow::is_timed) {
            _ if wrong > 0 => Some(format!(
                "{name} answers {shown} of {judged} refereed sweeps wrong"
            )),
            true => None,
            false => Some(format!("{name} answers otherwise under the clock")),
        }
    });
    let bad: Vec<String> = bad.collect();
    if !bad.is_empty() {
        return Some(Sentence::bad(bad.join("; ") + "."));
    }
    let steepest = book.contestants().into_iter().filter_map(|name| {
        let growth = steepest(book, name)?;
        let [low, high] = growth.interval.map(format::ratio);
        Some(format!("{name} {} [{low}, {high}]", format::ratio(growth.times)))
    });
    let steepest: Vec<String> = steepest.collect();
    (!steepest.is_empty()).then(|| {
        Sentence::good(format!(
            "Ten times the brushes cost a sweep at most this many times as much: {}.",
            steepest.join(", ")
        ))
    })
}

/// The largest growth of a contestant's sweeps, of all classes of length and sizes.
pub(crate) fn steepest(book: &GrowResults, name: &str) -> Option<Growth> {
    let own = book.rows.iter().filter(|row| row.contestant == name);
    let all = own.flat_map(|row| row.traces.iter().filter_map(|cost| cost.growth));
    all.max_by(|a, b| a.times.total_cmp(&b.times))
}

fn rows(book: &GrowResults) -> Table {
    let mut columns = vec![Column::text("contestant")];
    columns.extend(HEAD.map(|head| Column::numbers(head, 0)));
    columns.push(Column::numbers("wrong", 1));
    columns.push(Column::numbers(GROWTH_HEAD, 0).on(On::WRITTEN));
    Table {
        rows: book.rows.iter().map(row).collect(),
        ..Table::new(
            "rows",
            "All sizes",
            "a sweep in nanoseconds by its length in units, a tick in microseconds, a build in seconds, bytes for each brush, wrong refereed answers",
            columns,
        )
    }
}

fn row(row: &GrowRow) -> Vec<Cell> {
    let time = |quantity, unit: f64| {
        let taken = row.quantity(quantity).map(|x| format::three_digits(x / unit));
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
        Cell::judged(format::count(row.wrong()), row.wrong() > 0),
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
    format!(
        "towns · {} · seed {} · {} sweeps a class · {} rounds · {} build",
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
        "Build: CPU time of all threads. All sizes take turns, each after a lap of its own without the clock. Beside a growth stands its 95 % \
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
    all.extend(book.left_out.iter().map(|left| {
        let (name, brushes) = (&left.contestant, format::count(left.brushes));
        format!("{name} is left out of {brushes} brushes: {}.", left.why)
    }));
    all
}
