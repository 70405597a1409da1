//! A case and its rows.

use crate::{Axes, Axis, Check, Questions, Severity};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The fact with the hash over the state after every tick.
pub const STATES: &str = "states";
/// The fact of what a backend does not collide with.
pub const LEFT_OUT: &str = "left out";
/// The fact of how much of a map's floor a run walked, and how often the player died.
pub const WALKED: &str = "walked";

/// One contestant on one subject under one setting: how it ended, and what its checks found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Hash of all that its group depends on; a run that is resumed plays no group again whose cases are there.
    pub group: String,
    /// A scene, a course, a map.
    pub subject: String,
    /// Who took part.
    pub contestant: String,
    /// Of the setting.
    #[serde(default, skip_serializing_if = "Axes::is_empty")]
    pub axes: Axes,
    /// Name of the list of checks that was asked ([`Run::checklists`](crate::Run::checklists)). A listed check without a row
    /// passed.
    pub checklist: String,
    /// How it ended.
    pub end: End,
    /// What its checks found; what passed with nothing to say is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Row>,
    /// What else is known of it by name, such as the hash of its states.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
    /// Values of one check, one a round: those of one group are of the same rounds, in order.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub samples: BTreeMap<Check, Vec<f64>>,
}

/// How a case ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It was played to the end.
    #[default]
    Played,
    /// The contestant refused it: why.
    Refused(String),
    /// The contestant stopped on the way, by a panic, its death or for good: why.
    Stopped(String),
    /// This workbench does not ask it: why.
    NotAsked(String),
    /// It was played, but the judge failed: why.
    NotJudged(String),
}

/// One check or measure of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which.
    pub check: Check,
    /// Of the question.
    #[serde(default, skip_serializing_if = "Axes::is_empty")]
    pub axes: Axes,
    /// How often it was asked, and how often it failed.
    pub asked: u64,
    pub failed: u64,
    /// What was found, in the check's unit. What is not finite is written as null, and is never a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// 95 % interval of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    pub outcome: Outcome,
    /// What a value does not tell.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Whose the failure is; none where no question to a library shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blame: Option<Blame>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Passed,
    Failed(Severity),
    /// The reference fails it too, and its exemption is listed.
    ByReference,
    /// An engine's own rule has it so, and the contestant follows that engine.
    ByRule,
    /// A measure, which has no verdict.
    Counted,
}

/// Whose a library's failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blame {
    /// The library alone does what failed: exact arithmetic contradicts an answer, or its controller goes elsewhere than the
    /// exact slide move.
    Library,
    /// No answer of the library alone is what failed: our adapter is at fault, or the sample that it follows.
    Adapter,
}

/// What shows a failure: files in the folder of the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The smallest scene found that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// The question to the library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The page with the replay, at its worst moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// The commands of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commands: Option<String>,
}

impl End {
    /// How it ended, without why.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Refused(_) => "refused",
            Self::Stopped(_) => "stopped",
            Self::NotAsked(_) => "not asked",
            Self::NotJudged(_) => "not judged",
        }
    }
}

impl Blame {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Adapter => "adapter",
        }
    }
}

impl Row {
    /// A row of one check that was asked once, with no value.
    pub fn new(check: Check, outcome: Outcome) -> Self {
        Self {
            check,
            axes: Axes::default(),
            asked: 1,
            failed: u64::from(matches!(outcome, Outcome::Failed(_))),
            value: None,
            limit: None,
            interval: None,
            outcome,
            note: String::new(),
            blame: None,
            evidence: None,
        }
    }

    /// A measure without a verdict.
    pub fn counted(check: Check, value: f64) -> Self {
        Self::new(check, Outcome::Counted).with_value(value)
    }

    /// The same with a value.
    #[must_use]
    pub fn with_value(self, value: f64) -> Self {
        Self {
            value: Some(value).filter(|value| value.is_finite()),
            ..self
        }
    }

    /// How bad the failure is; none where it is none.
    pub fn severity(&self) -> Option<Severity> {
        match self.outcome {
            Outcome::Failed(severity) => Some(severity),
            _ => None,
        }
    }

    /// Whether it is of one kind of question among several.
    fn is_of_questions(&self) -> bool {
        !self.axes.get(Axis::Questions).is_empty()
    }

    fn counts(&self) -> String {
        format!(
            "{} of {}",
            crate::grouped(self.failed),
            crate::grouped(self.asked)
        )
    }

    /// What failed, with its value, its limit and its note: `in a solid 0.0512 u, limit 0.05 u`.
    pub fn describe(&self) -> String {
        let unit = match self.check.unit() {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        let mut text = self.check.fails().to_owned();
        if let Some(value) = self.value {
            text += &format!(" {}{unit}", crate::three_digits(value));
        }
        if let Some(limit) = self.limit {
            text += &format!(", limit {}{unit}", crate::three_digits(limit));
        }
        if self.is_of_questions() {
            text += &format!(", {}: {}", self.axes.describe(), self.counts());
        }
        match self.note.as_str() {
            "" => text,
            note => format!("{text}: {note}"),
        }
    }
}

impl Questions {
    /// Whether a row is of this kind.
    pub fn is_of(self, row: &Row) -> bool {
        row.axes.get(Axis::Questions) == self.word()
    }
}

impl Case {
    /// The same where the contestant stopped on the way: why. It loses the player, which a row says.
    #[must_use]
    pub fn stopped(mut self, why: impl Into<String>) -> Self {
        let why = why.into();
        self.rows.push(Row {
            note: why.clone(),
            ..Row::new(Check::Stopped, Outcome::Failed(Severity::Lost))
        });
        self.end = End::Stopped(why);
        self
    }

    /// The failed rows, worst first.
    pub fn failures(&self) -> Vec<&Row> {
        let mut failed: Vec<&Row> = self.rows.iter().filter(|row| row.severity().is_some()).collect();
        failed.sort_by_key(|row| (row.severity(), row.check));
        failed
    }

    /// The worst that it did to the player; none where nothing failed.
    pub fn severity(&self) -> Option<Severity> {
        self.rows.iter().filter_map(Row::severity).min()
    }

    /// Whether it was played to the end, nothing failed, and nothing is excused.
    pub fn is_passed(&self) -> bool {
        self.end == End::Played && self.severity().is_none() && !self.is_exempt()
    }

    /// Whether nothing failed but what the reference fails too.
    pub fn is_exempt(&self) -> bool {
        let is_excused = |row: &Row| row.outcome == Outcome::ByReference;
        self.end == End::Played && self.severity().is_none() && self.rows.iter().any(is_excused)
    }

    /// Whether it says something of the contestant: what was not asked or not judged does not, nor does a refusal.
    pub fn is_judged(&self) -> bool {
        matches!(self.end, End::Played | End::Stopped(_))
    }

    /// Whether it was asked and has no verdict: the contestant refused it, or the judge failed. That is no pass.
    pub fn lacks_verdict(&self) -> bool {
        matches!(self.end, End::Refused(_) | End::NotJudged(_))
    }

    /// Whether something of it is no pass: a check failed, or it has no verdict.
    pub fn is_failed(&self) -> bool {
        self.severity().is_some() || self.lacks_verdict()
    }

    /// Why it was not played to the end.
    pub fn reason(&self) -> Option<&str> {
        match &self.end {
            End::Played => None,
            End::Refused(why) | End::Stopped(why) | End::NotAsked(why) | End::NotJudged(why) => Some(why),
        }
    }

    /// The row of a check, the first of several.
    pub fn row(&self, check: Check) -> Option<&Row> {
        self.rows.iter().find(|row| row.check == check)
    }

    /// The value of a check, where it has one.
    pub fn value(&self, check: Check) -> Option<f64> {
        self.row(check)?.value
    }

    /// The samples of a time, in nanoseconds.
    pub fn nanoseconds(&self, check: Check) -> Option<Vec<f64>> {
        let factor = match check.unit() {
            "s" => 1e9,
            "ms" => 1e6,
            _ => 1.0,
        };
        let samples = self.samples.get(&check)?.iter();
        Some(samples.map(|sample| sample * factor).collect())
    }

    /// What two runs compare it by.
    pub fn key(&self) -> (&str, &str, &Axes) {
        (&self.subject, &self.contestant, &self.axes)
    }

    /// Where it was played: `stairs-16, 60 Hz`.
    pub fn place(&self) -> String {
        match self.axes.is_empty() {
            true => self.subject.clone(),
            false => format!("{}, {}", self.subject, self.axes.describe()),
        }
    }

    /// What it did in a line; empty where it passed.
    pub fn describe(&self) -> String {
        match &self.end {
            End::Played => self.describe_failures(),
            End::Refused(why) => format!("refused: {why}"),
            End::Stopped(why) => format!("stopped: {why}"),
            End::NotAsked(why) => format!("not asked: {why}"),
            End::NotJudged(why) => match self.describe_failures().as_str() {
                "" => format!("not judged: {why}"),
                failures => format!("not judged: {why}; {failures}"),
            },
        }
    }

    fn describe_failures(&self) -> String {
        let failures = self.failures();
        let alike = |a: &&Row, b: &&Row| a.is_of_questions() && (a.check, a.outcome) == (b.check, b.outcome);
        let each = failures.chunk_by(alike).map(describe_alike);
        each.collect::<Vec<_>>().join("; ")
    }
}

/// What failed by one check in several kinds of question.
fn describe_alike(rows: &[&Row]) -> String {
    match rows {
        [row] => row.describe(),
        rows => {
            let all = Row {
                asked: rows.iter().map(|row| row.asked).fold(0, u64::saturating_add),
                failed: rows.iter().map(|row| row.failed).fold(0, u64::saturating_add),
                value: rows.iter().filter_map(|row| row.value).reduce(f64::max),
                ..Row::new(rows[0].check, rows[0].outcome)
            };
            format!(
                "{}, {} kinds of question: {}",
                all.describe(),
                rows.len(),
                all.counts()
            )
        }
    }
}
