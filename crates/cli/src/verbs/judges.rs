//! `compare judges`: planted faults before every judge.

use super::report::renew_index;
use crate::cli::JudgesArgs;
use crate::exports::Exports;
use crate::made::made;
use crate::progress::Bar;
use crate::terminal::{say, tell, view};
use anyhow::{Context, Result, bail};
use clipmark_faults::AnyFault;
use clipmark_judges::{JudgesOptions, MovingRecordings, Recordings, judge_all};
use clipmark_measure::Contestant;
use clipmark_record::judges::{Judge, JudgeResult, JudgesTable};
use clipmark_report::{judges_report, prepare_study, study_text, write_study};
use clipmark_scene::Scene;
use clipmark_suite::files;
use std::path::Path;

/// Says whether no judge raised a false alarm and no cell got worse.
pub(crate) fn run(args: &JudgesArgs) -> Result<bool> {
    let contestant: Contestant = args.contestant.parse()?;
    if contestant.fault.is_some() {
        bail!("--contestant {contestant}: give one without a fault; faults are planted into it");
    }
    let expected = args.expect.as_deref().map(expected).transpose()?;
    let mut scenes = vec![Scene::load(&args.scene)?];
    for real in [&args.map, &args.patches] {
        if real.is_file() {
            scenes.push(Scene::load(real)?);
        }
    }
    let suites = files::matching(&args.suites, &args.families)?;
    let asked = JudgesOptions {
        contestant,
        scenes: playable(scenes),
        moving_scenes: args
            .moving_scenes
            .iter()
            .filter(|file| file.is_file())
            .map(Scene::load)
            .collect::<Result<_, _>>()?,
        suites: suites.into_iter().map(|s| s.file).collect(),
        recordings: recordings(args)?,
        moving: moving(args)?,
        faults: faults(&args.faults, expected.as_deref())?,
        judges: judges(&args.judges)?,
        program: std::env::current_exe().ok(),
    };
    prepare_study::<JudgesTable>(&args.out)?;
    let mut exports = Exports::open(&args.json.export_json, &None, &None)?;
    // A panic is caught, and reported in its cell.
    std::panic::set_hook(Box::new(|_| ()));
    let bar = Bar::new();
    let table = judge_all(&asked, &mut |stage, done, all| bar.at(stage, done, all));
    drop(bar);
    drop(std::panic::take_hook());
    let mut table = table?;
    table.made = made();
    let named = !args.faults.is_empty();
    let changes = expected.map(|cells| table.changes(&wanted(cells, &asked, named)));
    let written = write_study(&table, Vec::new(), &args.out)?;
    renew_index(&args.out);
    exports.json(&table.cells)?;
    if exports.shows_table() {
        let report = judges_report(&table, changes.as_ref()).since_of(&written.report);
        say!("{}", study_text(&report, view(), false, Some(&written.page)))?;
    }
    Ok(table.alarms.is_empty() && changes.is_none_or(|c| !c.lose()))
}

/// Expected cells of the judges and, where faults were named, of the faults that are asked now.
fn wanted(mut cells: Vec<JudgeResult>, asked: &JudgesOptions, named: bool) -> Vec<JudgeResult> {
    let is_asked = |cell: &JudgeResult| !named || asked.faults.iter().any(|f| f.name() == cell.fault);
    cells.retain(|cell| asked.judges.contains(&cell.judge) && is_asked(cell));
    cells
}

/// Scenes whose world is there: without fetched maps the table is of shapes alone.
fn playable(scenes: Vec<Scene>) -> Vec<Scene> {
    let (there, missing): (Vec<Scene>, Vec<Scene>) = scenes.into_iter().partition(|s| s.world().is_ok());
    for scene in missing {
        tell!(
            "{}: its map is not there, so no judge looks at it; scenes/fetch-maps.sh fetches it",
            scene.file.display()
        );
    }
    there
}

fn recordings(args: &JudgesArgs) -> Result<Result<Recordings, String>> {
    if let Some(path) = Recordings::missing(&args.recordings, &args.maps) {
        let path = path.display();
        return Ok(Err(format!(
            "there is no {path}; scenes/fetch-maps.sh fetches the maps"
        )));
    }
    Ok(Ok(Recordings::read(&args.recordings, &args.maps)?))
}

fn moving(args: &JudgesArgs) -> Result<Result<MovingRecordings, String>> {
    let folder = args.recordings.join("moving");
    if !folder.is_dir() {
        let folder = folder.display();
        return Ok(Err(format!(
            "there is no {folder}; restore it from the repository"
        )));
    }
    Ok(Ok(MovingRecordings::read(&folder)?))
}

/// The named faults; else those of the expected cells, else all.
fn faults(names: &[String], expected: Option<&[JudgeResult]>) -> Result<Vec<AnyFault>> {
    if names.is_empty() {
        let is_expected = |fault: &AnyFault| {
            expected.is_none_or(|cells| cells.iter().any(|cell| cell.fault == fault.name()))
        };
        return Ok(AnyFault::all().filter(is_expected).collect());
    }
    let known = || AnyFault::all().map(AnyFault::name).collect::<Vec<_>>().join(", ");
    let named = |name: &String| {
        AnyFault::named(name).with_context(|| format!("there is no fault `{name}`; known are {}", known()))
    };
    names.iter().map(named).collect()
}

fn judges(names: &[String]) -> Result<Vec<Judge>> {
    if names.is_empty() {
        return Ok(Judge::ALL.into());
    }
    let known = Judge::ALL.map(|j| j.to_string());
    let named = |name: &String| {
        let at = known.iter().position(|k| k == name);
        at.map(|i| Judge::ALL[i])
            .with_context(|| format!("there is no judge `{name}`; known are {}", known.join(", ")))
    };
    names.iter().map(named).collect()
}

fn expected(path: &Path) -> Result<Vec<JudgeResult>> {
    let remedy = || {
        format!(
            "cannot read expected cells from {}; give what --export-json wrote",
            path.display()
        )
    };
    let text = clipmark_journal::read_text(path).with_context(remedy)?;
    serde_json::from_str(&text).with_context(remedy)
}
