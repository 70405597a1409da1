//! Puts planted faults before every judge and says who catches what: the proof that a verdict means something.
//!
//! Each judge is asked as the command line asks it, through the same functions; "caught" is what a user would see: a check
//! not passed, a bar not met, a cell failed. The sound contestant is judged first and must be found without fault.

mod bar;
mod conformance;
mod error;
mod laws;
mod recordings;
mod scene;
mod suite;
mod unseen;

pub use error::JudgesError;
pub use recordings::Recordings;

use clipmark_faults::Fault;
use clipmark_measure::{Contestant, Progress};
use clipmark_record::judges::{Cell, Judge, JudgesTable, Kind, PlantedFault};
use clipmark_scene::Scene;
use rayon::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc;

/// What is judged, and by what.
#[derive(Debug)]
pub struct Asked {
    /// The contestant that the faults are planted into; itself without a fault.
    pub contestant: Contestant,
    /// Scenes of the scene verdict; their worlds are those of the bar.
    pub scenes: Vec<Scene>,
    /// Files of the scene suite, played as in a quick run.
    pub suites: Vec<PathBuf>,
    /// Recordings of engines, or why there are none.
    pub recordings: Result<Recordings, String>,
    /// Faults to plant.
    pub faults: Vec<Fault>,
    /// Judges to ask.
    pub judges: Vec<Judge>,
}

/// What a judge found; nothing where all is well.
type Found = Option<String>;

/// Judges ready to be asked about any contestant.
struct Bench<'a> {
    asked: &'a Asked,
    /// What the sound contestant does not keep of the properties; no fault is caught by it.
    known: clipmark_conformance::Report,
}

/// Asks every judge about every fault of its kind.
///
/// # Errors
/// Scenes, suites or recordings that cannot be used.
pub fn judge_all(asked: &Asked, progress: Progress) -> Result<JudgesTable, JudgesError> {
    let wants = |judge: Judge| asked.judges.contains(&judge);
    let known = if wants(Judge::Conformance) {
        progress("the sound one", 0, 1);
        conformance::report(asked.contestant)
    } else {
        clipmark_conformance::Report::default()
    };
    let bench = Bench { asked, known };
    let mut table = JudgesTable {
        contestant: asked.contestant.to_string(),
        faults: asked.faults.iter().map(|&fault| row(fault)).collect(),
        ..JudgesTable::default()
    };
    let mut judges: Vec<Judge> = Judge::ALL.into_iter().filter(|j| wants(*j)).collect();
    if let Err(why) = &asked.recordings {
        judges.retain(|j| *j != Judge::Recordings);
        if wants(Judge::Recordings) {
            table.skipped.push((Judge::Recordings, why.clone()));
        }
    }
    // The sound one first: what cannot be used is then an error, and no fault.
    for (i, &judge) in judges.iter().enumerate() {
        progress("the sound one", i as u64, judges.len() as u64);
        let found = bench.ask(judge, asked.contestant)?;
        table.alarms.extend(found.map(|what| (judge, what)));
    }
    // Whoever finds something in the sound one would find it in any.
    judges.retain(|judge| !table.alarms.iter().any(|(alarmed, _)| alarmed == judge));
    let kinds = |judge: Judge, fault: Fault| Judge::of(kind(fault)).contains(&judge);
    let questions: Vec<(Fault, Judge)> = asked
        .faults
        .iter()
        .flat_map(|&fault| judges.iter().map(move |&judge| (fault, judge)))
        .filter(|&(fault, judge)| kinds(judge, fault))
        .collect();
    table.cells = cells(&bench, &questions, progress);
    Ok(table)
}

fn cells(bench: &Bench, questions: &[(Fault, Judge)], progress: Progress) -> Vec<Cell> {
    let (send, done) = mpsc::channel();
    let send = Mutex::new(send);
    let mut out = Vec::new();
    std::thread::scope(|scope| {
        let work = scope.spawn(move || -> Vec<Cell> {
            let one = |&(fault, judge): &(Fault, Judge)| {
                let cell = bench.cell(fault, judge);
                if let Ok(send) = send.lock() {
                    // Who no longer listens has ended anyway.
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
    fn ask(&self, judge: Judge, contestant: Contestant) -> Result<Found, JudgesError> {
        match judge {
            Judge::Scene => scene::judge(&self.asked.scenes, contestant),
            Judge::Bar => bar::judge(&self.asked.scenes, contestant),
            Judge::Suite => suite::judge(&self.asked.suites, contestant),
            Judge::Laws => laws::judge(contestant),
            Judge::Conformance => Ok(conformance::judge(&self.known, contestant)),
            Judge::Recordings => match &self.asked.recordings {
                Ok(recordings) => recordings.judge(contestant),
                Err(_) => Ok(None),
            },
        }
    }

    fn cell(&self, fault: Fault, judge: Judge) -> Cell {
        let contestant = self.asked.contestant.with_fault(fault);
        let found = catch_unwind(AssertUnwindSafe(|| self.ask(judge, contestant)));
        // What cannot be judged is no pass: with the sound contestant it could.
        let found = match found {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => Some(error.to_string()),
            Err(panic) => Some(format!("panicked: {}", words(&*panic))),
        };
        let caught = found.is_some();
        Cell {
            kind: kind(fault),
            fault: fault.name().into(),
            judge,
            caught,
            said: found.unwrap_or_else(|| unseen::reason(fault, judge).into()),
        }
    }
}

fn kind(fault: Fault) -> Kind {
    match fault {
        Fault::Collision(_) => Kind::Collision,
        Fault::Movement(_) => Kind::Movement,
    }
}

fn row(fault: Fault) -> PlantedFault {
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
