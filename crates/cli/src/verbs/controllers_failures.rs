//! What shows the failures of `compare controllers`: scenes, questions to the library, whose each failure is, reports.

use super::question::{label, question_of_tick};
use crate::made::provenance;
use crate::progress::Bar;
use crate::terminal::tell;
use crate::way::relative_path;
use anyhow::{Context, Result};
use clipmark_measure::question::JudgedQuestion;
use clipmark_measure::{Contestant, Options, compare};
use clipmark_record::Comparison;
use clipmark_record::controllers::{Alone, ControllersResults, CourseRun};
use clipmark_report::{File, Report, Written, prepare, renew_study, write_report};
use clipmark_scene::{Scene, WorldSource};
use clipmark_suite::controllers::{Failing, at, failing, smallest};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

/// Files that show failures: the text of scenes by their names, and questions to a library.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) scenes: BTreeMap<String, String>,
    pub(super) questions: Vec<File>,
}

/// A failure: who, on which course, the run that shows it worst.
struct Failure<'a> {
    course: &'a Scene,
    contestant: Contestant,
    /// Number of the run's cell.
    worst: usize,
    hz: f64,
}

/// A scene and a question that show a failure.
struct Evidence {
    /// As small as was found.
    scene: Scene,
    /// Its title: which promise is broken, by which limit, at which rate, in which tick.
    title: Option<String>,
    question: Option<JudgedQuestion>,
}

/// Who passes every course: scenes are cut to what it still passes.
const WITNESS: &str = "bsp";

/// The folder of scenes that show failures, in that of results.
const SCENES: &str = "scenes";

/// The scene and the question that show each failure worst. The cells get the page's links to them.
pub(super) fn failures(
    book: &mut ControllersResults,
    courses: &[Scene],
    contestants: &[Contestant],
    out: &Path,
) -> Result<Shown> {
    let witness: Contestant = WITNESS.parse()?;
    let mut failed = Vec::new();
    for course in courses {
        for &contestant in contestants {
            if let Some(worst) = book.worst(&course.name, &contestant.to_string()) {
                failed.push(Failure {
                    course,
                    contestant,
                    worst,
                    hz: book.cells[worst].hz,
                });
            }
        }
    }
    let told = Mutex::new((Bar::new(), 0));
    // Nothing is timed any more.
    let found: Vec<Evidence> = failed
        .par_iter()
        .map(|failure| {
            let found = find_evidence(failure, witness);
            if let Ok(mut told) = told.lock() {
                told.1 += 1;
                told.0.at("smallest scenes", told.1, failed.len() as u64);
            }
            found
        })
        .collect();
    drop(told);
    let mut shown = Shown::default();
    for (failure, mut found) in failed.into_iter().zip(found) {
        let (name, scene) = (file_name(&failure), &mut found.scene);
        scene.name.clone_from(&name);
        if let Some(title) = found.title {
            scene.title = title;
        }
        let entrant = failure.contestant.to_string();
        scene.contestants = vec![entrant.clone()];
        if entrant != WITNESS {
            scene.contestants.push(WITNESS.into());
        }
        scene.sweeps = SWEEPS;
        if let WorldSource::QuakeBsp(map) | WorldSource::QuakeMap(map) = &mut scene.world {
            *map = relative_path(&out.join(SCENES), &failure.course.resolve(map))?
                .display()
                .to_string();
        }
        let text = scene
            .to_text()
            .with_context(|| format!("cannot write down {name}"))?;
        let cell = &mut book.cells[failure.worst];
        cell.scene = Some(format!("scenes/{name}.ron"));
        shown.scenes.insert(name.clone(), text);
        // A body that is placed anew and comes elsewhere shows nothing of this run.
        if let Some(question) = found.question.filter(|question| question.same) {
            let path = format!("questions/{name}.json");
            cell.alone = label(&question).map(|label| Alone {
                label,
                question: Some(path.clone()),
            });
            shown.questions.push(File::new(path, question.text));
        }
    }
    label_others(book, courses);
    Ok(shown)
}

/// Labels the runs of libraries that fail and have no label: those that are not the worst of a contestant on a course. Each is labelled
/// by its own tick, and gets no scene and no question.
fn label_others(book: &mut ControllersResults, courses: &[Scene]) {
    let libraries: Vec<&str> = book
        .entrants
        .iter()
        .filter(|e| e.library)
        .map(|e| e.name.as_str())
        .collect();
    let is_other = |cell: &CourseRun| {
        libraries.contains(&cell.entrant.as_str()) && cell.grade().is_some() && cell.alone.is_none()
    };
    book.cells
        .par_iter_mut()
        .filter(|cell| is_other(cell))
        .for_each(|cell| {
            let Some(course) = courses.iter().find(|course| course.name == cell.course) else {
                return;
            };
            let Ok(contestant) = cell.entrant.parse() else {
                return;
            };
            cell.alone = ask_failing_tick(&at(course, cell.hz), contestant)
                .and_then(|(_, question)| question)
                .filter(|question| question.same)
                .and_then(|question| label(&question))
                .map(|label| Alone {
                    label,
                    question: None,
                });
        });
}

/// The tick that shows what a contestant breaks in a scene, and its question to the library.
fn ask_failing_tick(scene: &Scene, contestant: Contestant) -> Option<(Failing, Option<JudgedQuestion>)> {
    // A library's failure is its result: a refusal and a panic alike.
    let seen = catch_unwind(AssertUnwindSafe(|| failing(scene, contestant)));
    let seen = seen.ok()?.ok()?;
    let made = catch_unwind(AssertUnwindSafe(|| question_of_tick(scene, contestant, &seen)));
    Some((seen, made.ok().and_then(Result::ok)))
}

fn file_name(failure: &Failure) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let entrant = failure.contestant.to_string().to_lowercase();
    let name = format!("{}-{entrant}-{}", failure.course.name, failure.hz);
    name.chars().map(safe).collect()
}

fn find_evidence(failure: &Failure, witness: Contestant) -> Evidence {
    let (contestant, hz) = (failure.contestant, failure.hz);
    let scene = smallest(&at(failure.course, hz), contestant, witness);
    let (seen, question) = ask_failing_tick(&scene, contestant).unzip();
    let title = seen.as_ref().and_then(|seen| {
        let breach = seen.breach.as_ref()?;
        Some(format!(
            "{}: {contestant} at {hz} Hz: {}, tick {} of {}",
            scene.title,
            breach.describe(),
            seen.tick + 1,
            seen.ticks
        ))
    });
    Evidence {
        scene,
        title,
        question: question.flatten(),
    }
}

/// Sweeps of a failure's own report: its table is about the walk.
const SWEEPS: u32 = 200;

/// A full report of each failure, with the walk in 3-D; the page then links its worst moment. `first` is the page's report before.
pub(super) fn reports(
    book: &mut ControllersResults,
    scenes: &BTreeMap<String, String>,
    first: &Report,
    out: &Path,
) -> Result<Written> {
    let bar = Bar::new();
    let mut left_out = Vec::new();
    for (i, name) in scenes.keys().enumerate() {
        bar.at("reports", i as u64, scenes.len() as u64);
        let options = Options {
            quick: true,
            ..Options::default()
        };
        let compared = Scene::load(out.join("scenes").join(format!("{name}.ron")))
            .map_err(anyhow::Error::from)
            .and_then(|scene| Ok(compare(&scene, &options, &mut |_, _, _| ())?));
        match compared {
            Ok(mut comparison) => {
                comparison.made = provenance();
                let dir = out.join("reports").join(name);
                prepare(&dir)?;
                write_report(&comparison, &dir)?;
                let file = Some(format!("scenes/{name}.ron"));
                for cell in book.cells.iter_mut().filter(|c| c.scene == file) {
                    let moment =
                        worst_moment(cell, &comparison).map_or(String::new(), |t| format!("#tick={t}"));
                    cell.report = Some(format!("reports/{name}/index.html{moment}"));
                }
            }
            Err(e) => left_out.push(format!("{name}: {e:#}")),
        }
    }
    drop(bar);
    for why in left_out {
        tell!("no report of {why}");
    }
    Ok(renew_study(book, Some(first), out)?)
}

/// Tick of the worst moment in the report of a failure: of the run's worst break that has one. Not reaching a place has none.
fn worst_moment(cell: &CourseRun, shown: &Comparison) -> Option<usize> {
    let findings = &shown.contestants.first()?.detection.findings;
    let moment = |code| findings.iter().find(|f| f.id == code)?.at;
    cell.broken()
        .iter()
        .filter_map(|b| b.promise.code())
        .find_map(moment)
}
