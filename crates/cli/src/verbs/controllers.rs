//! `compare controllers`: character controllers on courses at several tick rates.

use super::report::renew_overview;
use super::reproduce::of_failing;
use super::runs::judged_take_part;
use crate::cli::ControllersArgs;
use crate::declared::Declared;
use crate::made::made;
use crate::output::input;
use crate::progress::Bar;
use crate::terminal::{say, tell};
use crate::way::way;
use crate::weigh::{Scale, Where};
use crate::who::with_guests;
use anyhow::{Context, Result, bail};
use clipmark_measure::alone::Program;
use clipmark_measure::{Contestant, Options, all_backends, compare, contestants_named, guests};
use clipmark_record::Comparison;
use clipmark_record::controllers::{Alone, Cell, ControllersResults, Grade, Outcome};
use clipmark_report::{
    ProgramText, Style, controllers_csv, controllers_markdown, controllers_table, prepare,
    prepare_controllers, renew_controllers_report, write_controllers_report, write_report,
};
use clipmark_scene::{Scene, WorldSource};
use clipmark_suite::controllers::{FOLDER, at, courses, failing, judged, measure, smallest};
use clipmark_suite::known::Judged;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

/// The default contestants: Quake's slide move on two backends, the two-cylinder walker, and every built-in library, as
/// documented and tuned.
const OURS: [&str; 3] = ["bsp", "bvh+slide", "cylinder"];

pub(crate) fn run(args: &ControllersArgs) -> Result<bool> {
    let given = args.contestants.clone().unwrap_or_else(default_contestants);
    let contestants = contestants_named(&given)?
        .into_iter()
        .map(Contestant::by_controller);
    let contestants: Vec<Contestant> = contestants.collect();
    let names: Vec<String> = contestants.iter().map(Contestant::to_string).collect();
    judged_take_part(&args.fail_on, &names)?;
    let before = args.baseline.as_deref().map(baseline).transpose()?;
    let usual = Some(Path::new(FOLDER)).filter(|folder| folder.is_dir());
    let folder = args.courses.as_deref().or(usual);
    let declared = Declared::open(&args.declared, &clipmark_suite::controllers::names(folder)?)?;
    let (courses, missing) = courses(folder, &args.filters)?;
    for file in &missing {
        tell!(
            "{}: its map is not there; scenes/fetch-maps.sh fetches it",
            file.display()
        );
    }
    if courses.is_empty() {
        bail!("no course is left to run; fetch the maps with scenes/fetch-maps.sh, or name other courses");
    }
    let mut exports = args.exports.open()?;
    prepare_controllers(&args.out)?;
    let bar = Bar::new();
    // A panic is a result; its message is in it.
    std::panic::set_hook(Box::new(|_| ()));
    let book = measure(
        &courses,
        &contestants,
        &args.at.rates,
        !args.no_time,
        &mut |stage, done, all| {
            bar.at(stage, done, all);
        },
    );
    drop(bar);
    let mut book = book?;
    if !args.no_time {
        weigh(&mut book, folder, &names);
    }
    let shown = failures(&mut book, &courses, &contestants, &args.out);
    drop(std::panic::take_hook());
    let Shown { scenes, programs } = shown?;
    book.made = made();
    let index = write_controllers_report(&book, &scenes, &programs, &args.out)?;
    renew_overview(&args.out);
    if args.reports {
        reports(&mut book, &scenes, &args.out)?;
    }
    exports.json(&book)?;
    exports.csv(|| controllers_csv(&book))?;
    exports.markdown(|| controllers_markdown(&book))?;
    if exports.shows_table() {
        say!("{}{}\n", controllers_table(&book, Style::Colour), index.display())?;
    }
    let is_given = declared.is_given();
    let as_declared = declared.ends("courses", &whose(&book, args))?;
    Ok(if is_given {
        as_declared
    } else {
        passes(&book, before.as_ref(), args)
    })
}

/// Counts the bytes of everyone on every course; they are among the costs, as time is.
fn weigh(book: &mut ControllersResults, folder: Option<&Path>, names: &[String]) {
    let scale = Scale::of_this_program();
    for cell in &mut book.cells {
        let world = Where::Course {
            folder: folder.map(Path::to_owned),
            name: cell.course.clone(),
            contestants: names.to_vec(),
        };
        if let Outcome::Run(run) = &mut cell.outcome {
            run.bytes = scale.held(&cell.entrant, world, run.bytes.said);
        }
    }
}

/// The runs that a list of known failures and a badge cover: those of `--fail-on`, or this program's given contestants, or all.
fn whose(book: &ControllersResults, args: &ControllersArgs) -> Vec<Judged> {
    let guests: Vec<String> = guests().iter().map(Contestant::to_string).collect();
    let names = if args.fail_on.is_empty() {
        &guests
    } else {
        &args.fail_on
    };
    let mut runs = judged(book, args.fail_from);
    runs.retain(|run| names.is_empty() || names.contains(&run.contestant));
    runs
}

/// Bytes of a baseline: some 20,000 runs.
const LARGEST_BASELINE: u64 = 64 << 20;

/// The runs of before.
fn baseline(file: &Path) -> Result<ControllersResults> {
    let mut text = String::new();
    let read = input(file)?.take(LARGEST_BASELINE + 1).read_to_string(&mut text);
    read.with_context(|| format!("--baseline {}: it is no text", file.display()))?;
    if text.len() as u64 > LARGEST_BASELINE {
        bail!(
            "--baseline {}: it has over 64 MiB; no list of runs is so long",
            file.display()
        );
    }
    serde_json::from_str(&text).with_context(|| {
        format!(
            "--baseline {}: it is no controllers.json of this version; `compare controllers --export-json FILE` writes one",
            file.display()
        )
    })
}

/// Whether no run that counts failed; with a baseline, whether none does more harm than it did. Runs that are worse are named.
fn passes(book: &ControllersResults, before: Option<&ControllersResults>, args: &ControllersArgs) -> bool {
    let counts = |cell: &Cell| {
        let named = args.fail_on.is_empty() || args.fail_on.contains(&cell.entrant);
        named && cell.grade().is_some_and(|grade| grade <= args.fail_from)
    };
    let Some(before) = before else {
        return !book.cells.iter().any(counts);
    };
    let worse: Vec<_> = book
        .worse_than(before)
        .into_iter()
        .filter(|(c, _)| counts(c))
        .collect();
    for (cell, then) in &worse {
        let (now, then) = (
            cell.grade().map_or("ok", Grade::word),
            then.map_or("ok", Grade::word),
        );
        let says = cell.broken().into_iter().next().map_or(String::new(), |b| b.says);
        tell!(
            "worse: {} on {} at {} Hz: {then} before, {now} now: {says}",
            cell.entrant,
            cell.course,
            cell.hz
        );
    }
    worse.is_empty()
}

fn default_contestants() -> Vec<String> {
    let others = all_backends().filter_map(|kind| kind.controller().map(|own| own.name));
    with_guests(OURS.into_iter().chain(others))
}

/// Files that show failures: the text of scenes, and of programs with a library alone, by the names of their files.
#[derive(Default)]
struct Shown {
    scenes: BTreeMap<String, String>,
    programs: BTreeMap<String, ProgramText>,
}

/// A failure: who, on which course, the run that shows it worst.
struct Failure<'a> {
    course: &'a Scene,
    contestant: Contestant,
    /// Number of the run's cell.
    worst: usize,
    hz: f64,
}

/// A scene or program that shows a failure.
struct Found {
    /// As small as was found.
    scene: Scene,
    /// Its title: which promise is broken, by which limit, at which rate, in which tick.
    title: Option<String>,
    program: Option<Program>,
}

/// The folder of scenes that show failures, in that of results.
const SCENES: &str = "scenes";

/// The scene and the program that show each failure worst. The cells get the page's links to them.
fn failures(
    book: &mut ControllersResults,
    courses: &[Scene],
    contestants: &[Contestant],
    out: &Path,
) -> Result<Shown> {
    let witness: Contestant = OURS[0].parse()?;
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
    let found: Vec<Found> = failed
        .par_iter()
        .map(|failure| {
            let found = found(failure, witness);
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
        if entrant != OURS[0] {
            scene.contestants.push(OURS[0].into());
        }
        scene.sweeps = SWEEPS;
        if let WorldSource::QuakeBsp(map) | WorldSource::QuakeMap(map) = &mut scene.world {
            *map = way(&out.join(SCENES), &failure.course.resolve(map))?
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
        if let Some(program) = found.program.filter(|program| program.same) {
            cell.alone = Some(Alone {
                label: program.label,
                program: format!("alone/{name}"),
            });
            let Program { manifest, main, .. } = program;
            shown.programs.insert(name, ProgramText { manifest, main });
        }
    }
    Ok(shown)
}

fn file_name(failure: &Failure) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let entrant = failure.contestant.to_string().to_lowercase();
    let name = format!("{}-{entrant}-{}", failure.course.name, failure.hz);
    name.chars().map(safe).collect()
}

fn found(failure: &Failure, witness: Contestant) -> Found {
    let (contestant, hz) = (failure.contestant, failure.hz);
    let scene = smallest(&at(failure.course, hz), contestant, witness);
    // A library's failure is its result: a refusal and a panic alike.
    let seen = catch_unwind(AssertUnwindSafe(|| failing(&scene, contestant)));
    let title = match &seen {
        Ok(Ok(seen)) => seen.breach.as_ref().map(|breach| {
            format!(
                "{}: {contestant} at {hz} Hz: {}, tick {} of {}",
                scene.title,
                breach.said(),
                seen.tick + 1,
                seen.ticks
            )
        }),
        _ => None,
    };
    let program = match seen {
        Ok(Ok(seen)) => catch_unwind(AssertUnwindSafe(|| of_failing(&scene, contestant, &seen)))
            .ok()
            .and_then(Result::ok)
            .map(|(program, _)| program),
        _ => None,
    };
    Found {
        scene,
        title,
        program,
    }
}

/// Sweeps of a failure's own report: its table is about the walk.
const SWEEPS: u32 = 200;

/// A full report of each failure, with the walk in 3-D; the page then links its worst moment.
fn reports(book: &mut ControllersResults, scenes: &BTreeMap<String, String>, out: &Path) -> Result<()> {
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
                comparison.made = made();
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
    Ok(renew_controllers_report(book, out)?)
}

/// Tick of the worst moment in the report of a failure: of the run's worst break that has one. Not reaching a place has none.
fn worst_moment(cell: &Cell, shown: &Comparison) -> Option<usize> {
    let findings = &shown.contestants.first()?.detection.findings;
    let moment = |code| findings.iter().find(|f| f.id == code)?.at;
    cell.broken()
        .iter()
        .filter_map(|b| b.promise.code())
        .find_map(moment)
}
