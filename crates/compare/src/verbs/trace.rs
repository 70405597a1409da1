//! `compare trace`: answers sweeps from a file.

use crate::cli::TraceArgs;
use crate::hull;
use crate::output::{Output, input};
use anyhow::{Context, Result, bail};
use clipmark_collision::{TraceRules, Work, recording};
use clipmark_measure::BackendKind;

pub(crate) fn run(args: &TraceArgs) -> Result<()> {
    let hull = hull::parse(&args.hull)?;
    let kind = BackendKind::named(&args.backend)?;
    let out = Output::open(args.out.as_deref())?;
    let world = args.world.load()?;
    let backend = kind.build(&world, args.world.rules_or(TraceRules::QUAKE3))?;
    if !backend.declares().hulls.contains(&hull) {
        bail!(
            "--hull {}: backend {} has no {} hulls",
            args.hull,
            args.backend,
            hull.kind()
        );
    }
    let sweeps = recording::read_sweeps(input(&args.traces)?, hull, args.world.contents())
        .with_context(|| args.traces.display().to_string())?;
    let mut work = Work::silent();
    let mut text = Vec::new();
    for sweep in &sweeps {
        recording::write_trace(&mut text, &backend.trace(sweep, &mut work))?;
    }
    out.write(&text)
}
