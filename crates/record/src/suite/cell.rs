//! A cell of the suite's table: one contestant in one scene, its outcome, and whether that is a failure.

use crate::faults::fail_any_scene;
use crate::findings::Finding;
use crate::graded::of_finding;
use clipmark_rows::Severity;
use serde::{Deserialize, Serialize};

/// One contestant in one scene of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteCell {
    /// Hash of all that the outcome depends on: suite files, program, scene and contestant.
    pub key: String,
    /// Short name of the suite.
    pub suite: String,
    /// The varied parameters.
    pub case: String,
    /// Movement profile.
    pub profile: String,
    /// Tick, in words.
    pub tick: String,
    /// Where the scene is put, in words.
    pub place: String,
    /// Name of its scene.
    pub scene: String,
    /// `backend` or `backend+mover`.
    pub contestant: String,
    /// The result.
    pub outcome: Outcome,
}

/// The result of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// It was played.
    Played(Run),
    /// The contestant does not collide with the scene's subject: neither a pass nor a failure.
    NotCollided(String),
    /// The backend could not be built, or the scene not be entered.
    Refused(String),
    /// The backend or mover panicked (F13).
    Panicked(String),
    /// It was played, but the judges failed: neither a pass nor a failure, and a fault of this program.
    NotJudged(String),
}

/// A run that came to its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Ticks played.
    pub ticks: usize,
    /// Expectations that concerned this contestant.
    pub asked: usize,
    /// The broken expectations: expectation, and result.
    pub unmet: Vec<[String; 2]>,
    /// The harm of each of these, in their order. A later entry of the list has none here and counts as held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub harms: Vec<Severity>,
    /// Expectations that did not hold and that the reference mover does not meet either.
    pub lawful: Vec<[String; 2]>,
    /// Whether the reference mover fails something that is asked of this contestant. Asked of scenes that are listed as exempt;
    /// `None` where the contestant moves otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_fails: Option<bool>,
    /// Why these count as no failure: the reason in the list of exemptions. `None` where nothing is exempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exempt: Option<String>,
    /// Random sweeps refereed.
    pub sweeps: usize,
    /// The findings of detectors and referee.
    pub findings: Vec<Finding>,
    /// Hash over the state after every tick.
    pub state_hash: String,
}

impl SuiteCell {
    /// Whether it failed. `None` where it counts neither as passed nor as failed: this contestant was not asked, it does not
    /// collide with the scene, or the scene is exempt.
    pub fn failed(&self) -> Option<bool> {
        match &self.outcome {
            Outcome::Played(run) if run.failed() => Some(true),
            Outcome::Played(run) => (run.asked > 0 && run.exempt.is_none()).then_some(false),
            Outcome::NotCollided(_) | Outcome::NotJudged(_) => None,
            Outcome::Refused(_) | Outcome::Panicked(_) => Some(true),
        }
    }

    /// The worst harm that it does to the player; none where it did not fail, or was refused.
    pub fn severity(&self) -> Option<Severity> {
        match &self.outcome {
            Outcome::Played(run) if run.failed() => run.severity(),
            Outcome::Panicked(_) => Some(Severity::Lost),
            _ => None,
        }
    }

    /// The parameters of its scene, in one line.
    pub fn variant(&self) -> String {
        format!(
            "{} · {} · {} · {}",
            self.case, self.profile, self.tick, self.place
        )
    }

    /// The faults, the worst first; empty without any.
    pub fn faults(&self) -> Vec<String> {
        match &self.outcome {
            Outcome::Played(run) => run.faults(),
            Outcome::NotCollided(_) => Vec::new(),
            Outcome::NotJudged(why) => vec![format!("not judged: {why}")],
            Outcome::Refused(why) => vec![format!("refused: {why}")],
            Outcome::Panicked(why) => vec![format!("panicked: {why}")],
        }
    }
}

/// Faults with movers: in one, passed by one, pushed by nothing, left behind.
const OF_MOVERS: [&str; 4] = ["F32", "F33", "F34", "F35"];

fn may_happen_nowhere(finding: &Finding) -> bool {
    OF_MOVERS.contains(&finding.id.as_str()) || fail_any_scene().any(|code| code == finding.id)
}

impl Run {
    /// Decides its exempt part, by the reason in the list of exemptions. `None` for an unlisted scene.
    pub(super) fn settle(&mut self, reason: Option<&str>) {
        self.exempt = None;
        match (reason, self.lawful.is_empty()) {
            (Some(reason), false) => self.exempt = Some(reason.into()),
            (Some(_), true) if self.reference_fails == Some(false) => self.unmet.push([
                "listed as exempt because the reference mover fails here too".into(),
                "it does not: take the scene off the list of exemptions".into(),
            ]),
            (None, false) => {
                let newly = |[what, got]: [String; 2]| {
                    let got = format!(
                        "{got}; the reference mover fails here too, but the scene is not listed as exempt"
                    );
                    [what, got]
                };
                self.unmet
                    .extend(std::mem::take(&mut self.lawful).into_iter().map(newly));
            }
            (_, true) => (),
        }
    }

    /// The worst harm of its failures.
    fn severity(&self) -> Option<Severity> {
        let found = self
            .findings
            .iter()
            .filter(|f| may_happen_nowhere(f))
            .map(of_finding);
        let unmet = (0..self.unmet.len()).map(|i| self.harms.get(i).copied().unwrap_or(Severity::Stuck));
        found.chain(unmet).min()
    }

    fn failed(&self) -> bool {
        !self.unmet.is_empty() || self.findings.iter().any(may_happen_nowhere)
    }

    fn faults(&self) -> Vec<String> {
        let never = self.findings.iter().filter(|f| may_happen_nowhere(f));
        let never = never.map(|f| {
            format!(
                "{} {}: {} times, at worst {:.4} {}",
                f.id, f.name, f.count, f.worst, f.unit
            )
        });
        never
            .chain(self.unmet.iter().map(|[what, got]| format!("{what}; got: {got}")))
            .collect()
    }
}
