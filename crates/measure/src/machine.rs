//! The machine that a figure was measured on.

use crate::clock::stopwatch::Stopwatch;
use std::fmt;

/// Where something was measured.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Processor, as the system names it.
    pub cpu: String,
    /// Logical cores.
    pub cores: usize,
    /// Operating system and architecture.
    pub os: String,
    /// Version of this program.
    pub version: String,
    /// Compiler profile: `release` or `debug`.
    pub build: &'static str,
    /// The clock of passes: CPU time of the thread, or the wall clock.
    pub clock: &'static str,
}

/// Processor, cores, system, build, and the clock of times.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {} cores, {}, {} build, clock: {}",
            self.cpu, self.cores, self.os, self.build, self.clock
        )
    }
}

/// Facts of this machine that the program can read by itself.
pub fn this_machine() -> Machine {
    let cpu = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|l| l.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| "unknown processor".into());
    Machine {
        cpu,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        version: env!("CARGO_PKG_VERSION").into(),
        build: if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        },
        clock: Stopwatch::CLOCK,
    }
}
