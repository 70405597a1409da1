//! Who meets the bar and who does not, in sentences.

use super::{FAILED, short};
use crate::format;
use clipmark_record::bar::{BarResults, LEAST, Met};

/// How a contestant stands to the bar, and on which maps it does not meet it.
#[derive(PartialEq)]
enum Said {
    Meets,
    TooLittle(String),
    Fails(String),
}

/// Who meets the bar on all maps, in a sentence or two.
pub(super) fn verdict(book: &BarResults) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for row in &book.rows {
        if !names.contains(&row.contestant.as_str()) {
            names.push(&row.contestant);
        }
    }
    // Contestants with the same finding share a sentence.
    let mut said: Vec<(Said, Vec<&str>)> = Vec::new();
    for &name in &names {
        let own = |met: Met| -> Vec<String> {
            let rows = book
                .rows
                .iter()
                .filter(|row| row.contestant == name && row.met() == met);
            rows.map(|row| short(&row.map)).collect()
        };
        let (failed, little) = (own(Met::No), own(Met::TooLittle));
        let this = match (failed.len(), little.len()) {
            (0, 0) => Said::Meets,
            (0, _) => Said::TooLittle(little.join(", ")),
            _ => Said::Fails(failed.join(", ")),
        };
        match said.iter_mut().find(|(known, _)| *known == this) {
            Some((_, names)) => names.push(name),
            None => said.push((this, vec![name])),
        }
    }
    let said = said.into_iter().map(|(said, names)| {
        let one = names.len() == 1;
        let names = names.join(", ");
        match said {
            Said::Meets => format!("{names} {} the bar.", if one { "meets" } else { "meet" }),
            Said::TooLittle(maps) => format!(
                "{FAILED} {names}: not enough evidence on {maps}; ask at least {} sweeps, {} from rest, {} players and {} ticks each.",
                format::count(LEAST.sweeps),
                format::count(LEAST.rest),
                LEAST.walkers,
                LEAST.ticks,
            ),
            Said::Fails(maps) => format!(
                "{FAILED} {names} {} not meet the bar on {maps}.",
                if one { "does" } else { "do" }
            ),
        }
    });
    let skin = book.rows.iter().flat_map(|row| {
        let faults = row.skin.faults().into_iter();
        faults.map(|fault| format!("{FAILED} {} on {}: {fault}.", row.contestant, short(&row.map)))
    });
    said.chain(skin).collect()
}
