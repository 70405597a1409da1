//! The contestants that meet the bar and those that do not, in sentences.

use super::short;
use crate::format;
use crate::study::Sentence;
use clipmark_record::bar::{Answers, BarResults, BarRow, LEAST, Met};
use clipmark_record::each_once;
use clipmark_record::faults::{FAULTS, Limit};
use clipmark_record::verdicts::Verdict;

/// How a contestant stands to the bar, and on which maps it does not meet it.
#[derive(PartialEq)]
enum Standing {
    Meets,
    /// By an engine's rules alone.
    ByRules(String),
    /// On all maps that it can be built from.
    MeetsElsewhere,
    TooLittle(String),
    Fails(String),
}

/// Each class of fault on a map, and whether enough was asked there.
pub(super) fn verdicts(row: &BarRow) -> Vec<Verdict> {
    let verdict = |what: &str, failed: String| {
        let question = format!("{}: {what}", short(&row.map));
        Verdict::new(&row.contestant, question, failed)
    };
    let refused = row
        .refused
        .as_ref()
        .map(|why| verdict("refuses the map", why.clone()));
    if refused.is_some() {
        return refused.into_iter().collect();
    }
    let taken = verdict("refuses the map", String::new());
    let parts = row.all_parts();
    let limited = FAULTS
        .iter()
        .filter(|class| !matches!(class.limit, Limit::Uncounted));
    let classes = limited.map(|class| {
        let is_beyond = parts.iter().any(|part| class.is_beyond_limit(*part));
        let counts = parts.iter().filter_map(|part| class.count_in(*part));
        let count = counts.fold(0, usize::saturating_add);
        let failed = if is_beyond {
            format::plural(count, "time", "times")
        } else {
            String::new()
        };
        verdict(class.name, failed)
    });
    let little = row.met() == Met::TooLittle;
    let little = if little { "not enough was asked" } else { "" };
    [taken]
        .into_iter()
        .chain(classes)
        .chain([verdict("evidence", little.into())])
        .collect()
}

/// The contestants that meet the bar on all maps, in a sentence or two.
pub(super) fn verdict(book: &BarResults) -> Vec<Sentence> {
    let names = each_once(book.rows.iter().map(|row| row.contestant.as_str()));
    // Contestants with the same finding share a sentence.
    let mut said: Vec<(Standing, Vec<&str>)> = Vec::new();
    for &name in &names {
        let own = |met: Met| -> Vec<String> {
            let rows = book
                .rows
                .iter()
                .filter(|row| row.contestant == name && row.met() == met);
            rows.map(|row| short(&row.map)).collect()
        };
        let (failed, little) = (own(Met::No), own(Met::TooLittle));
        let refused = own(Met::Refused);
        let this = match (failed.len(), little.len()) {
            (0, 0) if own(Met::Yes).is_empty() && own(Met::ByRules).is_empty() => continue,
            (0, 0) if !own(Met::ByRules).is_empty() => Standing::ByRules(by_rules(book, name)),
            (0, 0) if refused.is_empty() => Standing::Meets,
            (0, 0) => Standing::MeetsElsewhere,
            (0, _) => Standing::TooLittle(little.join(", ")),
            _ => Standing::Fails(failed.join(", ")),
        };
        match said.iter_mut().find(|(known, _)| *known == this) {
            Some((_, names)) => names.push(name),
            None => said.push((this, vec![name])),
        }
    }
    let said = said.into_iter().map(|(said, names)| {
        let one = names.len() == 1;
        let names = names.join(", ");
        let bad = matches!(said, Standing::TooLittle(_) | Standing::Fails(_));
        let text = match said {
            Standing::Meets => format!("{names} {} the bar.", if one { "meets" } else { "meet" }),
            Standing::ByRules(what) => format!(
                "{names} {} the bar by an engine's rules{}: {} {what}.",
                if one { "meets" } else { "meet" },
                if book
                    .rows
                    .iter()
                    .any(|r| r.refused.is_some() && names.contains(&r.contestant))
                {
                    " on the other maps"
                } else {
                    ""
                },
                if one { "it" } else { "each" },
            ),
            Standing::MeetsElsewhere => format!(
                "{names} {} the bar on the other maps.",
                if one { "meets" } else { "meet" }
            ),
            Standing::TooLittle(maps) => format!(
                "{names}: not enough evidence on {maps}; ask at least {} sweeps, {} from rest, {} players \
                 and {} ticks each.",
                format::count(LEAST.sweeps),
                format::count(LEAST.rest),
                LEAST.walkers,
                LEAST.ticks,
            ),
            Standing::Fails(maps) => format!(
                "{names} {} not meet the bar on {maps}.",
                if one { "does" } else { "do" }
            ),
        };
        Sentence { text, bad }
    });
    let refused = refusals(book).into_iter().map(|r| {
        let of_which = if r.maps.len() == 1 { ":" } else { ". The first:" };
        let maps = r.maps.join(", ");
        Sentence::bad(format!("{} refuses {maps}{of_which} {}.", r.contestant, r.why))
    });
    let skin = book.rows.iter().flat_map(|row| {
        let faults = row.skin.faults().into_iter();
        let own = faults.map(|fault| format!("{} on {}: {fault}.", row.contestant, short(&row.map)));
        let hulls = row.hulls.iter().flat_map(|hull| {
            let faults = hull.skin.faults().into_iter();
            faults.map(|fault| {
                let (name, map) = (&row.contestant, short(&row.map));
                format!("{name} on {map}, hull {}: {fault}.", hull.hull)
            })
        });
        own.chain(hulls)
    });
    let mut untrue: Vec<String> = Vec::new();
    for row in &book.rows {
        let own = row.declared.iter();
        let own = own.filter_map(|declared| {
            let shown = declared.untrue.as_ref()?;
            let (name, what) = (&row.contestant, &declared.what);
            Some(format!(
                "{name} declares that it {what}. That is not so: {shown}."
            ))
        });
        // The same on every map.
        untrue.extend(
            own.filter(|sentence| !untrue.contains(sentence))
                .collect::<Vec<_>>(),
        );
    }
    // First: the later sentences concern the other maps.
    let wrong = untrue.iter().cloned().chain(skin).map(Sentence::bad);
    refused.chain(said).chain(wrong).collect()
}

/// A contestant's answers by engines' rules, on all maps.
fn by_rules(book: &BarResults, name: &str) -> String {
    let rows = book.rows.iter().filter(|row| row.contestant == name);
    let all = rows.fold(Answers::default(), |sum, row| sum.and(&row.answers()));
    all.rules.did().unwrap_or_default()
}

/// The maps that a contestant cannot be built from.
pub(super) struct Refusals<'a> {
    pub(super) contestant: &'a str,
    /// Their names, short.
    pub(super) maps: Vec<String>,
    /// Why the first one.
    pub(super) why: &'a str,
}

/// Refusals of each contestant that refuses a map.
pub(super) fn refusals(book: &BarResults) -> Vec<Refusals<'_>> {
    let mut all: Vec<Refusals> = Vec::new();
    for row in &book.rows {
        let Some(why) = &row.refused else { continue };
        match all.iter_mut().find(|known| known.contestant == row.contestant) {
            Some(known) => known.maps.push(short(&row.map)),
            None => all.push(Refusals {
                contestant: &row.contestant,
                maps: vec![short(&row.map)],
                why,
            }),
        }
    }
    all
}
