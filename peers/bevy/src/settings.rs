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

/// bevy_ahoy.
pub(crate) static AHOY: [Setting; 11] = [
    set(
        "library",
        "bevy_ahoy 0.2.0 on avian3d 0.7.0 (parry3d 0.27.0) with Bevy 0.19.1, of crates.io",
        "the versions of peers/bevy/Cargo.lock; feature pickup off, which is of carrying things",
    ),
    set(
        "scale",
        "1 u = 1/32 m, y up, PhysicsLengthUnit 1",
        "ahoy's numbers mean metres, and its up is Bevy's",
    ),
    set(
        "shape",
        "cylinder in the player's bounds: radius 0.46875 m (15 u), height 1.75 m (56 u)",
        "the example's; the README advises against capsules",
    ),
    set(
        "plugins",
        "PhysicsPlugins, EnhancedInputPlugin, AhoyPlugins in FixedPostUpdate, before avian's step",
        "the defaults, as the example",
    ),
    set(
        "min_walk_cos, step_size, gravity, crouch_height",
        "0.7, 0.5625 m (18 u), 25 m/s2 (800 u/s2), 1.25 m (40 u)",
        "the game's; the defaults 0.766, 0.7 m, 29 m/s2, 1.3 m belong to ahoy's own game. With 3 skins more it climbs 18 u, \
         and 19 u too",
    ),
    set(
        "acceleration, friction",
        "no Movement is input, friction_hz 0: LinearVelocity is set to the wanted velocity before each step",
        "they are the game's, by the same formulas as ahoy's",
    ),
    set(
        "Jump",
        "AccumulatedInput.jumped, with jump_height as high as the wanted velocity goes; unground_speed 8.26 m/s. Where \
         ahoy finds no ground it does not jump",
        "ahoy sets an upward velocity below unground_speed to 0 while the player stands; its default of 10 m/s is a little below \
         its own jump of 10.2 m/s, and this as little below the game's 8.44 m/s",
    ),
    set(
        "other fields",
        "defaults: skin_width 0.015 m (0.48 u), ground_distance 0.05 m (1.6 u), max_speed 100 m/s, min_step_ledge_space 0.2 m",
        "as the example",
    ),
    set(
        "velocity after a move",
        "LinearVelocity, relative to the platform stood on last; 0 upward on the ground",
        "ahoy adds its platform_velocity itself, on the ground and in the air",
    ),
    set(
        "water",
        "WaterState is Waist while the game swims, water_gravity 0",
        "the game says when it swims, and pulls by itself",
    ),
    set(
        "moving parts",
        "kinematic bodies, one a brush, with velocity; the character moves, then the world steps; it rides by platform_velocity",
        "the README: it is pushed by kinematic bodies and moves with them",
    ),
];
