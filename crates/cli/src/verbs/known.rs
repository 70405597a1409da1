//! `--known`: results against a list of failures (`known.toml`).

use crate::output::input;
use crate::terminal::tell;
use anyhow::{Context, Result};
use clipmark_measure::{Contestant, MeasureError, guests};
use clipmark_rows::known::{Known, LARGEST, Names};
use clipmark_rows::{Case, Results, Severity};
use std::io::Read;
use std::path::Path;

/// Differences told one by one; the rest is counted.
const MOST_TOLD: usize = 20;

/// The list, read before anything is run. A contestant in it takes part, or is any that this program may have.
pub(super) fn read_known(file: &Path, names: &Names, takes_part: impl Fn(&str) -> bool) -> Result<Known> {
    let is_contestant = |who: &str| match who.parse::<Contestant>() {
        Err(MeasureError::NotBuilt { .. }) | Ok(_) => Ok(()),
        Err(_) if takes_part(who) => Ok(()),
        Err(why) => Err(why.to_string()),
    };
    let named = file.display().to_string();
    let mut text = String::new();
    let read = input(file)?.take(LARGEST + 1).read_to_string(&mut text);
    read.with_context(|| format!("{named}: it is no text"))?;
    Ok(Known::read(&text, &named, names, is_contestant)?)
}

/// Tells where cases differ from the list, and says whether they nowhere do.
pub(super) fn is_as_known(known: &Known, results: &Results, cases: &[&Case], fail_on: Severity) -> bool {
    let found = known.differences(&results.run, cases, fail_on);
    for difference in found.iter().take(MOST_TOLD) {
        tell!("{difference}");
    }
    if found.len() > MOST_TOLD {
        tell!("and {} more that are not as known", found.len() - MOST_TOLD);
    }
    found.is_empty()
}

/// The cases that a list is about: those of this program's given contestants, or all.
pub(super) fn declared_cases<'a>(results: &Results, mut cases: Vec<&'a Case>) -> Vec<&'a Case> {
    let guests = guests().into_iter().map(|guest| guest.to_string());
    let is_entered = |guest: &String| results.run.contestants.iter().any(|c| c.name == *guest);
    let guests: Vec<String> = guests.filter(is_entered).collect();
    cases.retain(|case| guests.is_empty() || guests.contains(&case.contestant));
    cases
}
