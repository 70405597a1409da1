//! What a backend declares of itself: shapes, skin, sidedness, starts in solids. The referee judges by it.

use crate::TraceRules;
use clipmark_geometry::Hull;

/// The rules by which a backend answers. The referee reads this and assumes nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declaration {
    /// Shapes that it sweeps.
    pub hulls: HullKinds,
    /// Skin and touch rule.
    pub rules: TraceRules,
    /// What the skin is measured along.
    pub skin_direction: SkinDirection,
    /// Whether spheres and capsules are truly round.
    pub round_hulls: RoundHulls,
    /// Whether surfaces stop from both sides.
    pub sidedness: Sidedness,
    /// What a start inside a solid means.
    pub start_solid: StartSolid,
    /// Solids that overlap or meet face to face are one: the solid that a sweep starts in is left only where the last
    /// of them is left (a tree of merged solids cannot tell them apart).
    pub merged_solids: bool,
    /// Whether [`overlap`](crate::CollisionBackend::overlap) counts mere touching.
    pub touching_overlaps: bool,
    /// Whether planes that a path leaves a solid by are moved in by the skin, as those that it enters by are moved out, so
    /// that corners are cut by less than the skin (Quake III).
    pub clips_corners: bool,
    /// Whether it clips against the planes that the world gives a brush, bevels among them, where these are missing or stand
    /// off (Quake III): then a hull starts in what it is behind all planes of. A curved patch is then made of facets with
    /// borders, whose edges stop also what does not come from the front.
    pub given_planes: bool,
    /// Whether curved patches are collided with.
    pub patches: bool,
    /// Whether triangles are collided with.
    pub triangles: bool,
}

/// The kinds of hull that a backend sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct HullKinds {
    /// [`Hull::Point`]
    pub point: bool,
    /// [`Hull::Sphere`]
    pub sphere: bool,
    /// [`Hull::Box`]
    pub aabb: bool,
    /// [`Hull::Capsule`]
    pub capsule: bool,
    /// [`Hull::Cylinder`]
    pub cylinder: bool,
}

/// What the skin is measured along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinDirection {
    /// The surface's normal: the gap is the skin at every angle.
    Normal,
    /// The path: the gap shrinks at grazing angles.
    Path,
}

/// Whether a backend's spheres and capsules are truly round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundHulls {
    /// Truly round.
    Round,
    /// Planes moved out by the radius: a mitred solid whose edges stick out (Quake III, the published tutorial).
    Mitred,
}

/// Whether surfaces stop from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sidedness {
    /// Solids: inside is inside.
    Solid,
    /// Surfaces that stop what comes from their front.
    FrontOnly,
    /// Surfaces that stop from both sides.
    BothSides,
}

/// What a start inside a solid means to a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartSolid {
    /// The solid one starts in is ignored unless the sweep also ends in it (Quake III).
    IgnoredUnlessAllSolid,
    /// It stops the sweep at once.
    Blocks,
    /// It is flagged and stops nothing, even if the sweep ends in the same solid (the published tutorial).
    Flagged,
    /// It is not noticed.
    Unnoticed,
}

impl HullKinds {
    /// All kinds.
    pub const ALL: Self = Self {
        point: true,
        sphere: true,
        aabb: true,
        capsule: true,
        cylinder: true,
    };
    /// None.
    pub const NONE: Self = Self {
        point: false,
        sphere: false,
        aabb: false,
        capsule: false,
        cylinder: false,
    };

    /// Whether this kind of hull is among them.
    pub fn contains(&self, hull: &Hull) -> bool {
        match hull {
            Hull::Point => self.point,
            Hull::Sphere { .. } => self.sphere,
            Hull::Box { .. } => self.aabb,
            Hull::Capsule { .. } => self.capsule,
            Hull::Cylinder { .. } => self.cylinder,
        }
    }
}
