//! `compare trace`: answers sweeps from a file, or compares the answers with recorded ones.

use crate::cli::TraceArgs;
use crate::hull;
use crate::output::{Output, input};
use crate::terminal::{say, tell};
use crate::verbs::clip_trace;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::Answer;
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_collision::{TraceRules, Work, recording};
use clipmark_geometry::World;
use clipmark_measure::BackendKind;
use clipmark_measure::answers::{DIFFERENCES, Difference, compare_answers};
use std::fmt::Write;
use std::path::Path;

/// Says whether recorded answers that were to be checked agree.
pub(crate) fn run(args: &TraceArgs) -> Result<bool> {
    if let Some(number) = hull::clip_hull(&args.hull) {
        return clip_trace::run(args, number);
    }
    if args.contents {
        bail!("--contents needs a clip hull of a map: give --backend hull and --hull hull0, hull1, ...");
    }
    let hull = hull::parse(&args.hull)?;
    let kind = BackendKind::named(&args.backend)?;
    let out = Output::open(args.out.as_deref())?;
    let mut world = args.world.load()?;
    world.bodies = vec![hull.bounds()];
    let backend = kind.build(&world, args.world.rules_or(TraceRules::QUAKE3))?;
    if backend.declares().hulls.contains(&hull) && !backend.supports(&hull) {
        bail!(
            "--hull {}: backend {} takes the clip hulls of the map, and that has none of this size",
            args.hull,
            args.backend,
        );
    }
    if !backend.supports(&hull) {
        bail!(
            "--hull {}: backend {} has no {} hulls",
            args.hull,
            args.backend,
            hull.kind()
        );
    }
    for omission in &backend.facts().omissions {
        tell!("{}: {omission}", args.backend);
    }
    let sweeps = recording::read_sweeps(input(&args.traces)?, hull, args.world.contents())
        .with_context(|| args.traces.display().to_string())?;
    if let Some(path) = &args.check {
        return check(args, path, &*backend, &world, sweeps);
    }
    let mut work = Work::silent();
    let mut text = Vec::new();
    for sweep in &sweeps {
        recording::write_trace(&mut text, &backend.trace(sweep, &mut work))?;
    }
    out.write(&text)?;
    Ok(true)
}

fn check(
    args: &TraceArgs,
    path: &Path,
    backend: &dyn CollisionBackend,
    world: &World,
    sweeps: Vec<Sweep>,
) -> Result<bool> {
    let file = path.display();
    let answers = recording::read_answers(input(path)?).with_context(|| file.to_string())?;
    if answers.len() != sweeps.len() {
        let traces = args.traces.display();
        let (have, want) = (answers.len(), sweeps.len());
        bail!("{file}: {have} answers for the {want} sweeps of {traces}; give the answers to these sweeps");
    }
    let pairs: Vec<(Sweep, Answer)> = sweeps.into_iter().zip(answers).collect();
    let found = compare_answers(backend, world, &pairs);
    let mut out = format!(
        "{file} · {} · {} · {} sweeps\n",
        args.backend, args.hull, found.sweeps
    );
    for kind in DIFFERENCES {
        let count = found.of(kind);
        let share = 100.0 * count as f64 / found.sweeps.max(1) as f64;
        // Writing to a string cannot fail.
        let _ = write!(out, "  {kind:<40} {count:>7}  {share:>7.3} %");
        if let (true, Some(i)) = (kind != Difference::None, found.first[kind as usize]) {
            let _ = write!(out, "  first in line {}", i + 1);
        }
        out.push('\n');
    }
    say!("{out}")?;
    Ok(found.faithful())
}
