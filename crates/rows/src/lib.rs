//! Results as rows. One contestant on one subject under one setting is a [`Case`]; each check of it is a [`Row`]. Every study
//! writes cases, and every table, file, exit code and comparison is made of them.
//!
//! [`results`] reads and writes `results.jsonl`, [`join`] compares two runs, [`known`] holds one to a list, [`pivot`] and
//! [`Table`] make tables. What every row is a row of stands in one table, [`Check`]; [`faults`] says which of these answers are
//! counted by, and [`limits`] from which amount on a failure is of which severity. [`drawn`] is what drawings and the replay
//! need besides.

#![allow(
    missing_docs,
    reason = "plain data: a field's name says what it is, and a comment stands where it does not"
)]

mod axes;
mod case;
mod checks;
mod csv_rows;
pub mod drawn;
pub mod faults;
mod hash;
mod interval;
mod join;
pub mod known;
pub mod limits;
pub mod lines;
mod once;
mod pivot;
mod provenance;
pub mod question;
mod ratio;
pub mod results;
mod severity;
mod shard;
mod stats;
mod table;

pub use axes::{ALL_LENGTHS, AMONG_MOVERS, Axes, Axis, Questions};
pub use case::{Blame, Case, End, Evidence, LEFT_OUT, Outcome, Row, STATES, WALKED};
pub use checks::Check;
pub use csv_rows::{round_figure, write_csv};
pub use hash::{fnv1a, key_of_debug, key_of_words};
pub use interval::{Estimate, alike};
pub use join::{Change, Joined, Kind, counterparts, fails_anew, failures_beyond, join};
pub use once::each_once;
pub use pivot::{Pivot, pivot};
pub use provenance::{Made, RULES};
pub use ratio::{
    BETWEEN_RUNS, PLACED_NS, PairedRatio, Standing, WIDE, paired_ratio, quickest, ratio, ratios, standing,
};
pub use results::{Contestant, Results, ResultsError, ResultsLine, Run, Setting, Subject};
pub use severity::Severity;
pub use shard::parse_shard;
pub use stats::{median, quantiles, spread};
pub use table::{Cell, Column, Line, Table, clean, escaped, grouped, marked_down, three_digits};
