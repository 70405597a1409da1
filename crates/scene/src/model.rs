//! A scene as its file has it.

use crate::{Expectation, Frame, Mover, OtherPlayer, ProfileChoice, Shape, Step, Triple};
use clipmark_geometry::{Hull, Point, Vec3};
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One scene: a world, a player in it, the player's script, and the expected result.
///
/// In a file, `Some` is implied and unknown fields are refused. Every position is the hull's origin (24 units above
/// the feet for Quake's players).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Version of this format; always 1.
    pub version: u32,
    /// Short name for files and tables: lower-case letters, digits, `_` and `-`. Default: the file's own name.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub name: String,
    /// The title above plots.
    pub title: String,
    /// The scene's purpose.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub description: String,
    /// The solids.
    pub world: WorldSource,
    /// Where the whole of the scene is put; not for maps. Default: where it is written.
    #[serde(default, skip_serializing_if = "Frame::is_none")]
    pub frame: Frame,
    /// The movers in it; a map has its own. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub movers: Vec<Mover>,
    /// Other players, who are solid to the player and to each other. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherPlayer>,
    /// The player's body, and its start.
    pub player: Player,
    /// Movement profile (resolved by the movement crate).
    pub profile: ProfileChoice,
    /// Length of a tick. Default 125 Hz.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub tick: Tick,
    /// The script, played from top to bottom.
    pub input: Vec<Step>,
    /// The contestants, as `backend` or `backend+mover`. Default: `bsp`, `bvh`, `cylinder`.
    #[serde(
        default = "default_contestants",
        skip_serializing_if = "are_default_contestants"
    )]
    pub contestants: Vec<String>,
    /// The expectations; the run fails where one does not hold.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub expect: Vec<Expectation>,
    /// How many random sweeps of this world are refereed exactly. Default 4,000.
    #[serde(default = "default_sweeps", skip_serializing_if = "are_default_sweeps")]
    pub sweeps: u32,
    /// Seed of those sweeps. Default 1.
    #[serde(default = "default_seed", skip_serializing_if = "is_default_seed")]
    pub seed: u64,
    /// Whether the player visits the spawns of its map in turn, and comes to the next where a trigger kills him. Only
    /// [`Scene::of_map`] sets it.
    #[serde(skip)]
    pub visits_spawns: bool,
    /// Where the scene was read from; its folder is where relative paths start.
    #[serde(skip)]
    pub file: PathBuf,
    /// The text it was read from, so that later faults can name a line.
    #[serde(skip)]
    pub text: String,
}

/// The solids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorldSource {
    /// Convex solids, written out.
    Shapes(Vec<Shape>),
    /// The world of a compiled map of Quake, Half-Life, Quake II or Quake III: a `.bsp`. A map inside an archive is
    /// `"x.pk3:maps/y.bsp"` or `"x.pak:maps/y.bsp"`. A relative path starts at the scene's folder.
    QuakeBsp(String),
    /// The world of a map as editors save it: a `.map`, alone or inside an archive.
    QuakeMap(String),
    /// The triangles of a glTF scene: a `.glb` or `.gltf`. A metre is 32 units, y becomes up.
    Gltf(String),
}

/// The body that moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Where it starts.
    pub start: Start,
    /// View yaw at the start in degrees, 0 along +x, growing to the left. Default: the spawn's, or 0.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub yaw: Option<f64>,
    /// Velocity at the start in units per second.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub velocity: Triple,
    /// Standing hull instead of the profile's.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub hull: Option<HullShape>,
    /// Whether the start may lie in a solid; it is refused otherwise.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub buried: bool,
}

/// Where a player starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Start {
    /// With the hull's origin here.
    At(f64, f64, f64),
    /// At the map's n-th spawn, counting from 0 in the order of the file.
    Spawn(usize),
}

/// A hull, relative to the position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum HullShape {
    /// No size.
    Point,
    /// A ball.
    Sphere {
        /// In units.
        radius: f64,
    },
    /// An axis-aligned box.
    Box {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
    /// A vertical capsule within these bounds.
    Capsule {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
    /// A vertical cylinder within these bounds.
    Cylinder {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
}

/// Length of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Tick {
    /// Ticks per second.
    Hz(f64),
    /// Milliseconds per tick; need not be whole.
    Msec(f64),
}

/// The state in which a player enters the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartState {
    /// Position of the hull's origin.
    pub origin: Point,
    /// View yaw in degrees.
    pub yaw: f32,
    /// In units per second.
    pub velocity: Vec3,
}

impl Tick {
    /// Its length in seconds.
    pub fn seconds(self) -> f64 {
        match self {
            Self::Hz(hz) => 1.0 / hz,
            Self::Msec(ms) => ms / 1000.0,
        }
    }

    /// Its length in milliseconds, as movement commands carry it.
    pub fn msec(self) -> f64 {
        match self {
            Self::Hz(hz) => 1000.0 / hz,
            Self::Msec(ms) => ms,
        }
    }
}

impl Default for Tick {
    fn default() -> Self {
        Self::Hz(125.0)
    }
}

impl HullShape {
    /// The hull that is swept.
    ///
    /// # Errors
    /// Bounds that are not finite, are inside out, or are not round where they must be.
    pub fn hull(&self) -> Result<Hull, clipmark_geometry::HullError> {
        match *self {
            Self::Point => Ok(Hull::Point),
            Self::Sphere { radius } => Hull::new_sphere(radius as f32),
            Self::Box { min, max } => Hull::new_box(point(min), point(max)),
            Self::Capsule { min, max } => Hull::new_capsule(point(min), point(max)),
            Self::Cylinder { min, max } => Hull::new_cylinder(point(min), point(max)),
        }
    }
}

pub(crate) fn point([x, y, z]: Triple) -> Point {
    Point::new(x as f32, y as f32, z as f32)
}

/// The contestants where a scene names none.
pub fn default_contestants() -> Vec<String> {
    ["bsp", "bvh", "cylinder"].map(String::from).to_vec()
}

fn are_default_contestants(contestants: &[String]) -> bool {
    contestants == default_contestants()
}

fn are_default_sweeps(sweeps: &u32) -> bool {
    *sweeps == default_sweeps()
}

fn is_default_seed(seed: &u64) -> bool {
    *seed == default_seed()
}

fn default_sweeps() -> u32 {
    4000
}

fn default_seed() -> u64 {
    1
}

impl Scene {
    /// The scene as the text of a file that [`Scene::load`] reads back.
    ///
    /// # Errors
    /// A value that RON cannot write: no scene holds one.
    pub fn to_text(&self) -> Result<String, ron::Error> {
        let pretty = ron::ser::PrettyConfig::new()
            .depth_limit(4)
            .extensions(Extensions::IMPLICIT_SOME);
        ron::ser::to_string_pretty(self, pretty)
    }
}
