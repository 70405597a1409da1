//! The machine that a figure was measured on.

use crate::clock::stopwatch::Stopwatch;
use clipmark_record::Machine;

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
        }
        .into(),
        clock: Stopwatch::CLOCK.into(),
    }
}
