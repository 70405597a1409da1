//! `compare suite controllers` and `suite moving`: character controllers on courses at several tick rates.

use super::evidence;
use super::suite::{passes, play, prepare_folder, program_hash, read_results};
use crate::cli::{CoursesArgs, FrameOrders};
use crate::declared::Declared;
use crate::publish::publish_results;
use crate::terminal::tell;
use crate::who::with_guests;
use anyhow::{Result, bail};
use clipmark_measure::{Contestant, all_backends, contestants_named, guests};
use clipmark_report::suite_sheet;
use clipmark_rows::{Results, Severity};
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
    let before = args.run.baseline.as_deref().map(read_results).transpose()?;
    let folder = args.courses.as_deref().or(preset.folder());
    let orders = args.order.map_or(&[][..], FrameOrders::all);
    let known = Names {
        courses: &names(folder, orders)?,
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
    run.study = format!("suite {}", preset.name());
    let show = |results: &mut Results| {
        evidence::show_failures(results, &courses, &contestants, out.path())?;
        match args.reports {
            true => evidence::write_replays(results, out.path()),
            false => Ok(()),
        }
    };
    let results = play(&args.run, (run, &groups), &out, !args.no_time, show)?;
    let is_given = declared.is_given();
    let as_declared = declared.ends(&judged_cases(&results, args.run.fail_on))?;
    let passed = match is_given {
        true => as_declared,
        false => passes(&args.run, &results, before.as_ref(), |_| true),
    };
    publish_results(&results, suite_sheet, &out, exports, passed)?;
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
