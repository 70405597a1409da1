//! How Box3D is set up: as its documentation and sample teach, and as its best user would.

use clipmark_adapter::form::METRE;
use clipmark_adapter::{Row, Setup, plain, row, same, tuned};
use clipmark_collision::{SkinDirection, StartSolid};
use clipmark_geometry::Hull;
use clipmark_movement::{FrameOrder, Setting, ShapeKind};

/// A set-up of Box3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether a cast that starts near a surface is decided by its direction.
    pub leaves_surfaces: bool,
    /// Whether the body stands on a spring, as in the sample; else it steps and sticks by casts.
    pub pogo: bool,
    /// Whether a part of the world carries a body that stands on it.
    pub rides: bool,
}

impl Settings {
    /// As the documentation and the sample teach.
    pub const PLAIN: Self = Self {
        leaves_surfaces: false,
        pogo: true,
        rides: false,
    };

    /// As its best user would.
    ///
    /// - `leaves_surfaces`: a cast that starts within the slop hits at once in every direction (box3d#32, open). A solid so
    ///   near is asked for its distance, and stops only motion against it, as that issue proposes.
    /// - `pogo` off: a spring holds no exact height; steps and slopes of the movement are taken by `CastMover`.
    /// - `rides`: Box3D carries no mover.
    pub const TUNED: Self = Self {
        leaves_surfaces: true,
        pogo: false,
        rides: true,
    };
}

/// The gap at which a cast of Box3D's stops, in units: a slop outside a surface with a sharp body, and as far inside with
/// a round one.
pub(crate) fn kept_gap(hull: &Hull, length: f32) -> f32 {
    let slop = 0.005 / length;
    match hull {
        Hull::Sphere { .. } | Hull::Capsule { .. } if hull.radius() > 2.0 * slop => -slop,
        _ => slop,
    }
}

/// `box3d`. Box3D's casts stop 0.005 m short of a surface and call a start nearer than 0.006 m a hit.
pub(crate) const PLAIN: Setup<Settings> = Setup {
    name: "box3d",
    about: "Box3D as its documentation teaches",
    controller: "box3d",
    about_controller: "Box3D's mover queries as its sample uses them",
    settings: Settings::PLAIN,
    length: METRE,
    skin: SkinDirection::Path,
    start_solid: StartSolid::Blocks,
    shape: Some(ShapeKind::Capsule),
    on_legs: true,
    frames: &FrameOrder::BOTH,
    table: &PLAIN_COLUMN,
};

/// `box3d:tuned`. A unit is a metre: nothing is simulated, so masses and speeds do not matter, and a slop of 0.005 units is finer
/// than the skin. In metres it is 0.16 units, wider than the skin of Quake III. Who moves before the parts is in them when the
/// tick ends.
pub(crate) const TUNED: Setup<Settings> = Setup {
    name: "box3d:tuned",
    about: "Box3D as its best user sets it up; its controller is box3d+steps",
    controller: "box3d+steps",
    about_controller: "stairs by Clipmark on Box3D's mover queries, as their best user would",
    settings: Settings::TUNED,
    length: 1.0,
    skin: SkinDirection::Normal,
    on_legs: false,
    frames: &[FrameOrder::WorldFirst],
    table: &TUNED_COLUMN,
    ..PLAIN
};

static PLAIN_COLUMN: [Setting; TABLE.len()] = plain(&TABLE);
static TUNED_COLUMN: [Setting; TABLE.len()] = tuned(&TABLE);

/// Numbers are of the profile quake3: a body of 30 x 30 x 56 u, steps of 18 u, ground up to 45.57 degrees.
const TABLE: [Row; 11] = [
    same(
        "library",
        "Box3D 781673be801569a94be7942848755fc0baad3653 by boxddd 0.4.0, of crates.io",
        "the versions of Cargo.lock; Box3D's commit is that of the wrapper's box3d-upstream.toml",
    ),
    row(
        "scale",
        ["1 u = 1/32 m", "Box3D's documentation asks for metres"],
        [
            "1 u = 1 m",
            "a slop of 0.005 u; nothing is simulated that needs metres",
        ],
    ),
    row(
        "shape",
        [
            "capsule in the player's bounds, its foot raised by the step height: radius 0.46875 m (15 u), 0.25 m between its \
             centres",
            "mover queries take capsules alone; the sample's stands on a spring",
        ],
        [
            "capsule in the player's bounds: radius 15 m (15 u), 26 m between its centres",
            "mover queries take capsules alone",
        ],
    ),
    row(
        "pogo",
        ["4 Hz, damping 0.7", "those of the sample"],
        ["none", "a spring holds no exact height"],
    ),
    row(
        "pogo length",
        [
            "step height and radius: at rest 1.03125 m (33 u), by a ray of 1.5 m (48 u)",
            "the sample's 3 radii do not fit into a player of 56 u",
        ],
        ["none", "as above"],
    ),
    row(
        "steps",
        ["taken by the spring", "as the sample does"],
        [
            "ours, Box3D has none: up by 13.75 u, forward and down by b3World_CastMover; kept if they gain way, 0.25 u of \
             height and ground. Ground within 18 u below is stepped down to. A plane too steep to stand on stops a walker as \
             an upright wall does",
            "a spring holds no exact height; 18 u less what a round foot climbs besides, and 0.25 u more; an edge must not \
             lift who walks against it",
        ],
    ),
    row(
        "iterations",
        ["5, to 0.01 m (0.32 u)", "those of the sample"],
        ["5, to 0.01 m (0.01 u)", "those of the sample"],
    ),
    same(
        "b3CollisionPlane",
        "pushLimit 3.4e38, clipVelocity true; b3SolvePlanes as it is",
        "rigid, as the sample has static shapes",
    ),
    same(
        "velocity",
        "b3ClipVector; 0 upward on the ground",
        "as the sample does",
    ),
    row(
        "steepest ground",
        ["a normal whose upward part is 0.7 (45.57 degrees)", "the game's"],
        [
            "a normal whose upward part is 0.7 (45.57 degrees), of planes that touch 0.02 m lower",
            "the game's; four slops",
        ],
    ),
    row(
        "moving parts",
        [
            "kinematic bodies, one a brush, taken to their targets by b3Body_SetTargetTransform and b3World_Step (4 substeps); \
             the mover moves before the step, and nothing carries it",
            "Box3D's documentation moves kinematic bodies so; its sample moves the mover before it steps the world, and rides \
             on nothing",
        ],
        [
            "as for `box3d`, but the mover moves after the step. A mover that stands on a part (b3Shape_GetBody of the plane) \
             goes the part's way first, by the same rounds, and keeps its velocity; the ride is ours",
            "Box3D carries no mover; a wall is in a mover that moves before the step, when the tick ends",
        ],
    ),
];
