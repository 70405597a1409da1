//! `compare suite controllers` and `suite moving`: character controllers on courses at several tick rates.

use super::evidence;
use super::suite::{fails, passes, play, prepare_folder, program_hash, read_baseline, read_given};
use crate::cli::{CoursesArgs, FrameOrders};
use crate::declared::Declared;
use crate::publish::publish_results;
use crate::terminal::tell;
use crate::who::with_guests;
use anyhow::{Result, bail};
use clipmark_measure::{Contestant, all_backends, contestants_named, guests};
use clipmark_report::suite_sheet;
use clipmark_rows::{Case, Results, Severity};
use clipmark_suite::controllers::{FOLDER, MOVING_FOLDER, courses, in_orders, judged, names, plan};
use clipmark_suite::known::{Judged, Names, with_usual_rates};
use std::path::Path;

/// The default contestants: Quake's slide move on two backends, the two-cylinder walker, and every built-in library, as
/// documented and tuned.
const OURS: [&str; 3] = ["bsp", "bvh+slide", "cylinder"];

/// Which courses are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preset {
    /// All.
    Controllers,
    /// Those whose world moves.
    Moving,
}

impl Preset {
    fn name(self) -> &'static str {
        match self {
            Self::Controllers => "controllers",
            Self::Moving => "moving",
        }
    }

    fn folder(self) -> Option<&'static Path> {
        let folder = match self {
            Self::Controllers => FOLDER,
            Self::Moving => MOVING_FOLDER,
        };
        Some(Path::new(folder)).filter(|folder| folder.is_dir())
    }
}

pub(crate) fn run(args: &CoursesArgs, preset: Preset) -> Result<bool> {
    let given = args.contestants.clone().unwrap_or_else(default_contestants);
    let contestants = contestants_named(&given)?
        .into_iter()
        .map(Contestant::by_controller);
    let contestants: Vec<Contestant> = contestants.collect();
    let study = format!("suite {}", preset.name());
    args.declared.refuse_share(&args.run)?;
    let before = read_baseline(&args.run, &study)?;
    let given = read_given(&args.run)?;
    let folder = args.courses.as_deref().or(preset.folder());
    let orders = args.order.map_or(&[][..], FrameOrders::all);
    // A list is of one contestant on all courses, whichever of them are played.
    let mut known = names(folder, orders)?;
    if args.courses.is_none() {
        known.extend(names(Preset::Controllers.folder(), orders)?);
    }
    let known = Names {
        courses: &known,
        rates: &with_usual_rates(&args.at.rates),
        ..Names::default()
    };
    let declared = Declared::open(&args.declared, &known)?.of_contestants()?;
    let (mut courses, missing) = courses(folder, &args.filters)?;
    courses.retain(|course| preset == Preset::Controllers || course.moves());
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
    let exports = args.run.exports.open()?;
    let is_narrower = !args.filters.is_empty() || args.courses.is_some() || args.at.are_chosen();
    let out = prepare_folder(&args.run, preset.name(), is_narrower)?;
    let (mut run, groups) = plan(&courses, &contestants, &args.at.rates, &program_hash()?);
    run.study = study;
    let show = |results: &mut Results| {
        // To find what shows a failure it is played again.
        if args.run.results.is_none() {
            evidence::show_failures(results, &courses, &contestants, out.path())?;
        }
        match args.reports {
            true => evidence::write_replays(results, out.path()),
            false => Ok(()),
        }
    };
    let results = play(&args.run, (run, &groups), given, &out, !args.no_time, show)?;
    let fails = |case: &Case| fails(&args.run, case);
    let is_given = declared.is_given();
    let as_declared = declared.ends(&judged_cases(&results, args.run.fail_on))?;
    // With a list and results of before, both hold.
    let passed = match (is_given, &before) {
        (true, None) => as_declared,
        _ => passes(&args.run, &results, before.as_ref(), &fails)? && (as_declared || !is_given),
    };
    let sheet = suite_sheet(&results, out.before().as_ref(), &fails);
    publish_results(&results, sheet, &out, exports, passed, &fails)?;
    Ok(passed)
}

/// The runs that a list of known failures covers: those of this program's given contestants, or all.
fn judged_cases(results: &Results, fail_on: Severity) -> Vec<Judged> {
    let guests = guests().into_iter().map(|guest| guest.to_string());
    let is_entered = |guest: &String| results.run.contestants.iter().any(|c| c.name == *guest);
    let guests: Vec<String> = guests.filter(is_entered).collect();
    let mut runs = judged(results, fail_on);
    runs.retain(|run| guests.is_empty() || guests.contains(&run.contestant));
    runs
}

fn default_contestants() -> Vec<String> {
    let others = all_backends().filter_map(|kind| kind.controller().map(|own| own.name));
    with_guests(OURS.into_iter().chain(others))
}
