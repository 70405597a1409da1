//! The courses as text: a program of another crate runs them without this repository's files.

use clipmark_scene::{Scene, SceneError};
use std::path::Path;

/// Where they lie in the repository, and where a map is looked for that one names.
pub const FOLDER: &str = "scenes/controllers";
/// Where those lie in which parts of the world move.
pub const MOVING_FOLDER: &str = "scenes/moving";

macro_rules! texts {
    ($folder:literal: $($name:literal,)*) => {
        [$(($name, include_str!(concat!("../../../../scenes/", $folder, "/", $name, ".ron")))),*]
    };
}

/// The courses of [`MOVING_FOLDER`], by name.
const MOVING: [(&str, &str); 23] = texts!["moving":
    "arm",
    "bob",
    "bob-fast",
    "corridor",
    "crush",
    "diagonal",
    "fast-wall",
    "head-on",
    "jump",
    "jump-sinking",
    "lift",
    "on-a-head",
    "push",
    "retreat",
    "reverse",
    "ride",
    "sink",
    "slanted-wall",
    "step-on",
    "swing",
    "turntable",
    "walk-off",
    "wall-ahead",
];

/// The courses of [`FOLDER`], by name.
const TEXTS: [(&str, &str); 32] = texts!["controllers":
    "ceiling-58",
    "ceiling-stairs",
    "corner-30",
    "corner-90",
    "floor-seams",
    "groove-50",
    "jump-40",
    "ledge",
    "map-oa_dm1",
    "pillar",
    "rest-40",
    "slide-60",
    "slope-30",
    "slope-45",
    "slope-47",
    "slope-60",
    "slope-75",
    "stairs-08",
    "stairs-12",
    "stairs-16",
    "stairs-16-deep",
    "stairs-18",
    "stairs-aslant",
    "step-19",
    "thin-floor",
    "thin-wall",
    "thin-wall-turned",
    "wall-15",
    "wall-45",
    "wall-75",
    "wall-seams",
    "wedge",
];

/// All courses, each as if it had been read from its folder; those whose world moves come last.
pub(super) fn scenes() -> Result<Vec<Scene>, SceneError> {
    let of = |folder: &'static str| {
        move |(name, text): &(&str, &str)| Scene::parse(text, Path::new(folder).join(format!("{name}.ron")))
    };
    let still = TEXTS.iter().map(of(FOLDER));
    still.chain(MOVING.iter().map(of(MOVING_FOLDER))).collect()
}
