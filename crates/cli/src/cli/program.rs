//! The verb that judges a program of any language, live or by what it wrote.

use super::values::{amount, within};
use super::{FilesArgs, RatesArgs, RunArgs};
use clap::Args;
use clap::builder::TypedValueParser;
use std::path::PathBuf;
use std::time::Duration;

/// Judge a program of any language: while it runs (docs/judge-program.md), or its answers or states in files (docs/outside.md).
///
/// A running program is asked over its standard input and answers on its standard output, one JSON object a line. Asked are
/// random sweeps in the worlds of the courses, where it answers sweeps, and the courses, where it answers steps. The questions
/// whose answers fail are kept: `./mine <asked.jsonl` asks them again. Exit code 1: a check fails, or the program hangs, ends,
/// floods or answers nonsense.
#[derive(Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The program
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present_any = ["results", "answers", "states"],
        conflicts_with_all = ["FilesArgs", "WorldArgs", "DeclaredArgs"],
    )]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) asked: ProgramArgs,
    #[command(flatten)]
    pub(crate) at: RatesArgs,
    #[command(flatten)]
    pub(crate) files: Option<FilesArgs>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Arguments of the program, after `--`
    #[arg(last = true, value_name = "ARG", conflicts_with = "FilesArgs")]
    pub(crate) arguments: Vec<String>,
}

/// What a running program is asked.
#[derive(Args, Debug)]
pub(crate) struct ProgramArgs {
    /// Courses by part of their name, with commas; their worlds are those of the sweeps too [default: all]
    #[arg(long, value_delimiter = ',', value_name = "COURSE")]
    pub(crate) courses: Vec<String>,
    /// Maps or scenes in which sweeps are asked besides, with commas
    #[arg(long, value_delimiter = ',', value_name = "W,X,Y")]
    pub(crate) worlds: Vec<String>,
    /// Sweeps in each world
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = amount(0, 1_000_000))]
    pub(crate) sweeps: usize,
    /// Seed of the sweeps
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Seconds that an answer may take
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds())]
    pub(crate) timeout: Duration,
    /// Seconds that all answers together may take
    #[arg(long, value_name = "S", default_value = "1200", value_parser = seconds())]
    pub(crate) budget: Duration,
}

/// Longest wait, in seconds: a day.
const LONGEST: f64 = 86_400.0;

fn seconds() -> impl TypedValueParser<Value = Duration> {
    within(0.001, LONGEST, "s").map(Duration::from_secs_f64)
}
