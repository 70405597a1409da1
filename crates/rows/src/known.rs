//! `known.toml`: the failures that somebody knows of, as patterns over the keys of results, with reasons. A result is *as known*
//! if exactly these failed: a new failure is a difference, and so is a known one that passes, or is worse than its severity.
//!
//! ```toml
//! rules = 2                 # of which judge; docs/rules-versions.md
//!
//! [[known]]
//! subject = "stairs-16"     # a course, a family, a map or a scene, by its name
//! hz = [33, 60]             # or another axis, as the columns of table.csv are called
//! check = "slow"            # or `stopped`, `refused` or `not_judged`
//! contestant = "mine"
//! severity = "noticeable"   # the worst that it stands for: measurable, noticeable, stuck or lost; without it any
//! reason = "steps of 16 u are not climbed below 100 Hz"
//! ```
//!
//! A field that is left out matches all; each may have one value or a list. Without a check an entry stands for all checks but
//! how a run ends: `stopped`, `refused` and `not_judged` have to be named. An entry that says where (a subject, an axis) has to
//! fail everywhere there; one that says no place has to fail somewhere, of all that there is to play. What was not asked has
//! not passed.

use crate::{Axis, Case, Check, End, RULES, Row, Run, Severity};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::{fmt, iter};
use strsim::damerau_levenshtein;
use thiserror::Error;
use toml::{Spanned, Value};

/// Bytes of a list: some 10,000 entries.
pub const LARGEST: u64 = 1 << 20;
/// What cases without a verdict fail by, beside the names of checks.
const REFUSED: &str = "refused";
const NOT_JUDGED: &str = "not_judged";

/// Name of the fact of a case that some questions of its checks were not asked: which.
pub const NOT_ASKED: &str = "not asked";

/// The failures that are known.
#[derive(Clone, Debug, Default)]
pub struct Known {
    file: String,
    entries: Vec<Entry>,
    is_part: bool,
}

/// What entries of a study may name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub subjects: BTreeSet<String>,
    /// Values of the axes that its cases have.
    pub axes: BTreeMap<Axis, BTreeSet<String>>,
    /// Whether only a part of them is played.
    pub is_part: bool,
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

impl Names {
    /// These subjects, at these ticks a second.
    pub fn new(subjects: impl IntoIterator<Item = String>, hz: impl IntoIterator<Item = f64>) -> Self {
        let rates: BTreeSet<String> = hz.into_iter().map(|hz| hz.to_string()).collect();
        let has_rates = !rates.is_empty();
        Self {
            subjects: subjects.into_iter().collect(),
            axes: has_rates.then_some((Axis::Hz, rates)).into_iter().collect(),
            is_part: false,
        }
    }

    /// Adds those of a case.
    pub fn add(&mut self, case: &Case) {
        self.subjects.insert(case.subject.clone());
        for axis in Axis::ALL {
            let value = case.axes.get(axis);
            if !value.is_empty() {
                self.axes.entry(axis).or_default().insert(value.into());
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    rules: u32,
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

/// A pattern.
#[derive(Clone, Debug, Default, Deserialize)]
struct Entry {
    /// In the file, from 1.
    #[serde(skip)]
    line: usize,
    #[serde(default)]
    subject: Values,
    #[serde(default)]
    contestant: Values,
    #[serde(default)]
    check: Values,
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
    /// Text that is no such list, or a list for another judge's rules. An entry without a reason, or with a subject, check,
    /// contestant or value of an axis that there is not. Two entries of one pattern.
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
            let mut entry = Entry {
                line,
                ..spanned.into_inner()
            };
            // As cases have it: `33.0` and `"33.0"` are 33.
            if let Some(Values(rates)) = entry.axes.get_mut(&Axis::Hz) {
                for rate in rates {
                    *rate = rate
                        .parse()
                        .map_or_else(|_| rate.clone(), |hz: f64| hz.to_string());
                }
            }
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
            is_part: names.is_part,
        })
    }

    /// Reads a list of cases that are exempt: for every contestant, from all that is expected there.
    ///
    /// # Errors
    /// As [`Known::read`]. An entry of a contestant, a check or a severity.
    pub fn read_exempt(text: &str, file: &str, names: &Names) -> Result<Self, KnownError> {
        let for_all = |_: &str| Err("an exemption holds for every contestant; name none".into());
        let list = Self::read(text, file, names, for_all)?;
        let is_narrower = |entry: &&Entry| !entry.check.is_all() || entry.severity.is_some();
        match list.entries.iter().find(is_narrower) {
            Some(Entry { line, .. }) => Err(KnownError {
                file: list.file,
                why: format!(
                    "line {line}: an exemption is from all that is expected; name no check and no severity"
                ),
            }),
            None => Ok(list),
        }
    }

    /// The reason of the first entry about a case, by whichever check.
    pub fn reason(&self, case: &Case) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.is_about(case))?;
        Some(&entry.reason)
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
        let (mut new, mut known) = (Vec::new(), None);
        for failure in failures(case, fail_on) {
            let own = self.entries.iter().filter(|entry| entry.covers(case, &failure));
            let own: Vec<&Entry> = own.collect();
            if own.is_empty() {
                new.push(failure);
            } else if !own.iter().any(|entry| entry.allows(&failure)) {
                known = own.iter().filter_map(|entry| entry.severity).min();
            }
        }
        if !new.is_empty() {
            return Some(Difference::New(format!(
                "new failure, which {} does not name: {}: {}\n{}",
                self.file,
                describe(case),
                case.describe(),
                entry_text(case, &new)
            )));
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
                "passes now: {place}; line {} of {} says that it fails, because: {}",
                entry.line, self.file, entry.reason
            ))
        };
        match entry.names_a_place() {
            true => {
                let passing = own.iter().filter(|case| passes(case));
                passing.map(|case| line(describe(case))).collect()
            }
            false if !self.is_part && !own.is_empty() && own.iter().all(|case| passes(case)) => {
                vec![line(format!("all {} runs", own.len()))]
            }
            false => Vec::new(),
        }
    }
}

impl Entry {
    /// Why it cannot be meant, and the remedy.
    fn problem(&self, names: &Names) -> Option<String> {
        let fields = [&self.subject, &self.contestant, &self.check];
        if self.reason.trim().is_empty() {
            return Some("an entry needs a `reason`".into());
        }
        if fields.into_iter().chain(self.axes.values()).any(Values::is_none) {
            return Some("a list without values; give some, or leave the field out for all".into());
        }
        let checks = Check::ALL.iter().map(|check| check.name());
        let checks: BTreeSet<String> = checks.chain([REFUSED, NOT_JUDGED]).map(String::from).collect();
        let no_values = BTreeSet::new();
        // The axes of rows have words of their own, and what no row has passes wherever it is asked.
        let axes = self.axes.iter().filter(|(axis, _)| !is_of_rows(**axis));
        let axes =
            axes.map(|(axis, values)| (axis.word(), values, names.axes.get(axis).unwrap_or(&no_values)));
        [
            ("subject", &self.subject, &names.subjects),
            ("check", &self.check, &checks),
        ]
        .into_iter()
        .chain(axes)
        .find_map(|(what, values, all)| {
            let wrong = values.0.iter().find(|value| !all.contains(*value))?;
            Some(format!("there is no {what} `{wrong}`{}", meant(wrong, all)))
        })
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
            (own.is_empty() && is_of_rows(*axis)) || is_in(&values.0, own)
        };
        is_in(&self.subject.0, &case.subject)
            && is_in(&self.contestant.0, &case.contestant)
            && self.axes.iter().all(is_at)
    }

    /// Whether a failure is one that it names, however severe. How a run ended is named by its word alone.
    fn covers(&self, case: &Case, failure: &Failure) -> bool {
        let value = |axis: Axis| match failure.row.map_or("", |row| row.axes.get(axis)) {
            "" => case.axes.get(axis),
            own => own,
        };
        let is_at = |(axis, values): (&Axis, &Values)| is_in(&values.0, value(*axis));
        let is_of_check = match self.check.is_all() {
            true => failure.row.is_some_and(|row| row.check != Check::Stopped),
            false => is_in(&self.check.0, failure.check),
        };
        self.is_about(case) && is_of_check && self.axes.iter().all(is_at)
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
        let mut parts = self
            .axes
            .iter()
            .filter(|(axis, _)| is_of_parts(**axis))
            .peekable();
        let is_there = |(axis, values): (&Axis, &Values)| {
            let is_asked = |value: &String| case.rows.iter().any(|row| row.axes.get(*axis) == value);
            values.0.iter().all(is_asked)
        };
        let is_whole = !case.facts.contains_key(NOT_ASKED) || (parts.peek().is_some() && parts.all(is_there));
        let is_played = case.end == End::Played && is_whole;
        match self.check.is_all() {
            true => is_played,
            false => self.check.0.iter().all(|name| match name.as_str() {
                REFUSED | NOT_JUDGED => true,
                name => is_played && is_listed(name),
            }),
        }
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

/// The failures of a case as an entry of a list. Its reason is empty, so that the list is refused until somebody gives one.
fn entry_text(case: &Case, failures: &[Failure]) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let checks = crate::each_once(failures.iter().map(|failure| quoted(failure.check)));
    let axes = Axis::ALL
        .into_iter()
        .map(|axis| (axis.word(), case.axes.get(axis)));
    let fields = [
        ("subject", case.subject.as_str()),
        ("contestant", &case.contestant),
    ];
    let fields = fields
        .into_iter()
        .chain(axes)
        .filter(|(_, value)| !value.is_empty());
    let fields = fields.map(|(name, value)| format!("{name} = {}", quoted(value)));
    let mut lines: Vec<String> = iter::once("[[known]]".to_owned()).chain(fields).collect();
    lines.push(format!("check = [{}]", checks.join(", ")));
    // An entry with a severity stands for no refusal.
    let severities: Option<Vec<Severity>> = failures.iter().map(|failure| failure.severity).collect();
    if let Some(worst) = severities.into_iter().flatten().min() {
        lines.push(format!("severity = {}", quoted(worst.word())));
    }
    lines.push("reason = \"\"".into());
    format!("  {}", lines.join("\n  "))
}

/// Whether it is an axis of rows, which cases need not have.
fn is_of_rows(axis: Axis) -> bool {
    axis == Axis::Expectation || is_of_parts(axis)
}

/// Whether it is an axis of a part of a case's questions. Each part has a row, also where nothing failed.
fn is_of_parts(axis: Axis) -> bool {
    matches!(axis, Axis::Hull | Axis::Questions | Axis::Gap | Axis::Way)
}

/// Names that may be meant, or all where they are few.
fn meant(name: &str, all: &BTreeSet<String>) -> String {
    /// More letters apart, and names resemble each other by chance.
    const SLIPS: usize = 2;
    const SHOWN: usize = 3;
    const FEW: usize = 6;
    let near = all.iter().map(|known| (damerau_levenshtein(known, name), known));
    let mut near: Vec<(usize, &String)> = near
        .filter(|(slips, known)| *slips <= SLIPS || known.starts_with(name))
        .collect();
    near.sort();
    let near: Vec<String> = near.iter().take(SHOWN).map(|(_, n)| format!("`{n}`")).collect();
    match (near.is_empty(), all.len()) {
        (false, _) => format!(", did you mean {}?", near.join(" or ")),
        (true, 1..=FEW) => {
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            format!("; give some of {}", all.join(", "))
        }
        (true, _) => "; a run's table.csv has the names".into(),
    }
}
