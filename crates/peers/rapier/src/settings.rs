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

/// What `rapier` sets in `KinematicCharacterController`; the rest is its default.
pub static DOCUMENTED: [Setting; 6] = [
    set(
        "scale",
        "1 u = 1/32 m",
        "Rapier's constants assume metres; a power of two rounds nothing",
    ),
    set("up", "+z", "the game's"),
    set(
        "autostep",
        "Some: max_height = the game's step, the rest default",
        "off by default; the documentation's example switches it on, and the game says how high",
    ),
    set(
        "max_slope_climb_angle, min_slope_slide_angle",
        "the game's steepest ground",
        "45.57 degrees in Quake instead of 45",
    ),
    set(
        "snap_to_ground",
        "default (a fifth of the height); None while swimming or leaping",
        "who swims is not to be pulled down",
    ),
    set(
        "velocity after a move",
        "the wanted one, clipped by every plane met that was not stepped over; not by walkable ground",
        "Rapier gives none; translation over time would lose speed on every slope, tick by tick",
    ),
];

/// What `rapier:native` sets in it.
pub static NATIVE: [Setting; 6] = [
    set(
        "scale",
        "1 u = 1 m",
        "a game that was not converted; Rapier's constants are then a 32nd of what they mean for people",
    ),
    DOCUMENTED[1],
    DOCUMENTED[2],
    DOCUMENTED[3],
    DOCUMENTED[4],
    DOCUMENTED[5],
];

/// What `rapier:tuned` sets beyond that.
pub static TUNED: [Setting; 7] = [
    set(
        "offset",
        "Absolute(1/8 u)",
        "the game's own skin; the default floats by half a unit",
    ),
    set(
        "autostep.min_width",
        "Absolute(1 u)",
        "the default, half a diagonal (21 u), refuses treads of 12 u",
    ),
    set(
        "snap_to_ground",
        "None; a cast down by the game's step instead, backed off by the offset",
        "its own casts at the offset's distance meet the floor too late and pull the body into it",
    ),
    set(
        "wanted displacement of who walks",
        "turned along the ground stood on, as long as before",
        "a level wish is projected on slopes, which costs speed",
    ),
    set(
        "normal_nudge_factor",
        "default (1e-4 m)",
        "a 32nd of it, which the scale would suggest, lets a box stick on seams",
    ),
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
];
