//! The scenes that the programs carry with them, as text. They lie beside this file, so that a package of it holds them.

/// Names of files of a folder, with their texts.
macro_rules! texts {
    ($folder:literal: $($name:literal,)*) => {
        &[$(($name, include_str!(concat!($folder, $name, ".ron")))),*]
    };
}

/// Scenes by their names.
pub type Texts = &'static [(&'static str, &'static str)];

/// The scenes of the gallery, from this folder.
pub const GALLERY: Texts = texts!["":
    "stairs",
    "surf",
    "bhop-track",
    "v-groove",
    "thin-wall",
    "lift",
    "door",
    "train",
];
/// The walker's crater, a family of the suite: `suite/17-crater.ron`.
pub const CRATER: &str = include_str!("suite/17-crater.ron");

/// The courses of `controllers/`, in a world at rest.
pub const COURSES: Texts = texts!["controllers/":
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

/// The courses of `moving/`, parts of whose world move.
pub const MOVING_COURSES: Texts = texts!["moving/":
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
