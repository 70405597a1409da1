//! The table as data: one row per contestant, correctness before cost. The terminal, Markdown and the page show it.

mod detectors;
mod words;

pub(crate) use detectors::{detectors, detectors_in_short};
pub(crate) use words::{by_rules, heading, omissions, rules, scale};

use crate::format;
use clipmark_record::faults::{FAULTS, FaultRow, OTHER};
use clipmark_record::rules::{RULE, all_rules};
use clipmark_record::{Comparison, Entry, Expected, Standing, Timing};
use words::{failures, unmet};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// Heading.
    pub(crate) head: &'static str,
    /// Its meaning and unit, in one phrase.
    pub(crate) means: &'static str,
}

/// A cell's mark beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing.
    Plain,
    /// The contestant fails here.
    Failed,
    /// The quickest.
    Best,
}

/// A number of a contestant.
#[derive(Clone, Debug)]
pub(crate) struct MatrixCell {
    /// As shown.
    pub(crate) text: String,
    /// The page's and Markdown's addition; empty for most.
    pub(crate) detail: String,
    /// How to show it.
    pub(crate) mark: Mark,
}

/// A contestant.
#[derive(Clone, Debug)]
pub(crate) struct MatrixRow {
    /// Its name.
    pub(crate) contestant: String,
    /// One cell a column.
    pub(crate) cells: Vec<MatrixCell>,
    /// Its faults, in words; empty for one without.
    pub(crate) failures: Vec<String>,
    /// Its failed expectations, in a few words.
    pub(crate) unmet: Vec<String>,
}

impl MatrixRow {
    /// Whether nothing of it failed.
    pub(crate) fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.unmet.is_empty()
    }
}

/// The whole table.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Columns after the contestant's name.
    pub(crate) columns: &'static [Column],
    /// In the order of the contestants.
    pub(crate) rows: Vec<MatrixRow>,
}

const fn column(head: &'static str, means: &'static str) -> Column {
    Column { head, means }
}

/// All but two of the first [`CORRECTNESS`] have the classes of fault that [`FAULTS`] assigns to them.
const COLUMNS: [Column; 15] = [
    column(
        "missed",
        "sweeps that passed through something, but for what they touch at the start",
    ),
    column(
        "touch",
        "sweeps that passed through what they touch at the start, though not in it",
    ),
    column("phantom", "sweeps that stopped where nothing is"),
    column(
        "deepest",
        "deepest place in a solid at the end of any sweep or tick, in u",
    ),
    column("stuck", "ticks in which the player could have moved and did not"),
    column(
        "shake",
        "trembling: RMS of motion that turns back while the player asks for one thing, in u",
    ),
    column(
        OTHER,
        "all other faults, what detectors found besides, and failed expectations; named below the table",
    ),
    column(
        RULE,
        "engine's rule: sweeps that a rule which the backend declares explains, no fault; named below the table",
    ),
    column(
        "ns/trace",
        "median nanoseconds per sweep ± median absolute deviation",
    ),
    column(
        "rel",
        "ratio to the quickest, median over the rounds; below it the 95 % interval, and where it does not tell",
    ),
    column(
        "ns/tick",
        "median nanoseconds per tick of the script ± median absolute deviation",
    ),
    column(
        "rel",
        "ratio to the quickest, median over the rounds; below it the 95 % interval, and where it does not tell",
    ),
    column("build", "time to build the backend from the world"),
    column(
        "memory",
        "bytes that the built backend holds, counted in a process of its own",
    ),
    column(
        "state",
        "hash over the state after every tick: equal only if every bit is",
    ),
];

/// How many of the columns are about correctness, and how many about time.
pub(crate) const CORRECTNESS: usize = 8;
pub(crate) const TIME: usize = 4;

/// Hex digits of the state hash that are shown.
const HASH_DIGITS: usize = 8;

impl Matrix {
    pub(crate) fn new(comparison: &Comparison) -> Self {
        let row = |entry| row(entry, &comparison.expectations);
        let rows = comparison.contestants.iter().map(row).collect();
        Self {
            columns: &COLUMNS,
            rows,
        }
    }
}

fn row(entry: &Entry, expected: &[Expected]) -> MatrixRow {
    let unmet = unmet(entry, expected);
    let m = &entry.movement;
    let judged = |text: String, failed: bool| MatrixCell {
        text,
        detail: String::new(),
        mark: if failed { Mark::Failed } else { Mark::Plain },
    };
    let plain = |text: String| judged(text, false);
    let counted = |column: &str| {
        let n = match column {
            OTHER => in_column(entry, column).saturating_add(unmet.len()),
            _ => in_column(entry, column),
        };
        judged(format::count(n), n > 0)
    };
    let relative = |time: &Timing| MatrixCell {
        text: format::ratio(if time.relative > 0.0 {
            time.relative
        } else {
            f64::NAN
        }),
        detail: if is_quickest(time) || time.not_timed.is_some() {
            String::new()
        } else {
            let [low, high] = time.relative_interval.map(format::ratio);
            let remark = time.standing.map_or("", |s| s.remark());
            format!("{low}–{high} {remark}").trim_end().to_owned()
        },
        mark: if is_quickest(time) {
            Mark::Best
        } else {
            Mark::Plain
        },
    };
    let spread = |time: &Timing| {
        if time.not_timed.is_some() {
            return judged("not timed".into(), true);
        }
        plain(if time.median_ns > 0.0 {
            format::with_spread(time.median_ns, time.spread_ns)
        } else {
            format::NONE.into()
        })
    };
    let hash: String = m.state_hash.chars().take(HASH_DIGITS).collect();
    MatrixRow {
        contestant: entry.name.clone(),
        cells: vec![
            counted("missed"),
            counted("touch"),
            counted("phantom"),
            judged(format::units(deepest(entry)), in_column(entry, "deepest") > 0),
            counted("stuck"),
            plain(format::units(m.shake)),
            counted(OTHER),
            plain(format::count(all_rules(entry.queries.rules.by_rules()))),
            spread(&entry.trace_time),
            relative(&entry.trace_time),
            spread(&entry.tick_time),
            relative(&entry.tick_time),
            plain(format::msec(entry.build.msec)),
            plain(format::held(&entry.build.bytes)),
            plain(hash),
        ],
        failures: failures(entry),
        unmet,
    }
}

/// Whether the others are measured by it. Results of old versions say so by the ratio alone.
fn is_quickest(time: &Timing) -> bool {
    time.standing
        .map_or(time.relative == 1.0, |s| s == Standing::Quickest)
}

/// Deepest place in a solid at the end of any refereed sweep or any tick, in units.
pub(crate) fn deepest(entry: &Entry) -> f64 {
    entry.queries.penetration.worst.max(entry.movement.deepest)
}

/// How many faults a contestant shows of the classes of a column.
fn in_column(entry: &Entry, column: &str) -> usize {
    let own = |class: &&FaultRow| class.in_scene.unwrap_or(OTHER) == column;
    let counted = FAULTS.iter().filter(own).map(|class| class.count(entry));
    let besides = entry.found_besides().filter(|_| column == OTHER).map(|f| f.count);
    counted.chain(besides).fold(0, usize::saturating_add)
}
