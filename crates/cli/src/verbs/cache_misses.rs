//! `compare load --cache-misses`: cache misses of a tick, counted while this program plays the same ticks of all players again.

use super::counter::{Counter, Event};
use crate::cli::{InputKind, LoadArgs};
use clipmark_measure::Progress;
use clipmark_measure::load::LoadOptions;
use clipmark_record::load::{CacheMisses, MissRow};

/// Passes of the shorter and of the longer run. The first pass also allocates scratch memory, so it is in both.
const PASSES: [u32; 2] = [1, 3];
/// Seconds of play in a pass: a simulated processor is some fifty times slower.
const SECONDS: f64 = 0.5;

/// Misses of every contestant with `players` players. A contestant that cannot be counted is a row that says why.
pub(super) fn of_all(
    counter: Counter,
    args: &LoadArgs,
    options: &LoadOptions,
    players: usize,
    progress: Progress,
) -> CacheMisses {
    let hertz = options.rates.iter().copied().fold(f32::INFINITY, f32::min);
    let ticks = (SECONDS * f64::from(hertz)).round().max(1.0) as usize;
    let names = options.names();
    let mut caches = Vec::new();
    let mut rows = Vec::new();
    for (done, name) in names.iter().enumerate() {
        progress(
            &format!("cache misses of {name}"),
            done as u64,
            names.len() as u64,
        );
        let counted = counter.of_a_pass(&Event::MISSES, PASSES, |command, passes| {
            command.arg("load").arg(&args.scene);
            command.args(["--contestants", &names.join(",")]);
            command.args(["--bare-contestant", name, "--bare-passes", &passes.to_string()]);
            command.args(["--players", &players.to_string(), "--threads", "1"]);
            command.args(["--seconds", &SECONDS.to_string()]);
            command.args(["--seed", &args.seed.to_string()]);
            match &args.input {
                InputKind::Random => command.args(["--input", "random"]),
                InputKind::Scene => command.args(["--input", "scene"]),
                InputKind::File(path) => command.arg("--input").arg(path),
            };
            if options.input.rate().is_none() {
                command.args(["--rates", &hertz.to_string()]);
            }
        });
        let (misses, why) = match counted {
            Ok(counted) => {
                caches = counted.caches;
                (
                    Some([0, 1].map(|i| counted.events[i] / (players * ticks) as f64)),
                    None,
                )
            }
            Err(e) => (None, Some(format!("{e:#}"))),
        };
        rows.push(MissRow {
            contestant: name.clone(),
            misses,
            why,
        });
    }
    CacheMisses {
        players,
        hertz: f64::from(hertz),
        ticks,
        counter: counter.name().into(),
        simulated: counter == Counter::Cachegrind,
        caches,
        rows,
    }
}
