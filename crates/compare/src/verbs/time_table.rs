//! `compare time`: the table on the terminal, and what can be said of it.

use crate::cli::TimeArgs;
use crate::verbs::instructions;
use crate::verbs::time::{BackendTimes, ClassTimes};
use crate::verbs::time_sweeps::{Class, OTHERS};
use crate::verbs::time_work;
use clipmark_collision::CollisionBackend;
use clipmark_measure::speed;
use clipmark_record::{Standing, Timing};
use std::fmt::Write;

pub(super) fn table(
    args: &TimeArgs,
    classes: &[Class],
    measured: &[ClassTimes],
    left_out: usize,
    backends: &[Box<dyn CollisionBackend>],
) -> String {
    let mut out = String::new();
    let verified = |m: &ClassTimes| m.backends.values().next().map_or(0, |b| b.verified.sweeps);
    let refereed: usize = measured.iter().map(verified).sum();
    let n: usize = measured.iter().map(|m| m.sweeps).sum();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{} · {} · {n} sweeps · {} rounds · {refereed} refereed",
        args.world.world, args.hull, args.reps
    );
    if left_out > 0 {
        let _ = writeln!(
            out,
            "{left_out} sweeps with coordinates out of range are left out"
        );
    }
    let parted = classes.iter().any(|class| !class.name.is_empty());
    let lengths = |name: &str| {
        if parted {
            format!("{name:<9} ")
        } else {
            String::new()
        }
    };
    let _ = writeln!(
        out,
        "{}{:<10} {:>7} {:>8} {:>10}  {:>9} {:>10} {:>9}  {:>8}  95 % interval",
        lengths("units"),
        "backend",
        "missed",
        "phantom",
        "unreliable",
        "best ns",
        "median ns",
        "± MAD",
        "relative"
    );
    for (class, m) in classes.iter().zip(measured) {
        let rows = args
            .backends
            .iter()
            .filter_map(|name| m.backends.get_key_value(name));
        for (
            name,
            BackendTimes {
                time: t, verified: v, ..
            },
        ) in rows
        {
            let _ = write!(
                out,
                "{}{name:<10} {:>7} {:>8} {:>10}  ",
                lengths(&class.name),
                v.missed,
                v.phantom,
                v.unreliable,
            );
            if let Some(differ) = t.not_timed {
                let differ = differ.share("answers");
                let _ = writeln!(
                    out,
                    "✗ not timed: {differ} under the clock are not those that were refereed"
                );
                continue;
            }
            let _ = writeln!(
                out,
                "{:>9.1} {:>10.1} {:>9.1}  {:>8.2}  {}",
                t.best_ns,
                t.median_ns,
                t.spread_ns,
                t.relative,
                interval(t)
            );
        }
    }
    for (class, m) in classes.iter().zip(measured) {
        let named = args
            .backends
            .iter()
            .filter_map(|name| m.backends.get_key_value(name));
        let times: Vec<_> = named.map(|(name, b)| (name.as_str(), &b.time)).collect();
        let what = match class.name.as_str() {
            "" => "these sweeps".to_owned(),
            OTHERS => "sweeps of other lengths".to_owned(),
            name => format!("sweeps of {name} units"),
        };
        for sentence in speed(&what, &times) {
            let _ = writeln!(out, "{sentence}");
        }
    }
    let times = || measured.iter().flat_map(|m| m.backends.values()).map(|b| &b.time);
    let lost: usize = times().map(|t| t.preempted).sum();
    if lost > 0 {
        let passes: usize = times().map(|t| t.samples_ns.len()).sum();
        let _ = writeln!(
            out,
            "{lost} of {passes} passes lost the processor to other programs; times are CPU time"
        );
    }
    if args.explain {
        out += &time_work::table(&work_done(args, classes, measured));
    }
    for backend in backends {
        for omission in &backend.facts().omissions {
            let _ = writeln!(out, "{}: {omission}", backend.facts().name);
        }
    }
    out
}

/// Instructions of each backend for each class, in the order of the table.
pub(super) fn counted<'a>(
    args: &'a TimeArgs,
    classes: &'a [Class],
    measured: &'a [ClassTimes],
) -> Vec<instructions::Row<'a>> {
    let mut rows = Vec::new();
    for (class, m) in classes.iter().zip(measured) {
        for name in &args.backends {
            let count = m.backends.get(name).and_then(|times| times.instructions);
            rows.extend(count.map(|count| (class.name.as_str(), name.as_str(), count)));
        }
    }
    rows
}

fn interval(t: &Timing) -> String {
    if t.standing == Some(Standing::Quickest) {
        return "quickest".into();
    }
    let [low, high] = t.relative_interval;
    let remark = t.standing.map_or("", Standing::remark);
    format!("{low:.2} to {high:.2} {remark}").trim_end().to_owned()
}

/// What each backend did for each class, in the order of the table.
fn work_done<'a>(
    args: &'a TimeArgs,
    classes: &'a [Class],
    measured: &'a [ClassTimes],
) -> Vec<time_work::Done<'a>> {
    let mut rows = Vec::new();
    for (class, m) in classes.iter().zip(measured) {
        let named = |name: &'a String| m.backends.get_key_value(name);
        rows.extend(
            args.backends
                .iter()
                .filter_map(named)
                .map(|(name, times)| time_work::Done {
                    class: &class.name,
                    backend: name,
                    best_ns: times.time.best_ns,
                    work: times.work,
                }),
        );
    }
    rows
}
