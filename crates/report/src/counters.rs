//! Instructions and cache misses of a sweep: the answer, a row for each length and contestant, CSV.

use crate::cells::csv;
use crate::error::ReportError;
use crate::format::{self, NONE};
use crate::study::{Cell, Column, Report, Sentence, Study, Table};
use clipmark_record::counters::{BASE, CounterRow, CountersResults};
use clipmark_record::each_once;
use clipmark_record::verdicts::Verdict;

const ABOUT: &str = "Every contestant answers the same sweeps in a process of its own, under a counter. Counts depend less on \
                     what else the machine does than times do. They are those of later passes over the sweeps, so caches are \
                     warm. A backend that sweeps no box sweeps a cylinder of the player's size.";
/// Stands where there is no count.
const NOT_MEASURED: &str = "not measured";

impl Study for CountersResults {
    const NAME: &'static str = "counters";
    const ASKED: &'static [&'static str] = &["world", "seed", "sweeps", "patches_left_out"];

    fn report(&self) -> Result<Report, ReportError> {
        Ok(Report {
            title: "Instructions and cache misses of a sweep",
            about: ABOUT,
            made: self.made.clone(),
            heading: heading(self),
            machine: self.machine.cpu.clone(),
            verdict: verdict(self),
            parts: vec![table(self).into()],
            notes: notes(self),
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |row: &CounterRow| {
            let question = format!("sweeps of {} u", row.lengths);
            Verdict::new(
                &row.contestant,
                question,
                row.wrong.as_deref().unwrap_or_default(),
            )
        };
        self.rows.iter().map(verdict).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        let rows = self.rows.iter().map(|row| (row, row.counts, self.relative(row)));
        let csv = csv!(Self::NAME, rows, |(row, counts, relative)| {
            contestant: row.contestant.as_str(),
            lengths: row.lengths.as_str(),
            instructions: counts[0],
            instructions_relative: relative[0],
            first_cache_misses: counts[1],
            first_cache_relative: relative[1],
            last_cache_misses: counts[2],
            last_cache_relative: relative[2],
            wrong: row.wrong.as_deref(),
        });
        csv.map(Some)
    }
}

fn table(book: &CountersResults) -> Table {
    let beside = |rank| Column::numbers(format!("× {BASE}"), rank);
    let mut columns = vec![Column::words("contestant"), Column::numbers("u", 0)];
    for (rank, count) in (0..).zip(["instructions", "first cache", "last cache"]) {
        columns.extend([Column::numbers(count, 0), beside(rank)]);
    }
    let cells = |row: &CounterRow| {
        let name = Cell::judged(&*row.contestant, row.wrong.is_some());
        let mut cells = vec![name, row.lengths.as_str().into()];
        for (count, times) in row.counts.into_iter().zip(book.relative(row)) {
            cells.push(count.map_or(NOT_MEASURED.into(), format::three_digits).into());
            cells.push(times.map_or(NONE.into(), format::ratio).into());
        }
        cells
    };
    Table {
        rows: book.rows.iter().map(cells).collect(),
        ..Table::new(
            "sweeps",
            "A sweep by its length",
            "on average; lengths in units; first and last cache: reads that it did not hold, and writes where valgrind counts",
            columns,
        )
    }
}

/// The instructions of a sweep of each length, wrong answers, and what is not measured.
fn verdict(book: &CountersResults) -> Vec<Sentence> {
    let lengths = each_once(book.rows.iter().map(|row| row.lengths.as_str()));
    let answers = lengths.into_iter().filter_map(|lengths| answer(book, lengths));
    let wrong = book.rows.iter().filter_map(|row| {
        let (name, lengths, wrong) = (&row.contestant, &row.lengths, row.wrong.as_ref()?);
        Some(Sentence::bad(format!(
            "{name} answers wrong: {lengths} u: {wrong}."
        )))
    });
    let missing = book.not_measured.iter();
    let missing = missing.map(|why| Sentence::good(format!("Not measured: {why}.")));
    answers.chain(wrong).chain(missing).collect()
}

fn answer(book: &CountersResults, lengths: &str) -> Option<Sentence> {
    let rows = || book.rows.iter().filter(|row| row.lengths == lengths);
    let base = rows().find(|row| row.contestant == BASE)?.counts[0]?;
    let others = rows().filter(|row| row.contestant != BASE).filter_map(|row| {
        let times = format::ratio(book.relative(row)[0]?);
        Some(format!(", {} {times}x", row.contestant))
    });
    let (base, others) = (format::three_digits(base), others.collect::<String>());
    Some(Sentence::good(format!(
        "{lengths} u: {BASE} takes {base} instructions a sweep{others}."
    )))
}

fn heading(book: &CountersResults) -> String {
    let (sweeps, build) = (format::count(book.sweeps), &book.machine.build);
    format!(
        "{} · {sweeps} sweeps of each length · seed {} · {build} build",
        book.world, book.seed
    )
}

fn notes(book: &CountersResults) -> Vec<String> {
    let patches = format!(
        "{} curved patches are left out for all.",
        format::count(book.patches_left_out)
    );
    let all = [
        (format!("Counted by {}.", book.tool), !book.tool.is_empty()),
        (patches, book.patches_left_out > 0),
    ];
    all.into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(note, _)| note)
        .collect()
}
