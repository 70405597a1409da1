//! The judges, judged: planted faults before every judge. Who catches which is the proof that a verdict means something.
//!
//! Each judge is asked as its verb asks it, through the same functions. *Caught* is a sign for a user: a check not passed, a
//! bar not met, a cell failed. The sound contestant is judged first. What a judge finds in it is a false alarm, and catches no
//! fault.
//!
//! `cargo test --release --test judges -- --ignored` plants every fault; `CLIPMARK_FAULTS="friction skin-lost"` plants these.
//! What comes must be what `tests/golden/judges.txt` has. `CLIPMARK_WRITE=1` writes that file, and the table of
//! `docs/results.md`.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bar;
mod conformance;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../it/support/engine_runs.rs"]
mod engine_runs;
mod finding;
mod laws;
mod moving;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../it/support/moving_runs.rs"]
mod moving_runs;
mod recordings;
mod scene;
mod suite;
mod table;

use clipmark_faults::AnyFault;
use clipmark_measure::Contestant;
use clipmark_scene::Scene;
use finding::Findings;
use moving::MovingRecordings;
use rayon::prelude::*;
use recordings::Recordings;
use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use table::{Cell, Judge, Kind, Outcome};

/// Why a judge could not be asked.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The contestant that faults are planted into. Recordings always ask `bsp` and `hull`, which answer as the engines do.
const CONTESTANT: &str = "bvh";
/// Scenes of the scene verdict, whose worlds are those of the bar: of shapes, of a real map, of a map with curved patches.
const SCENES: [&str; 3] = ["judges", "oa_dm1", "patches"];
/// Scenes with movers, for faults of pushes.
const MOVING_SCENES: [&str; 3] = ["lift", "door", "train"];
/// The families of the suite in which movement shows, and no long ones.
const FAMILIES: [&str; 9] = ["1", "2", "3", "5", "7", "20", "25", "29", "30"];

/// Judges ready to be asked about any contestant.
struct Bench {
    contestant: Contestant,
    scenes: Vec<Scene>,
    moving_scenes: Vec<Scene>,
    /// Files of the scene suite, played as in a quick run.
    suites: Vec<PathBuf>,
    recordings: Recordings,
    moving: MovingRecordings,
    /// Properties that the sound contestant breaks; no fault is caught by them.
    properties: clipmark_referee::conformance::Report,
}

impl Bench {
    /// Asks every judge about the sound contestant: one that cannot be asked is then an error, and no fault.
    fn new(faults: &[AnyFault]) -> Result<Self, Failure> {
        let contestant: Contestant = CONTESTANT.parse()?;
        let scenes = |names: [&str; 3]| -> Result<Vec<Scene>, Failure> {
            let load = |name| Ok(Scene::load(format!("scenes/{name}.ron"))?);
            names.into_iter().map(load).collect()
        };
        let families = FAMILIES.map(String::from);
        let suites = clipmark_suite::files::matching(Path::new("scenes/suite"), &families)?;
        let bench = Self {
            contestant,
            scenes: scenes(SCENES)?,
            moving_scenes: scenes(MOVING_SCENES)?,
            suites: suites.into_iter().map(|suite| suite.file).collect(),
            recordings: Recordings::read(),
            moving: MovingRecordings::read(),
            properties: conformance::report(contestant),
        };
        // Every judge takes seconds: who is asked about none of these faults is left out.
        let needed = |judge: &Judge| faults.iter().any(|fault| is_asked(*judge, *fault));
        let mut alarms = Vec::new();
        for judge in Judge::ALL.into_iter().filter(needed) {
            let found = bench.ask(judge, contestant, Findings::all())?;
            alarms.extend(found.into_iter().map(|finding| format!("{judge}: {finding}")));
        }
        assert!(
            alarms.is_empty(),
            "found where nothing was planted:\n{}",
            alarms.join("\n")
        );
        Ok(bench)
    }

    fn ask(
        &self,
        judge: Judge,
        contestant: Contestant,
        mut findings: Findings,
    ) -> Result<Vec<String>, Failure> {
        let into = &mut findings;
        match judge {
            Judge::Scene => {
                let is_of_pushes = contestant.push_fault().is_some();
                if !is_of_pushes {
                    scene::judge(&self.scenes, contestant, into)?;
                }
                if is_of_pushes || contestant.fault.is_none() {
                    scene::judge(&self.moving_scenes, contestant, into)?;
                }
            }
            Judge::Bar => bar::judge(&self.scenes, contestant, into)?,
            Judge::Suite => suite::judge(&self.suites, contestant, into)?,
            Judge::Laws => laws::judge(contestant, into)?,
            Judge::Conformance => conformance::judge(&self.properties, contestant, into),
            Judge::Recordings => self.recordings.judge(contestant, into)?,
            Judge::Moving => self.moving.judge(contestant, into)?,
        }
        Ok(findings.into_vec())
    }

    /// What a judge makes of a fault, and what it found.
    fn cell(&self, fault: AnyFault, judge: Judge) -> (Cell, String) {
        let contestant = self.contestant.with_fault(fault);
        let ask = || self.ask(judge, contestant, Findings::first());
        // A failed judgement is no pass: with the sound contestant it worked.
        let found = match catch_unwind(AssertUnwindSafe(ask)) {
            Ok(Ok(found)) => found.into_iter().next(),
            Ok(Err(error)) => Some(error.to_string()),
            Err(panic) => Some(format!("panicked: {}", words(&*panic))),
        };
        let outcome = if found.is_some() {
            Outcome::Caught
        } else {
            Outcome::Passed
        };
        (cell(fault, judge, outcome), found.unwrap_or_default())
    }
}

/// Whether a judge is asked about a fault.
fn is_asked(judge: Judge, fault: AnyFault) -> bool {
    let of_its_worlds = match fault {
        AnyFault::Movement(fault) if judge == Judge::Moving => fault.is_of_moving_worlds(),
        _ => true,
    };
    of_its_worlds && Judge::of(Kind::of(fault)).contains(&judge)
}

fn cell(fault: AnyFault, judge: Judge, outcome: Outcome) -> Cell {
    Cell {
        kind: Kind::of(fault),
        fault: fault.name().into(),
        judge,
        outcome,
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| String::from(*s));
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a word".into())
}

/// Every fault with the judges of its kind.
fn questions(faults: &[AnyFault]) -> Vec<(AnyFault, Judge)> {
    let of = |&fault: &AnyFault| {
        Judge::of(Kind::of(fault))
            .iter()
            .map(move |&judge| (fault, judge))
    };
    faults.iter().flat_map(of).collect()
}

/// The faults that `CLIPMARK_FAULTS` names; all without it.
fn chosen() -> Vec<AnyFault> {
    let Ok(names) = std::env::var("CLIPMARK_FAULTS") else {
        return AnyFault::all().collect();
    };
    let named = |name| AnyFault::named(name).unwrap_or_else(|| panic!("CLIPMARK_FAULTS: no fault `{name}`"));
    names.split_whitespace().map(named).collect()
}

#[test]
#[ignore = "minutes, and needs the fetched maps; .ci/run plants a fault of each kind, .ci/long all"]
fn lengthy_planted_faults_before_every_judge() {
    let faults = chosen();
    // A panic is caught, and is a finding.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let judged = catch_unwind(AssertUnwindSafe(|| judged(&faults)));
    std::panic::set_hook(hook);
    let judged = match judged {
        Ok(judged) => judged.unwrap(),
        Err(panic) => panic!("{}", words(&*panic)),
    };
    table::compare(&judged);
}

fn judged(faults: &[AnyFault]) -> Result<Vec<(Cell, String)>, Failure> {
    let bench = Bench::new(faults)?;
    let one = |&(fault, judge): &(AnyFault, Judge)| {
        if is_asked(judge, fault) {
            bench.cell(fault, judge)
        } else {
            (cell(fault, judge, Outcome::NotAsked), String::new())
        }
    };
    Ok(questions(faults).par_iter().map(one).collect())
}

#[test]
fn every_fault_is_expected_of_every_judge_of_its_kind() {
    let all: Vec<AnyFault> = AnyFault::all().collect();
    let planted: BTreeSet<_> = questions(&all)
        .into_iter()
        .map(|(fault, judge)| (fault.name().to_owned(), judge.to_string(), is_asked(judge, fault)))
        .collect();
    let expected = table::golden();
    let expected: BTreeSet<_> = expected
        .into_iter()
        .map(|cell| {
            (
                cell.fault,
                cell.judge.to_string(),
                cell.outcome != Outcome::NotAsked,
            )
        })
        .collect();
    assert_eq!(planted, expected);
}
