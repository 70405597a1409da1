//! Verbs that read others' files.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// A and B are folders of reports or records (with times.csv and table.csv), or names of baselines that `cargo bench --
/// --save-baseline NAME` kept. Two runs do not take turns. So other load of the machine counts as a change; --against takes it
/// out by dividing each round's times by one contestant's.
#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// Run before
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// Run after
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// Take all times relative to this contestant's in the same round
    #[arg(long, value_name = "CONTESTANT")]
    pub(crate) against: Option<String>,
    /// Exit with 1 if anything got slower, or if any answer differs
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailOn>,
    /// Where the benches keep their baselines
    #[arg(long, value_name = "DIR", default_value = "target/criterion")]
    pub(crate) benches: PathBuf,
}

/// The page is FROM/index.html. A record is small enough to be committed: tables, times, plans and the machine.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Folder with the reports of scenes
    #[arg(long, value_name = "DIR", default_value = "reports/latest")]
    pub(crate) from: PathBuf,
    /// Where the benches keep their results
    #[arg(long, value_name = "DIR", default_value = "target/criterion")]
    pub(crate) benches: PathBuf,
    /// Keep a record in reports/record/DATE-MACHINE, or in this folder
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    pub(crate) record: Option<Option<PathBuf>>,
    /// Put the scenes' tables, `bar`, and `speed` (of `load` and `grow`) between their marks in this file: `<!-- table
    /// SCENE -->`, `<!-- end of table SCENE -->`
    #[arg(long, value_name = "FILE")]
    pub(crate) readme: Option<PathBuf>,
}

/// DIR/index.html answers first. Below it lie the reports, scenes to walk and the book. The folder opens from disk and from any
/// static web host.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    /// Folder of the site; an older site there is replaced
    #[arg(value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Folder of reports
    #[arg(long, value_name = "DIR", default_value = "reports/latest")]
    pub(crate) from: PathBuf,
    /// Folder of the book [default: target/book, where there is one]
    #[arg(long, value_name = "DIR")]
    pub(crate) book: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A time whose whole interval is slower, unless the other contestants changed alike
    Regression,
    /// A count or state hash that differs
    Disagreement,
}
