//! The verb that lets worlds grow.

use super::{CompanyArgs, ExportArgs};
use clap::Args;
use clap::builder::TypedValueParser;
use clipmark_measure::grow::MOST_BRUSHES;
use std::path::PathBuf;

/// Most sweeps of a class: more only take longer.
const MOST_SWEEPS: u64 = 1_000_000;
/// A day, and a terabyte.
const MOST_SECONDS: f64 = 86_400.0;
const MOST_MEGABYTES: f64 = 1e6;

/// Builds every contestant in worlds of more and more brushes, and verifies some of its answers against the exact reference. Then
/// times sweeps of a player by length, and ticks, contestants taking turns. The worlds are generated towns.
/// Whose build is expected to go beyond the budget is left out of larger worlds and named.
#[derive(Args, Debug)]
pub(crate) struct GrowArgs {
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
    /// Brushes of the towns [default: 100,1000,10000,100000,1000000]
    #[arg(long, value_delimiter = ',', value_name = "N,M", value_parser = brushes())]
    pub(crate) sizes: Option<Vec<usize>>,
    /// Fewer: 100 to 10000 brushes, a quarter of the sweeps, a third of the rounds
    #[arg(long, conflicts_with = "sizes")]
    pub(crate) quick: bool,
    /// Sweeps of each class of length: 1 to 16, 16 to 256, 256 to 4096 u [default: 2000]
    #[arg(long, value_name = "N", value_parser = sweeps())]
    pub(crate) sweeps: Option<usize>,
    /// Leave a contestant out where its build would take more CPU time, in seconds
    #[arg(long, default_value = "120", value_name = "S", value_parser = seconds)]
    pub(crate) most_seconds: f64,
    /// Leave a contestant out where it would hold more, in megabytes
    #[arg(long, default_value = "4000", value_name = "MB", value_parser = megabytes)]
    pub(crate) most_megabytes: f64,
    /// Seed of towns, sweeps and commands
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "reports/latest/grow")]
    pub(crate) out: PathBuf,
    /// Write the towns as .map text into this folder too, for other programs
    #[arg(long, value_name = "DIR")]
    pub(crate) export_maps: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}

fn brushes() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64)
        .range(1..=MOST_BRUSHES as u64)
        .map(|n| n as usize)
}

fn sweeps() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64)
        .range(1..=MOST_SWEEPS)
        .map(|n| n as usize)
}

fn seconds(text: &str) -> Result<f64, String> {
    within(text, MOST_SECONDS, "s")
}

fn megabytes(text: &str) -> Result<f64, String> {
    within(text, MOST_MEGABYTES, "MB")
}

fn within(text: &str, most: f64, unit: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if value > 0.0 && value <= most {
        Ok(value)
    } else {
        Err(format!("{value} {unit}; wanted more than 0, at most {most}"))
    }
}
