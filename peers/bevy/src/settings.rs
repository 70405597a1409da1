//! What is set, and why: for the record, so that avian's authors can say whether it is fair.

use clipmark_movement::Setting;

const fn set(name: &'static str, value: &'static str, reason: &'static str) -> Setting {
    Setting { name, value, reason }
}

/// Numbers are of the profile quake3: a body of 30 x 30 x 56 u, ground up to 45.57 degrees.
pub(crate) static UNITS: [Setting; 10] = [
    set(
        "library",
        "avian3d 0.7.0 (parry3d 0.27.0) with Bevy 0.19.1, of crates.io",
        "the versions of peers/bevy/Cargo.lock",
    ),
    set(
        "scale",
        "1 u = 1, PhysicsLengthUnit 32",
        "avian's way for worlds that are not in metres",
    ),
    set(
        "shape",
        "capsule in the player's bounds: radius 15 u, length of its cylinder 26 u",
        "the example's",
    ),
    set(
        "MoveAndSlideConfig",
        "move_and_slide_iterations 4, depenetration_iterations 16, max_depenetration_error 1e-4 m, \
         penetration_rejection_threshold 0.5 m, skin_width 0.01 m (0.32 u), planes none, \
         plane_similarity_dot_threshold cos 5 degrees, max_planes 20",
        "the defaults, as the example",
    ),
    set(
        "ground",
        "a capsule 1 mm thinner, cast down by 0.2 m (6.4 u)",
        "the example's",
    ),
    set(
        "steepest ground",
        "0.7954 rad (45.57 degrees)",
        "the game's; the example's 30 degrees belong to its own",
    ),
    set(
        "callback",
        "no climbing of walls, no slipping on ground",
        "the example's",
    ),
    set(
        "velocity",
        "wanted; on foot with gravity, whose fall goes on until something is hit",
        "the example's gravity pulls on the ground too",
    ),
    set(
        "velocity after a move",
        "projected_velocity where a wall was hit, else the wanted one; 0 upward on the ground",
        "MoveAndSlideOutput's documentation; in the example ground takes no speed",
    ),
    set(
        "moving parts",
        "kinematic bodies, one a brush, with a velocity to their next place; the character moves first, then \
         the world steps; no body rides",
        "the example moves its character in FixedUpdate, avian steps in FixedPostUpdate; neither rides",
    ),
];

/// In metres.
pub(crate) static METRES: [Setting; 10] = [
    UNITS[0],
    set(
        "scale",
        "1 u = 1/32 m, PhysicsLengthUnit 1",
        "avian's constants mean metres",
    ),
    set(
        "shape",
        "capsule in the player's bounds: radius 0.46875 m (15 u), length of its cylinder 0.8125 m",
        "the example's",
    ),
    UNITS[3],
    UNITS[4],
    UNITS[5],
    UNITS[6],
    UNITS[7],
    UNITS[8],
    UNITS[9],
];
