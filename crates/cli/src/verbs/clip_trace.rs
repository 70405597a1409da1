//! `compare trace --hull hull1`: answers sweeps through a map's own clip hull, in the format of recordings.

use crate::cli::TraceArgs;
use crate::output::{Output, input, watched_input};
use crate::progress::Bar;
use crate::terminal::say;
use crate::verbs::trace::compare_each;
use anyhow::{Context, Result, bail};
use clipmark_collision::{TraceRules, recording};
use clipmark_geometry::Hull;
use clipmark_hull::HullBackend;
use clipmark_hull::recording::{contents_number, write_clip_trace};

/// Progress is reported after this many sweeps.
const TELL: usize = 4096;

/// Says whether recorded answers that were to be checked agree.
pub(crate) fn run(args: &TraceArgs, number: usize) -> Result<bool> {
    if args.backend != "hull" {
        let (hull, backend) = (args.hull(), &args.backend);
        bail!("--hull {hull}: {backend} has no clip hulls; give --backend hull");
    }
    let out = Output::open(args.out.as_deref())?;
    let world = args.world.load()?;
    let backend = HullBackend::build(&world, args.world.rules_or(TraceRules::NETQUAKE))
        .with_context(|| args.world.world.clone())?;
    let count = backend.hulls().hulls.len();
    if number >= count {
        let (hull, map) = (args.hull(), &args.world.world);
        bail!("--hull {hull}: {map} has {count} clip hulls, counted from hull0");
    }
    let traces = args.traces().display();
    let (from, read, all) = watched_input(args.traces())?;
    let sweeps = recording::stream_sweeps(from, Hull::Point, args.world.contents())
        .with_context(|| traces.to_string())?;
    let bar = Bar::new();
    let answered = sweeps.enumerate().map(|(i, sweep)| -> Result<String> {
        if i % TELL == 0 {
            bar.at(&format!("{i} sweeps answered"), read.get(), all);
        }
        let sweep = sweep.with_context(|| traces.to_string())?;
        if args.contents {
            let at = |hull| backend.contents_in(hull, &sweep.start).unwrap_or_default();
            let numbers: Vec<String> = (0..count).map(|h| contents_number(at(h)).to_string()).collect();
            return Ok(numbers.join(" ") + "\n");
        }
        let found = backend
            .trace_hull(number, &sweep)
            .with_context(|| format!("{traces}: sweep {} has a coordinate that is out of range", i + 1))?;
        let mut text = Vec::new();
        write_clip_trace(&mut text, &found)?;
        Ok(String::from_utf8(text)?)
    });
    let Some(path) = &args.check else {
        let mut out = out.pieces();
        for line in answered {
            out.text()?.extend_from_slice(line?.as_bytes());
        }
        drop(bar);
        out.finish()?;
        return Ok(true);
    };
    let file = path.display();
    let wanted = recording::stream(input(path)?).with_context(|| file.to_string())?;
    let wanted = wanted.map(|line| Ok(line.with_context(|| file.to_string())?.1));
    let (mut total, mut different, mut first) = (0_usize, 0_usize, None);
    compare_each(args, path, answered, wanted, |found, line| {
        total += 1;
        if found.trim_end() != line.trim_end() {
            different += 1;
            first.get_or_insert((total, found, line));
        }
    })?;
    drop(bar);
    say!(
        "{file} · {} · {} · {total} sweeps, {} answered differently\n",
        args.backend,
        args.hull(),
        different
    )?;
    if let Some((line, found, recorded)) = first {
        say!(
            "  first in line {line}: {}\n  recorded: {}\n",
            found.trim_end(),
            recorded.escape_debug()
        )?;
    }
    Ok(different == 0)
}
