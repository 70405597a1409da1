//! `compare load --cache-misses`: cache misses of a tick, counted by `perf` or simulated by valgrind while this program runs
//! again.
//!
//! As in `compare time --instructions` the program is started twice for each contestant. Once it makes one pass, once more
//! passes over the same ticks of all players. The further misses of the longer run are the passes'; start, world and build
//! cancel.

use crate::cli::{InputKind, LoadArgs};
use anyhow::{Context, Result, bail};
use clipmark_measure::Progress;
use clipmark_measure::load::Asking;
use clipmark_record::load::{CacheMisses, MissRow};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// Passes of the shorter and of the longer run. The first pass also allocates scratch memory, so it is in both.
const PASSES: [u32; 2] = [1, 3];
/// Seconds of play in a pass: a simulated processor is some fifty times slower.
const SECONDS: f64 = 0.5;
/// Events of `perf`, for this program alone: loads of data that miss the first cache, and loads that miss all caches.
const EVENTS: [&str; 2] = ["L1-dcache-load-misses:u", "cache-misses:u"];
/// Simulated: a core's first data cache, 32 kB, and its last one, 2 MB, with their associativity and lines. Server processors
/// have these from 2022 on. The same on every machine, so that figures of two agree.
const CACHES: [&str; 2] = ["--D1=32768,8,64", "--LL=2097152,16,64"];
/// The number of the signal for an instruction that the processor does not know.
const ILLEGAL: i32 = 4;

/// The counter of cache misses on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counter {
    /// `perf stat`, with the processor's own counters.
    Perf,
    /// valgrind's cachegrind, which simulates the [caches](CACHES) that a core has to itself.
    Cachegrind,
}

/// Misses of a whole program: in the first cache, and in the last.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counted {
    misses: [u64; 2],
    caches: Vec<String>,
}

impl Counter {
    /// The first that works here.
    ///
    /// # Errors
    /// Neither does.
    pub(super) fn find() -> Result<Self> {
        for counter in [Self::Perf, Self::Cachegrind] {
            if counter.count(&Command::new("true")).is_ok() {
                return Ok(counter);
            }
        }
        bail!(
            "--cache-misses: neither `perf` nor `valgrind` can count here; install valgrind (on Debian: apt install valgrind), \
             or linux-perf and allow it (sysctl kernel.perf_event_paranoid=1)"
        )
    }

    fn name(self) -> &'static str {
        match self {
            Self::Perf => "perf",
            Self::Cachegrind => "cachegrind",
        }
    }

    /// Misses of a program.
    fn count(self, program: &Command) -> Result<Counted> {
        let folder = tempfile::tempdir().context("a folder for the counts")?;
        let file = folder.path().join("counts");
        let mut command = match self {
            Self::Perf => {
                let mut command = Command::new("perf");
                command.args(["stat", "-x", ",", "-e", &EVENTS.join(","), "-o"]);
                command.arg(&file).arg("--");
                command
            }
            Self::Cachegrind => {
                let mut command = Command::new("valgrind");
                command
                    .args(["--tool=cachegrind", "--cache-sim=yes"])
                    .args(CACHES);
                command.arg(out_file(&file));
                command
            }
        };
        command.arg(program.get_program()).args(program.get_args());
        // Numbers are read back, so they are to be written without a country's separators.
        let out = command
            .env("LC_ALL", "C")
            .output()
            .with_context(|| format!("{} cannot be started", self.name()))?;
        let said = String::from_utf8_lossy(&out.stderr);
        if !out.status.success() {
            bail!("{}", self.failure(out.status, &said));
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        let counted = match self {
            Self::Perf => read_perf(&text),
            Self::Cachegrind => read_cachegrind(&text),
        };
        counted.with_context(|| format!("{} did not count", self.name()))
    }

    /// Why a program did not come to its end.
    fn failure(self, status: ExitStatus, said: &str) -> String {
        let unknown = said.contains("unrecognised instruction") || is_signal(status, ILLEGAL);
        if self == Self::Cachegrind && unknown {
            return "valgrind does not know an instruction that it was built with".into();
        }
        let last = said
            .lines()
            .rev()
            .find(|line| !line.starts_with("==") && !line.is_empty());
        format!("{}: {}", self.name(), last.unwrap_or("it failed without a word"))
    }
}

fn out_file(file: &Path) -> std::ffi::OsString {
    let mut option = std::ffi::OsString::from("--cachegrind-out-file=");
    option.push(file);
    option
}

#[cfg(unix)]
fn is_signal(status: ExitStatus, signal: i32) -> bool {
    use std::os::unix::process::ExitStatusExt;
    // A shell, and valgrind as one, add 128 to the signal.
    status.signal() == Some(signal) || status.code() == Some(128 + signal)
}

#[cfg(not(unix))]
fn is_signal(_: ExitStatus, _: i32) -> bool {
    false
}

/// The counts in the output of `perf stat -x ,`: a line an event, the count first.
fn read_perf(text: &str) -> Option<Counted> {
    let count = |event: &str| -> Option<u64> {
        let line = text.lines().find(|line| line.contains(event))?;
        line.split(',').next()?.parse().ok()
    };
    let [first, last] = EVENTS.map(count);
    Some(Counted {
        misses: [first?, last?],
        caches: Vec::new(),
    })
}

/// The counts in cachegrind's file: `events:` names the columns of `summary:`, and `desc:` lines the caches.
fn read_cachegrind(text: &str) -> Option<Counted> {
    let after = |head: &str| text.lines().find_map(|line| line.strip_prefix(head));
    let names: Vec<&str> = after("events:")?.split_whitespace().collect();
    let counts: Vec<u64> = after("summary:")?
        .split_whitespace()
        .map(|n| n.parse().ok())
        .collect::<Option<_>>()?;
    let of = |name: &str| {
        let column = names.iter().position(|n| *n == name)?;
        counts.get(column).copied()
    };
    let described = text.lines().filter_map(|line| line.strip_prefix("desc:"));
    let of_data = described.filter(|line| line.contains("D1 cache") || line.contains("LL cache"));
    let spaced = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Counted {
        misses: [of("D1mr")? + of("D1mw")?, of("DLmr")? + of("DLmw")?],
        caches: of_data.map(spaced).collect(),
    })
}

/// Misses of every contestant with `players` players.
///
/// # Errors
/// The path of this program cannot be found. A contestant that cannot be counted is a row that says why.
pub(super) fn of_all(
    counter: Counter,
    args: &LoadArgs,
    asking: &Asking,
    players: usize,
    progress: Progress,
) -> Result<CacheMisses> {
    let program = std::env::current_exe().context("--cache-misses: where this program is")?;
    let hertz = asking.rates.iter().copied().fold(f32::INFINITY, f32::min);
    let ticks = (SECONDS * f64::from(hertz)).round().max(1.0) as usize;
    let names = asking.names();
    let mut caches = Vec::new();
    let mut rows = Vec::new();
    for (done, name) in names.iter().enumerate() {
        progress(
            &format!("cache misses of {name}"),
            done as u64,
            names.len() as u64,
        );
        let counted = |passes: u32| {
            let mut command = Command::new(&program);
            command.arg("load").arg(&args.scene);
            command.args(["--contestants", &names.join(",")]);
            command.args(["--bare-contestant", name, "--bare-passes", &passes.to_string()]);
            command.args(["--players", &players.to_string(), "--threads", "1"]);
            command.args([
                "--seconds",
                &SECONDS.to_string(),
                "--seed",
                &args.seed.to_string(),
            ]);
            match &args.input {
                InputKind::Random => command.args(["--input", "random"]),
                InputKind::Scene => command.args(["--input", "scene"]),
                InputKind::File(path) => command.arg("--input").arg(path),
            };
            if asking.input.rate().is_none() {
                command.args(["--rates", &hertz.to_string()]);
            }
            counter.count(&command)
        };
        rows.push(
            match counted(PASSES[0]).and_then(|few| Ok([few, counted(PASSES[1])?])) {
                Ok([few, many]) => {
                    let all = f64::from(PASSES[1] - PASSES[0]) * (players * ticks) as f64;
                    let each = [0, 1].map(|i| many.misses[i].saturating_sub(few.misses[i]) as f64 / all);
                    caches = many.caches;
                    MissRow {
                        contestant: name.clone(),
                        misses: Some(each),
                        why: None,
                    }
                }
                Err(e) => MissRow {
                    contestant: name.clone(),
                    misses: None,
                    why: Some(format!("{e:#}")),
                },
            },
        );
    }
    Ok(CacheMisses {
        players,
        hertz: f64::from(hertz),
        ticks,
        counter: counter.name().into(),
        simulated: counter == Counter::Cachegrind,
        caches,
        rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tools_write_is_read() {
        let perf = "# started\n\n1234,,L1-dcache-load-misses:u,845000,100.00,,\n56,,cache-misses:u,845000,100.00,,\n";
        assert_eq!(read_perf(perf).map(|c| c.misses), Some([1234, 56]));
        let denied = "<not supported>,,L1-dcache-load-misses:u,0,100.00,,\n<not supported>,,cache-misses:u,0,100.00,,\n";
        assert_eq!(read_perf(denied), None);
        let cachegrind = "desc: I1 cache:         32768 B, 64 B, 8-way associative\n\
            desc: D1 cache:         49152 B, 64 B, 12-way associative\n\
            desc: LL cache:         2097152 B, 64 B, 16-way associative\n\
            events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n\
            summary: 1000 10 9 300 20 7 200 5 3\n";
        let found = read_cachegrind(cachegrind).unwrap_or_default();
        assert_eq!(found.misses, [25, 10]);
        assert_eq!(
            found.caches,
            [
                "D1 cache: 49152 B, 64 B, 12-way associative",
                "LL cache: 2097152 B, 64 B, 16-way associative"
            ]
        );
        assert_eq!(
            read_cachegrind("events: Ir\nsummary: 5\n"),
            None,
            "no cache was simulated"
        );
    }
}
