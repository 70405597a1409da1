//! `compare bar`: backends held to the correctness bar on maps.

use crate::cli::BarArgs;
use crate::hull;
use crate::output::Output;
use crate::progress::Bar;
use crate::terminal::say;
use anyhow::{Result, bail};
use clipmark_geometry::Hull;
use clipmark_measure::bar::{Asking, measure};
use clipmark_measure::{Contestant, MeasureError};
use clipmark_record::bar::{BarRow, Met, Sizes};
use clipmark_report::{Style, bar_csv, bar_markdown, bar_table, prepare_bar, write_bar_report};
use clipmark_scene::load_world;
use std::path::Path;

/// Says whether all met the bar, or all those that were named with `--fail-on`.
pub(crate) fn run(args: &BarArgs) -> Result<bool> {
    let contestants = contestants(args)?;
    let hull = args.hull.as_deref().map(hull::parse).transpose()?;
    let maps = args
        .worlds
        .iter()
        .map(|name| Ok((name.clone(), load_world(name, Path::new("."))?)))
        .collect::<Result<Vec<_>>>()?;
    let open = |path: &Option<_>| path.as_deref().map(|p| Output::open(Some(p))).transpose();
    let (json, csv, markdown) = (
        open(&args.export_json)?,
        open(&args.export_csv)?,
        open(&args.export_markdown)?,
    );
    prepare_bar(&args.out)?;
    let asking = Asking {
        contestants: &contestants,
        profile: args.profile,
        hull,
        sizes: Sizes {
            sweeps: args.sweeps,
            rest: args.rest,
            walkers: args.walkers,
            ticks: args.ticks,
        },
        seed: args.seed,
    };
    let bar = Bar::with_rest();
    let book = measure(maps, &asking, &mut |stage, done, all| bar.at(stage, done, all))?;
    drop(bar);
    write_bar_report(&book, &args.out)?;
    if let Some(file) = json {
        file.write((serde_json::to_string_pretty(&book)? + "\n").as_bytes())?;
    }
    if let Some(file) = csv {
        file.write(bar_csv(&book)?.as_bytes())?;
    }
    if let Some(file) = markdown {
        file.write(bar_markdown(&book).as_bytes())?;
    }
    let exports = [&args.export_json, &args.export_csv, &args.export_markdown];
    if !exports.iter().any(|path| path.as_deref() == Some(Path::new("-"))) {
        say!("{}", bar_table(&book, Style::Colour))?;
        say!("{}\n", args.out.display())?;
    }
    let judged = |row: &&BarRow| args.fail_on.is_empty() || args.fail_on.contains(&row.contestant);
    Ok(book.rows.iter().filter(judged).all(|row| row.met() == Met::Yes))
}

/// Those named, once each, all with the hull that was asked for.
fn contestants(args: &BarArgs) -> Result<Vec<Contestant>> {
    let mut all: Vec<Contestant> = Vec::new();
    for (i, name) in args.contestants.iter().enumerate() {
        if args.contestants[..i].contains(name) {
            return Err(MeasureError::Twice(name.clone()).into());
        }
        all.push(name.parse()?);
    }
    let names: Vec<String> = all.iter().map(Contestant::to_string).collect();
    if let Some(stranger) = args.fail_on.iter().find(|name| !names.contains(name)) {
        bail!(
            "--fail-on {stranger}: it does not take part; give some of {}",
            names.join(", ")
        );
    }
    let hull: Option<Hull> = args.hull.as_deref().map(hull::parse).transpose()?;
    if let (Some(hull), Some(unable)) = (
        hull,
        hull.and_then(|h| all.iter().find(|c| !c.backend.sweeps(&h))),
    ) {
        bail!(
            "--hull {}: {unable} has no {} hulls",
            args.hull.as_deref().unwrap_or_default(),
            hull.kind()
        );
    }
    Ok(all)
}
