//! `compare`: one movement, several collision backends, one verdict.

mod cli;
mod hull;
mod output;
mod progress;
mod rules;
mod terminal;
mod verbs;

use crate::terminal::tell;
use clap::Parser;
use std::process::ExitCode;

/// An expectation of the scene or a law did not hold, or a contestant could not be timed on the answers that were judged.
const EXPECTATION_FAILED: u8 = 1;
/// Wrong usage or bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(shown) => return usage(&shown),
    };
    let outcome = match cli.verb {
        Some(cli::Verb::Trace(args)) => verbs::trace::run(&args),
        Some(cli::Verb::Replay(args)) => verbs::replay::run(&args),
        Some(cli::Verb::Time(args)) => verbs::time::run(&args),
        Some(cli::Verb::ExportCommands(args)) => verbs::export_commands::run(&args).map(|()| true),
        Some(cli::Verb::Profiles(args)) => verbs::profiles::run(&args).map(|()| true),
        Some(cli::Verb::Report(args)) => verbs::report::run(&args).map(|()| true),
        Some(cli::Verb::Diff(args)) => verbs::diff::run(&args),
        Some(cli::Verb::Completions(args)) => verbs::manual::completions(&args).map(|()| true),
        Some(cli::Verb::Man(args)) => verbs::manual::pages(&args).map(|()| true),
        Some(cli::Verb::ExportBsp(args)) => verbs::export_bsp::run(&args).map(|()| true),
        Some(cli::Verb::ExportMap(args)) => verbs::export_map::run(&args).map(|()| true),
        Some(cli::Verb::Explain(args)) => verbs::explain::run(&args).map(|()| true),
        Some(cli::Verb::Suite(args)) => verbs::suite::run(&args),
        Some(cli::Verb::Merge(args)) => verbs::merge::run(&args),
        Some(cli::Verb::Judges(args)) => verbs::judges::run(&args),
        Some(cli::Verb::Laws(args)) => verbs::laws::run(&args),
        Some(cli::Verb::Bar(args)) => verbs::bar::run(&args),
        Some(cli::Verb::Walker(args)) => verbs::walker::run(&args),
        None => verbs::scene::run(&cli.scene),
    };
    ended(outcome)
}

/// Help and versions, and what is wrong with the arguments.
fn usage(shown: &clap::Error) -> ExitCode {
    let text = shown.render();
    if shown.use_stderr() {
        tell!("{}", text.ansi().to_string().trim_end());
        return ExitCode::from(BAD_INPUT);
    }
    ended(terminal::standard(&text.ansi().to_string()).map(|()| true))
}

fn ended(outcome: anyhow::Result<bool>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(EXPECTATION_FAILED),
        Err(error) if output::reader_has_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell!("compare: {error:#}");
            ExitCode::from(BAD_INPUT)
        }
    }
}
