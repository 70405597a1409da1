//! The command line of Clipmark: one movement, several collision backends, one verdict.
//!
//! The programs `compare` and `clipmark` are [`Cli::new`] and [`Cli::run`]. A program of another crate adds its own contestants
//! and has every verb with them. Help, completions and manual use the called name.

mod cli;
mod exports;
mod hull;
mod made;
mod message;
mod output;
mod program;
mod progress;
mod publish;
mod rules;
mod source_line;
mod terminal;
mod threads;
mod verbs;
mod way;
mod weigh;
mod who;

use crate::terminal::tell;
use clap::FromArgMatches;
use clipmark_collision::Registration;
use clipmark_measure::Roster;
use clipmark_movement::MoverKind;
use std::ffi::OsString;
use std::process::ExitCode;

/// What tests of the command line reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::made::{quoted, written};
    pub use crate::message::{LONGEST, describe};
    pub use crate::program::group::Group;
    pub use crate::progress::Bar;
    pub use crate::source_line::marked;
    pub use crate::terminal::clean;
    pub use crate::verbs::bar::holds_others;
    pub use crate::verbs::explain::unsigned;
    pub use crate::verbs::list::GAMES;
    pub use crate::way::relative_path;
    pub use crate::weigh::{Scale, Where};
    pub use crate::who::{ALL, TUNED, USUAL, choose_contestants, every};
}

/// A contestant failed a check, or an expectation of the scene or a bar did not hold.
const CHECK_FAILED: u8 = 1;
/// Wrong usage or bad input.
const BAD_INPUT: u8 = 2;

/// The command line, and the contestants that take part in it.
///
/// ```no_run
/// # use clipmark_collision::Registration;
/// # use clipmark_movement::MoverKind;
/// fn program(backend: &'static Registration, controller: &'static MoverKind) -> std::process::ExitCode {
///     clipmark_cli::Cli::new().backend(backend).controller(controller).run()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it does nothing before `run`"]
pub struct Cli {
    roster: Roster,
}

impl Default for Cli {
    fn default() -> Self {
        Self::new()
    }
}

impl Cli {
    /// With the contestants of this build: our backends, and the libraries whose features are on.
    pub fn new() -> Self {
        Self {
            roster: Roster::ours().with_elsewhere(env!("CLIPMARK_ELSEWHERE")),
        }
    }

    /// The same with a backend: a contestant by its name, which takes part wherever none are named.
    pub fn backend(self, row: &'static Registration) -> Self {
        Self {
            roster: self.roster.backend(row),
        }
    }

    /// The same with a character controller: a contestant by its name, on `bsp`'s answers. A given backend may name it as its
    /// own mover.
    pub fn controller(self, row: &'static MoverKind) -> Self {
        Self {
            roster: self.roster.controller(row),
        }
    }

    /// Runs the command line of this process. Exit code 0: all is well; 1: a check failed; 2: wrong usage or bad input.
    pub fn run(self) -> ExitCode {
        match self.roster.enter() {
            Ok(()) => run(),
            Err(error) => ended(Err(error.into())),
        }
    }
}

fn run() -> ExitCode {
    if std::env::args_os().len() < 2 {
        tell!("{}", cli::first_words());
        return ExitCode::from(BAD_INPUT);
    }
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(shown) => return usage(&shown),
    };
    if let Err(error) = threads::check_environment() {
        return ended(Err(error));
    }
    if cli.verb.as_ref().is_none_or(cli::Verb::works)
        && let Err(error) = threads::check_work()
    {
        return ended(Err(error));
    }
    let outcome = match cli.verb {
        Some(cli::Verb::Play(args)) => verbs::play::run(&args).map(|()| true),
        Some(cli::Verb::Trace(args)) => verbs::trace::run(&args),
        Some(cli::Verb::Replay(args)) => verbs::replay::run(&args),
        Some(cli::Verb::Bench(args)) => verbs::bench::run(&args),
        Some(cli::Verb::List(args)) => verbs::list::run(&args).map(|()| true),
        Some(cli::Verb::New(args)) => verbs::new::run(&args).map(|()| true),
        Some(cli::Verb::Report(args)) => verbs::report::run(&args).map(|()| true),
        Some(cli::Verb::Diff(args)) => verbs::diff::run(&args),
        Some(cli::Verb::Completions(args)) => verbs::manual::completions(&args).map(|()| true),
        Some(cli::Verb::Man(args)) => verbs::manual::pages(&args).map(|()| true),
        Some(cli::Verb::Export(args)) => verbs::export::run(&args).map(|()| true),
        Some(cli::Verb::Explain(args)) => verbs::explain::run(&args).map(|()| true),
        Some(cli::Verb::CountBytes) => weigh::run(),
        Some(cli::Verb::Judge(args)) => verbs::judge::run(&args),
        Some(cli::Verb::Suite(args)) => verbs::suite::run(&args),
        Some(cli::Verb::Bar(args)) => verbs::bar::run(&args),
        None => verbs::scene::run(&cli.scene),
    };
    ended(outcome)
}

/// Reads a command line as the program does, its first word the program's name: verb, flags and values. Nothing is run, and no
/// file is looked for. Pages that show commands are held to it.
///
/// # Errors
/// The program's message: help, or the fault.
pub fn read_usage(
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<clap::ArgMatches, clap::Error> {
    let matches = cli::matches(words)?;
    cli::CommandLine::from_arg_matches(&matches)?;
    Ok(matches)
}

/// Help and versions, and faults of the arguments.
fn usage(shown: &clap::Error) -> ExitCode {
    let text = shown.render().ansi().to_string();
    if shown.use_stderr() {
        // The standard library's words for what is no number.
        let text = text.replace("invalid digit found in string", "wanted a whole number");
        tell!("{}", text.trim_end());
        return ExitCode::from(BAD_INPUT);
    }
    ended(terminal::standard(&text).map(|()| true))
}

fn ended(outcome: anyhow::Result<bool>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(CHECK_FAILED),
        Err(error) if output::reader_has_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            message::print(cli::called(), &error);
            if let Some(lines) = source_line::quote_source(&error) {
                tell!("{lines}");
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}
