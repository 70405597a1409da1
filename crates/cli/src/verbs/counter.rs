//! Events of the processor, counted by `perf` or simulated by valgrind's cachegrind while this program runs again.
//!
//! The program is started twice, for a few passes over its work and for more of them. The further events of the longer run are
//! the passes'; start, world and build cancel.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// Simulated: a core's first data cache, 32 kB, and its last one, 2 MB, with their associativity and lines. Server processors
/// have these from 2022 on. The same on every machine, so that figures of two agree.
const CACHES: [&str; 2] = ["--D1=32768,8,64", "--LL=2097152,16,64"];
/// The number of the signal for an instruction that the processor does not know.
const ILLEGAL: i32 = 4;

/// A countable event, of this program alone and without the system's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Instruction,
    /// A read or write of data that the first cache does not hold; `perf` counts the reads.
    FirstMiss,
    /// The same for the last cache.
    LastMiss,
}

impl Event {
    pub(super) const ALL: [Self; 3] = [Self::Instruction, Self::FirstMiss, Self::LastMiss];
    pub(super) const INSTRUCTIONS: [Self; 1] = [Self::Instruction];
    /// Misses of the first cache and of the last.
    pub(super) const MISSES: [Self; 2] = [Self::FirstMiss, Self::LastMiss];

    fn of_perf(self) -> &'static str {
        match self {
            Self::Instruction => "instructions:u",
            Self::FirstMiss => "L1-dcache-load-misses:u",
            Self::LastMiss => "cache-misses:u",
        }
    }

    /// The columns of cachegrind that add up to it.
    fn of_cachegrind(self) -> &'static [&'static str] {
        match self {
            Self::Instruction => &["Ir"],
            Self::FirstMiss => &["D1mr", "D1mw"],
            Self::LastMiss => &["DLmr", "DLmw"],
        }
    }
}

/// The counter of events on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counter {
    /// `perf stat`, with the processor's own counters.
    Perf,
    /// valgrind's cachegrind, which runs the program on a simulated processor with the [caches](CACHES) of a core.
    Cachegrind,
}

/// Events of a program or of one of its passes, in the order that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counted {
    pub(super) events: Vec<f64>,
    /// The simulated caches; none where the processor's own counters were read.
    pub(super) caches: Vec<String>,
}

impl Counter {
    /// The first that counts all these events here.
    ///
    /// # Errors
    /// Neither does.
    pub(super) fn find(events: &[Event]) -> Result<Self> {
        for counter in [Self::Perf, Self::Cachegrind] {
            if counter.count(&Command::new("true"), events).is_ok() {
                return Ok(counter);
            }
        }
        bail!(
            "neither `perf` nor `valgrind` can count here; install valgrind (on Debian: apt install valgrind), \
             or linux-perf and allow it (sysctl kernel.perf_event_paranoid=1)"
        )
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Perf => "perf",
            Self::Cachegrind => "cachegrind",
        }
    }

    /// Its name, and the caches that it simulates.
    pub(super) fn about(self) -> &'static str {
        match self {
            Self::Perf => self.name(),
            Self::Cachegrind => "cachegrind, with caches of 32 kB and 2 MB and without a prefetcher",
        }
    }

    /// Events of one pass. `arguments` gives this program those for a number of passes.
    pub(super) fn of_a_pass(
        self,
        events: &[Event],
        [few, many]: [u32; 2],
        arguments: impl Fn(&mut Command, u32),
    ) -> Result<Counted> {
        let program = std::env::current_exe().context("where this program is")?;
        let counted = |passes| {
            let mut command = Command::new(&program);
            arguments(&mut command, passes);
            self.count(&command, events)
        };
        let (shorter, mut longer) = (counted(few)?, counted(many)?);
        for (event, before) in longer.events.iter_mut().zip(shorter.events) {
            *event = (*event - before).max(0.0) / f64::from(many - few);
        }
        Ok(longer)
    }

    /// Events of a program.
    fn count(self, program: &Command, events: &[Event]) -> Result<Counted> {
        let folder = tempfile::tempdir().context("a folder for the counts")?;
        let file = folder.path().join("counts");
        let mut command = match self {
            Self::Perf => {
                let mut command = Command::new("perf");
                let events: Vec<&str> = events.iter().map(|event| event.of_perf()).collect();
                command.args(["stat", "-x", ",", "-e", &events.join(","), "-o"]);
                command.arg(&file).arg("--");
                command
            }
            Self::Cachegrind => {
                let mut command = Command::new("valgrind");
                command.arg("--tool=cachegrind");
                // Caches take a third of the time more.
                match events.iter().all(|event| *event == Event::Instruction) {
                    true => command.arg("--cache-sim=no"),
                    false => command.arg("--cache-sim=yes").args(CACHES),
                };
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
            Self::Perf => read_perf(&text, events),
            Self::Cachegrind => read_cachegrind(&text, events),
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
fn read_perf(text: &str, events: &[Event]) -> Option<Counted> {
    let count = |event: &Event| -> Option<f64> {
        // perf leaves out the `:u` of some events.
        let named = |name: &str| name.split(':').next() == event.of_perf().split(':').next();
        let mut lines = text.lines().map(|line| line.split(','));
        let of_event = lines.find(|fields| fields.clone().nth(2).is_some_and(named));
        of_event?.next()?.parse().ok()
    };
    Some(Counted {
        events: events.iter().map(count).collect::<Option<_>>()?,
        caches: Vec::new(),
    })
}

/// The counts in cachegrind's file: `events:` names the columns of `summary:`, and `desc:` lines the caches.
fn read_cachegrind(text: &str, events: &[Event]) -> Option<Counted> {
    let after = |head: &str| text.lines().find_map(|line| line.strip_prefix(head));
    let names: Vec<&str> = after("events:")?.split_whitespace().collect();
    let counts: Vec<f64> = after("summary:")?
        .split_whitespace()
        .map(|n| n.parse().ok())
        .collect::<Option<_>>()?;
    let of = |name: &&str| {
        let column = names.iter().position(|n| n == name)?;
        counts.get(column).copied()
    };
    let count = |event: &Event| event.of_cachegrind().iter().map(of).sum::<Option<f64>>();
    let described = text.lines().filter_map(|line| line.strip_prefix("desc:"));
    let of_data = described.filter(|line| line.contains("D1 cache") || line.contains("LL cache"));
    let spaced = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Counted {
        events: events.iter().map(count).collect::<Option<_>>()?,
        caches: of_data.map(spaced).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_perf_writes_is_read() {
        let perf = "# started\n\n98765,,instructions:u,845000,100.00,,\n\
            1234,,L1-dcache-load-misses,845000,100.00,,\n56,,cache-misses:u,845000,100.00,,\n";
        let read = |text: &str, events: &[Event]| read_perf(text, events).map(|counted| counted.events);
        assert_eq!(read(perf, &Event::ALL), Some(vec![98_765.0, 1234.0, 56.0]));
        let denied = perf.replace("1234,", "<not supported>,");
        assert_eq!(read(&denied, &Event::MISSES), None);
        assert_eq!(read(&denied, &Event::INSTRUCTIONS), Some(vec![98_765.0]));
    }

    #[test]
    fn what_cachegrind_writes_is_read() {
        let text = "desc: I1 cache:         32768 B, 64 B, 8-way associative\n\
            desc: D1 cache:         49152 B, 64 B, 12-way associative\n\
            desc: LL cache:         2097152 B, 64 B, 16-way associative\n\
            events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n\
            summary: 1000 10 9 300 20 7 200 5 3\n";
        let caches = [
            "D1 cache: 49152 B, 64 B, 12-way associative",
            "LL cache: 2097152 B, 64 B, 16-way associative",
        ];
        let whole = Counted {
            events: vec![1000.0, 25.0, 10.0],
            caches: caches.map(String::from).into(),
        };
        assert_eq!(read_cachegrind(text, &Event::ALL), Some(whole));
        let bare = "events: Ir\nsummary: 5\n";
        assert_eq!(
            read_cachegrind(bare, &Event::MISSES),
            None,
            "no cache was simulated"
        );
        let instructions = read_cachegrind(bare, &Event::INSTRUCTIONS);
        assert_eq!(instructions.map(|counted| counted.events), Some(vec![5.0]));
    }
}
