//! Verbs that read others' files.

use clap::Args;
use clipmark_rows::Severity;
use std::path::PathBuf;

/// A and B are folders of reports, their results.jsonl, plain or gzip'd, or names of baselines that `cargo bench --
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
    /// Exit with 1 for new failures from a severity on (lost, stuck, noticeable, measurable): by another check than in A, with
    /// more harm, or in a run that A lacks; for `regression`, a time whose whole interval is slower, unless the other
    /// contestants changed alike; for `disagreement`, a count or state hash that differs
    #[arg(long, value_delimiter = ',', value_name = "WHAT", value_parser = fail_on)]
    pub(crate) fail_on: Vec<FailOn>,
    /// Where the benches keep their baselines
    #[arg(long, value_name = "DIR", default_value = "target/criterion")]
    pub(crate) benches: PathBuf,
}

/// The page is DIR/index.html.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Folder with the reports
    #[arg(value_name = "DIR", default_value = "reports/latest")]
    pub(crate) from: PathBuf,
    /// Where the benches keep their results
    #[arg(long, value_name = "DIR", default_value = "target/criterion")]
    pub(crate) benches: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailOn {
    Regression,
    Disagreement,
    /// New failures from a severity on.
    New(Severity),
}

fn fail_on(text: &str) -> Result<FailOn, String> {
    match text {
        "regression" => Ok(FailOn::Regression),
        "disagreement" => Ok(FailOn::Disagreement),
        severity => super::values::severity(severity)
            .map(FailOn::New)
            .map_err(|why| format!("{why}, regression, disagreement")),
    }
}
