//! Reads a list of known failures. An unknown name, a rate that no run has and a second entry for one run are refused. Each
//! refusal names the file, the entry's line and the remedy.

use super::{Entry, Known, KnownError, LARGEST, Names, is_map};
use clipmark_record::RULES;
use serde::Deserialize;
use std::collections::HashMap;
use strsim::damerau_levenshtein;
use toml::Spanned;

/// A list as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    rules: u32,
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

impl Known {
    /// Reads a list. Messages name `file`.
    ///
    /// # Errors
    /// Text that is no such list, or a list for another judge's rules. An entry without a reason, or with an unknown name, rate
    /// or map. Two entries for one run.
    pub fn read(text: &str, file: &str, names: &Names<'_>) -> Result<Self, KnownError> {
        let error = |why: String| KnownError {
            file: file.into(),
            why,
        };
        if text.len() as u64 > LARGEST {
            return Err(error("it has over 1 MiB; no list of failures is so long".into()));
        }
        let read: Read = toml::from_str(text).map_err(|e| error(e.to_string().trim_end().into()))?;
        if read.rules != RULES {
            let why = format!(
                "it is for rules {}, this judge has rules {RULES}; docs/rules-versions.md says what changed: try \
                 the list again and write `rules = {RULES}`",
                read.rules
            );
            return Err(error(why));
        }
        let mut entries: Vec<Entry> = Vec::with_capacity(read.known.len());
        for spanned in read.known {
            let before = &text.as_bytes()[..spanned.span().start.min(text.len())];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            let entry = Entry {
                line,
                ..spanned.into_inner()
            };
            if let Some(why) = entry.problem(names) {
                return Err(error(format!("line {line}: {why}")));
            }
            entries.push(entry);
        }
        match doubled(&entries) {
            Some([first, second]) => Err(error(format!(
                "line {}: `{}` stands in line {} too, for the same runs; write one entry, or give each its own rates",
                second.line, second.name, first.line
            ))),
            None => Ok(Self {
                file: file.into(),
                entries,
            }),
        }
    }
}

impl Entry {
    /// Why it cannot be meant, and the remedy.
    fn problem(&self, names: &Names<'_>) -> Option<String> {
        let name = &self.name;
        let is_course = names.courses.contains(name);
        if !is_course && !names.checks.contains(name) {
            return Some(format!("there is no `{name}`{}", meant(name, names)));
        }
        if self.reason.trim().is_empty() {
            return Some(format!("`{name}` needs a reason"));
        }
        if !is_course {
            let of_courses = [
                ("rates", !self.rates.is_empty()),
                ("severity", self.severity.is_some()),
            ];
            let given = of_courses.into_iter().find(|(_, is_given)| *is_given);
            if let Some((key, _)) = given {
                return Some(format!("`{name}` is a check, not a course; leave `{key}` out"));
            }
        }
        if let Some(rate) = self.rates.iter().find(|rate| !names.rates.contains(rate)) {
            let all: Vec<String> = names.rates.iter().map(f64::to_string).collect();
            return Some(format!(
                "`{name}`: no run has the rate {rate}; give some of {}, or play others with --rates",
                all.join(", ")
            ));
        }
        let why = wrong_maps(self.maps.as_ref()?, names.maps)?;
        Some(format!("`{name}`: {why}"))
    }

    /// Whether a run exists that both are about.
    fn overlaps(&self, other: &Self) -> bool {
        let is_one = match (&self.contestant, &other.contestant) {
            (Some(own), Some(others)) => own == others,
            _ => true,
        };
        let (rates, others) = (&self.rates, &other.rates);
        let at_one_rate =
            rates.is_empty() || others.is_empty() || rates.iter().any(|rate| others.contains(rate));
        let on_one_map = match (&self.maps, &other.maps) {
            (Some(own), Some(others)) => own.iter().any(|a| others.iter().any(|b| is_map(a, b))),
            // One about all maps together stands beside one about a single map.
            (own, others) => own.is_none() && others.is_none(),
        };
        self.name == other.name && is_one && at_one_rate && on_one_map
    }
}

/// The first two entries for one run.
fn doubled(entries: &[Entry]) -> Option<[&Entry; 2]> {
    let mut by_name: HashMap<&str, Vec<&Entry>> = HashMap::new();
    for entry in entries {
        let before = by_name.entry(&entry.name).or_default();
        if let Some(first) = before.iter().find(|first| first.overlaps(entry)) {
            return Some([first, entry]);
        }
        before.push(entry);
    }
    None
}

/// Names that may be meant, and where the others are.
fn meant(name: &str, names: &Names<'_>) -> String {
    /// More letters apart, and names resemble each other by chance.
    const SLIPS: usize = 2;
    const SHOWN: usize = 3;
    let all = names.courses.iter().chain(names.checks);
    let mut near: Vec<(usize, &String)> = all
        .map(|known| (damerau_levenshtein(known, name), known))
        .filter(|(slips, known)| *slips <= SLIPS || known.starts_with(name))
        .collect();
    near.sort();
    let near: Vec<String> = near.iter().take(SHOWN).map(|(_, n)| format!("`{n}`")).collect();
    let near = match near.is_empty() {
        true => String::new(),
        false => format!(", did you mean {}?", near.join(" or ")),
    };
    let others = match (names.courses.is_empty(), names.checks.is_empty()) {
        (true, _) => "--write-known FILE names the checks that fail",
        (false, true) => "`list courses` names all courses",
        (false, false) => "`list courses` names all courses, --write-known FILE the checks that fail",
    };
    format!("{near}; {others}")
}

/// Why an entry cannot name these maps.
fn wrong_maps(named: &[String], maps: &[String]) -> Option<String> {
    if maps.is_empty() {
        return Some("`maps` limits a check of the bar; leave it out here".into());
    }
    if named.is_empty() {
        return Some("`maps` names no map; name one, or leave `maps` out for all".into());
    }
    let unknown = named
        .iter()
        .find(|name| !maps.iter().any(|map| is_map(name, map)))?;
    Some(format!(
        "this run has no map `{unknown}`; it has {}",
        maps.join(", ")
    ))
}
