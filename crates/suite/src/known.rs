//! `known.toml`: the failures that the author of a contestant knows of, with reasons. A result is *as declared* if exactly these
//! failed. A new failure is a difference, and so is a known failure that passes.
//!
//! ```toml
//! rules = 2                 # of which judge; docs/rules-versions.md
//!
//! [[known]]
//! name = "stairs-16-deep"   # a course, or a check such as `bar: phantom`
//! rates = [33, 60]          # in hertz; without them at every rate
//! reason = "steps of 16 u are not climbed below 100 Hz"
//! ```
//!
//! `contestant = "mine"` in an entry makes it one of that contestant alone. `maps = ["oa_dm1"]` makes a check of the bar one of
//! these maps alone: it must fail on each of them, and on no other.

use clipmark_measure::{Contestant, MeasureError};
use clipmark_record::RULES;
use clipmark_record::controllers::Grade;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use thiserror::Error;

/// Bytes of a list: some 10,000 entries.
pub const LARGEST: u64 = 1 << 20;

/// The failures that are known.
#[derive(Clone, Debug)]
pub struct Known {
    file: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rules: u32,
    #[serde(default)]
    known: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    contestant: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", serialize_with = "plain")]
    rates: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maps: Option<Vec<String>>,
    reason: String,
}

/// Why a list of known failures cannot be used.
#[derive(Debug, Error)]
#[error("{file}: {why}")]
pub struct KnownError {
    file: String,
    why: String,
}

/// One judged run or check.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The course or check.
    pub name: String,
    /// Its contestant.
    pub contestant: String,
    /// Ticks a second, of a course.
    pub hz: Option<f64>,
    /// The map, as the run names it, of a check that is judged map by map. Such a verdict counts only where an entry names maps.
    /// Another one is about all maps together.
    pub map: Option<String>,
    /// The failure, in words; nothing if it passed.
    pub failed: Option<String>,
    /// The harm of a course's failure.
    pub grade: Option<Grade>,
}

/// Where a result is not as declared.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// It failed and is not known to.
    Failed(Judged),
    /// It passed and is known to fail, for that reason.
    Passed(Judged, String),
}

impl Known {
    /// Nothing is known to fail.
    pub fn nothing() -> Self {
        Self {
            file: String::new(),
            entries: Vec::new(),
        }
    }

    /// Reads a list. Messages name `file`; `names` are the courses and checks that there are, and `maps` those of the run. Without maps
    /// an entry can name none.
    ///
    /// # Errors
    /// Text that is no such list, an entry without a reason or with an unknown name or map, and a list for another judge's rules.
    pub fn read(text: &str, file: &str, names: &[String], maps: &[String]) -> Result<Self, KnownError> {
        let error = |why: String| KnownError {
            file: file.into(),
            why,
        };
        if text.len() as u64 > LARGEST {
            return Err(error("it has over 1 MiB; no list of failures is so long".into()));
        }
        let written: Written = toml::from_str(text).map_err(|e| error(e.to_string().trim_end().into()))?;
        if written.rules != RULES {
            let why = format!(
                "it is for rules {}, this judge has rules {RULES}; docs/rules-versions.md says what changed: try \
                 the list again and write `rules = {RULES}`",
                written.rules
            );
            return Err(error(why));
        }
        for entry in &written.known {
            if !names.contains(&entry.name) {
                let why = format!("there is no `{}`; there are {}", entry.name, names.join(", "));
                return Err(error(why));
            }
            if entry.reason.trim().is_empty() {
                return Err(error(format!("`{}` needs a reason", entry.name)));
            }
            if let Some(why) = entry.maps.as_ref().and_then(|named| wrong_maps(named, maps)) {
                return Err(error(format!("`{}`: {why}", entry.name)));
            }
        }
        Ok(Self {
            file: file.into(),
            entries: written.known,
        })
    }

    /// The same list, with contestants of this process alone. Elsewhere several programs may share a list.
    ///
    /// # Errors
    /// An entry that is limited to a contestant that there is not.
    pub fn of_contestants(self) -> Result<Self, KnownError> {
        let written = self.entries.iter();
        let named = written.filter_map(|entry| Some((&entry.name, entry.contestant.as_deref()?)));
        for (name, who) in named {
            match who.parse::<Contestant>() {
                Err(MeasureError::NotBuilt { .. }) | Ok(_) => (),
                Err(why) => {
                    let (file, why) = (self.file.clone(), format!("the entry `{name}`: {why}"));
                    return Err(KnownError { file, why });
                }
            }
        }
        Ok(self)
    }

    /// Where the judged failures differ from the known ones. Runs that were not judged are not expected.
    pub fn differences(&self, judged: &[Judged]) -> Vec<Difference> {
        let of = |j: &Judged| match (&j.failed, self.known(j)) {
            (Some(_), (None, true)) => None,
            (Some(_), (None, false)) => Some(Difference::Failed(j.clone())),
            (None, (Some(entry), _)) => Some(Difference::Passed(j.clone(), entry.reason.clone())),
            _ => None,
        };
        judged.iter().filter_map(of).collect()
    }

    /// The entry that names it, and whether other verdicts on the same check stand for it. Entries with maps are enforced map by
    /// map; one without them covers a failure on any.
    fn known(&self, judged: &Judged) -> (Option<&Entry>, bool) {
        let (with_maps, without): (Vec<&Entry>, Vec<&Entry>) =
            self.entries(judged).partition(|e| e.maps.is_some());
        match &judged.map {
            None => (without.first().copied(), !with_maps.is_empty()),
            Some(map) => (
                with_maps.iter().find(|e| e.names_map(map)).copied(),
                with_maps.is_empty() || !without.is_empty(),
            ),
        }
    }

    /// The text of a list of exactly the judged failures, and of this list's entries about runs that were not judged. A reason of
    /// this list is kept. Else the reason is what happened, for the author to put a better one in its place.
    ///
    /// # Errors
    /// Text that cannot be written as TOML.
    pub fn renewed(&self, judged: &[Judged]) -> Result<String, toml::ser::Error> {
        let mut entries: Vec<(Option<&str>, Vec<&Judged>)> = Vec::new();
        for run in judged.iter().filter(|run| run.failed.is_some()) {
            let (known, is_covered) = self.known(run);
            if known.is_none() && is_covered {
                continue;
            }
            let kept = known.map(|entry| entry.reason.as_str());
            match entries
                .iter_mut()
                .find(|(reason, runs)| runs[0].is_of(run) && *reason == kept)
            {
                Some((_, runs)) => runs.push(run),
                None => entries.push((kept, vec![run])),
            }
        }
        let is_of_one = judged
            .windows(2)
            .all(|two| two[0].contestant == two[1].contestant);
        let entry = |(kept, failed): (Option<&str>, Vec<&Judged>)| {
            let first = failed[0];
            let runs = judged.iter().filter(|run| run.is_of(first)).count();
            let rates: Vec<f64> = failed.iter().filter_map(|run| run.hz).collect();
            let maps = failed.iter().filter_map(|run| run.map.as_deref());
            let maps: Vec<String> = maps.map(|map| stem(map).to_owned()).collect();
            // What happened differs at every rate: the first of the worst says it.
            let worst = failed.iter().min_by_key(|run| run.grade);
            let happened = worst.and_then(|run| run.failed.as_deref()).unwrap_or_default();
            Entry {
                name: first.name.clone(),
                contestant: Some(first.contestant.clone()).filter(|_| !is_of_one),
                rates: if rates.len() < runs { rates } else { Vec::new() },
                maps: Some(maps).filter(|maps| !maps.is_empty()),
                reason: kept.unwrap_or(happened).replace(char::is_control, " "),
            }
        };
        let is_judged = |entry: &&Entry| judged.iter().any(|run| entry.is_about(run));
        let others = self.entries.iter().filter(|entry| !is_judged(entry));
        let known = entries.into_iter().map(entry).chain(others.cloned()).collect();
        toml::to_string(&Written { rules: RULES, known })
    }

    fn entries(&self, judged: &Judged) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.is_about(judged))
    }

    /// A difference in one line.
    pub fn says(&self, difference: &Difference) -> String {
        let known = if self.file.is_empty() {
            "no list"
        } else {
            &self.file
        };
        match difference {
            Difference::Failed(judged) => {
                let how = judged.failed.as_deref().unwrap_or_default();
                format!("new failure, which {known} does not name: {judged}: {how}")
            }
            Difference::Passed(judged, reason) => {
                format!("passes now: {judged}; take it out of {known}, where it fails because: {reason}")
            }
        }
    }
}

impl Entry {
    /// Whether it is about a run, on whichever map.
    fn is_about(&self, judged: &Judged) -> bool {
        let at_rate = judged
            .hz
            .is_none_or(|hz| self.rates.is_empty() || self.rates.contains(&hz));
        let is_whose = self
            .contestant
            .as_ref()
            .is_none_or(|who| *who == judged.contestant);
        self.name == judged.name && at_rate && is_whose
    }

    fn names_map(&self, map: &str) -> bool {
        self.maps.iter().flatten().any(|name| is_map(name, map))
    }
}

/// Rates as people write them: 60, and 59.94.
fn plain<S: Serializer>(rates: &[f64], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Rate {
        Whole(u32),
        Other(f64),
    }
    to.collect_seq(rates.iter().map(|&hz| match hz as u32 {
        whole if f64::from(whole) == hz => Rate::Whole(whole),
        _ => Rate::Other(hz),
    }))
}

/// Whether a map is meant, which a run may name by its path.
fn is_map(name: &str, map: &str) -> bool {
    name == map || name == stem(map)
}

/// The name of a map's file, without its ending.
fn stem(map: &str) -> &str {
    let file = map.rsplit(['/', '\\', ':']).next().unwrap_or(map);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
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

impl Judged {
    /// Whether it is of the same course or check, and of the same contestant; and whether both are of one map or both of all.
    fn is_of(&self, other: &Self) -> bool {
        self.name == other.name
            && self.contestant == other.contestant
            && self.map.is_some() == other.map.is_some()
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.contestant, self.name)?;
        if let Some(map) = &self.map {
            write!(f, " on {map}")?;
        }
        self.hz.map_or(Ok(()), |hz| write!(f, " at {hz} Hz"))
    }
}
