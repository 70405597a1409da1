//! `compare time`: times backends on sweeps from a file, after verifying their answers.

use crate::cli::TimeArgs;
use crate::hull;
use crate::output::{Output, input};
use crate::progress::Bar;
use anyhow::{Context, Result, bail};
use clipmark_collision::{CollisionBackend, TraceRules, recording};
use clipmark_measure::record::{Machine, QueryScore, Timing};
use clipmark_measure::{BackendKind, referee, this_machine, timing};
use clipmark_truth::Reference;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Serialize)]
struct Times {
    world: String,
    hull: String,
    sweeps: usize,
    rounds: u32,
    machine: Machine,
    backends: BTreeMap<String, BackendTimes>,
}

#[derive(Serialize)]
struct BackendTimes {
    #[serde(flatten)]
    time: Timing,
    build_ms: f64,
    bytes: usize,
    verified: Verified,
}

/// What the exact referee says of the answers that are timed.
#[derive(Serialize)]
struct Verified {
    sweeps: usize,
    missed: usize,
    phantom: usize,
    penetrating: usize,
    unreliable: usize,
}

/// So many of the sweeps are refereed, spread evenly over the file: enough to see a backend that is wrong.
const REFEREED: usize = 4000;

pub(crate) fn run(args: &TimeArgs) -> Result<()> {
    let hull = hull::parse(&args.hull)?;
    let kinds = args
        .backends
        .iter()
        .map(|name| BackendKind::named(name))
        .collect::<Result<Vec<_>, _>>()?;
    let json = args
        .export_json
        .as_deref()
        .map(|path| Output::open(Some(path)))
        .transpose()?;
    let world = args.world.load()?;
    let mut sweeps = recording::read_sweeps(input(&args.traces)?, hull, args.world.contents())
        .with_context(|| args.traces.display().to_string())?;
    let given = sweeps.len();
    sweeps.retain(|sweep| sweep.check().is_ok());
    if sweeps.is_empty() {
        bail!(
            "{}: there is no sweep in it that could be timed",
            args.traces.display()
        );
    }
    let rules = args.world.rules_or(TraceRules::QUAKE3);
    let mut backends: Vec<Box<dyn CollisionBackend>> = Vec::new();
    for (kind, name) in kinds.iter().zip(&args.backends) {
        let backend = kind.build(&world, rules)?;
        if !backend.declares().hulls.contains(&hull) {
            bail!(
                "--hull {}: backend {name} has no {} hulls",
                args.hull,
                hull.kind()
            );
        }
        backends.push(backend);
    }
    let bar = Bar::new();
    let reference = Reference::build(&world, args.world.contents());
    let some: Vec<_> = sweeps
        .iter()
        .step_by(sweeps.len().div_ceil(REFEREED))
        .copied()
        .collect();
    let mut scores: Vec<QueryScore> = Vec::new();
    for (backend, name) in backends.iter().zip(&args.backends) {
        let truth = reference.for_declared(&hull, &backend.declares());
        let (stage, mut done) = (format!("refereeing {name}"), 0);
        let (score, ..) = referee(&**backend, &truth, &some, || {
            done += 1;
            bar.at(&stage, done, some.len() as u64);
        });
        scores.push(score);
    }
    let mut laps: Vec<_> = backends
        .iter()
        .zip(&args.backends)
        .map(|(b, name)| timing::trace_lap(name, &**b, &sweeps))
        .collect();
    let mut done = 0;
    let times = timing::take_turns(&mut laps, args.reps as usize, || {
        done += 1;
        bar.at("timing", done, u64::from(args.reps));
    })?;
    drop(bar);
    drop(laps);
    let table = table(args, &sweeps, &scores, &times, given, &backends);
    let facts = backends.iter().map(|b| b.facts());
    let entries = args.backends.iter().zip(times).zip(scores.iter().zip(facts));
    let all = Times {
        world: args.world.world.clone(),
        hull: args.hull.clone(),
        sweeps: sweeps.len(),
        rounds: args.reps,
        machine: this_machine(),
        backends: entries
            .map(|((name, time), (score, facts))| {
                let verified = Verified {
                    sweeps: score.queries,
                    missed: score.missed,
                    phantom: score.phantom,
                    penetrating: score.penetrating,
                    unreliable: score.unreliable,
                };
                let build_ms = facts.build_time.as_secs_f64() * 1e3;
                (
                    name.clone(),
                    BackendTimes {
                        time,
                        build_ms,
                        bytes: facts.bytes,
                        verified,
                    },
                )
            })
            .collect(),
    };
    if args.export_json.as_deref() != Some(std::path::Path::new("-")) {
        anstream::print!("{table}");
    }
    match json {
        Some(out) => out.write((serde_json::to_string_pretty(&all)? + "\n").as_bytes()),
        None => Ok(()),
    }
}

fn table(
    args: &TimeArgs,
    sweeps: &[clipmark_collision::Sweep],
    scores: &[QueryScore],
    times: &[Timing],
    given: usize,
    backends: &[Box<dyn CollisionBackend>],
) -> String {
    let mut out = String::new();
    let refereed = scores.first().map_or(0, |s| s.queries);
    let n = sweeps.len();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{} · {} · {n} sweeps · {} rounds · {refereed} refereed",
        args.world.world, args.hull, args.reps
    );
    if given > n {
        let _ = writeln!(
            out,
            "{} sweeps with coordinates out of range are left out",
            given - n
        );
    }
    let _ = writeln!(
        out,
        "{:<10} {:>7} {:>8} {:>10}  {:>9} {:>10} {:>9}  {:>8}",
        "backend", "missed", "phantom", "unreliable", "best ns", "median ns", "± MAD", "relative"
    );
    for ((name, t), s) in args.backends.iter().zip(times).zip(scores) {
        let _ = writeln!(
            out,
            "{name:<10} {:>7} {:>8} {:>10}  {:>9.1} {:>10.1} {:>9.1}  {:>8.2}",
            s.missed, s.phantom, s.unreliable, t.best_ns, t.median_ns, t.spread_ns, t.relative
        );
    }
    for backend in backends {
        for omission in &backend.facts().omissions {
            let _ = writeln!(out, "{}: {omission}", backend.facts().name);
        }
    }
    out
}
