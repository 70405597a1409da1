//! `known.toml`: the failures that the author of a contestant knows of, with reasons. A result is *as declared* if exactly these
//! failed. A new failure is a difference. So is a known failure that passes, or is worse than its severity.
//!
//! ```toml
//! rules = 2                 # of which judge; docs/rules-versions.md
//!
//! [[known]]
//! name = "stairs-16-deep"   # a course, or a check such as `bar: ends_in_solid`
//! rates = [33, 60]          # in hertz; without them at every rate
//! severity = "noticeable"   # the worst that it stands for: measurable, noticeable, stuck or lost; without it any
//! reason = "steps of 16 u are not climbed below 100 Hz"
//! ```
//!
//! `contestant = "mine"` in an entry makes it one of that contestant alone. `maps = ["oa_dm1"]` makes a check of the bar one of
//! these maps alone: it must fail on each of them, and on no other.

mod read;

use crate::controllers::RATES;
use clipmark_measure::{Contestant, MeasureError};
use clipmark_record::RULES;
use clipmark_rows::Severity;
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

/// What an entry may name.
#[derive(Clone, Debug, Default)]
pub struct Names<'a> {
    /// Courses.
    pub courses: &'a [String],
    /// Ticks a second at which courses are played.
    pub rates: &'a [f64],
    /// Checks, which have neither rates nor severities.
    pub checks: &'a [String],
    /// The run's maps, where its checks are judged map by map.
    pub maps: &'a [String],
}

/// Rates that an entry may name: the usual ones ([`RATES`]), and those of this run.
pub fn with_usual_rates(rates: &[f64]) -> Vec<f64> {
    let others = rates.iter().filter(|rate| !RATES.contains(rate));
    RATES.iter().chain(others).copied().collect()
}

#[derive(Serialize)]
struct Written {
    rules: u32,
    known: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// In the file, from 1.
    #[serde(skip)]
    line: usize,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    contestant: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", serialize_with = "plain")]
    rates: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<Severity>,
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
    pub severity: Option<Severity>,
}

/// Where a result is not as declared.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// It failed and is not known to.
    Failed(Judged),
    /// It passed and is known to fail, for that reason.
    Passed(Judged, String),
    /// It failed with more harm than this, which its entry stands for.
    Worse(Judged, Severity),
}

impl Known {
    /// Nothing is known to fail.
    pub fn nothing() -> Self {
        Self {
            file: String::new(),
            entries: Vec::new(),
        }
    }

    /// The same list, with contestants of this process alone.
    ///
    /// # Errors
    /// An entry that is limited to a contestant that there is not.
    pub fn of_contestants(self) -> Result<Self, KnownError> {
        self.of(|who| match who.parse::<Contestant>() {
            Err(MeasureError::NotBuilt { .. }) | Ok(_) => None,
            Err(why) => Some(why.to_string()),
        })
    }

    /// The same for a judged program: its own entries, and such of contestants of this process.
    ///
    /// # Errors
    /// An entry that is limited to another contestant.
    pub fn of_program(self, name: &str) -> Result<Self, KnownError> {
        self.of(|who| {
            let is_known = matches!(who.parse::<Contestant>(), Err(MeasureError::NotBuilt { .. }) | Ok(_));
            let why = || {
                format!(
                    "there is no contestant `{who}`; the program says that it is `{name}`: write that, or leave \
                     `contestant` out"
                )
            };
            (who != name && !is_known).then(why)
        })
    }

    fn of(self, wrong: impl Fn(&str) -> Option<String>) -> Result<Self, KnownError> {
        for entry in &self.entries {
            if let Some(why) = entry.contestant.as_deref().and_then(&wrong) {
                let why = format!("line {}: the entry `{}`: {why}", entry.line, entry.name);
                let file = self.file;
                return Err(KnownError { file, why });
            }
        }
        Ok(self)
    }

    /// Where the judged failures differ from the known ones. Runs that were not judged are not expected.
    pub fn differences(&self, judged: &[Judged]) -> Vec<Difference> {
        let of = |j: &Judged| match (&j.failed, self.known(j)) {
            (Some(_), (Some(entry), _)) => {
                let declared = entry.severity?;
                // A refusal has no severity: an entry about a harm does not cover it.
                let is_worse = j.severity.is_none_or(|found| found < declared);
                is_worse.then(|| Difference::Worse(j.clone(), declared))
            }
            (Some(_), (None, true)) => None,
            (Some(_), (None, false)) => Some(Difference::Failed(j.clone())),
            (None, (Some(entry), _)) => Some(Difference::Passed(j.clone(), entry.reason.clone())),
            (None, (None, _)) => None,
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
        let is_judged = |entry: &&Entry| judged.iter().any(|run| entry.is_about(run));
        let others: Vec<&Entry> = self.entries.iter().filter(|entry| !is_judged(entry)).collect();
        let entry = |(kept, failed): (Option<&str>, Vec<&Judged>)| {
            let first = failed[0];
            let runs = judged.iter().filter(|run| run.is_of(first)).count();
            let rates: Vec<f64> = failed.iter().filter_map(|run| run.hz).collect();
            let maps = failed.iter().filter_map(|run| run.map.as_deref());
            let maps: Vec<String> = maps.map(|map| stem(map).to_owned()).collect();
            // What happened differs at every rate: the first of the worst says it.
            let worst = failed.iter().min_by_key(|run| run.severity);
            let happened = worst.and_then(|run| run.failed.as_deref()).unwrap_or_default();
            // Beside another entry that stays, one for all runs would be about its runs too.
            let is_alone = others.iter().all(|entry| entry.name != first.name);
            let is_of_all = is_alone && rates.len() == runs;
            Entry {
                line: 0,
                name: first.name.clone(),
                contestant: Some(first.contestant.clone()).filter(|_| !is_of_one || !is_alone),
                rates: if is_of_all { Vec::new() } else { rates },
                severity: worst.and_then(|run| run.severity),
                maps: Some(maps).filter(|maps| !maps.is_empty()),
                reason: kept.unwrap_or(happened).replace(char::is_control, " "),
            }
        };
        let renewed = entries.into_iter().map(entry);
        let known = renewed.chain(others.iter().copied().cloned()).collect();
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
            Difference::Worse(judged, declared) => {
                let how = judged.failed.as_deref().unwrap_or_default();
                let declared = declared.word();
                format!("fails worse than declared: {judged}: {how}; {known} has it as `{declared}` at worst")
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

/// Whether a map is meant: a list, a run or both may name it by its path.
fn is_map(name: &str, map: &str) -> bool {
    name == map || name == stem(map) || stem(name) == map
}

/// The name of a map's file, without folder and ending.
pub fn stem(map: &str) -> &str {
    let file = map.rsplit(['/', '\\', ':']).next().unwrap_or(map);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
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
