//! How Jolt is set up: as its documentation teaches, and as its best user would.

use clipmark_adapter::form::METRE;
use clipmark_adapter::{Row, Setup, plain, row, same, tuned};
use clipmark_collision::{SkinDirection, StartSolid};
use clipmark_movement::{FrameOrder, Setting, ShapeKind};

/// A set-up of Jolt. Lengths in metres, as Jolt has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
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
    /// How far ahead of a step that cannot be stood on ground is looked for (`mWalkStairsStepForwardTest`); Jolt's default is
    /// 0.15.
    pub forward_test: f32,
    /// Whether gravity is left out of the velocity of who stands and asks for nothing.
    pub rests: bool,
}

impl Settings {
    /// As the documentation teaches: every setting is Jolt's default.
    pub const PLAIN: Self = Self {
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
        forward_test: 0.15,
        rests: true,
    };

    /// Those of a world that a character walks in.
    pub(crate) fn of_character(self) -> Self {
        Self {
            convex_radius: self.character_radius,
            ..self
        }
    }

    /// As its best user would. What is set for characters has its reasons in the table below.
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
    pub const TUNED: Self = Self {
        convex_radius: 0.0,
        back_faces: true,
        deepest_point: true,
        face_normals: true,
        character_radius: 0.01,
        padding: METRE / 8.0,
        shape_in_place: true,
        internal_edges_removed: true,
        exact_steps: true,
        least_step: 0.1,
        forward_test: 0.25,
        rests: true,
    };
}

/// `jolt`
pub(crate) const PLAIN: Setup<Settings> = Setup {
    name: "jolt",
    about: "Jolt Physics as its documentation teaches",
    controller: "jolt",
    about_controller: "Jolt's CharacterVirtual as its documentation teaches",
    settings: Settings::PLAIN,
    length: METRE,
    skin: SkinDirection::Path,
    start_solid: StartSolid::Blocks,
    shape: Some(ShapeKind::Capsule),
    on_legs: false,
    frames: &[FrameOrder::PlayersFirst],
    table: &PLAIN_COLUMN,
};

/// `jolt:tuned`
pub(crate) const TUNED: Setup<Settings> = Setup {
    name: "jolt:tuned",
    about: "Jolt Physics as its best user sets it up",
    controller: "jolt:tuned",
    about_controller: "Jolt's CharacterVirtual as its best user sets it up",
    settings: Settings::TUNED,
    skin: SkinDirection::Normal,
    table: &TUNED_COLUMN,
    ..PLAIN
};

static PLAIN_COLUMN: [Setting; TABLE.len()] = plain(&TABLE);
static TUNED_COLUMN: [Setting; TABLE.len()] = tuned(&TABLE);

/// Numbers are of the profile quake3: a body of 30 x 30 x 56 u, steps of 18 u, ground up to 45.57 degrees.
const TABLE: [Row; 19] = [
    same(
        "library",
        "Jolt Physics 5.6.0 (e77f175595e64cb44218cc9d9d56fc365ad0e36a) by oxijolt 1.5.0 (joltc 886e088675ba), of crates.io",
        "the versions of Cargo.lock; Jolt's commit is that of the wrapper's build script",
    ),
    same(
        "scale",
        "1 u = 1/32 m",
        "Jolt's tolerances assume metres; a power of two rounds nothing",
    ),
    same("mUp", "+z", "the world's up; Jolt's default is +y"),
    same(
        "shape",
        "capsule in the player's bounds: radius 0.46875 m (15 u), half height of its cylinder 0.40625 m",
        "that of Jolt's samples and of its wrapper's `humanoid`, whose radius is 0.3 m",
    ),
    same(
        "mMaxSlopeAngle",
        "0.7954 rad (45.57 degrees)",
        "which ground can be stood on belongs to the game; Jolt's default is 50 degrees",
    ),
    row(
        "mCharacterPadding",
        ["0.02 m (0.64 u)", "Jolt's default"],
        [
            "0.00390625 m (1/8 u)",
            "the skin of Quake III; Jolt's default keeps 0.64 u",
        ],
    ),
    row(
        "mShapeOffset",
        [
            "the middle of the bounds; Jolt lifts the shape by the padding",
            "as its samples do",
        ],
        [
            "the middle of the bounds, less the padding",
            "puts the shape into the hull that is judged",
        ],
    ),
    row(
        "mEnhancedInternalEdgeRemoval",
        ["false", "Jolt's default"],
        ["true", "against ghost contacts at seams"],
    ),
    same(
        "mSupportingVolume",
        "every contact supports: a plane 1e10 m above",
        "Jolt's default; its samples take contacts of the capsule's lower ball alone, which was not measured",
    ),
    row(
        "convex radius of the world's hulls",
        ["0.05 m (1.6 u)", "Jolt's default"],
        [
            "0.01 m (0.32 u)",
            "sharp edges climb unreliably; 0.05 m lets the body sink 0.66 u into edges",
        ],
    ),
    same(
        "mStickToFloorStepDown",
        "-z, 0.5625 m (18 u)",
        "the movement's step; Jolt's default is 0.5 m along y",
    ),
    row(
        "mWalkStairsStepUp",
        [
            "+z, 0.5625 m (18 u)",
            "the movement's step; Jolt's default is 0.4 m along y",
        ],
        [
            "+z, 0.4219 m (13.5 u): the movement's step less r (1 - cos slope limit)",
            "what a capsule's round foot climbs besides",
        ],
    ),
    row(
        "mWalkStairsMinStepForward",
        ["0.02 m", "Jolt's default"],
        [
            "0.1 m (3.2 u)",
            "at 0.02 m the time of a climb depends on the tick rate",
        ],
    ),
    row(
        "mWalkStairsStepForwardTest",
        [
            "0.15 m (4.8 u)",
            "Jolt's default; short for this radius, so that stairs of 16 u are not climbed at every rate",
        ],
        [
            "0.25 m (8 u)",
            "a round foot needs r (1 - sin slope limit) and the padding: 0.138 m here; the default of 0.15 m, for a radius of \
             0.3 m, leaves nothing for a tick's way",
        ],
    ),
    same(
        "mWalkStairsCosAngleForwardContact, mWalkStairsStepDownExtra",
        "cos 75 degrees, 0",
        "Jolt's defaults",
    ),
    same(
        "mPredictiveContactDistance, mMaxCollisionIterations, mMaxConstraintIterations, mMinTimeRemaining, \
         mCollisionTolerance, mMaxNumHits, mHitReductionCosMaxAngle, mPenetrationRecoverySpeed, mBackFaceMode, mMass, \
         mMaxStrength",
        "0.1 m, 5, 15, 1e-4 s, 1e-3 m, 256, 0.999, 1, collide, 70 kg, 100 N",
        "Jolt's defaults",
    ),
    same(
        "velocity",
        "wanted, with gravity on the ground too; without it while the body stands and nothing is asked",
        "`CharacterVirtualTest` sets it so, and stops who stands idle in `OnContactSolve`, a callback that the wrapper leaves \
         empty: with gravity the body slides on 40 degrees (rest-40)",
    ),
    same(
        "velocity after a move",
        "the wanted one; against each steep contact that touches (0.001 m), what was achieved; 0 upward on the ground",
        "ExtendedUpdate gives none; the sample asks its keys anew each tick",
    ),
    same(
        "moving parts",
        "kinematic bodies where the tick begins, by MoveKinematic on the way to its end; who stood after the last update, or \
         jumps from there, has the ground's velocity besides, and who jumps keeps its upward part",
        "`CharacterVirtualTest` does so by UpdateGroundVelocity: it sets velocities, moves the character, then steps. After \
         the step the velocity would carry the body once more. The wrapper lacks that call, so the velocity is worked out from \
         the part's way",
    ),
];
