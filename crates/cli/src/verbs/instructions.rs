//! `compare time --instructions`: instructions of a trace, counted by `perf` or valgrind while this program runs again.
//!
//! The program is started twice for each backend and class, with one and with several passes over the same sweeps. The further
//! instructions of the longer run are the passes'; start, world and build cancel. The traces are those under the clock, without
//! the hash.

use crate::cli::{TimeArgs, WorldArgs};
use anyhow::{Context, Result, bail};
use clipmark_collision::{CollisionBackend, Sweep, Work};
use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

/// Passes of the shorter and of the longer run. The first pass also allocates scratch memory, so it is in both.
const PASSES: [u32; 2] = [1, 5];

/// The counter of instructions on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counter {
    /// `perf stat`, with the processor's own counter.
    Perf,
    /// valgrind's callgrind, which runs the program on a simulated processor.
    Valgrind,
}

impl Counter {
    /// The first that works here.
    ///
    /// # Errors
    /// Neither does.
    pub(super) fn find() -> Result<Self> {
        for counter in [Self::Perf, Self::Valgrind] {
            if counter.count(Command::new("true")).is_ok() {
                return Ok(counter);
            }
        }
        bail!(
            "--instructions: neither `perf` nor `valgrind` can count here; install valgrind (on Debian: apt install valgrind), \
             or linux-perf and allow it (sysctl kernel.perf_event_paranoid=1)"
        )
    }

    /// As the table calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Perf => "perf",
            Self::Valgrind => "valgrind",
        }
    }

    /// Instructions of a program.
    fn count(self, program: Command) -> Result<u64> {
        let mut command = match self {
            Self::Perf => {
                let mut command = Command::new("perf");
                command.args(["stat", "-x", ",", "-e", "instructions:u", "--"]);
                command
            }
            Self::Valgrind => {
                let mut command = Command::new("valgrind");
                command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
                command
            }
        };
        command.arg(program.get_program()).args(program.get_args());
        // Numbers are read back, so they are to be written without a country's separators.
        let out = command
            .env("LC_ALL", "C")
            .output()
            .with_context(|| self.name().to_owned())?;
        let said = String::from_utf8_lossy(&out.stderr);
        let counted = out.status.success().then(|| self.read(&said)).flatten();
        counted.with_context(|| {
            let last = said.lines().last().unwrap_or_default();
            format!("{} did not count: {last}", self.name())
        })
    }

    /// The count in the tool's output.
    fn read(self, said: &str) -> Option<u64> {
        match self {
            Self::Perf => {
                let line = said.lines().find(|l| l.contains("instructions"))?;
                line.split(',').next()?.parse().ok()
            }
            Self::Valgrind => {
                let (_, count) = said
                    .lines()
                    .find(|l| l.contains("Collected :"))?
                    .split_once("Collected :")?;
                count.trim().parse().ok()
            }
        }
    }
}

/// Instructions of a trace of a backend over the sweeps in a file.
pub(super) fn of_a_trace(
    counter: Counter,
    args: &TimeArgs,
    backend: &str,
    file: &Path,
    sweeps: usize,
) -> Result<f64> {
    let program = std::env::current_exe().context("--instructions: where this program is")?;
    let counted = |passes: u32| {
        let mut command = Command::new(&program);
        command.args([
            "time",
            "--hull",
            &args.hull,
            "--backends",
            backend,
            "--bare-passes",
        ]);
        command.arg(passes.to_string()).args(world(&args.world)).arg(file);
        counter.count(command).context("--instructions")
    };
    let [few, many] = [counted(PASSES[0])?, counted(PASSES[1])?];
    let passes = PASSES[1] - PASSES[0];
    Ok(many.saturating_sub(few) as f64 / f64::from(passes) / sweeps.max(1) as f64)
}

/// The same world, as arguments.
pub(super) fn world(args: &WorldArgs) -> Vec<String> {
    let mut all = vec!["--world".to_owned(), args.world.clone()];
    if args.no_patches {
        all.push("--no-patches".into());
    }
    if let Some(rules) = &args.rules {
        all.extend(["--rules".to_owned(), rules.name()]);
    }
    if let Some(skin) = args.skin {
        all.extend(["--skin".to_owned(), skin.to_string()]);
    }
    if let Some(mask) = args.mask {
        all.extend(["--mask".to_owned(), mask.to_string()]);
    }
    all
}

/// The counted run itself: passes over the sweeps and nothing else.
pub(super) fn bare(backend: &dyn CollisionBackend, sweeps: &[Sweep], passes: u32) {
    let mut work = Work::silent();
    for _ in 0..passes {
        for sweep in sweeps {
            black_box(backend.trace(black_box(sweep), &mut work));
        }
    }
}

/// A row of the table: class, backend, instructions.
pub(super) type Row<'a> = (&'a str, &'a str, f64);

pub(super) fn table(counter: Counter, rows: &[Row]) -> String {
    let mut out = format!("\ninstructions of a trace, counted by {}\n", counter.name());
    let parted = rows.iter().any(|(class, ..)| !class.is_empty());
    for (class, backend, count) in rows {
        let class = if parted {
            format!("{class:<9} ")
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{class}{backend:<10} {count:>10.0}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tools_say_is_read() {
        let perf = "# started\n1234567,,instructions:u,845000,100.00,,\n";
        assert_eq!(Counter::Perf.read(perf), Some(1_234_567));
        let denied = "<not supported>,,instructions:u,0,100.00,,\n";
        assert_eq!(Counter::Perf.read(denied), None);
        let valgrind = "==7== Callgrind\n==7== \n==7== Events    : Ir\n==7== Collected : 98765\n==7== \n";
        assert_eq!(Counter::Valgrind.read(valgrind), Some(98_765));
        assert_eq!(Counter::Valgrind.read(""), None);
    }
}
