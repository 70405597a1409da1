//! Warnings for a reader before quoting a figure, with a remedy.

use crate::format;
use clipmark_record::{Comparison, Entry, Timing};

/// Times that vary by more than this share of their median come from a busy machine. On quiet ones it is below a twentieth.
pub(crate) const NOISY: f64 = 0.1;
/// Fewer timed rounds give wide intervals.
const FEW_ROUNDS: usize = 15;
/// With fewer sweeps a failure of one in a thousand is more likely not seen than seen.
const FEW_SWEEPS: usize = 1000;

/// One sentence each, most important first.
pub(crate) fn warnings(comparison: &Comparison) -> Vec<String> {
    let (scene, entries) = (&comparison.scene, &comparison.contestants);
    let mut out = Vec::new();
    if comparison.machine.build == "debug" {
        out.push(
            "these times are of a debug build, which is slow; for figures use `cargo run --release`"
                .to_owned(),
        );
    }
    out.extend(noise(entries));
    out.extend(preempted(entries));
    let rounds = entries
        .iter()
        .filter(|e| e.trace_time.not_timed.is_none())
        .map(|e| e.trace_time.samples_ns.len())
        .min()
        .unwrap_or(0);
    if rounds > 0 && rounds < FEW_ROUNDS || scene.sweeps < FEW_SWEEPS {
        let is_quick = comparison.made.command.split(' ').any(|word| word == "--quick");
        let remedy = if is_quick {
            "leave out --quick"
        } else {
            "raise `sweeps` in the scene"
        };
        out.push(format!(
            "only {} and {} were timed: enough to look at, too few to quote; {remedy}",
            format::plural(scene.sweeps, "sweep", "sweeps"),
            format::plural(rounds, "round", "rounds")
        ));
    }
    out.extend(
        entries
            .iter()
            .filter_map(|e| format::other_word(&e.name, &e.build.bytes)),
    );
    out.extend(entries.iter().filter_map(|e| {
        let said = e.build.other_time()?;
        let [took, said] = [e.build.msec, said].map(format::msec);
        Some(format!("{}: its build took {took}, and it says {said}", e.name))
    }));
    out.extend(shapes(entries));
    if entries.len() > 1 && entries.iter().all(|e| e.movement.fell_out) {
        out.push(
            "everyone falls out of the world: it is open where the player runs; close it with a solid, or give a script that \
             stays on its floor"
                .to_owned(),
        );
    }
    if scene.patches > 0 && !scene.with_patches {
        out.push(format!(
            "{} removed for all contestants; to keep them, name only contestants that collide with them, such as \
             --contestants bsp",
            match scene.patches {
                1 => "1 curved patch is".to_owned(),
                n => format!("{} curved patches are", format::count(n)),
            }
        ));
    }
    out
}

fn noise(entries: &[Entry]) -> Option<String> {
    let share = |t: &Timing| {
        if t.median_ns > 0.0 {
            t.spread_ns / t.median_ns
        } else {
            0.0
        }
    };
    let all = entries
        .iter()
        .flat_map(|e| [(e, "sweep", &e.trace_time), (e, "tick", &e.tick_time)]);
    let (entry, what, time) = all.max_by(|a, b| share(a.2).total_cmp(&share(b.2)))?;
    (share(time) > NOISY).then(|| {
        format!(
            "timings vary by {} % ({} per {what}): close other programs and run again, or use the best times in table.csv",
            format::fixed(100.0 * share(time), 0),
            entry.name
        )
    })
}

/// Share of passes that may lose the processor and count before a reader is told.
const FEW_PREEMPTED: f64 = 0.1;

fn preempted(entries: &[Entry]) -> Option<String> {
    let times = || entries.iter().flat_map(|e| [&e.trace_time, &e.tick_time]);
    let passes: usize = times().map(|t| t.samples_ns.len()).sum();
    let lost: usize = times().map(|t| t.preempted).sum();
    (lost as f64 > FEW_PREEMPTED * passes as f64).then(|| {
        format!(
            "{} of {} passes under the clock lost the processor to other programs and found cold caches after it; close other \
             programs and run again",
            format::count(lost),
            format::count(passes)
        )
    })
}

fn shapes(entries: &[Entry]) -> Option<String> {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for e in entries {
        match kinds.iter_mut().find(|(hull, _)| *hull == e.hull) {
            Some((_, names)) => names.push(&e.name),
            None => kinds.push((&e.hull, vec![&e.name])),
        }
    }
    let said: Vec<String> = kinds
        .iter()
        .map(|(hull, names)| {
            let sweep = if names.len() == 1 { "sweeps" } else { "sweep" };
            format!("{} {sweep} a {hull}", names.join(", "))
        })
        .collect();
    (kinds.len() > 1).then(|| {
        format!(
            "shapes differ: {}; each is judged by the exact reference of its own shape, and paths may differ",
            said.join("; ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_that_lost_the_processor_are_told_when_they_are_many() {
        let told = |lost| {
            let entry = Entry {
                trace_time: Timing {
                    samples_ns: vec![100.0; 31],
                    preempted: lost,
                    ..Timing::default()
                },
                ..Entry::default()
            };
            preempted(&[entry])
        };
        assert_eq!(told(3), None, "as many as a quiet machine has");
        assert!(told(4).is_some());
    }
}
