//! The courses that are built in: a program of another crate runs them without this repository's files.

use clipmark_scene::{Scene, SceneError};
use clipmark_scenes::{COURSES, MOVING_COURSES};
use std::path::Path;

/// Where they lie in the repository, and where a map is looked for that one names.
pub const FOLDER: &str = "scenes/controllers";
/// Where those lie in which parts of the world move.
pub const MOVING_FOLDER: &str = "scenes/moving";

/// All courses, each as if it had been read from its folder; those whose world moves come last.
pub(super) fn scenes() -> Result<Vec<Scene>, SceneError> {
    let of = |folder: &'static str| {
        move |(name, text): &(&str, &str)| Scene::parse(text, Path::new(folder).join(format!("{name}.ron")))
    };
    let still = COURSES.iter().map(of(FOLDER));
    still
        .chain(MOVING_COURSES.iter().map(of(MOVING_FOLDER)))
        .collect()
}
