//! How Box3D is set up: as its documentation and sample teach, and as its best user would.

use clipmark_geometry::Hull;
use clipmark_movement::{FrameOrder, Setting};

/// A set-up of Box3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Name of the contestant.
    pub name: &'static str,
    /// Metres of one unit. Box3D's casts stop 0.005 m short of a surface and call a start nearer than 0.006 m a hit.
    pub metres: f32,
    /// Whether a cast that starts near a surface is decided by its direction.
    pub leaves_surfaces: bool,
    /// Whether the body stands on a spring, as in the sample; else it steps and sticks by casts.
    pub pogo: bool,
    /// Whether a part of the world carries a body that stands on it.
    pub rides: bool,
    /// Whether parts move before the body. Otherwise they move after it.
    pub parts_first: bool,
}

impl Settings {
    /// As the documentation and the sample teach.
    pub const TAUGHT: Self = Self {
        name: "box3d",
        metres: 1.0 / 32.0,
        leaves_surfaces: false,
        pogo: true,
        rides: false,
        parts_first: false,
    };

    /// As its best user would.
    ///
    /// - `metres` 1: nothing is simulated, so masses and speeds do not matter, and a slop of 0.005 units is finer than the skin.
    ///   In metres it is 0.16 units, wider than the skin of Quake III.
    /// - `leaves_surfaces`: a cast that starts within the slop hits at once in every direction (box3d#32, open). A solid so
    ///   near is asked for its distance, and stops only motion against it, as that issue proposes.
    /// - `pogo` off: a spring holds no exact height; steps and slopes of the movement are taken by `CastMover`.
    /// - `rides`, `parts_first`: Box3D carries no mover. Who moves before the parts is in them when the tick ends.
    pub const TUNED: Self = Self {
        name: "box3d:tuned",
        metres: 1.0,
        leaves_surfaces: true,
        pogo: false,
        rides: true,
        parts_first: true,
    };

    /// The same in an order of a frame.
    pub(crate) fn in_frame(self, frame: FrameOrder) -> Self {
        Self {
            parts_first: frame == FrameOrder::WorldFirst,
            ..self
        }
    }

    /// The gap at which a cast of Box3D's stops, in units: a slop outside a surface with a sharp body, and as far inside with
    /// a round one.
    pub fn kept(&self, hull: &Hull) -> f32 {
        let slop = 0.005 / self.metres;
        match hull {
            Hull::Sphere { .. } | Hull::Capsule { .. } if hull.radius() > 2.0 * slop => -slop,
            _ => slop,
        }
    }
}

const fn set(name: &'static str, value: &'static str, reason: &'static str) -> Setting {
    Setting { name, value, reason }
}

/// Numbers are of the profile quake3: a body of 30 x 30 x 56 u, steps of 18 u, ground up to 45.57 degrees.
const LIBRARY: Setting = set(
    "library",
    "Box3D 781673be801569a94be7942848755fc0baad3653 by boxddd 0.4.0, of crates.io",
    "the versions of Cargo.lock; Box3D's commit is that of the wrapper's box3d-upstream.toml",
);
const PLANES: Setting = set(
    "b3CollisionPlane",
    "pushLimit 3.4e38, clipVelocity true; b3SolvePlanes as it is",
    "rigid, as the sample has static shapes",
);
const VELOCITY: Setting = set(
    "velocity",
    "b3ClipVector; 0 upward on the ground",
    "as the sample does",
);
const GROUND: Setting = set(
    "steepest ground",
    "a normal whose upward part is 0.7 (45.57 degrees)",
    "the game's",
);

const MOVING: Setting = set(
    "moving parts",
    "kinematic bodies, one a brush, taken to their targets by b3Body_SetTargetTransform and b3World_Step (4 substeps); the mover moves \
     before the step, and nothing carries it",
    "Box3D's documentation moves kinematic bodies so; its sample moves the mover before it steps the world, and rides on nothing",
);

/// Settings of the controller `box3d`.
pub(crate) static TAUGHT_LIST: [Setting; 10] = [
    LIBRARY,
    set("scale", "1 u = 1/32 m", "Box3D's documentation asks for metres"),
    set(
        "shape",
        "capsule in the player's bounds, its foot raised by the step height: radius 0.46875 m (15 u), 0.25 m between its centres",
        "mover queries take capsules alone; the sample's stands on a spring",
    ),
    set("pogo", "4 Hz, damping 0.7", "those of the sample"),
    set(
        "pogo length",
        "step height and radius: at rest 1.03125 m (33 u), by a ray of 1.5 m (48 u)",
        "the sample's 3 radii do not fit into a player of 56 u",
    ),
    set("iterations", "5, to 0.01 m (0.32 u)", "those of the sample"),
    PLANES,
    VELOCITY,
    GROUND,
    MOVING,
];

/// Settings of the controller `box3d+steps`.
pub(crate) static TUNED_LIST: [Setting; 9] = [
    LIBRARY,
    set(
        "scale",
        "1 u = 1 m",
        "a slop of 0.005 u; nothing is simulated that needs metres",
    ),
    set(
        "shape",
        "capsule in the player's bounds: radius 15 m (15 u), 26 m between its centres",
        "mover queries take capsules alone",
    ),
    set(
        "steps",
        "ours, Box3D has none: up by 13.75 u, forward and down by b3World_CastMover; kept if they gain way, 0.25 u of height and ground. \
         Ground within 18 u below is stepped down to. A plane too steep to stand on stops a walker as an upright wall does",
        "a spring holds no exact height; 18 u less what a round foot climbs besides, and 0.25 u more; an edge must not lift who walks against it",
    ),
    set("iterations", "5, to 0.01 m (0.01 u)", "those of the sample"),
    PLANES,
    VELOCITY,
    set(
        "steepest ground",
        "a normal whose upward part is 0.7 (45.57 degrees), of planes that touch 0.02 m lower",
        "the game's; four slops",
    ),
    set(
        "moving parts",
        "as for `box3d`, but the mover moves after the step. A mover that stands on a part (b3Shape_GetBody of the plane) goes the part's way first, by \
         the same rounds, and keeps its velocity; the ride is ours",
        "Box3D carries no mover; a wall is in a mover that moves before the step, when the tick ends",
    ),
];
