//! `compare walker`: the two-cylinder walker's promises, played and judged.

use crate::cli::WalkerArgs;
use crate::exports::Exports;
use crate::made::provenance;
use crate::progress::Bar;
use crate::terminal::{say, view};
use anyhow::{Context, Result, bail};
use clipmark_report::{is_of_the_paper, study_markdown, study_text, walker_report};
use clipmark_scene::load_world;
use clipmark_suite::walker::{self, Course};
use std::path::Path;

/// Returns whether `improved`, or every named contestant, kept every promise.
pub(crate) fn run(args: &WalkerArgs) -> Result<bool> {
    let contestants = args
        .contestants
        .iter()
        .map(|name| name.parse())
        .collect::<Result<Vec<_>, _>>()?;
    let courses = chosen(args)?;
    let mut exports = Exports::open(&args.json.export_json, &None, &args.export_markdown)?;
    let bar = Bar::new();
    let mut book = walker::measure(&courses, &contestants, &args.rates, &mut |stage, done, all| {
        bar.at(stage, done, all)
    })?;
    drop(bar);
    book.made = provenance();
    let report = walker_report(&book);
    exports.json(&book)?;
    exports.markdown(|| study_markdown(&report))?;
    if exports.shows_table() {
        say!("{}", study_text(&report, view(), args.details, None))?;
    }
    // The paper's own variants are measured, not held to anything.
    let mut judged = book.rows.iter().filter(|row| !is_of_the_paper(&row.contestant));
    Ok(judged.all(|row| row.outcome.broken().is_empty()))
}

/// The courses whose names hold one of the words, and the maps named.
fn chosen(args: &WalkerArgs) -> Result<Vec<Course>> {
    let mut all = walker::courses();
    if !args.filters.is_empty() {
        all.retain(|course| {
            args.filters
                .iter()
                .any(|word| course.name.contains(word.as_str()))
        });
        if all.is_empty() && args.maps.is_empty() {
            let known = walker::courses().into_iter().map(|c| c.name).collect::<Vec<_>>();
            bail!(
                "no course has {} in its name; there are {}",
                args.filters.join(" or "),
                known.join(", ")
            );
        }
    }
    for map in &args.maps {
        let world = load_world(map, Path::new(""))?;
        let course = walker::course_in(world);
        all.push(
            course
                .with_context(|| format!("{map}: no player start has room for a walker; name another map"))?,
        );
    }
    Ok(all)
}
