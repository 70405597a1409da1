//! Puts planted faults before every judge and says who catches which: the proof that a verdict means something.
//!
//! Each judge is asked as the command line asks it, through the same functions. "Caught" is a sign for a user: a check not
//! passed, a bar not met, a cell failed. The sound contestant is judged first. The sound contestant's own findings catch no
//! fault.

mod bar;
mod conformance;
mod error;
mod finding;
mod laws;
mod moving;
mod recordings;
mod scene;
mod suite;
mod unseen;

pub use error::JudgesError;
pub use moving::MovingRecordings;
pub use recordings::Recordings;

use clipmark_faults::AnyFault;
use clipmark_laws::LawError;
use clipmark_measure::{Contestant, Progress};
use clipmark_record::judges::{Judge, JudgeResult, JudgesTable, Kind, PlantedFault};
use clipmark_scene::Scene;
use finding::{Finding, Findings};
use rayon::prelude::*;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc;

/// Contestants, faults and judges to be run.
#[derive(Debug)]
pub struct JudgesOptions {
    /// The contestant that the faults are planted into; itself without a fault.
    pub contestant: Contestant,
    /// Scenes of the scene verdict; their worlds are those of the bar.
    pub scenes: Vec<Scene>,
    /// Scenes with movers, for faults of pushes.
    pub moving_scenes: Vec<Scene>,
    /// Files of the scene suite, played as in a quick run.
    pub suites: Vec<PathBuf>,
    /// Recordings of engines, or why there are none.
    pub recordings: Result<Recordings, String>,
    /// Recordings of worlds that move, or why there are none.
    pub moving: Result<MovingRecordings, String>,
    /// Faults to plant.
    pub faults: Vec<AnyFault>,
    /// Judges to ask.
    pub judges: Vec<Judge>,
    /// The program `compare`, which the bar asks again in its own process. `None` where it does not exist.
    pub program: Option<PathBuf>,
}

impl JudgesOptions {
    fn asks_of_pushes(&self) -> bool {
        self.faults.iter().any(|fault| matches!(fault, AnyFault::Push(_)))
    }
}

/// Judges ready to be asked about any contestant.
struct Bench<'a> {
    asked: &'a JudgesOptions,
    /// Properties that the sound contestant breaks; no fault is caught by them.
    properties: clipmark_conformance::Report,
    /// Other judges' findings on the sound contestant; no fault is caught by them.
    known: BTreeMap<Judge, BTreeSet<String>>,
}

/// Asks every judge about every fault of its kind.
///
/// # Errors
/// Scenes, suites or recordings that cannot be used.
pub fn judge_all(asked: &JudgesOptions, progress: Progress) -> Result<JudgesTable, JudgesError> {
    let wants = |judge: Judge| asked.judges.contains(&judge);
    let properties = if wants(Judge::Conformance) {
        progress("the sound one", 0, 1);
        conformance::report(asked.contestant)
    } else {
        clipmark_conformance::Report::default()
    };
    let mut bench = Bench {
        asked,
        properties,
        known: BTreeMap::new(),
    };
    let mut table = JudgesTable {
        contestant: asked.contestant.to_string(),
        faults: asked.faults.iter().map(|&fault| row(fault)).collect(),
        ..JudgesTable::default()
    };
    let mut judges: Vec<Judge> = Judge::ALL.into_iter().filter(|j| wants(*j)).collect();
    let recorded = [
        (Judge::Recordings, asked.recordings.as_ref().err()),
        (Judge::Moving, asked.moving.as_ref().err()),
    ];
    for (judge, why) in recorded
        .into_iter()
        .filter_map(|(judge, why)| Some((judge, why?)))
    {
        judges.retain(|j| *j != judge);
        if wants(judge) {
            table.skipped.push((judge, why.clone()));
        }
    }
    // Recorded moving runs take some seconds. The judge that plays them is left out where no requested fault concerns movers.
    judges.retain(|&judge| judge != Judge::Moving || asked.faults.iter().any(|&fault| tells(judge, fault)));
    // The sound one first: an unusable judge is then an error, and no fault.
    for (i, &judge) in judges.iter().enumerate() {
        progress("the sound one", i as u64, judges.len() as u64);
        let found = match bench.ask(judge, asked.contestant, Findings::all()) {
            Err(JudgesError::Law(why @ LawError::NoBox { .. })) => {
                table.skipped.push((judge, why.to_string()));
                continue;
            }
            found => found?,
        };
        let said: BTreeSet<&str> = found.iter().map(|f| f.said.as_str()).collect();
        let alarm = said.into_iter().collect::<Vec<_>>().join("; ");
        table.alarms.extend((!found.is_empty()).then_some((judge, alarm)));
        let kinds = found.into_iter().map(|f| f.kind).collect();
        bench.known.insert(judge, kinds);
    }
    judges.retain(|judge| bench.known.contains_key(judge));
    let abilities = asked.contestant.backend.capabilities();
    let mut planted = asked.faults.clone();
    planted.retain(|fault| match fault.changes_nothing(&abilities) {
        Some(why) => {
            table.unplanted.push((fault.name().into(), why.into()));
            false
        }
        None => true,
    });
    let questions: Vec<(AnyFault, Judge)> = planted
        .iter()
        .flat_map(|&fault| judges.iter().map(move |&judge| (fault, judge)))
        .filter(|&(fault, judge)| tells(judge, fault))
        .collect();
    table.cells = cells(&bench, &questions, progress);
    Ok(table)
}

fn cells(bench: &Bench, questions: &[(AnyFault, Judge)], progress: Progress) -> Vec<JudgeResult> {
    let (send, done) = mpsc::channel();
    let send = Mutex::new(send);
    let mut out = Vec::new();
    std::thread::scope(|scope| {
        let work = scope.spawn(move || -> Vec<JudgeResult> {
            let one = |&(fault, judge): &(AnyFault, Judge)| {
                let cell = bench.cell(fault, judge);
                if let Ok(send) = send.lock() {
                    // A receiver that no longer listens has ended anyway.
                    let _ = send.send(fault.name());
                }
                cell
            };
            questions.par_iter().map(one).collect()
        });
        for (count, name) in (1..).zip(done) {
            progress(name, count, questions.len() as u64);
        }
        out = work.join().unwrap_or_default();
    });
    out
}

impl Bench<'_> {
    fn ask(
        &self,
        judge: Judge,
        contestant: Contestant,
        mut findings: Findings,
    ) -> Result<Vec<Finding>, JudgesError> {
        let into = &mut findings;
        match judge {
            Judge::Scene => {
                let is_of_pushes = contestant.pushes().is_some();
                if !is_of_pushes {
                    scene::judge(&self.asked.scenes, contestant, into)?;
                }
                let is_known_of = contestant.fault.is_none() && self.asked.asks_of_pushes();
                if is_of_pushes || is_known_of {
                    scene::judge(&self.asked.moving_scenes, contestant, into)?;
                }
            }
            Judge::Bar => {
                let program = self.asked.program.as_deref();
                bar::judge(&self.asked.scenes, program, contestant, into)?;
            }
            Judge::Suite => suite::judge(&self.asked.suites, contestant, into)?,
            Judge::Laws => laws::judge(contestant, into)?,
            Judge::Conformance => conformance::judge(&self.properties, contestant, into),
            Judge::Recordings => {
                if let Ok(recordings) = &self.asked.recordings {
                    recordings.judge(contestant, into)?;
                }
            }
            Judge::Moving => {
                if let Ok(moving) = &self.asked.moving {
                    moving.judge(contestant, into)?;
                }
            }
        }
        Ok(findings.into_vec())
    }

    fn cell(&self, fault: AnyFault, judge: Judge) -> JudgeResult {
        let contestant = self.asked.contestant.with_fault(fault);
        let nothing = BTreeSet::new();
        let known = self.known.get(&judge).unwrap_or(&nothing);
        let ask = || self.ask(judge, contestant, Findings::beyond(known));
        // A failed judgement is no pass: with the sound contestant it worked.
        let found = match catch_unwind(AssertUnwindSafe(ask)) {
            Ok(Ok(found)) => found.into_iter().next().map(|f| f.said),
            Ok(Err(error)) => Some(error.to_string()),
            Err(panic) => Some(format!("panicked: {}", words(&*panic))),
        };
        let caught = found.is_some();
        JudgeResult {
            kind: kind(fault),
            fault: fault.name().into(),
            judge,
            caught,
            said: found.unwrap_or_else(|| unseen::reason(fault, judge).into()),
        }
    }
}

/// Whether a judge is asked about a fault.
fn tells(judge: Judge, fault: AnyFault) -> bool {
    let of_its_worlds = match fault {
        AnyFault::Movement(fault) if judge == Judge::Moving => fault.is_of_moving_worlds(),
        _ => true,
    };
    of_its_worlds && Judge::of(kind(fault)).contains(&judge)
}

fn kind(fault: AnyFault) -> Kind {
    match fault {
        AnyFault::Collision(_) => Kind::Collision,
        AnyFault::Movement(_) => Kind::Movement,
        AnyFault::Push(_) => Kind::Push,
    }
}

fn row(fault: AnyFault) -> PlantedFault {
    PlantedFault {
        kind: kind(fault),
        name: fault.name().into(),
        what: fault.what().into(),
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| String::from(*s));
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a word".into())
}
