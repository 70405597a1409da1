//! `compare trace`: answers sweeps from a file, or compares the answers with recorded ones. Holds one at a time.

use crate::cli::TraceArgs;
use crate::hull;
use crate::output::{Output, input, watched_input};
use crate::progress::Bar;
use crate::terminal::{say, tell};
use crate::verbs::{clip_trace, trace_placed};
use anyhow::{Context, Result, bail};
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_collision::{TraceRules, Work, recording};
use clipmark_geometry::World;
use clipmark_measure::BackendKind;
use clipmark_measure::answers::{Comparer, DIFFERENCES, Difference, Differences};
use std::fmt::Write;
use std::path::Path;

/// Progress is reported after this many sweeps.
const TELL: usize = 4096;

/// Says whether recorded answers that were to be checked agree.
pub(crate) fn run(args: &TraceArgs) -> Result<bool> {
    if let Some(recording) = &args.placed {
        return trace_placed::run(args, recording);
    }
    if let Some(number) = hull::clip_hull(args.hull()) {
        return clip_trace::run(args, number);
    }
    if args.contents {
        bail!("--contents needs a clip hull of a map: give --backend hull and --hull hull0, hull1, ...");
    }
    let hull = hull::parse(args.hull())?;
    let kind = BackendKind::named(&args.backend)?;
    let out = Output::open(args.out.as_deref())?;
    let mut world = args.world.load()?;
    world.bodies = vec![hull.bounds()];
    let backend = kind.build(&world, args.world.rules_or(TraceRules::QUAKE3))?;
    if backend.facts().declaration.hulls.contains(&hull) && !backend.facts().supports(&hull) {
        bail!(
            "--hull {}: backend {} takes the clip hulls of the map, and that has none of this size",
            args.hull(),
            args.backend,
        );
    }
    if !backend.facts().supports(&hull) {
        bail!(
            "--hull {}: backend {} has no {} hulls",
            args.hull(),
            args.backend,
            hull.kind()
        );
    }
    for omission in &backend.facts().omissions {
        tell!("{}: {omission}", args.backend);
    }
    let traces = args.traces().display();
    let (from, told, all) = watched_input(args.traces())?;
    let sweeps =
        recording::stream_sweeps(from, hull, args.world.contents()).with_context(|| traces.to_string())?;
    let bar = Bar::new();
    let sweeps = sweeps.enumerate().map(|(i, sweep)| {
        if i % TELL == 0 {
            bar.at(&format!("{i} sweeps answered"), told.get(), all);
        }
        sweep.with_context(|| traces.to_string())
    });
    if let Some(path) = &args.check {
        let found = check(args, path, &*backend, &world, sweeps)?;
        drop(bar);
        return print_differences(args, path, &found);
    }
    let mut work = Work::silent();
    let mut out = out.pieces();
    for sweep in sweeps {
        recording::write_trace(out.text()?, &backend.trace(&sweep?, &mut work))?;
    }
    drop(bar);
    out.finish()?;
    Ok(true)
}

fn check(
    args: &TraceArgs,
    path: &Path,
    backend: &dyn CollisionBackend,
    world: &World,
    sweeps: impl Iterator<Item = Result<Sweep>>,
) -> Result<Differences> {
    let file = path.display();
    let answers = recording::stream_answers(input(path)?).with_context(|| file.to_string())?;
    let answers = answers.map(|answer| answer.with_context(|| file.to_string()));
    let mut comparer = Comparer::new(backend, world);
    compare_each(args, path, sweeps, answers, |sweep, answer| {
        comparer.add(&sweep, &answer);
    })?;
    Ok(comparer.found)
}

/// Gives each sweep, or its answer, and what is recorded of it to `compare`. Holds one of them at a time.
pub(super) fn compare_each<S, A>(
    args: &TraceArgs,
    file: &Path,
    mut sweeps: impl Iterator<Item = Result<S>>,
    mut answers: impl Iterator<Item = Result<A>>,
    mut compare: impl FnMut(S, A),
) -> Result<()> {
    let (file, traces) = (file.display(), args.traces().display());
    let mut count = 0;
    loop {
        match (sweeps.next().transpose()?, answers.next().transpose()?) {
            (Some(sweep), Some(answer)) => {
                compare(sweep, answer);
                count += 1;
            }
            (None, None) if count == 0 => {
                bail!(
                    "{file}: no answer, and {traces} has no sweep: there is nothing to compare; give the whole recording"
                );
            }
            (None, None) => return Ok(()),
            (sweep, answer) => {
                let mut want = count + usize::from(sweep.is_some());
                let mut have = count + usize::from(answer.is_some());
                for sweep in sweeps {
                    sweep?;
                    want += 1;
                }
                for answer in answers {
                    answer?;
                    have += 1;
                }
                bail!(
                    "{file}: {have} answers for the {want} sweeps of {traces}; give the answers to these sweeps"
                );
            }
        }
    }
}

fn print_differences(args: &TraceArgs, path: &Path, found: &Differences) -> Result<bool> {
    let (file, sweeps) = (path.display(), found.sweeps);
    let out = format!("{file} · {} · {} · {sweeps} sweeps\n", args.backend, args.hull());
    say!("{out}{}", table(found))?;
    Ok(found.faithful())
}

/// How many differ in which way.
pub(super) fn table(found: &Differences) -> String {
    let mut out = String::new();
    for (kind, what) in DIFFERENCES {
        let count = found.count(kind);
        let share = 100.0 * count as f64 / found.sweeps.max(1) as f64;
        // Writing to a string cannot fail.
        let _ = write!(out, "  {what:<40} {count:>7}  {share:>7.3} %");
        if let (true, Some(i)) = (kind != Difference::None, found.first[kind as usize]) {
            let _ = write!(out, "  first in line {}", i + 1);
        }
        out.push('\n');
    }
    out
}
