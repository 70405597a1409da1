//! `compare suite walker`: the two-cylinder walker's courses, played and judged.

use super::suite::{Study, program_hash, run_study};
use crate::cli::WalkerArgs;
use anyhow::{Context, Result, bail};
use clipmark_rows::known::Names;
use clipmark_scene::load_world;
use clipmark_suite::walker::{self, Course, RATES, is_of_the_paper};
use std::path::Path;
use strsim::damerau_levenshtein;

/// Returns whether `improved`, or every named contestant that is not the paper's, passes every check.
pub(crate) fn run(args: &WalkerArgs) -> Result<bool> {
    let contestants = args
        .contestants
        .iter()
        .map(|name| name.parse())
        .collect::<Result<Vec<_>, _>>()?;
    let courses = chosen(args)?;
    let (run, groups) = walker::plan(&courses, &contestants, &args.rates, &program_hash()?);
    let is_part = !args.filters.is_empty() || args.rates != RATES;
    let rates = RATES.iter().chain(&args.rates).map(|&hz| f64::from(hz));
    let study = Study {
        is_narrower: is_part,
        names: Names {
            is_part,
            ..Names::new(walker::courses().into_iter().map(|course| course.name), rates)
        },
        is_counted: |case| !is_of_the_paper(&case.contestant),
        ..Study::new("walker", run, &groups)
    };
    run_study(&args.run, study, |_, _| Ok(()))
}

/// The three of some names that are most like a word.
fn nearest(word: &str, names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    names.sort_by_key(|name| damerau_levenshtein(name, word));
    names[..names.len().min(3)].join(", ")
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
            bail!(
                "no course of the walker has {} in its name, as {} have",
                args.filters.join(" or "),
                nearest(
                    &args.filters[0],
                    walker::courses().into_iter().map(|course| course.name)
                )
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
