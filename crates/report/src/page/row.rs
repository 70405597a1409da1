//! A contestant's row in the table of the page, and the short form of it that a phone shows.

use crate::format;
use crate::matrix::{self, CORRECTNESS, Mark, TIME};
use crate::palette;
use crate::warnings::NOISY;
use clipmark_record::{Entry, Expected, Timing};

pub(super) struct PageRow {
    pub(super) name: String,
    pub(super) colour: usize,
    pub(super) judgement: String,
    pub(super) clean: bool,
    /// In words, where it is clean.
    pub(super) verdict: &'static str,
    /// Its answers by an engine's rule; empty for most.
    pub(super) ruled: String,
    pub(super) cells: Vec<PageCell>,
}

/// A contestant in the first screen of a phone.
pub(super) struct Brief {
    pub(super) name: String,
    pub(super) colour: usize,
    pub(super) clean: bool,
    /// Time of a sweep and of a tick, each with the ratio to the quickest below it.
    pub(super) times: [(String, String); 2],
}

pub(super) struct PageCell {
    pub(super) text: String,
    pub(super) detail: String,
    pub(super) class: &'static str,
    pub(super) failed: bool,
}

/// A contestant by its two main questions: is it right, is it fast.
pub(super) fn brief((index, entry): (usize, &Entry), expected: &[Expected]) -> Brief {
    let time = |t: &Timing| match (t.not_timed, t.median_ns > 0.0) {
        (Some(_), _) => ("not timed".to_owned(), String::new()),
        (None, false) => (format::NONE.to_owned(), String::new()),
        (None, true) => (
            format!("{} ns", format::three_digits(t.median_ns)),
            format!("{}×", format::ratio(t.relative)),
        ),
    };
    Brief {
        name: entry.name.clone(),
        colour: index % palette::CONTESTANTS.len(),
        clean: entry.passes(expected),
        times: [time(&entry.trace_time), time(&entry.tick_time)],
    }
}

pub(super) fn starts_group(column: usize) -> bool {
    column == 0 || column == CORRECTNESS || column == CORRECTNESS + TIME
}

/// The note below a time whose rounds scatter too much to quote it.
pub(super) fn noise(time: &Timing) -> Option<String> {
    let share = time.spread_ns / time.median_ns;
    (time.median_ns > 0.0 && share > NOISY).then(|| format!("noisy: ± {} %", format::fixed(100.0 * share, 0)))
}

pub(super) fn row(colour: usize, row: matrix::MatrixRow, entry: &Entry, expected: &[Expected]) -> PageRow {
    let clean = row.is_clean();
    let cell = |(i, c): (usize, matrix::MatrixCell)| PageCell {
        detail: match i {
            CORRECTNESS => noise(&entry.trace_time).unwrap_or(c.detail),
            i if i == CORRECTNESS + 2 => noise(&entry.tick_time).unwrap_or(c.detail),
            _ => c.detail,
        },
        text: c.text,
        class: match (c.mark, starts_group(i)) {
            (Mark::Failed, true) => "failed group",
            (Mark::Failed, false) => "failed",
            (Mark::Best, _) => "best",
            (Mark::Plain, true) => "group",
            (Mark::Plain, false) => "",
        },
        failed: c.mark == Mark::Failed,
    };
    PageRow {
        name: row.contestant,
        colour: colour % palette::CONTESTANTS.len(),
        clean,
        verdict: match entry.by_rules() {
            0 => "no failure found",
            _ => entry.verdict(expected),
        },
        judgement: [row.failures, row.unmet].concat().join(", "),
        ruled: matrix::by_rules(entry.queries.rules.by_rules()).unwrap_or_default(),
        cells: row.cells.into_iter().enumerate().map(cell).collect(),
    }
}
