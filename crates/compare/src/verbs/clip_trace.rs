//! `compare trace --hull hull1`: answers sweeps through a map's own clip hull, in the format of recordings.

use crate::cli::TraceArgs;
use crate::output::{Output, input};
use crate::terminal::say;
use anyhow::{Context, Result, bail};
use clipmark_collision::{TraceRules, recording};
use clipmark_geometry::Hull;
use clipmark_hull::HullBackend;
use clipmark_hull::recording::{contents_number, write_clip_trace};
use std::io::Write;

/// Says whether recorded answers that were to be checked agree.
pub(crate) fn run(args: &TraceArgs, number: usize) -> Result<bool> {
    if args.backend != "hull" {
        let (hull, backend) = (&args.hull, &args.backend);
        bail!("--hull {hull}: {backend} has no clip hulls; give --backend hull");
    }
    let out = Output::open(args.out.as_deref())?;
    let world = args.world.load()?;
    let backend = HullBackend::build(&world, args.world.rules_or(TraceRules::NETQUAKE))
        .with_context(|| args.world.world.clone())?;
    let count = backend.hulls().hulls.len();
    if number >= count {
        let (hull, map) = (&args.hull, &args.world.world);
        bail!("--hull {hull}: {map} has {count} clip hulls, counted from hull0");
    }
    let sweeps = recording::read_sweeps(input(&args.traces)?, Hull::Point, args.world.contents())
        .with_context(|| args.traces.display().to_string())?;
    let mut text = Vec::new();
    for (i, sweep) in sweeps.iter().enumerate() {
        if args.contents {
            let at = |hull| backend.contents_in(hull, &sweep.start).unwrap_or_default();
            let numbers: Vec<String> = (0..count).map(|h| contents_number(at(h)).to_string()).collect();
            writeln!(text, "{}", numbers.join(" "))?;
        } else {
            let found = backend.trace_hull(number, sweep).with_context(|| {
                let file = args.traces.display();
                format!("{file}: sweep {} has a coordinate that is out of range", i + 1)
            })?;
            write_clip_trace(&mut text, &found)?;
        }
    }
    let Some(path) = &args.check else {
        out.write(&text)?;
        return Ok(true);
    };
    let wanted = recording::lines(input(path)?).with_context(|| path.display().to_string())?;
    let text = String::from_utf8(text)?;
    let found: Vec<&str> = text.lines().collect();
    let file = path.display();
    if wanted.len() != found.len() {
        let (have, want, traces) = (wanted.len(), found.len(), args.traces.display());
        bail!("{file}: {have} answers for the {want} sweeps of {traces}; give the answers to these sweeps");
    }
    let different: Vec<usize> = (0..found.len())
        .filter(|&i| found[i] != wanted[i].trim_end())
        .collect();
    let total = found.len();
    say!(
        "{file} · {} · {} · {total} sweeps, {} answered differently\n",
        args.backend,
        args.hull,
        different.len()
    )?;
    if let Some(&first) = different.first() {
        say!(
            "  first in line {}: {}\n  recorded: {}\n",
            first + 1,
            found[first],
            wanted[first].escape_debug()
        )?;
    }
    Ok(different.is_empty())
}
