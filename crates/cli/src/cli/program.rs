//! The verb that judges a program of any language, live.

use super::values::amount;
use super::{RatesArgs, RunArgs};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Judge a program of any language while it runs. It is asked over its standard input and answers on its standard output, one
/// JSON object a line (docs/judge-program.md).
///
/// Asked are random sweeps in the worlds of the courses, where it answers sweeps, and the courses, where it answers steps. The
/// questions whose answers fail are kept: `./mine <asked.jsonl` asks them again. Exit code 1: a check fails, or the program hangs,
/// ends, floods or answers nonsense.
#[derive(Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The program
    #[arg(long, value_name = "FILE", required_unless_present = "results")]
    pub(crate) program: Option<PathBuf>,
    /// Courses by part of their name, with commas; their worlds are those of the sweeps too [default: all]
    #[arg(long, value_delimiter = ',', value_name = "COURSE")]
    pub(crate) courses: Vec<String>,
    #[command(flatten)]
    pub(crate) at: RatesArgs,
    /// Maps or scenes in which sweeps are asked besides, with commas
    #[arg(long, value_delimiter = ',', value_name = "W,X,Y")]
    pub(crate) worlds: Vec<String>,
    /// Sweeps in each world
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = amount(1_000_000))]
    pub(crate) sweeps: usize,
    /// Seed of the sweeps
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Seconds that an answer may take
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Seconds that all answers together may take
    #[arg(long, value_name = "S", default_value = "1200", value_parser = seconds)]
    pub(crate) budget: Duration,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Arguments of the program, after `--`
    #[arg(last = true, value_name = "ARG")]
    pub(crate) arguments: Vec<String>,
}

/// Longest wait, in seconds: a day.
const LONGEST: f64 = 86_400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.001..=LONGEST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("{seconds} s; wanted 0.001 to {LONGEST}"))
    }
}
