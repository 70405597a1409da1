//! `compare controllers`: character controllers on courses at several tick rates.

use super::controllers_failures::{Shown, failures, reports};
use super::report::renew_index;
use super::runs::judged_take_part;
use crate::cli::{ControllersArgs, FrameOrders};
use crate::declared::Declared;
use crate::made::provenance;
use crate::output::input;
use crate::progress::Bar;
use crate::terminal::{say, tell, view};
use crate::weigh::{Scale, Where};
use crate::who::with_guests;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::unpacked;
use clipmark_measure::{Contestant, all_backends, contestants_named, guests};
use clipmark_record::controllers::{ControllersResults, CourseRun, Grade, Outcome};
use clipmark_report::{File, prepare_study, study_text, write_study};
use clipmark_suite::controllers::{FOLDER, courses, in_orders, judged, measure, name_in_folder, names};
use clipmark_suite::known::{Judged, Names, with_usual_rates};
use std::io::Read;
use std::path::Path;

/// The default contestants: Quake's slide move on two backends, the two-cylinder walker, and every built-in library, as
/// documented and tuned.
const OURS: [&str; 3] = ["bsp", "bvh+slide", "cylinder"];

pub(crate) fn run(args: &ControllersArgs) -> Result<bool> {
    let given = args.contestants.clone().unwrap_or_else(default_contestants);
    let contestants = contestants_named(&given)?
        .into_iter()
        .map(Contestant::by_controller);
    let contestants: Vec<Contestant> = contestants.collect();
    let entered: Vec<String> = contestants.iter().map(Contestant::to_string).collect();
    judged_take_part(&args.fail_on, &entered)?;
    let before = args.baseline.as_deref().map(baseline).transpose()?;
    let usual = Some(Path::new(FOLDER)).filter(|folder| folder.is_dir());
    let folder = args.courses.as_deref().or(usual);
    let orders = args.order.map_or(&[][..], FrameOrders::all);
    let known = Names {
        courses: &names(folder, orders)?,
        rates: &with_usual_rates(&args.at.rates),
        ..Names::default()
    };
    let declared = Declared::open(&args.declared, &known)?.of_contestants()?;
    let (courses, missing) = courses(folder, &args.filters)?;
    let courses = in_orders(courses, orders);
    for file in &missing {
        tell!(
            "{}: its map is not there; scenes/fetch-maps.sh fetches it",
            file.display()
        );
    }
    if courses.is_empty() {
        bail!("no course is left to run; fetch the maps with scenes/fetch-maps.sh, or name other courses");
    }
    let exports = args.exports.open()?;
    prepare_study::<ControllersResults>(&args.out)?;
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
        weigh(&mut book, folder, &entered, args.order.is_some());
    }
    let shown = failures(&mut book, &courses, &contestants, &args.out);
    drop(std::panic::take_hook());
    let Shown { scenes, programs } = shown?;
    book.made = provenance();
    let texts = scenes
        .iter()
        .map(|(name, text)| File::new(format!("scenes/{name}.ron"), &**text));
    let mut written = write_study(&book, texts.chain(programs).collect(), &args.out)?;
    renew_index(&args.out);
    if args.reports {
        written = reports(&mut book, &scenes, &written.report, &args.out)?;
    }
    let shows_table = exports.shows_table();
    exports.study(&book)?;
    if shows_table {
        say!(
            "{}",
            study_text(&written.report, view(), false, Some(&written.page))
        )?;
    }
    let is_given = declared.is_given();
    let as_declared = declared.ends(&whose(&book, args))?;
    Ok(if is_given {
        as_declared
    } else {
        passes(&book, before.as_ref(), args)
    })
}

/// Counts the bytes of everyone on every course; they are among the costs, as time is.
fn weigh(book: &mut ControllersResults, folder: Option<&Path>, names: &[String], ordered: bool) {
    let scale = Scale::of_this_program();
    for cell in &mut book.cells {
        let name = match ordered {
            true => name_in_folder(&cell.course),
            false => &cell.course,
        };
        let world = Where::Course {
            folder: folder.map(Path::to_owned),
            name: name.into(),
            contestants: names.to_vec(),
        };
        if let Outcome::Run(run) = &mut cell.outcome {
            run.bytes = scale.held(&cell.entrant, world, run.bytes.said);
        }
    }
}

/// The runs that a list of known failures covers: those of `--fail-on`, or this program's given contestants, or all.
fn whose(book: &ControllersResults, args: &ControllersArgs) -> Vec<Judged> {
    let guests = guests().into_iter().map(|guest| guest.to_string());
    let guests: Vec<String> = guests
        .filter(|guest| book.entrants.iter().any(|entered| entered.name == *guest))
        .collect();
    let names = if args.fail_on.is_empty() {
        &guests
    } else {
        &args.fail_on
    };
    let mut runs = judged(book, args.fail_from);
    runs.retain(|run| names.is_empty() || names.contains(&run.contestant));
    runs
}

/// Bytes of a baseline, unpacked: some 20,000 runs.
const LARGEST_BASELINE: u64 = 64 << 20;

/// The runs of before.
fn baseline(file: &Path) -> Result<ControllersResults> {
    let mut text = String::new();
    let read =
        unpacked(input(file)?).and_then(|from| from.take(LARGEST_BASELINE + 1).read_to_string(&mut text));
    read.with_context(|| format!("--baseline {}: it is no text, plain or gzip'd", file.display()))?;
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
    let is_named = |cell: &CourseRun| args.fail_on.is_empty() || args.fail_on.contains(&cell.entrant);
    let mut named = book.cells.iter().filter(|cell| is_named(cell));
    if named.all(|cell| cell.refusal().is_some()) {
        tell!("no run was asked, so none passed");
        return false;
    }
    let counts =
        |cell: &CourseRun| is_named(cell) && cell.grade().is_some_and(|grade| grade <= args.fail_from);
    // A contestant that refuses a course has not passed it. A baseline or a list of known failures declares lasting refusals.
    let refuses = |cell: &CourseRun| is_named(cell) && matches!(cell.outcome, Outcome::Refused(_));
    let Some(before) = before else {
        return !book.cells.iter().any(|cell| counts(cell) || refuses(cell));
    };
    let newly = |now: &&CourseRun| {
        let mut then = before.runs(&now.course, &now.entrant);
        refuses(now) && then.any(|then| then.hz == now.hz && then.refusal().is_none())
    };
    let refused: Vec<&CourseRun> = book.cells.iter().filter(newly).collect();
    for cell in &refused {
        let why = cell.refusal().unwrap_or_default();
        tell!(
            "worse: {} refuses {} at {} Hz: {why}",
            cell.entrant,
            cell.course,
            cell.hz
        );
    }
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
    worse.is_empty() && refused.is_empty()
}

fn default_contestants() -> Vec<String> {
    let others = all_backends().filter_map(|kind| kind.controller().map(|own| own.name));
    with_guests(OURS.into_iter().chain(others))
}
