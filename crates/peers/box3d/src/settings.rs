//! How Box3D is set up: as its documentation and sample teach, and as its best user would.

use clipmark_geometry::Hull;
use clipmark_movement::Setting;

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
}

impl Settings {
    /// As the documentation and the sample teach.
    pub const TAUGHT: Self = Self {
        name: "box3d",
        metres: 1.0 / 32.0,
        leaves_surfaces: false,
        pogo: true,
    };

    /// As the documentation and the sample teach, in a world that was not converted.
    pub const NATIVE: Self = Self {
        name: "box3d:native",
        metres: 1.0,
        ..Self::TAUGHT
    };

    /// As its best user would.
    ///
    /// - `metres` 1: nothing is simulated, so masses and speeds do not matter, and a slop of 0.005 units is finer than the skin.
    ///   In metres it is 0.16 units, wider than the skin of Quake III.
    /// - `leaves_surfaces`: a cast that starts within the slop hits at once in every direction (box3d#32, open). What is met so
    ///   near is asked for its distance, and stops only what moves against it, as that issue proposes.
    /// - `pogo` off: a spring holds no exact height; steps and slopes of the movement are taken by `CastMover`.
    pub const TUNED: Self = Self {
        name: "box3d:tuned",
        metres: 1.0,
        leaves_surfaces: true,
        pogo: false,
    };

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

/// Settings of the controller `box3d`.
pub(crate) static TAUGHT_LIST: [Setting; 6] = [
    set("scale", "1 u = 1/32 m", "Box3D's documentation asks for metres"),
    set(
        "shape",
        "capsule in the player's bounds, its foot raised by the step height",
        "mover queries take capsules alone; the sample's stands on a spring",
    ),
    set("pogo", "4 Hz, damping 0.7", "those of the sample"),
    set(
        "pogo length",
        "step height and radius",
        "the sample's 3 radii do not fit into a player of 56 u",
    ),
    set("iterations", "5, to 0.01 m", "those of the sample"),
    set("velocity", "b3ClipVector", "as the sample does"),
];

/// Settings of the controller `box3d:native`.
pub(crate) static NATIVE_LIST: [Setting; 6] = [
    set(
        "scale",
        "1 u = 1 m",
        "a game that was not converted; Box3D's constants are then a 32nd of what they mean for people",
    ),
    TAUGHT_LIST[1],
    TAUGHT_LIST[2],
    TAUGHT_LIST[3],
    TAUGHT_LIST[4],
    TAUGHT_LIST[5],
];

/// Settings of the controller `box3d:tuned`.
pub(crate) static TUNED_LIST: [Setting; 5] = [
    set(
        "scale",
        "1 u = 1 m",
        "a slop of 0.005 u; nothing is simulated that needs metres",
    ),
    set(
        "shape",
        "capsule in the player's bounds",
        "mover queries take capsules alone",
    ),
    set(
        "steps",
        "up, forward and down by b3World_CastMover",
        "a spring holds no exact height",
    ),
    set("iterations", "5, to 0.01 u", "those of the sample"),
    set("velocity", "b3ClipVector", "as the sample does"),
];
