//! Results of a run of the scene suite, as plain data: one cell a scene and contestant.

mod cell;

pub use cell::{Outcome, Run, SuiteCell};

use crate::findings::Finding;
use crate::null;
use clipmark_rows::Severity;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// The played runs of suites, or a shard of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of this program.
    pub version: String,
    /// Hash of the program itself; runs are only resumed by the same.
    pub program: String,
    /// Whether it was a quick run.
    pub quick: bool,
    /// Which shard of how many, from 1.
    pub shard: [usize; 2],
    /// In the order of the columns.
    pub contestants: Vec<String>,
    /// In the order of the rows.
    pub suites: Vec<Played>,
    /// Scenes that the reference mover fails too, as listed beside the suites.
    pub exemptions: Vec<Exemption>,
    /// Processor, as the system names it.
    pub machine: String,
}

/// A scene that the reference mover fails: the movement's own rules fail there. A contestant that fails as the reference does is
/// not counted. Each is listed by hand with its reason. A scene that would be exempt but is not listed fails. So does a listed
/// scene that the reference passes. Otherwise a fault of the movement, which the reference mover shares, would excuse itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exemption {
    /// Name of the scene.
    pub scene: String,
    /// Why the movement itself fails there.
    pub reason: String,
}

/// A suite that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Short name.
    pub name: String,
    /// Number in the table of scenes.
    pub number: u32,
    /// Heading.
    pub title: String,
    /// Its purpose.
    pub description: String,
    /// Hash of its files.
    pub fingerprint: String,
    /// Scenes that it stands for, all shards together.
    pub scenes: usize,
}

/// A plan and its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteRun {
    /// The plan.
    pub plan: Plan,
    /// In the order of the plan.
    pub cells: Vec<SuiteCell>,
    /// One a suite and contestant, row by row.
    pub summary: Vec<Summary>,
}

/// All scenes of a suite, for one contestant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Short name of the suite.
    pub suite: String,
    /// Contestant.
    pub contestant: String,
    /// Scenes that passed or failed.
    pub played: usize,
    /// The failed ones among those.
    pub failed: usize,
    /// How many of these did each harm, worst first as in [`Severity::ALL`]. A refused cell does none.
    pub harm: [usize; Severity::ALL.len()],
    /// Scenes that are exempt: neither passed nor failed.
    pub exempt: usize,
    /// Scenes whose world it does not collide with.
    pub not_collided: usize,
    /// Scenes played in which nothing was asked of it, and nothing found that may happen nowhere.
    pub unasked: usize,
    /// Scenes played that could not be judged.
    pub unjudged: usize,
    /// Findings by id: in how many scenes, how often in all, and the worst with its unit.
    pub found: Vec<Tally>,
    /// The worst failures, each an index into the cells, at most [`WORST`].
    pub worst: Vec<usize>,
}

/// A finding over all scenes of a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Id in the taxonomy of failures.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Scenes in which it was found.
    pub scenes: usize,
    /// Times in all.
    pub count: usize,
    /// The largest, and its unit.
    #[serde(deserialize_with = "null::nan")]
    pub worst: f64,
    /// Unit of the largest.
    pub unit: String,
}

/// This many of the worst failures of a suite and contestant are kept as scenes.
pub const WORST: usize = 3;

impl SuiteRun {
    /// Holds the cells of a plan against its list of exemptions, and sums them up.
    pub fn from_cells(plan: Plan, mut cells: Vec<SuiteCell>) -> Self {
        let listed: HashMap<&str, &str> = plan
            .exemptions
            .iter()
            .map(|e| (e.scene.as_str(), e.reason.as_str()))
            .collect();
        for cell in &mut cells {
            let reason = listed.get(cell.scene.as_str());
            if let Outcome::Played(run) = &mut cell.outcome {
                run.settle(reason.copied());
            }
        }
        let rows = plan
            .suites
            .iter()
            .flat_map(|s| plan.contestants.iter().map(move |c| (s, c)));
        let summary = rows
            .map(|(suite, contestant)| summary(&cells, &suite.name, contestant))
            .collect();
        Self { plan, cells, summary }
    }

    /// Cells that failed.
    pub fn failed(&self) -> usize {
        self.summary.iter().map(|s| s.failed).sum()
    }

    /// The scenes of the worst failures, by name.
    pub fn worst_scenes(&self) -> BTreeSet<&str> {
        let worst = self.summary.iter().flat_map(|s| &s.worst);
        worst.map(|&i| self.cells[i].scene.as_str()).collect()
    }
}

fn summary(cells: &[SuiteCell], suite: &str, contestant: &str) -> Summary {
    let mut sum = Summary {
        suite: suite.into(),
        contestant: contestant.into(),
        ..Summary::default()
    };
    let own = cells
        .iter()
        .enumerate()
        .filter(|(_, c)| c.suite == suite && c.contestant == contestant);
    for (i, cell) in own {
        match cell.failed() {
            None if matches!(&cell.outcome, Outcome::Played(run) if run.exempt.is_some()) => sum.exempt += 1,
            None if matches!(cell.outcome, Outcome::Played(_)) => sum.unasked += 1,
            None if matches!(cell.outcome, Outcome::NotJudged(_)) => sum.unjudged += 1,
            None => sum.not_collided += 1,
            Some(failed) => {
                sum.played += 1;
                sum.failed += usize::from(failed);
                if let Some(severity) = cell.severity() {
                    sum.harm[severity as usize] += 1;
                }
                if failed {
                    sum.worst.push(i);
                }
            }
        }
        let Outcome::Played(run) = &cell.outcome else {
            continue;
        };
        for finding in &run.findings {
            tally(&mut sum.found, finding);
        }
    }
    // Within one grade many faults are worse than one. Among equals the first stays.
    sum.worst.sort_by_key(|&i| {
        let severity = cells[i]
            .severity()
            .map_or(Severity::ALL.len(), |severity| severity as usize);
        (severity, std::cmp::Reverse(cells[i].faults().len()))
    });
    sum.worst.truncate(WORST);
    sum.found.sort_by_key(|t| number(&t.id));
    sum
}

fn tally(found: &mut Vec<Tally>, finding: &Finding) {
    let at = found.iter().position(|t| t.id == finding.id).unwrap_or_else(|| {
        found.push(Tally {
            id: finding.id.clone(),
            name: finding.name.clone(),
            unit: finding.unit.clone(),
            ..Tally::default()
        });
        found.len() - 1
    });
    let tally = &mut found[at];
    tally.scenes += 1;
    tally.count += finding.count;
    tally.worst = tally.worst.max(finding.worst);
}

/// `F17b` comes after `F17`.
fn number(id: &str) -> (u32, String) {
    let digits: String = id.chars().filter(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u32::MAX), id.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(lawful: bool, listed: bool) -> SuiteRun {
        let text = |s: &str| s.to_owned();
        let cell = SuiteCell {
            key: text("k"),
            suite: text("flat"),
            case: text("c"),
            profile: text("quake3"),
            tick: text("8 ms"),
            place: text("p"),
            scene: text("flat-00000001"),
            contestant: text("bsp"),
            outcome: Outcome::Played(Run {
                asked: 1,
                lawful: lawful.then(|| [text("speed"), text("0")]).into_iter().collect(),
                reference_fails: Some(lawful),
                ..Run::default()
            }),
        };
        let exemption = Exemption {
            scene: cell.scene.clone(),
            reason: text("a crease"),
        };
        let plan = Plan {
            version: text("0"),
            program: text("0"),
            quick: true,
            shard: [1, 1],
            contestants: vec![text("bsp")],
            suites: vec![Played {
                name: text("flat"),
                number: 1,
                title: text("t"),
                description: text("d"),
                fingerprint: text("0"),
                scenes: 1,
            }],
            exemptions: listed.then_some(exemption).into_iter().collect(),
            machine: text("m"),
        };
        SuiteRun::from_cells(plan, vec![cell])
    }

    #[test]
    fn an_exemption_must_be_listed_and_used() {
        // Failures of the reference mover too, and whether the scene is listed: passed or failed, failed, exempt.
        for (lawful, listed, wanted) in [
            (false, false, [1, 0, 0]),
            (true, true, [0, 0, 1]),
            (true, false, [1, 1, 0]),
            (false, true, [1, 1, 0]),
        ] {
            let run = run(lawful, listed);
            let sum = &run.summary[0];
            let found = [sum.played, sum.failed, sum.exempt];
            assert_eq!(found, wanted, "lawful {lawful}, listed {listed}: {run:?}");
        }
    }

    #[test]
    fn failures_are_counted_by_the_harm_that_they_do() {
        let mut found = run(false, false);
        let played = |unmet: usize, harms: &[Severity], findings: &[(&str, f64)]| {
            let text = [String::new(), String::new()];
            let finding = |(id, worst): &(&str, f64)| Finding {
                id: (*id).into(),
                worst: *worst,
                count: 1,
                ..Finding::default()
            };
            Outcome::Played(Run {
                asked: 1,
                unmet: vec![text; unmet],
                harms: harms.to_vec(),
                findings: findings.iter().map(finding).collect(),
                ..Run::default()
            })
        };
        let cell = found.cells[0].clone();
        let outcomes = [
            played(0, &[], &[]),
            played(1, &[Severity::Noticeable], &[("F20", 0.1)]),
            played(1, &[], &[]),
            played(0, &[], &[("F20", 0.1), ("F1", 40.0)]),
            Outcome::Panicked(String::new()),
            Outcome::Refused(String::new()),
        ];
        found.cells = outcomes
            .map(|outcome| SuiteCell {
                outcome,
                ..cell.clone()
            })
            .to_vec();
        let sum = SuiteRun::from_cells(found.plan, found.cells).summary[0].clone();
        assert_eq!([sum.played, sum.failed], [6, 5]);
        assert_eq!(sum.harm, [2, 1, 1, 0]);
        assert_eq!(sum.worst, [3, 4, 2], "worst grade first");
    }

    #[test]
    fn who_passes_a_scene_that_the_reference_fails_passes() {
        let mut run = run(false, true);
        let Outcome::Played(played) = &mut run.cells[0].outcome else {
            panic!("it is played");
        };
        played.reference_fails = Some(true);
        played.unmet.clear();
        let sum = SuiteRun::from_cells(run.plan, run.cells).summary[0].clone();
        assert_eq!([sum.played, sum.failed, sum.exempt], [1, 0, 0]);
    }
}
