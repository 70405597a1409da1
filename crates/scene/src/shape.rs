//! Shapes that a scene writes out.

use crate::Triple;
use clipmark_geometry::{Contents, TriangleSides};
use serde::{Deserialize, Serialize};

/// One or more convex solids, or surfaces without thickness. Directions (`toward`) are yaws in degrees: 0 along +x, 90 along +y.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// The box between two corners.
    Box {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
    /// Six boxes around an empty space.
    Room {
        /// Low corner of the space.
        min: Triple,
        /// High corner of the space.
        max: Triple,
        /// How thick floor, ceiling and walls are, outwards from the space.
        thickness: f64,
    },
    /// A wedge in the lower half of a box: it rises from one side's bottom to the other side's top.
    Ramp {
        /// Low corner of the box.
        min: Triple,
        /// High corner of the box.
        max: Triple,
        /// Where it rises to: 0, 90, 180 or 270.
        toward: f64,
    },
    /// A wedge given by its angle.
    Slope {
        /// Middle of its lowest edge.
        at: Triple,
        /// Where it rises to.
        toward: f64,
        /// Angle with the ground, above 0 and below 90.
        degrees: f64,
        /// Length along the ground.
        run: f64,
        /// Across.
        width: f64,
    },
    /// A flight of steps, each a column down to the foot of the first.
    Stairs {
        /// Middle of the foot of the first riser.
        at: Triple,
        /// Where it rises to.
        toward: f64,
        /// How many.
        steps: u32,
        /// Height of each.
        rise: f64,
        /// Depth of each.
        run: f64,
        /// Across.
        width: f64,
    },
    /// An upright prism over a convex polygon.
    Prism {
        /// Corners in order, either way round.
        base: Vec<[f64; 2]>,
        /// Height of the lower face.
        bottom: f64,
        /// Height of the upper face.
        top: f64,
    },
    /// The convex hull of some points.
    Hull(Vec<Triple>),
    /// The space behind all of these planes `((nx, ny, nz), d)`: all points p with `n . p <= d`. Normals point out of the solid
    /// and may have any length.
    Planes(Vec<(Triple, f64)>),
    /// A floor of equal boxes side by side: every seam is a chance to stumble.
    Tiles {
        /// The corner of lowest x and y; its z is the upper faces' height.
        at: Triple,
        /// Size of a tile in x and y.
        size: [f64; 2],
        /// How many in x and y.
        count: [u32; 2],
        /// Depth below the upper face.
        thickness: f64,
        /// Every upper face is moved up or down by at most this, evenly distributed.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        jitter: f64,
        /// Seed of the jitter (splitmix64).
        #[serde(default, skip_serializing_if = "crate::is_default")]
        seed: u64,
    },
    /// Triangles without thickness, each by its corners: counter-clockwise seen from its front.
    Triangles {
        /// Three corners each.
        corners: Vec<[Triple; 3]>,
        /// The sides that stop motion.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        stops: Facing,
    },
    /// The triangles of a Wavefront OBJ file.
    Mesh {
        /// Path of the `.obj`, from the scene's folder.
        file: String,
        /// Units of the world in a unit of the file.
        #[serde(default = "unit")]
        scale: f64,
        /// Which axis of the file is upwards.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        up: Up,
        /// The sides that stop motion.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        stops: Facing,
    },
    /// Shapes that belong together.
    Group {
        /// Where their origin goes.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        at: Triple,
        /// They are turned by this around their origin first, in degrees.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        yaw: f64,
        /// Their contents. Default: the contents of the group around them, and at the outside `Solid`.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        fill: Option<Fill>,
        /// The shapes.
        shapes: Vec<Shape>,
    },
}

/// The sides from which a triangle stops motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Facing {
    /// Only motion against its front.
    Front,
    /// Motion from either side.
    #[default]
    Both,
}

/// Which axis of a mesh is upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Up {
    /// y, as most modelling programs write it: x stays, y becomes z, z becomes -y.
    Y,
    /// z, as in Quake.
    #[default]
    Z,
}

fn unit() -> f64 {
    1.0
}

/// The contents of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fill {
    /// Stops everything.
    #[default]
    Solid,
    /// Stops players only.
    PlayerClip,
    /// Water.
    Water,
    /// Slime.
    Slime,
    /// Lava.
    Lava,
}

impl Shape {
    /// Its name in a scene file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Box { .. } => "Box",
            Self::Room { .. } => "Room",
            Self::Ramp { .. } => "Ramp",
            Self::Slope { .. } => "Slope",
            Self::Stairs { .. } => "Stairs",
            Self::Prism { .. } => "Prism",
            Self::Hull(_) => "Hull",
            Self::Planes(_) => "Planes",
            Self::Tiles { .. } => "Tiles",
            Self::Triangles { .. } => "Triangles",
            Self::Mesh { .. } => "Mesh",
            Self::Group { .. } => "Group",
        }
    }
}

impl From<Facing> for TriangleSides {
    fn from(facing: Facing) -> Self {
        match facing {
            Facing::Front => Self::Front,
            Facing::Both => Self::Both,
        }
    }
}

impl From<Fill> for Contents {
    fn from(fill: Fill) -> Self {
        match fill {
            Fill::Solid => Self::SOLID,
            Fill::PlayerClip => Self::PLAYER_CLIP,
            Fill::Water => Self::WATER,
            Fill::Slime => Self::SLIME,
            Fill::Lava => Self::LAVA,
        }
    }
}
