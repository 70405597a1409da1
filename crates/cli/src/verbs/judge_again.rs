//! The questions whose answers fail, as files: a judged program is asked them again without this one.

use super::judge::CHECK;
use super::judge_outside::Counted;
use crate::program::transcript;
use clipmark_geometry::World;
use clipmark_measure::{Contestant, Refereed};
use clipmark_movement::Profile;
use clipmark_report::File;
use clipmark_rows::{Axis, Results};
use clipmark_scene::Scene;
use clipmark_suite::controllers::{at, failing, moves_of};

/// The folder of questions to be asked again, in that of the page.
pub(super) const AGAIN: &str = "cases/alone";

/// The worst sweep of each class of fault; `world` is that of the sweep of a number, from 1.
pub(super) fn sweeps_again<'a>(
    classes: &[Counted],
    found: &Refereed,
    profile: &Profile,
    world: impl Fn(usize) -> &'a World,
) -> Vec<File> {
    let faults = classes.iter().filter(|class| class.is_fault);
    let worst = faults.filter_map(|class| Some((class, class.worst_line?)));
    let files = worst.map(|(class, line)| {
        let folder = folder(&format!("{CHECK}{}", class.class));
        transcript::of_sweep(&folder, world(line), profile, &found.answers[line - 1].sweep)
    });
    files.flatten().collect()
}

/// The steps of the worst run on each course, until its failure shows.
pub(super) fn steps_again(courses: &[Scene], contestant: Contestant, results: &Results) -> Vec<File> {
    let files = courses.iter().filter_map(|course| {
        let worst = results.worst_case(&course.name, &contestant.to_string())?;
        let scene = at(course, results.cases[worst].axes.number(Axis::Hz)?);
        // A run that left the world has no tick that shows it best: all its questions do.
        let (setting, moves) = match failing(&scene, contestant) {
            Ok(seen) => (seen.setting, seen.moves),
            Err(_) => moves_of(&scene, contestant).ok()?,
        };
        let world = &setting.world;
        let parts = if course.moves() { &world.models[..] } else { &[] };
        let folder = folder(&course.name);
        let files = transcript::of_moves(&folder, world, parts, &setting.profile, &moves);
        Some(files)
    });
    files.flatten().collect()
}

/// A folder named by words.
fn folder(words: &str) -> String {
    let fit = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' {
            c
        } else {
            '-'
        }
    };
    let name: String = words.replace(": ", "-").chars().map(fit).collect();
    format!("{AGAIN}/{name}")
}
