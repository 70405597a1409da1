//! What shows the failures of courses: the smallest scene, the question to the library, whose each failure is, and the replay.

use super::question::{blame, question_of_tick};
use crate::made::provenance;
use crate::progress::Bar;
use crate::terminal::tell;
use crate::way::relative_path;
use anyhow::{Context, Result};
use clipmark_measure::question::JudgedQuestion;
use clipmark_measure::{Contestant, Options, compare};
use clipmark_report::{File, prepare, put_whole, scene_sheet, write_report};
use clipmark_rows::{Axis, Blame, Case, Evidence, Results};
use clipmark_scene::{Scene, WorldSource};
use clipmark_suite::catch_panic;
use clipmark_suite::controllers::{Failing, at, failing, smallest};
use clipmark_suite::runner::CASES;
use rayon::prelude::*;
use std::path::Path;

/// A contestant that fails a course, and the case that shows it worst.
struct Failure<'a> {
    course: &'a Scene,
    contestant: Contestant,
    worst: usize,
    hz: f64,
}

/// What was found of a failure.
struct Found {
    /// As small as was found.
    scene: Scene,
    /// Which check fails, by which limit, at which rate, in which tick.
    title: Option<String>,
    question: Option<JudgedQuestion>,
}

/// Who passes every course: scenes are cut to what it still passes.
const WITNESS: &str = "bsp";
/// Sweeps of a failure's own report: its table is about the walk.
const SWEEPS: u32 = 200;

/// Writes what shows each failure worst, and finds whose all failures of libraries are. The rows get both.
pub(super) fn show_failures(
    results: &mut Results,
    courses: &[Scene],
    contestants: &[Contestant],
    out: &Path,
) -> Result<()> {
    let witness: Contestant = WITNESS.parse()?;
    let mut failures = Vec::new();
    for course in courses {
        for &contestant in contestants {
            if let Some(worst) = results.worst_case(&course.name, &contestant.to_string()) {
                failures.push(Failure {
                    course,
                    contestant,
                    worst,
                    hz: results.cases[worst].axes.number(Axis::Hz).unwrap_or_default(),
                });
            }
        }
    }
    let bar = Bar::new();
    bar.at("smallest scenes", 0, 1);
    let found: Vec<Found> = failures
        .par_iter()
        .map(|failure| find(failure, witness))
        .collect();
    drop(bar);
    let mut files = Vec::new();
    for (failure, mut found) in failures.into_iter().zip(found) {
        let name = file_name(&failure);
        let text = scene_text(&failure, &mut found, &name, out)?;
        let mut evidence = Evidence::default();
        let path = format!("{CASES}/scenes/{name}.ron");
        files.push(File::new(&path, text));
        evidence.scene = Some(path);
        let mut whose = None;
        // A body that is placed anew and comes elsewhere shows nothing of this run.
        if let Some(question) = found.question.filter(|question| question.same) {
            let path = format!("{CASES}/questions/{name}.json");
            whose = blame(&question);
            evidence.question = whose.map(|_| path.clone());
            files.push(File::new(path, question.text));
        }
        let case = &mut results.cases[failure.worst];
        set(case, whose, Some(evidence));
    }
    blame_others(results, courses);
    write_files(&files, out)
}

/// Puts evidence and blame into the worst row of a case. Who stopped has a row for it.
fn set(case: &mut Case, blame: Option<Blame>, evidence: Option<Evidence>) {
    let worst = case
        .rows
        .iter_mut()
        .filter(|row| row.severity().is_some())
        .min_by_key(|row| (row.severity(), row.check));
    if let Some(row) = worst {
        row.blame = blame;
        row.evidence = evidence;
    }
}

/// Whose the other failures of libraries are: each by its own tick. They get no scene and no question.
fn blame_others(results: &mut Results, courses: &[Scene]) {
    let libraries = results.run.contestants.iter().filter(|c| c.is_library);
    let libraries: Vec<String> = libraries.map(|c| c.name.clone()).collect();
    let is_other = |case: &Case| {
        let is_shown = case.rows.iter().any(|row| row.evidence.is_some());
        libraries.contains(&case.contestant) && case.severity().is_some() && !is_shown
    };
    results
        .cases
        .par_iter_mut()
        .filter(|case| is_other(case))
        .for_each(|case| {
            let course = courses.iter().find(|course| course.name == case.subject);
            let (Some(course), Ok(contestant)) = (course, case.contestant.parse()) else {
                return;
            };
            let hz = case.axes.number(Axis::Hz).unwrap_or_default();
            let question = ask_failing_tick(&at(course, hz), contestant).and_then(|(_, question)| question);
            let whose = question.filter(|q| q.same).and_then(|q| blame(&q));
            set(case, whose, None);
        });
}

/// The tick that shows what a contestant fails in a scene, and its question to the library.
fn ask_failing_tick(scene: &Scene, contestant: Contestant) -> Option<(Failing, Option<JudgedQuestion>)> {
    // A library's failure is its result: a refusal and a panic alike.
    let seen = catch_panic(|| failing(scene, contestant)).ok()?.ok()?;
    let made = catch_panic(|| question_of_tick(scene, contestant, &seen));
    Some((seen, made.ok().and_then(Result::ok)))
}

fn file_name(failure: &Failure) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let contestant = failure.contestant.to_string().to_lowercase();
    let name = format!("{}-{contestant}-{}", failure.course.name, failure.hz);
    name.chars().map(safe).collect()
}

fn find(failure: &Failure, witness: Contestant) -> Found {
    let (contestant, hz) = (failure.contestant, failure.hz);
    let scene = smallest(&at(failure.course, hz), contestant, witness);
    let (seen, question) = ask_failing_tick(&scene, contestant).unzip();
    let title = seen.map(|seen| {
        format!(
            "{}: {contestant} at {hz} Hz: {}, tick {} of {}",
            scene.title,
            seen.failure.describe(),
            seen.tick + 1,
            seen.ticks
        )
    });
    Found {
        scene,
        title,
        question: question.flatten(),
    }
}

fn scene_text(failure: &Failure, found: &mut Found, name: &str, out: &Path) -> Result<String> {
    let scene = &mut found.scene;
    scene.name = name.to_owned();
    if let Some(title) = found.title.take() {
        scene.title = title;
    }
    let contestant = failure.contestant.to_string();
    scene.contestants = vec![contestant.clone()];
    if contestant != WITNESS {
        scene.contestants.push(WITNESS.into());
    }
    scene.sweeps = SWEEPS;
    if let WorldSource::QuakeBsp(map) | WorldSource::QuakeMap(map) = &mut scene.world {
        let folder = out.join(CASES).join("scenes");
        *map = relative_path(&folder, &failure.course.resolve(map))?
            .display()
            .to_string();
    }
    scene
        .to_text()
        .with_context(|| format!("cannot write down {name}"))
}

/// A full report of each failure that has a scene, with the walk in 3-D; the rows link their worst moment.
pub(super) fn write_replays(results: &mut Results, out: &Path) -> Result<()> {
    let bar = Bar::new();
    let all = results.cases.len() as u64;
    for (i, case) in results.cases.iter_mut().enumerate() {
        bar.at("replays", i as u64, all);
        let scene = case
            .rows
            .iter()
            .find_map(|row| row.evidence.as_ref()?.scene.clone());
        let Some(scene) = scene else { continue };
        let name = Path::new(&scene).file_stem().unwrap_or_default().to_owned();
        let dir = out.join(CASES).join("reports").join(&name);
        match report_of(&out.join(&scene), &dir) {
            Ok(shown) => {
                let moment = worst_moment(case, &shown).unwrap_or_default();
                let name = name.to_string_lossy();
                let replay = format!("{CASES}/reports/{name}/index.html{moment}");
                let evidence = case.rows.iter_mut().find_map(|row| row.evidence.as_mut());
                if let Some(evidence) = evidence {
                    evidence.replay = Some(replay);
                }
            }
            Err(e) => tell!("no report of {}: {e:#}", name.display()),
        }
    }
    Ok(())
}

/// The case of the contestant that fails, in a report of its own.
fn report_of(scene: &Path, dir: &Path) -> Result<Case> {
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let mut comparison = compare(&Scene::load(scene)?, &options, &mut |_, _, _| ())?;
    comparison.results.run.made = provenance();
    prepare(dir)?;
    let sheet = scene_sheet(&comparison, dir, &Case::is_failed)?;
    write_report(&comparison, &sheet, dir)?;
    comparison
        .results
        .cases
        .into_iter()
        .next()
        .context("a scene without contestants")
}

/// Writes files below a folder.
pub(crate) fn write_files(files: &[File], folder: &Path) -> Result<()> {
    for file in files {
        let path = folder.join(&file.name);
        path.parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .with_context(|| format!("cannot write {}; name another folder with --out", path.display()))?;
        put_whole(&path, &file.text)?;
    }
    Ok(())
}

/// The worst moment in the report of a failure, as the end of an address: that of the case's worst check that has one. Not
/// reaching a place has none.
fn worst_moment(case: &Case, shown: &Case) -> Option<String> {
    let moment = |code: &str| {
        let mut rows = shown.rows.iter().filter(|row| row.check.code() == Some(code));
        let link = rows.find_map(|row| row.evidence.as_ref()?.replay.as_ref())?;
        link.split_once('#').map(|(_, moment)| format!("#{moment}"))
    };
    let failures = case.failures();
    failures
        .iter()
        .filter_map(|row| row.check.code())
        .find_map(moment)
}
