//! Options that several verbs have.

use super::values::{severity, within};
use crate::exports::Exports;
use anyhow::Result;
use clap::Args;
use clipmark_rows::Severity;
use std::path::PathBuf;

/// What decides the exit code.
#[derive(Args, Debug)]
pub(crate) struct VerdictArgs {
    /// The mildest severity that fails: lost, stuck, noticeable or measurable
    #[arg(long, value_name = "SEVERITY", default_value = "measurable", value_parser = severity)]
    pub(crate) fail_on: Severity,
    /// A known.toml: exit with 0 if exactly the failures that it names with reasons are there; a new one fails, and so does a
    /// known one that passes now (docs/own-controller.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
}

/// Where results go in the three formats.
#[derive(Args, Debug, Default)]
pub(crate) struct ExportArgs {
    /// Write all results as JSON (`-` for standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write them as CSV (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_csv: Option<PathBuf>,
    /// Write the table as Markdown (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_markdown: Option<PathBuf>,
}

impl ExportArgs {
    /// Opens all files that are asked for.
    pub(crate) fn open(&self) -> Result<Exports> {
        Exports::open([&self.export_json, &self.export_csv, &self.export_markdown])
    }

    /// Whether any format is asked for.
    pub(crate) fn any(&self) -> bool {
        let all = [&self.export_json, &self.export_csv, &self.export_markdown];
        all.iter().any(|path| path.is_some())
    }
}

/// Who takes part where costs are measured.
#[derive(Args, Debug, Default)]
pub(crate) struct CompanyArgs {
    /// Contestants: BACKEND or BACKEND+MOVER, with commas, or `all` that this build has. [default: bsp, bvh, hull, cylinder,
    /// bvh:stock, and each library that is built in, as its best user would set it up]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
}

/// At which tick rates courses of controllers are played.
#[derive(Args, Debug)]
pub(crate) struct RatesArgs {
    /// Ticks a second, with commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "HZ",
        default_values_t = clipmark_suite::controllers::RATES,
        value_parser = within(5.0, 1000.0, "ticks a second"),
    )]
    pub(crate) rates: Vec<f64>,
}

impl RatesArgs {
    /// Whether others than the usual ones are chosen.
    pub(crate) fn are_chosen(&self) -> bool {
        self.rates != clipmark_suite::controllers::RATES
    }
}
