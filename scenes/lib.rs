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

/// The scenes of `laws/`.
const LAWS: Texts = texts!["laws/":
    "l01-run-speed",
    "l02-run-and-stop",
    "l03-friction-keeps-direction",
    "l04-air-zones",
    "l05-best-angle",
    "l06-strafe-growth",
    "l07-air-cap",
    "l08-key-scaling",
    "l09-circle-jump",
    "l10-jump-quakeworld",
    "l11-jump-quake3-no-snap",
    "l12-jump-quake3",
    "l13-ledge",
    "l14-bunny-hop",
    "l15-bunny-hop-netquake",
    "l16-landing-defect",
    "l17-slope-clip",
    "l18-ramp-launch",
    "l19-uphill",
    "l20-downhill",
    "l21-surf",
    "l22-surf-hold",
    "l23-crease",
    "l24-groove-unrest",
    "l25-overbounce",
    "l26-resting-gap",
    "l27-riser",
    "l28-swim",
    "l29-crouch",
    "l30-air-control",
    "l31-double-jump",
    "l32-rider",
    "l33-jump-off",
    "l34-pushed",
    "l35-long-tick",
    "l36-crawl",
    "l37-edge-friction",
    "l38-jump-crop",
    "l39-fastest",
    "l40-promode-air",
    "l41-rising-step",
    "l42-kept-down",
    "l43-water-jump",
    "l44-bends",
    "l45-walker",
    "l46-world-steps",
    "l47-left-behind",
];

/// The text of a law's scene.
///
/// # Panics
/// If there is none of that name; for a constant that is an error of the compiler.
pub const fn law(name: &str) -> &'static str {
    let mut i = 0;
    while i < LAWS.len() {
        if is_same(LAWS[i].0.as_bytes(), name.as_bytes()) {
            return LAWS[i].1;
        }
        i += 1;
    }
    panic!("no law has a scene of this name")
}

/// `==`, which no constant can call.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
