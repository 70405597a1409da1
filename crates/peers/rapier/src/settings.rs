//! What is set, and why: for the record, so that Rapier's authors can say whether it is fair.

use clipmark_movement::Setting;

const fn set(name: &'static str, value: &'static str, reason: &'static str) -> Setting {
    Setting { name, value, reason }
}

/// What `rapier:tuned` sets for casts; `rapier` has `ShapeCastOptions::default()`.
pub static CASTS: [Setting; 4] = [
    set(
        "stop_at_penetration",
        "false",
        "a hull that touches a surface may move along it; the default stops it",
    ),
    set(
        "target_distance",
        "0",
        "at the skin's width casts miss more (docs/libraries.md); the gap is kept by backing off along the normal",
    ),
    set(
        "normal",
        "of the face within 5 degrees",
        "GJK's direction is a face's only nearly",
    ),
    set(
        "starts in solids",
        "intersect_shape and contact first; a collider that the start is deep in is left out, unless the end is in it too",
        "Quake's own rule; a cast alone does not notice, and one of no length meets nothing",
    ),
];

/// What `rapier` sets in `KinematicCharacterController`, and what it leaves as it is. Numbers are of the profile quake3: a body of 30 x 30 x
/// 56 u, steps of 18 u, ground up to 45.57 degrees.
pub static DOCUMENTED: [Setting; 13] = [
    set(
        "library",
        "rapier3d 0.36.1, parry3d 0.31.1, of crates.io",
        "the versions of Cargo.lock",
    ),
    set(
        "scale",
        "1 u = 1/32 m",
        "Rapier's constants assume metres; a power of two rounds nothing",
    ),
    set(
        "shape",
        "the player's box: half extents 0.46875, 0.46875, 0.875 m",
        "the game's",
    ),
    set("up", "+z", "the game's"),
    set("offset", "Relative(0.01): 0.0175 m (0.56 u)", "the default"),
    set("slide", "true", "the default"),
    set(
        "autostep",
        "max_height Absolute(0.5625 m, 18 u), min_width Relative(0.5): 0.663 m (21.2 u), include_dynamic_bodies true",
        "off by default; the documentation's example switches it on, and the game says how high. The rest is its default",
    ),
    set(
        "max_slope_climb_angle, min_slope_slide_angle",
        "0.7954 rad (45.57 degrees)",
        "the game's steepest ground; 45 degrees by default",
    ),
    set(
        "snap_to_ground",
        "Relative(0.2): 0.35 m (11.2 u); None while swimming or leaping",
        "the default; who swims is not to be pulled down",
    ),
    set("normal_nudge_factor", "1e-4 m (0.0032 u)", "the default"),
    set(
        "wanted displacement",
        "level while walking; with gravity in the air",
        "the game's: gravity on the ground too passes fewer runs",
    ),
    set(
        "velocity after a move",
        "the wanted one, clipped by every plane met that was not stepped over; not by walkable ground",
        "Rapier gives none. Translation over time would lose speed on every slope, tick by tick; with it a body gets down a slope of 60 \
         degrees, where this rule leaves it standing (slide-60), and slides at 40 degrees too, where it is to stand",
    ),
    set(
        "moving parts",
        "kinematic_velocity_based bodies with the velocity of the coming tick, moved after the character; who stands is pulled down too",
        "as the library's own example has platforms, and the controller adds their velocity for the step to come; it follows a kinematic body only where a \
         wanted move meets it",
    ),
];

/// What `rapier:tuned` sets.
pub static TUNED: [Setting; 15] = [
    DOCUMENTED[0],
    DOCUMENTED[1],
    DOCUMENTED[2],
    DOCUMENTED[3],
    set(
        "offset",
        "Absolute(0.00390625 m, 1/8 u)",
        "the game's own skin; the default floats by half a unit",
    ),
    DOCUMENTED[5],
    set(
        "autostep",
        "max_height Absolute(0.5625 m, 18 u), min_width Absolute(0.03125 m, 1 u), include_dynamic_bodies true",
        "the default width, half a diagonal (21 u), refuses treads of 12 u",
    ),
    DOCUMENTED[7],
    set(
        "snap_to_ground",
        "None; a cast down by the game's step (18 u) instead, backed off by the offset",
        "its own casts at the offset's distance meet the floor too late and pull the body into it",
    ),
    set(
        "normal_nudge_factor",
        "1e-4 m (0.0032 u)",
        "the default; a 32nd of it, which the scale would suggest, lets a box stick on seams",
    ),
    set(
        "wanted displacement of who walks",
        "turned along the ground stood on, as long as before",
        "a level wish is projected on slopes, which costs speed",
    ),
    DOCUMENTED[11],
    set(
        "ground",
        "a cast down by the offset and 1/4 u, by a step for who walks; its normal must be walkable",
        "`grounded` is true on any slope that is not upright",
    ),
    set(
        "overlaps",
        "a move of no length first, when a query says that the body overlaps something",
        "moves depenetrate only when nothing is wanted",
    ),
    set(
        "moving parts",
        "moved before the character; who stood on one goes with it by a move past all else first",
        "the library adds velocities to moves that meet a part, and lets a rising one enter a body (rapier#488, open)",
    ),
];
