//! `known.toml`: the failures that somebody knows of, as patterns over the keys of results, with reasons. A result is *as known*
//! if exactly these failed: a new failure is a difference, and so is a known one that passes, or is worse than its severity.
//!
//! ```toml
//! rules = 2                 # of which judge; docs/rules-versions.md
//!
//! [[known]]
//! subject = "stairs-16"     # a course, a family or a map
//! hz = [33, 60]             # or another axis, as the columns of table.csv are called
//! check = "slow"            # or `refused`, or `not_judged`
//! contestant = "mine"
//! severity = "noticeable"   # the worst that it stands for: measurable, noticeable, stuck or lost; without it any
//! reason = "steps of 16 u are not climbed below 100 Hz"
//! ```
//!
//! A field that is left out matches all; each may have one value or a list. An entry that says where (a subject, an axis) has to
//! fail everywhere there; one that says no place has to fail somewhere.

use crate::{Axis, Case, Check, End, RULES, Row, Run, Severity};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use strsim::damerau_levenshtein;
use thiserror::Error;
use toml::{Spanned, Value};

/// Bytes of a list: some 10,000 entries.
pub const LARGEST: u64 = 1 << 20;
/// What cases without a verdict fail by, beside the names of checks.
const REFUSED: &str = "refused";
const NOT_JUDGED: &str = "not_judged";

/// The failures that are known.
#[derive(Clone, Debug, Default)]
pub struct Known {
    file: String,
    entries: Vec<Entry>,
}

/// What entries of a study may name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub subjects: Vec<String>,
    /// Ticks a second.
    pub hz: Vec<f64>,
}

/// Why a list cannot be used.
#[derive(Debug, Error)]
#[error("{file}: {why}")]
pub struct KnownError {
    file: String,
    why: String,
}

/// Where results are not as known, in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It failed and is not known to.
    New(String),
    /// It failed more severely than it is known to.
    Worse(String),
    /// It passed and is known to fail.
    Passed(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::New(line) | Self::Worse(line) | Self::Passed(line)) = self;
        f.write_str(line)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    rules: u32,
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

#[derive(Serialize)]
struct Written {
    rules: u32,
    known: Vec<Entry>,
}

/// A pattern.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Entry {
    /// In the file, from 1.
    #[serde(skip)]
    line: usize,
    #[serde(default, skip_serializing_if = "Values::is_all")]
    subject: Values,
    #[serde(default, skip_serializing_if = "Values::is_all")]
    contestant: Values,
    #[serde(default, skip_serializing_if = "Values::is_all")]
    check: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<Severity>,
    #[serde(default)]
    reason: String,
    #[serde(flatten)]
    axes: BTreeMap<Axis, Values>,
}

/// The values that a field matches: all where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Values(Vec<String>);

/// A failed row, or a case without a verdict.
struct Failure<'a> {
    check: &'static str,
    severity: Option<Severity>,
    row: Option<&'a Row>,
}

impl Known {
    /// Reads a list. Messages name `file`; `is_contestant` has the remedy where there is no contestant of a name.
    ///
    /// # Errors
    /// Text that is no such list, or a list for another judge's rules. An entry without a reason, or with an unknown subject,
    /// check, rate or contestant. Two entries of one pattern.
    pub fn read(
        text: &str,
        file: &str,
        names: &Names,
        is_contestant: impl Fn(&str) -> Result<(), String>,
    ) -> Result<Self, KnownError> {
        let error = |why: String| KnownError {
            file: file.into(),
            why,
        };
        if text.len() as u64 > LARGEST {
            return Err(error("it has over 1 MiB; no list of failures is so long".into()));
        }
        let read: Read = toml::from_str(text).map_err(|e| error(problem_of_toml(&e, text)))?;
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
            let problem = entry.problem(names).or_else(|| {
                let wrong = entry.contestant.0.iter().find_map(|who| is_contestant(who).err());
                let double = || entries.iter().find(|other| other.is_same_pattern(&entry));
                wrong.or_else(|| Some(format!("it says the same as line {}; keep one", double()?.line)))
            });
            if let Some(why) = problem {
                return Err(error(format!("line {line}: {why}")));
            }
            entries.push(entry);
        }
        Ok(Self {
            file: file.into(),
            entries,
        })
    }

    /// Where failures of some cases of a run differ from the known ones; milder failures than `fail_on` are none. What was not
    /// asked is not expected.
    pub fn differences(&self, run: &Run, cases: &[&Case], fail_on: Severity) -> Vec<Difference> {
        let new = cases.iter().filter_map(|case| self.beyond(case, fail_on));
        let passing = self
            .entries
            .iter()
            .flat_map(|entry| self.passing(entry, run, cases, fail_on));
        new.chain(passing).collect()
    }

    /// What a case fails by beyond the known failures.
    fn beyond(&self, case: &Case, fail_on: Severity) -> Option<Difference> {
        let mut known = None;
        for failure in failures(case, fail_on) {
            let own = self.entries.iter().filter(|entry| entry.covers(case, &failure));
            let own: Vec<&Entry> = own.collect();
            if own.is_empty() {
                let file = match self.file.as_str() {
                    "" => "no list",
                    file => file,
                };
                return Some(Difference::New(format!(
                    "new failure, which {file} does not name: {}: {}",
                    describe(case),
                    case.describe()
                )));
            }
            if !own.iter().any(|entry| entry.allows(&failure)) {
                known = own.iter().filter_map(|entry| entry.severity).min();
            }
        }
        Some(Difference::Worse(format!(
            "fails worse than is known: {}: {}; {} has it as `{}` at worst",
            describe(case),
            case.describe(),
            self.file,
            known?.word()
        )))
    }

    /// The cases that an entry names and that pass; where it names no place, one line if all do.
    fn passing(&self, entry: &Entry, run: &Run, cases: &[&Case], fail_on: Severity) -> Vec<Difference> {
        let own = cases.iter().filter(|case| entry.is_about(case));
        let own: Vec<&&Case> = own.filter(|case| !matches!(case.end, End::NotAsked(_))).collect();
        let fails = |case: &Case| {
            failures(case, fail_on)
                .iter()
                .any(|failure| entry.covers(case, failure))
        };
        let passes = |case: &Case| entry.is_asked(run, case) && !fails(case);
        let line = |place: String| {
            Difference::Passed(format!(
                "passes now: {place}; take line {} out of {}, where it fails because: {}",
                entry.line, self.file, entry.reason
            ))
        };
        match entry.names_a_place() {
            true => {
                let passing = own.iter().filter(|case| passes(case));
                passing.map(|case| line(describe(case))).collect()
            }
            false if !own.is_empty() && own.iter().all(|case| passes(case)) => {
                vec![line(format!("all {} runs", own.len()))]
            }
            false => Vec::new(),
        }
    }

    /// The text of a list of exactly the failures of some cases, and of this list's entries about what was not asked. A reason of
    /// this list is kept. Else the reason is what happened, for the author to put a better one in its place.
    ///
    /// # Errors
    /// Text that cannot be written as TOML.
    pub fn renewed(&self, cases: &[&Case], fail_on: Severity) -> Result<String, toml::ser::Error> {
        let asked = cases.iter().filter(|case| !matches!(case.end, End::NotAsked(_)));
        let asked: Vec<&Case> = asked.copied().collect();
        let is_of_one = asked.windows(2).all(|two| two[0].contestant == two[1].contestant);
        let mut renewed: Vec<(Option<&str>, Entry)> = Vec::new();
        for case in &asked {
            for failure in failures(case, fail_on) {
                let known = self.entries.iter().find(|entry| entry.covers(case, &failure));
                let kept = known.map(|entry| entry.reason.as_str());
                let happened = case.describe();
                let entry = Entry {
                    reason: kept.unwrap_or(&happened).replace(char::is_control, " "),
                    ..Entry::of(case, &failure, !is_of_one)
                };
                let mut same = renewed.iter_mut();
                match same.find(|(reason, known)| *reason == kept && known.is_joined_by(&entry)) {
                    Some((_, known)) => known.join(entry),
                    None => renewed.push((kept, entry)),
                }
            }
        }
        let mut renewed: Vec<Entry> = renewed.into_iter().map(|(_, entry)| entry).collect();
        // At every rate that was played is at all.
        for entry in &mut renewed {
            let own = asked.iter().filter(|case| {
                is_in(&entry.subject.0, &case.subject) && is_in(&entry.contestant.0, &case.contestant)
            });
            let mut rates = own.map(|case| case.axes.get(Axis::Hz));
            let is_all = |known: &Values| rates.all(|rate| known.0.iter().any(|own| own == rate));
            if entry.axes.get(&Axis::Hz).is_some_and(is_all) {
                entry.axes.remove(&Axis::Hz);
            }
        }
        let is_judged = |entry: &&Entry| asked.iter().any(|case| entry.is_about(case));
        let others = self.entries.iter().filter(|entry| !is_judged(entry));
        renewed.extend(others.cloned());
        toml::to_string(&Written {
            rules: RULES,
            known: renewed,
        })
    }
}

impl Entry {
    /// The entry of a failure: of a course at its rate, else of the check in its scene or on its subject.
    fn of(case: &Case, failure: &Failure, names_contestant: bool) -> Self {
        let one = |text: &str| Values(vec![text.to_owned()]);
        let at = |axis: Axis| [(axis, one(case.axes.get(axis)))].into();
        let entry = Self {
            contestant: match names_contestant {
                true => one(&case.contestant),
                false => Values::default(),
            },
            severity: failure.severity,
            ..Self::default()
        };
        let [hz, scene] = [Axis::Hz, Axis::Scene].map(|axis| case.axes.get(axis));
        match (hz, scene) {
            ("", "") => Self {
                subject: one(&case.subject),
                check: one(failure.check),
                ..entry
            },
            ("", _) => Self {
                check: one(failure.check),
                axes: at(Axis::Scene),
                ..entry
            },
            _ => Self {
                subject: one(&case.subject),
                axes: at(Axis::Hz),
                ..entry
            },
        }
    }

    /// Whether another failure is told in the same entry: that of another place, or of another rate.
    fn is_joined_by(&self, other: &Self) -> bool {
        let is_course = other.check.is_all();
        self.contestant == other.contestant
            && self.check == other.check
            && (!is_course || self.subject == other.subject)
            && self.axes.keys().eq(other.axes.keys())
    }

    fn join(&mut self, other: Self) {
        // A refusal has no severity, and only an entry without one stands for it.
        let is_worse = other.severity < self.severity;
        self.subject.add(other.subject);
        for (axis, values) in other.axes {
            self.axes.entry(axis).or_default().add(values);
        }
        // What happened differs from place to place: the worst says it. A reason that is kept is the same.
        if is_worse {
            (self.severity, self.reason) = (other.severity, other.reason);
        }
    }

    /// Why it cannot be meant, and the remedy.
    fn problem(&self, names: &Names) -> Option<String> {
        let fields = [&self.subject, &self.contestant, &self.check];
        if self.reason.trim().is_empty() {
            return Some("an entry needs a `reason`".into());
        }
        if fields.into_iter().chain(self.axes.values()).any(Values::is_none) {
            return Some("a list without values; give some, or leave the field out for all".into());
        }
        let subjects: Vec<&str> = names.subjects.iter().map(String::as_str).collect();
        let checks = Check::ALL.iter().map(|check| check.name());
        let checks: Vec<&str> = checks.chain([REFUSED, NOT_JUDGED]).collect();
        let unknown = |what: &str, values: &Values, all: &[&str]| {
            let wrong = values.0.iter().find(|value| !all.contains(&value.as_str()))?;
            Some(format!("there is no {what} `{wrong}`{}", meant(wrong, all)))
        };
        let rate = |value: &&String| {
            let hz: Option<f64> = value.parse().ok();
            hz.is_none_or(|hz| !names.hz.contains(&hz))
        };
        let rates = self.axes.get(&Axis::Hz);
        let wrong_rate = rates.and_then(|rates| rates.0.iter().find(rate)).map(|rate| {
            let all: Vec<String> = names.hz.iter().map(f64::to_string).collect();
            format!("no run has the rate {rate}; give some of {}", all.join(", "))
        });
        unknown("subject", &self.subject, &subjects)
            .or_else(|| unknown("check", &self.check, &checks))
            .or(wrong_rate)
    }

    fn is_same_pattern(&self, other: &Self) -> bool {
        let key = |entry: &Self| {
            let fields = [&entry.subject, &entry.contestant, &entry.check].map(Clone::clone);
            (fields, entry.axes.clone())
        };
        key(self) == key(other)
    }

    /// Whether it says where it fails.
    fn names_a_place(&self) -> bool {
        !self.subject.is_all() || !self.axes.is_empty()
    }

    /// Whether it is about a case, by whichever check.
    fn is_about(&self, case: &Case) -> bool {
        let is_at = |(axis, values): (&Axis, &Values)| {
            let own = case.axes.get(*axis);
            let is_of_rows = matches!(
                axis,
                Axis::Expectation | Axis::Hull | Axis::Questions | Axis::Gap | Axis::Way
            );
            (own.is_empty() && is_of_rows) || is_in(&values.0, own)
        };
        is_in(&self.subject.0, &case.subject)
            && is_in(&self.contestant.0, &case.contestant)
            && self.axes.iter().all(is_at)
    }

    /// Whether a failure is one that it names, however severe.
    fn covers(&self, case: &Case, failure: &Failure) -> bool {
        let value = |axis: Axis| match failure.row.map_or("", |row| row.axes.get(axis)) {
            "" => case.axes.get(axis),
            own => own,
        };
        let is_at = |(axis, values): (&Axis, &Values)| is_in(&values.0, value(*axis));
        self.is_about(case) && is_in(&self.check.0, failure.check) && self.axes.iter().all(is_at)
    }

    /// Whether a failure is no worse than it says. A refusal has no severity: an entry about one does not stand for it.
    fn allows(&self, failure: &Failure) -> bool {
        let is_within = |worst| failure.severity.is_some_and(|severity| severity >= worst);
        self.severity.is_none_or(is_within)
    }

    /// Whether a case was asked all that the entry may fail by. Who stopped on the way was not.
    fn is_asked(&self, run: &Run, case: &Case) -> bool {
        let listed = run.checklists.get(&case.checklist);
        let is_listed = |name: &str| listed.is_none_or(|all| all.iter().any(|check| check.name() == name));
        self.check.0.iter().all(|name| match name.as_str() {
            REFUSED | NOT_JUDGED => true,
            name => case.end == End::Played && is_listed(name),
        })
    }
}

impl Values {
    fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it was written as an empty list.
    fn is_none(&self) -> bool {
        self.0.iter().any(String::is_empty)
    }

    fn add(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0 = crate::each_once(std::mem::take(&mut self.0));
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = |value: Value| match value {
            Value::String(text) => Ok(text),
            Value::Integer(number) => Ok(number.to_string()),
            Value::Float(number) => Ok(number.to_string()),
            other => Err(D::Error::custom(format!(
                "`{other}` is neither text nor a number"
            ))),
        };
        Ok(Self(match Value::deserialize(from)? {
            // Kept as a value that nothing has, so that it is refused with its line.
            Value::Array(values) if values.is_empty() => vec![String::new()],
            Value::Array(values) => values.into_iter().map(text).collect::<Result<_, _>>()?,
            value => vec![text(value)?],
        }))
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Plain<'a> {
            Whole(u32),
            Number(f64),
            Text(&'a str),
        }
        fn plain(text: &String) -> Plain<'_> {
            let number = text
                .parse()
                .ok()
                .filter(|number: &f64| number.to_string() == *text);
            // `01` is a name.
            let whole = text.parse().ok().filter(|whole: &u32| whole.to_string() == *text);
            match (whole, number) {
                (Some(whole), _) => Plain::Whole(whole),
                (_, Some(number)) => Plain::Number(number),
                _ => Plain::Text(text),
            }
        }
        match &self.0[..] {
            [one] => plain(one).serialize(to),
            several => to.collect_seq(several.iter().map(plain)),
        }
    }
}

/// What is wrong with a text that is no list, in a line with its place.
fn problem_of_toml(error: &toml::de::Error, text: &str) -> String {
    let start = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = 1 + text.as_bytes()[..start]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count();
    let what = error.message();
    // An axis is flattened into an entry, so the message names axes alone.
    match what
        .strip_prefix("unknown variant ")
        .and_then(|rest| rest.split_once(','))
    {
        Some((name, _)) => format!(
            "line {line}: there is no field {name}; an entry has subject, contestant, check, severity, reason, or an axis such as hz"
        ),
        None => format!("line {line}: {what}"),
    }
}

fn is_in(values: &[String], value: &str) -> bool {
    values.is_empty() || values.iter().any(|known| known == value)
}

/// What fails in a case, from a severity on.
fn failures(case: &Case, fail_on: Severity) -> Vec<Failure<'_>> {
    let rows = case.failures().into_iter().map(|row| Failure {
        check: row.check.name(),
        severity: row.severity(),
        row: Some(row),
    });
    let rows = rows.filter(|failure| failure.severity.is_some_and(|severity| severity <= fail_on));
    let end = match case.end {
        End::Refused(_) => Some(REFUSED),
        End::NotJudged(_) => Some(NOT_JUDGED),
        _ => None,
    };
    let end = end.map(|check| Failure {
        check,
        severity: None,
        row: None,
    });
    rows.chain(end).collect()
}

/// `mine on stairs-16, 60 Hz`.
fn describe(case: &Case) -> String {
    format!("{} on {}", case.contestant, case.place())
}

/// Names that may be meant.
fn meant(name: &str, all: &[&str]) -> String {
    /// More letters apart, and names resemble each other by chance.
    const SLIPS: usize = 2;
    const SHOWN: usize = 3;
    let near = all.iter().map(|known| (damerau_levenshtein(known, name), known));
    let mut near: Vec<(usize, &&str)> = near
        .filter(|(slips, known)| *slips <= SLIPS || known.starts_with(name))
        .collect();
    near.sort();
    let near: Vec<String> = near.iter().take(SHOWN).map(|(_, n)| format!("`{n}`")).collect();
    match near.is_empty() {
        true => "; --write-known FILE names what fails".into(),
        false => format!(", did you mean {}?", near.join(" or ")),
    }
}
