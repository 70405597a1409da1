//! `compare suite controllers` and `suite moving`: character controllers on courses at several tick rates.

use super::evidence;
use super::suite::{Study, program_hash, run_study};
use crate::cli::{CoursesArgs, FrameOrders};
use crate::terminal::tell;
use crate::who::with_guests;
use anyhow::{Result, bail};
use clipmark_measure::{Contestant, all_backends, contestants_named};
use clipmark_rows::known::Names;
use clipmark_suite::controllers::{FOLDER, MOVING_FOLDER, courses, in_orders, names, plan, with_usual_rates};
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
    let folder = args.courses.as_deref().or(preset.folder());
    let orders = args.order.map_or(&[][..], FrameOrders::all);
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
    // A list is of one contestant on all courses, whichever of them are played.
    let mut subjects = names(folder, orders)?;
    if args.courses.is_none() {
        subjects.extend(names(Preset::Controllers.folder(), orders)?);
    }
    let (mut run, groups) = plan(&courses, &contestants, &args.at.rates, &program_hash()?);
    run.study = format!("suite {}", preset.name());
    let is_part = !args.filters.is_empty() || args.at.are_chosen();
    let study = Study {
        is_narrower: is_part || args.courses.is_some(),
        is_timed: !args.no_time,
        names: Names {
            is_part: is_part || !missing.is_empty() || preset == Preset::Moving,
            ..Names::new(subjects, with_usual_rates(&args.at.rates))
        },
        ..Study::new(preset.name(), run, &groups)
    };
    run_study(&args.run, study, |results, out| {
        // To find what shows a failure it is played again.
        if args.run.results.is_none() {
            evidence::show_failures(results, &courses, &contestants, out)?;
        }
        match args.reports {
            true => evidence::write_replays(results, out),
            false => Ok(()),
        }
    })
}

fn default_contestants() -> Vec<String> {
    let others = all_backends().filter_map(|kind| kind.controller().map(|own| own.name));
    with_guests(OURS.into_iter().chain(others))
}
