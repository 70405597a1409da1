//! A backend's declaration: shapes, skin, sidedness, starts in solids. The referee judges by it.

use crate::TraceRules;
use clipmark_geometry::Hull;

/// The rules by which a backend answers. The referee reads this and assumes nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declaration {
    /// Shapes that it sweeps.
    pub hulls: HullKinds,
    /// Skin and touch rule.
    pub rules: TraceRules,
    /// The direction of the skin.
    pub skin_direction: SkinDirection,
    /// Whether spheres and capsules are truly round.
    pub round_hulls: RoundHulls,
    /// Whether surfaces stop from both sides.
    pub sidedness: Sidedness,
    /// The effect of a start inside a solid.
    pub start_solid: StartSolid,
    /// Whether [`overlap`](crate::CollisionBackend::overlap) counts mere touching.
    pub touching_overlaps: bool,
    /// The engine whose rules it follows. An answer that geometry calls wrong is no fault of its own where that engine gives the
    /// same.
    pub follows: Option<Follows>,
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

/// The direction along which the skin is measured.
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
    /// Surfaces that stop motion against their front.
    FrontOnly,
    /// Surfaces that stop from both sides.
    BothSides,
}

/// An engine whose rules a backend follows. The referee asks a model of that engine (`docs/truth.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Quake III: brushes clipped against the planes that a map gives them, patches against the planes of facets.
    Quake3,
    /// Quake's clip hulls: solids that overlap or meet face to face are one. The solid that a sweep starts in is left only where
    /// the last of them is left.
    QuakeClipHulls,
}

/// The effect of a start inside a solid on a sweep.
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
