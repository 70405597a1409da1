//! How PhysX is set up: as its documentation teaches, and as its best user would.

use clipmark_adapter::form::METRE;
use clipmark_adapter::{Row, Setup, plain, row, same, tuned};
use clipmark_collision::{SkinDirection, StartSolid};
use clipmark_movement::{FrameOrder, Setting, ShapeKind};

/// How a walker is held on the ground: PhysX moves a body by no more than the displacement that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// By the gravity of the game as a speed, as PhysX's sample does.
    Gravity,
    /// By a tick's gravity; and where that meets nothing, by a step's height, taken back unless it ends on ground.
    Step,
}

/// A set-up of PhysX. Lengths in metres, as PhysX has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether the normal of the face that the body rests on replaces that of the sweep.
    pub face_normals: bool,
    /// Whether a brush that is a box is one of PhysX's boxes, and no mesh.
    pub boxes: bool,
    /// Whether a sweep that begins in touch may leave what it touches, or go along it (`eMTD`).
    pub leaves_touch: bool,
    /// Distance that the controller keeps from everything (`contactOffset`).
    pub contact_offset: f32,
    /// Whether steep ground makes the body slide down (`ePREVENT_CLIMBING_AND_FORCE_SLIDING`).
    pub slides: bool,
    /// What holds a walker on the ground.
    pub press: Press,
    /// Whether a part that moves into the body pushes it, by `computePenetration`: PhysX's overlap recovery is for static
    /// objects.
    pub pushed: bool,
}

impl Settings {
    /// As the documentation teaches: every setting is PhysX's default.
    pub const PLAIN: Self = Self {
        face_normals: false,
        boxes: false,
        leaves_touch: false,
        contact_offset: 0.1,
        slides: false,
        press: Press::Gravity,
        pushed: false,
    };

    /// As its best user would; what is set for characters has its reasons in the table below. Measured and left as it is:
    /// `PxHitFlag::ePRECISE_SWEEP` brings more phantoms.
    ///
    /// - `boxes`: sweeps of a box against a long mesh end up to 2 units early beside its edges, and those of capsules too late.
    /// - `face_normals`: the normal of a sweep is that of its last iteration.
    ///   What a sweep keeps of its own accord is taken off the skin.
    /// - `leaves_touch`: by default a sweep that begins within 0.075 u of a solid ends there, whatever its way.
    pub const TUNED: Self = Self {
        face_normals: true,
        boxes: true,
        leaves_touch: true,
        contact_offset: METRE / 8.0,
        slides: true,
        press: Press::Step,
        pushed: true,
    };
}

/// `physx`
pub(crate) const PLAIN: Setup<Settings> = Setup {
    name: "physx",
    about: "PhysX and its box controller as its documentation teaches",
    controller: "physx",
    about_controller: "PhysX's box controller as its documentation teaches",
    settings: Settings::PLAIN,
    length: METRE,
    skin: SkinDirection::Path,
    start_solid: StartSolid::Blocks,
    shape: Some(ShapeKind::Box),
    on_legs: false,
    frames: &[FrameOrder::WorldFirst],
    table: &PLAIN_COLUMN,
};

/// `physx:tuned`
pub(crate) const TUNED: Setup<Settings> = Setup {
    name: "physx:tuned",
    about: "PhysX and its box controller as its best user sets it up",
    controller: "physx:tuned",
    about_controller: "PhysX's box controller as its best user sets it up",
    settings: Settings::TUNED,
    skin: SkinDirection::Normal,
    table: &TUNED_COLUMN,
    ..PLAIN
};

static PLAIN_COLUMN: [Setting; TABLE.len()] = plain(&TABLE);
static TUNED_COLUMN: [Setting; TABLE.len()] = tuned(&TABLE);

/// Numbers are of the profile quake3: a body of 30 x 30 x 56 u, steps of 18 u, ground up to 45.57 degrees.
const TABLE: [Row; 14] = [
    same(
        "library",
        "PhysX 5.1.3 of 2023, bundled by physx-sys 0.11.5, of crates.io",
        "the versions of Cargo.lock; NVIDIA's newest is 5.6, which no crate bundles",
    ),
    same(
        "scale",
        "1 u = 1/32 m; PxTolerancesScale: length 1, speed 10",
        "PhysX's defaults are those of people in metres; a power of two rounds nothing",
    ),
    same("upDirection", "+z", "the world's up; PhysX's default is +y"),
    same(
        "shape",
        "PxBoxController: half extents 0.46875, 0.46875 and 0.875 m (15, 15 and 28 u); its foot, by setFootPosition, is the \
         player's",
        "the player's box; by its documentation the foot is the skin below the shape",
    ),
    same(
        "slopeLimit",
        "0.7, a cosine (45.57 degrees)",
        "which ground can be stood on belongs to the game; PhysX's default is 0.707",
    ),
    row(
        "contactOffset",
        ["0.1 m (3.2 u)", "PhysX's default"],
        [
            "0.00390625 m (1/8 u)",
            "the skin of Quake III; PhysX's default keeps 3.2 u",
        ],
    ),
    same(
        "stepOffset",
        "0.5625 m (18 u)",
        "the movement's step; PhysX's default is 0.5 m",
    ),
    row(
        "nonWalkableMode",
        ["ePREVENT_CLIMBING", "PhysX's default"],
        [
            "ePREVENT_CLIMBING_AND_FORCE_SLIDING",
            "without it a body hangs on a slope that is too steep to walk on",
        ],
    ),
    same(
        "invisibleWallHeight, maxJumpHeight, volumeGrowth, overlap recovery, precise sweeps, tessellation",
        "0, 0, 1.5, on, on, off",
        "PhysX's defaults",
    ),
    row(
        "minDist",
        [
            "0.001 m",
            "as PhysX's sample SampleNorthPole has it; SampleCCT has 0, by which 76 of 124 runs pass in place of 59",
        ],
        [
            "0",
            "moves of less than 0.001 m are real ones at 333 ticks a second",
        ],
    ),
    row(
        "gravity on the ground",
        [
            "25 m/s downward (800 u/s): the game's gravity as a speed",
            "PhysX's sample moves by `gravity * dtime` while nothing jumps",
        ],
        [
            "what a tick adds (0.05 u at 8 ms); where that meets nothing, a second move by 0.5625 m (18 u), taken back unless \
             it ends on ground",
            "holds on stairs and slopes downward at every rate; the sample's speed drops a walker from a ledge by 6.4 u in 8 ms",
        ],
    ),
    same(
        "ground",
        "eCOLLISION_DOWN, and the most upward normal that onShapeHit told on the way down is within slopeLimit",
        "the flag alone is set on ground that is too steep as well",
    ),
    same(
        "velocity after a move",
        "the displacement less the way of the part that it stood on, over the time; along the level and upward at most the \
         wanted speed; 0 upward on the ground and where a walker leaves it",
        "PhysX tells none: its documentation leaves velocity and gravity to the game",
    ),
    row(
        "moving parts",
        [
            "kinematic actors by setKinematicTarget and a step of the scene, before the body; eCCT_CAN_RIDE_ON_OBJECT for all \
             of them",
            "as its documentation teaches; without the flag a body is lifted, but not carried sideward",
        ],
        [
            "as `physx`; after its own move the body is moved out of each part that it is in, by computePenetration of shape \
             and skin",
            "PhysX's overlap recovery is for static objects, so a wall passes through a player who stands idle; its \
             documentation names this call for controllers",
        ],
    ),
];
