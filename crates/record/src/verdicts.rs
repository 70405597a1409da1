//! A scene's verdicts: each contestant, question by question, without times. Two runs are compared by them.

use crate::Made;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// All verdicts of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdicts {
    /// What was run: `comparison`.
    pub study: String,
    /// Its origin.
    pub made: Made,
    /// Settings that two runs must share to be compared, each by its name.
    pub asked: BTreeMap<String, String>,
    /// The verdicts.
    pub verdicts: Vec<Verdict>,
}

/// One contestant's result on one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The contestant.
    pub contestant: String,
    /// The question: a detector, or an expectation.
    pub question: String,
    /// The failure, in words with its figures; `None` of a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Why two runs are not compared.
#[derive(Clone, Debug, PartialEq)]
pub enum NotCompared {
    /// It was judged by these rules.
    Rules(u32),
    /// This setting differs: name, its value before, its value now.
    Asked(String, String, String),
    /// No contestant took part in both.
    Contestants,
    /// No question was asked in both.
    Questions,
}

/// A verdict that differs from the earlier run's.
#[derive(Clone, Debug, PartialEq)]
pub struct Change<'a> {
    /// The verdict now.
    pub now: &'a Verdict,
    /// The failure of before; `None` if it passed.
    pub before: Option<&'a str>,
}

/// Differences between two runs of one study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes<'a> {
    /// Verdicts that differ, contestant by contestant.
    pub changed: Vec<Change<'a>>,
    /// Contestants of one of the runs alone.
    pub lone_contestants: Vec<&'a str>,
    /// How many questions to the contestants of both were asked in one of the runs alone.
    pub lone_questions: usize,
}

impl Verdict {
    /// A verdict; `failed` is the failure in words, and empty of a pass.
    pub fn new(contestant: &str, question: impl Into<String>, failed: impl Into<String>) -> Self {
        Self {
            contestant: contestant.into(),
            question: question.into(),
            failed: Some(failed.into()).filter(|words| !words.is_empty()),
        }
    }
}

impl Verdicts {
    /// What changed since an earlier run.
    ///
    /// # Errors
    /// Why the two runs cannot be compared.
    pub fn since<'a>(&'a self, earlier: &'a Self) -> Result<Changes<'a>, NotCompared> {
        if earlier.made.rules != self.made.rules {
            return Err(NotCompared::Rules(earlier.made.rules));
        }
        let value = |run: &Self, name: &str| run.asked.get(name).cloned().unwrap_or_default();
        let settings = self.asked.keys().chain(earlier.asked.keys());
        for name in settings {
            let [before, now] = [earlier, self].map(|run| value(run, name));
            if before != now {
                return Err(NotCompared::Asked(name.clone(), before, now));
            }
        }
        let [before, now] = [earlier, self].map(Self::contestants);
        let [was, is] = [&before, &now].map(|names| names.iter().copied().collect::<HashSet<&str>>());
        let is_in_both = |verdict: &Verdict| {
            let name = verdict.contestant.as_str();
            was.contains(name) && is.contains(name)
        };
        if was.is_disjoint(&is) {
            return Err(NotCompared::Contestants);
        }
        let mut then: HashMap<_, _> = earlier.keyed(is_in_both).into_iter().collect();
        let mut changes = Changes::default();
        let mut compared = 0;
        for (key, verdict) in self.keyed(is_in_both) {
            let Some(before) = then.remove(&key) else {
                changes.lone_questions += 1;
                continue;
            };
            compared += 1;
            if before.failed != verdict.failed {
                changes.changed.push(Change {
                    now: verdict,
                    before: before.failed.as_deref(),
                });
            }
        }
        if compared == 0 {
            return Err(NotCompared::Questions);
        }
        changes.lone_questions += then.len();
        let place: HashMap<&str, usize> = now.iter().copied().zip(0..).collect();
        changes
            .changed
            .sort_by_key(|change| place.get(change.now.contestant.as_str()).copied());
        let lone = before.into_iter().filter(|name| !is.contains(name));
        changes.lone_contestants = lone
            .chain(now.into_iter().filter(|name| !was.contains(name)))
            .collect();
        Ok(changes)
    }

    /// The verdicts that a test picks, each under contestant and question. A question that is asked again is numbered.
    fn keyed(&self, picks: impl Fn(&Verdict) -> bool) -> Vec<((&str, &str, usize), &Verdict)> {
        let mut times: HashMap<(&str, &str), usize> = HashMap::new();
        let picked = self.verdicts.iter().filter(|verdict| picks(verdict));
        let keyed = picked.map(|verdict| {
            let (contestant, question) = (verdict.contestant.as_str(), verdict.question.as_str());
            let time = times.entry((contestant, question)).or_default();
            *time += 1;
            ((contestant, question, *time), verdict)
        });
        keyed.collect()
    }

    /// Each contestant once, in the order in which they first stand.
    fn contestants(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.verdicts.iter().map(|v| v.contestant.as_str());
        names.filter(|name| seen.insert(*name)).collect()
    }
}
