//! How Jolt is set up: as its documentation teaches, and as its best user would.

use crate::scale::Scale;
use clipmark_movement::Setting;

/// A set-up of Jolt. Lengths in metres, as Jolt has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Name of the contestant.
    pub name: &'static str,
    /// How long a unit is.
    pub scale: Scale,
    /// Rounding of edges and corners of boxes, cylinders and hulls; Jolt's default is 0.05.
    pub convex_radius: f32,
    /// Whether casts report what they start in and move out of.
    pub back_faces: bool,
    /// Whether a cast that starts in something looks for the deepest point.
    pub deepest_point: bool,
    /// Whether the normal of the face that the body rests on replaces that of the cast.
    pub face_normals: bool,
    /// The same of the hulls that the character meets.
    pub character_radius: f32,
    /// Distance that the character keeps from everything.
    pub padding: f32,
    /// Whether the shape lies in the judged hull, not above it by the padding.
    pub shape_in_place: bool,
    /// Whether the character ignores contacts with edges inside of a surface.
    pub internal_edges_removed: bool,
    /// Whether the step-up is lessened by what a capsule's round foot adds.
    pub exact_steps: bool,
    /// How far the character moves forward on a step at least (`mWalkStairsMinStepForward`).
    pub least_step: f32,
}

impl Settings {
    /// As the documentation teaches: every setting is Jolt's default.
    pub const TAUGHT: Self = Self {
        name: "jolt",
        scale: Scale::METRES,
        convex_radius: 0.05,
        back_faces: false,
        deepest_point: false,
        face_normals: false,
        character_radius: 0.05,
        padding: 0.02,
        shape_in_place: false,
        internal_edges_removed: false,
        exact_steps: false,
        least_step: 0.02,
    };

    /// As the documentation teaches, in a world that was not converted.
    pub const NATIVE: Self = Self {
        name: "jolt:native",
        scale: Scale::NATIVE,
        ..Self::TAUGHT
    };

    /// As its best user would.
    ///
    /// - `convex_radius` 0: 0.05 m is 1.6 units. Rounded edges let the true box into solids, and position tests call
    ///   overlaps that are none. The price is time.
    /// - `back_faces`: Jolt's `CastShape` drops hits whose normal looks along the path, among them true hits whose normal
    ///   GJK could not tell. Dropped hits are missed walls.
    /// - `deepest_point`: without it depth and normal of a start in a solid are not reliable, says its documentation.
    /// - `face_normals`: the normal of a cast is the last direction of GJK, bent at small distances. Jolt offers
    ///   `GetWorldSpaceSurfaceNormal` for this, which its wrapper leaves out; the face is found in the same way.
    /// - `character_radius` 0.01: with sharp edges rounding decides whether a contact at an edge can be stood on, says its
    ///   documentation, and climbs take up to twice as long. At 0.01 the body sinks 0.1 units into an edge at most.
    /// - `padding` 1/8 unit, the skin of Quake III: the default keeps 0.64 units.
    /// - `shape_in_place`: Jolt lifts the shape by the padding above the character's position.
    /// - `internal_edges_removed`: its documentation advises it against ghost contacts at seams.
    /// - `least_step` 0.1: at the default of 0.02 a climb takes twice as long at 125 ticks a second as at 33.
    /// - `exact_steps`: a capsule of radius r climbs r (1 - cos slope limit) higher than the step-up, says its documentation.
    pub const TUNED: Self = Self {
        name: "jolt:tuned",
        scale: Scale::METRES,
        convex_radius: 0.0,
        back_faces: true,
        deepest_point: true,
        face_normals: true,
        character_radius: 0.01,
        padding: Scale::METRES.metre() / 8.0,
        shape_in_place: true,
        internal_edges_removed: true,
        exact_steps: true,
        least_step: 0.1,
    };
}

const fn set(name: &'static str, value: &'static str, reason: &'static str) -> Setting {
    Setting { name, value, reason }
}

/// What both controllers set: what belongs to the game, and which way is up.
const GAME: [Setting; 5] = [
    set(
        "scale",
        "1 u = 1/32 m",
        "Jolt's tolerances assume metres; a power of two rounds nothing",
    ),
    set("mUp", "+z", "the world's up; Jolt's default is +y"),
    set(
        "mMaxSlopeAngle",
        "the movement's",
        "which ground can be stood on belongs to the game",
    ),
    set(
        "mStickToFloorStepDown",
        "-z, the movement's step height",
        "Jolt's default is along y",
    ),
    set(
        "mWalkStairsStepUp",
        "+z, the movement's step height",
        "Jolt's default is along y",
    ),
];

/// The shape and the velocity, which both controllers have as Jolt's samples do.
const SAMPLE: [Setting; 2] = [
    set(
        "shape",
        "capsule in the player's bounds",
        "that of Jolt's samples and of its wrapper's `humanoid`",
    ),
    set(
        "velocity",
        "wanted, with gravity on the ground too",
        "as `CharacterVirtualTest` does",
    ),
];

/// Settings of the controller `jolt`.
pub(crate) static TAUGHT_LIST: [Setting; 8] = [
    GAME[0],
    GAME[1],
    GAME[2],
    GAME[3],
    GAME[4],
    SAMPLE[0],
    SAMPLE[1],
    set("all others", "Jolt's defaults", "as its documentation teaches"),
];

/// Settings of the controller `jolt:native`.
pub(crate) static NATIVE_LIST: [Setting; 8] = [
    set(
        "scale",
        "1 u = 1 m",
        "a game that was not converted; Jolt's constants are then a 32nd of what they mean for people",
    ),
    GAME[1],
    GAME[2],
    GAME[3],
    GAME[4],
    SAMPLE[0],
    SAMPLE[1],
    TAUGHT_LIST[7],
];

/// Settings of the controller `jolt:tuned`.
pub(crate) static TUNED_LIST: [Setting; 13] = [
    GAME[0],
    GAME[1],
    GAME[2],
    GAME[3],
    GAME[4],
    SAMPLE[0],
    SAMPLE[1],
    set(
        "convex radius of the world's hulls",
        "0.01 m",
        "sharp edges climb unreliably; 0.05 m lets the body sink 0.66 u into edges",
    ),
    set(
        "mWalkStairsMinStepForward",
        "0.1 m",
        "at 0.02 m the time of a climb depends on the tick rate",
    ),
    set(
        "mCharacterPadding",
        "1/8 u",
        "the skin of Quake III; Jolt's default keeps 0.64 u",
    ),
    set(
        "mShapeOffset",
        "less the padding",
        "puts the shape into the hull that is judged",
    ),
    set(
        "mEnhancedInternalEdgeRemoval",
        "true",
        "against ghost contacts at seams",
    ),
    set(
        "mWalkStairsStepUp",
        "less r (1 - cos slope limit)",
        "what a capsule's round foot climbs besides",
    ),
];
