//! What is set in Rapier, and why.

use clipmark_adapter::form::METRE;
use clipmark_adapter::{Row, Setup, plain, row, same, tuned};
use clipmark_collision::{SkinDirection, StartSolid};
use clipmark_movement::{FrameOrder, Setting};

/// Rapier's options that differ between the two set-ups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether a cast stops where it touches something already, the default. Otherwise a hull that touches a surface may move
    /// along it.
    pub stop_at_penetration: bool,
    /// Whether the colliders that a start is deep in are looked up first (`intersect_shape`, then `contact`) and left out, unless
    /// the end is in one too: Quake's own rule. A cast alone does not notice, and one of no length meets nothing.
    pub leaves_solids: bool,
    /// Whether the normal is that of the face within 5 degrees: GJK's direction is a face's only nearly.
    pub face_normals: bool,
    /// Whether the controller stands on ground found by a cast of ours, is freed from overlaps first, and rides by a move of
    /// ours.
    pub own_ground: bool,
}

/// `rapier`
pub(crate) const PLAIN: Setup<Settings> = Setup {
    name: "rapier",
    about: "Rapier 0.36.1's casts as its documentation shows them",
    controller: "rapier",
    about_controller: "Rapier's KinematicCharacterController as its documentation shows it",
    settings: Settings {
        stop_at_penetration: true,
        leaves_solids: false,
        face_normals: false,
        own_ground: false,
    },
    length: METRE,
    skin: SkinDirection::Path,
    start_solid: StartSolid::Blocks,
    shape: None,
    on_legs: false,
    frames: &[FrameOrder::PlayersFirst],
    table: &PLAIN_COLUMN,
};

/// `rapier:tuned`. A `target_distance` at the skin's width was measured and left at 0: casts miss more with it
/// (docs/libraries.md).
pub(crate) const TUNED: Setup<Settings> = Setup {
    name: "rapier:tuned",
    about: "Rapier's casts as its best user would set them up",
    controller: "rapier:tuned",
    about_controller: "Rapier's KinematicCharacterController as its best user would set it up",
    settings: Settings {
        stop_at_penetration: false,
        leaves_solids: true,
        face_normals: true,
        own_ground: true,
    },
    skin: SkinDirection::Normal,
    start_solid: StartSolid::IgnoredUnlessAllSolid,
    frames: &[FrameOrder::WorldFirst],
    table: &TUNED_COLUMN,
    ..PLAIN
};

static PLAIN_COLUMN: [Setting; TABLE.len()] = plain(&TABLE);
static TUNED_COLUMN: [Setting; TABLE.len()] = tuned(&TABLE);

/// What is set in `KinematicCharacterController`, and what is left as it is. Numbers are of the profile quake3: a body of 30 x 30
/// x 56 u, steps of 18 u, ground up to 45.57 degrees.
const TABLE: [Row; 16] = [
    same(
        "library",
        "rapier3d 0.36.1, parry3d 0.31.1, of crates.io",
        "the versions of Cargo.lock",
    ),
    same(
        "scale",
        "1 u = 1/32 m",
        "Rapier's constants assume metres; a power of two rounds nothing",
    ),
    same(
        "shape",
        "the player's box: half extents 0.46875, 0.46875, 0.875 m",
        "the game's",
    ),
    same(
        "shape of a brush",
        "the convex hull of its corners, by ConvexPolyhedron::from_convex_hull",
        "what ColliderBuilder::convex_hull calls, which the documentation teaches. Of wide thin slabs it drops corners; \
         ColliderBuilder::convex_mesh would keep them with the faces that a brush has",
    ),
    same("up", "+z", "the game's"),
    row(
        "offset",
        ["Relative(0.01): 0.0175 m (0.56 u)", "the default"],
        [
            "Absolute(0.00390625 m, 1/8 u)",
            "the game's own skin; the default floats by half a unit",
        ],
    ),
    same("slide", "true", "the default"),
    row(
        "autostep",
        [
            "max_height Absolute(0.5625 m, 18 u), min_width Relative(0.5): 0.663 m (21.2 u), include_dynamic_bodies true",
            "off by default; the documentation's example switches it on, and the game says how high. The rest is its default",
        ],
        [
            "max_height Absolute(0.5625 m, 18 u), min_width Absolute(0.03125 m, 1 u), include_dynamic_bodies true",
            "the default width, half a diagonal (21 u), refuses treads of 12 u",
        ],
    ),
    same(
        "max_slope_climb_angle, min_slope_slide_angle",
        "0.7954 rad (45.57 degrees)",
        "the game's steepest ground; 45 degrees by default",
    ),
    row(
        "snap_to_ground",
        [
            "Relative(0.2): 0.35 m (11.2 u); None while swimming or leaping",
            "the default; who swims is not to be pulled down",
        ],
        [
            "None; a cast down by the game's step (18 u) instead, backed off by the offset",
            "its own casts at the offset's distance meet the floor too late and pull the body into it",
        ],
    ),
    row(
        "normal_nudge_factor",
        ["1e-4 m (0.0032 u)", "the default"],
        [
            "1e-4 m (0.0032 u)",
            "the default; a 32nd of it, which the scale would suggest, lets a box stick on seams",
        ],
    ),
    row(
        "wanted displacement",
        [
            "level while walking; with gravity in the air",
            "the game's: gravity on the ground too passes fewer runs",
        ],
        [
            "while walking turned along the ground stood on, as long as before; with gravity in the air",
            "a level wish is projected on slopes, which costs speed",
        ],
    ),
    same(
        "velocity after a move",
        "the wanted one, clipped by every plane met that was not stepped over; not by walkable ground",
        "Rapier gives none. Translation over time would lose speed on every slope, tick by tick; with it a body gets down a \
         slope of 60 degrees, where this rule leaves it standing (slide-60), and slides at 40 degrees too, where it is to \
         stand",
    ),
    row(
        "ground",
        [
            "`grounded`, with the most upright normal met",
            "all that Rapier gives",
        ],
        [
            "a cast down by the offset and 1/4 u, by a step for who walks; its normal must be walkable",
            "`grounded` is true on any slope that is not upright",
        ],
    ),
    row(
        "overlaps",
        ["left to the move", "the library's own means"],
        [
            "a move of no length first, when a query says that the body overlaps something",
            "moves depenetrate only when nothing is wanted",
        ],
    ),
    row(
        "moving parts",
        [
            "kinematic_velocity_based bodies with the velocity of the coming tick, moved after the character; who stands is \
             pulled down too",
            "as the library's own example has platforms, and the controller adds their velocity for the step to come; it \
             follows a kinematic body only where a wanted move meets it",
        ],
        [
            "moved before the character; who stood on one goes with it by a move past all else first",
            "the library adds velocities to moves that meet a part, and lets a rising one enter a body (rapier#488, open)",
        ],
    ),
];
