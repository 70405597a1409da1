//! Errors of scenes, maps and suites: one message each, with file, place, fault and remedy.

use crate::{MapError, MeshError};
use clipmark_geometry::{BrushError, HullError, TriangleError};
use std::fmt;
use std::path::PathBuf;
use strsim::levenshtein;
use thiserror::Error;

/// Why a scene or a world was refused, as one message: file, place, fault and remedy.
#[derive(Debug, Error)]
#[error("{}{place}: {problem}", .file.display())]
pub struct SceneError {
    /// The file.
    pub file: PathBuf,
    /// Where in it.
    pub place: Place,
    /// The fault.
    pub problem: Box<Problem>,
}

/// Where in a file: line and column when they are known, path of the value when there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line and column, counting from 1, in characters.
    pub position: Option<(usize, usize)>,
    /// For example `world.Shapes[3].Box.min`; empty for the file as a whole.
    pub path: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", self.path)?;
        }
        Ok(())
    }
}

/// Possible faults of a scene or the files it names.
#[derive(Debug, Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Unreadable(#[source] std::io::Error),
    /// The file is empty.
    #[error("the file is empty; give one with text, or write one with `compare new FILE`")]
    EmptyFile,
    /// The file is larger than anything of its kind.
    #[error("the file holds {bytes} bytes, and {limit} are the most that are read; give a smaller one")]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The largest size read.
        limit: u64,
    },
    /// A name that says nothing about the kind of file.
    #[error(
        "unknown kind of file; give a scene `.ron`, a map `.bsp`, `.map`, `.glb` or `.gltf`, or one in an archive \
         as `x.pk3:maps/y.bsp`"
    )]
    UnknownKind,
    /// The text is no RON, or not of the right form.
    #[error("{0}; scenes/README.md describes the format")]
    Syntax(String),
    /// A field that does not exist there.
    #[error("unknown field `{found}`{}; the fields here are {}", meant(.found, .known), list(.known))]
    UnknownField {
        /// As written.
        found: String,
        /// The allowed values.
        known: &'static [&'static str],
    },
    /// A variant that does not exist there.
    #[error("unknown `{found}`{}; what may stand here is {}", meant(.found, .known), list(.known))]
    UnknownVariant {
        /// As written.
        found: String,
        /// The allowed values.
        known: &'static [&'static str],
    },
    /// A field that must be there is not.
    #[error("{}", missing(.0))]
    MissingField(&'static str),
    /// Another version of the format.
    #[error("version {0} of the scene format is not known to this program; it reads `version: 1`")]
    Version(String),
    /// NaN or infinity.
    #[error("{0} is not a finite number; write one with digits")]
    NotFinite(f64),
    /// A number beyond its limits.
    #[error("{value} is out of range; it must lie between {low} and {high} {unit}")]
    OutOfRange {
        /// As written.
        value: f64,
        /// Least.
        low: f64,
        /// Greatest.
        high: f64,
        /// Unit of all three, or empty.
        unit: &'static str,
    },
    /// A box whose corners are swapped, or that has no volume.
    #[error("the box is {} along {axis}: min {min}, max {max}; min must be less than max", ill(.min, .max))]
    Inverted {
        /// x, y or z.
        axis: char,
        /// Coordinate of the low corner.
        min: f64,
        /// Coordinate of the high corner.
        max: f64,
    },
    /// A direction that must be axial.
    #[error(
        "{0} is no direction for a Ramp, which rises toward 0, 90, 180 or 270; put it in a Group with a yaw, or use a Slope"
    )]
    NotAxial(f64),
    /// A polygon that is not convex.
    #[error("the corners do not go once around a convex polygon; split it, or put them in order")]
    NotConvex,
    /// The description gives no solid.
    #[error("no solid: {0}; check the shape's points or planes")]
    NotASolid(#[from] BrushError),
    /// The description gives no triangle.
    #[error("no triangle: {0}; mend its corners or leave it out")]
    NotATriangle(#[from] TriangleError),
    /// A mesh that is not there.
    #[error("there is no mesh {}; its path is relative to the scene's folder", .0.display())]
    MissingMesh(PathBuf),
    /// A mesh that cannot be used.
    #[error("{}: {why}", .file.display())]
    Mesh {
        /// The mesh's own file.
        file: PathBuf,
        /// The fault.
        why: MeshError,
    },
    /// A mesh that cannot be read.
    #[error("{}: {why}", .file.display())]
    MeshFile {
        /// The mesh's own file.
        file: PathBuf,
        /// The fault.
        why: Box<Problem>,
    },
    /// A hull that cannot be.
    #[error("{0}")]
    Hull(#[from] HullError),
    /// Too many or too few of something.
    #[error("{count} {what}; there must be {low} to {high}")]
    Count {
        /// The counted things.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// Least.
        low: u64,
        /// Most.
        high: u64,
    },
    /// More work than a file may ask for.
    #[error("it asks for {} {what}; at most {} are allowed: {remedy}", grouped(*.asked), grouped(*.most))]
    Budget {
        /// The counted things.
        what: &'static str,
        /// How many there would be.
        asked: u64,
        /// Most.
        most: u64,
        /// The remedy.
        remedy: &'static str,
    },
    /// A name that cannot be a name.
    #[error("{found:?} is no name; use {allowed}")]
    Name {
        /// As written.
        found: String,
        /// The allowed characters of a name.
        allowed: &'static str,
    },
    /// A name written twice.
    #[error("{0:?} is named twice; name each once")]
    Twice(String),
    /// An expectation of someone who does not take part.
    #[error("{found:?} is no contestant of this scene; its contestants are {}", .known.join(", "))]
    NotAContestant {
        /// As written.
        found: String,
        /// Contestants that take part.
        known: Vec<String>,
    },
    /// An expectation at a time that the script does not reach.
    #[error("the script is over after {total} s and {at} s never comes; ask earlier, or lengthen the script")]
    AfterTheEnd {
        /// As written.
        at: f64,
        /// Length of the script.
        total: f64,
    },
    /// A recording amid other steps.
    #[error(
        "a Recorded step must be the only one, since its file holds the whole input; remove the other steps"
    )]
    RecordedAmongOthers,
    /// Another player that plays a recording.
    #[error("another player's script has no Recorded step; write its keys as Hold, Hop and Wait")]
    OtherRecorded,
    /// Another player that crouches.
    #[error("another player does not crouch; leave Crouch out of its keys")]
    OtherCrouches,
    /// Other players beside a player without a size.
    #[error(
        "the scene has other players, whom a player without a size cannot meet; give `player.hull` a size, or leave it out"
    )]
    NoSizeForOthers,
    /// A file that the scene names is not there.
    #[error("there is no such recording; its path is relative to the scene's folder")]
    MissingRecording,
    /// A map that is not there.
    #[error("there is no such map; {}", remedy(*.fetched))]
    MissingMap {
        /// Whether it may be a map that this repository fetches: a .bsp in a folder `maps`.
        fetched: bool,
    },
    /// Far scenes made of far scenes.
    #[error("a far-origin family cannot contain another one; name the file of another family")]
    FarOfFar,
    /// Moving parts beside those of a map.
    #[error("a map brings its own moving parts; leave `movers` out, or use Shapes")]
    MoversInMap,
    /// A moving part of triangles.
    #[error(
        "a moving part is made of convex solids; leave Triangles and Mesh out of its shapes, or use Hull"
    )]
    MoverOfSurfaces,
    /// A part that pitches or rolls in a turned scene.
    #[error("a scene with a part that pitches or rolls cannot be turned; leave the yaw of `frame` out")]
    TiltsInFrame,
    /// A frame around a map.
    #[error("a map cannot be turned or moved; leave `frame` out, or use Shapes")]
    FramedMap,
    /// A map to be walked without a scene that does not say where.
    #[error(
        "it has no player start; put an info_player_start into it (in glTF a node named `spawn`), or write a scene \
         with `player: (start: At(x, y, z))`"
    )]
    NoStart,
    /// A spawn that the world does not have.
    #[error(
        "there is no spawn {wanted}: the world has {count}, counted from 0; name one of them, or start with `At(x, y, z)`"
    )]
    NoSpawn {
        /// As written.
        wanted: usize,
        /// How many there are.
        count: usize,
    },
    /// The package is no zip archive.
    #[error("no readable pk3 (zip) package: {0}; fetch or pack it again")]
    NotAPackage(String),
    /// The archive is no pak, or damaged.
    #[error("no readable pak archive: {0}; fetch or pack it again")]
    NotAPak(String),
    /// A package without the name of a map in it.
    #[error("which map of the package? write `x.pk3:maps/y.bsp`; {}", holds(.0))]
    NoMemberNamed(Vec<String>),
    /// The package does not hold that file.
    #[error("the package has no {member:?}; {}", holds(.maps))]
    NoMember {
        /// As written.
        member: String,
        /// Some of the maps that it does hold.
        maps: Vec<String>,
    },
    /// The map is damaged or of another kind.
    #[error("{}", of_map(.0))]
    Map(#[from] MapError),
}

fn of_map(error: &MapError) -> String {
    format!("{error}{}", again(error))
}

/// The remedy for a map that cannot be used, where its own message has none.
fn again(error: &MapError) -> &'static str {
    match error {
        error if error.to_string().contains("; ") => "",
        MapError::Magic(_) | MapError::Version(_) => {
            "; give a compiled map of Quake, Half-Life, Quake II or Quake III"
        }
        MapError::Deep(_) => "; give a smaller map",
        MapError::Text { .. } | MapError::Entities { .. } => "; mend it in an editor, or fetch the map again",
        MapError::Gltf(_) => "; export it again",
        _ => "; fetch or compile it again",
    }
}

fn remedy(fetched: bool) -> &'static str {
    if fetched {
        "run scenes/fetch-maps.sh if it is one of the OpenArena maps, else check the path"
    } else {
        "check its path, which in a scene is relative to the scene's folder"
    }
}

fn missing(field: &str) -> String {
    let remedy = if field == "version" {
        "; write `version: 1`"
    } else {
        ""
    };
    format!("the field `{field}` is missing{remedy}")
}

/// `1234567` as `1,234,567`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let parts: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    let parts = parts.into_iter().map(String::from_utf8_lossy);
    parts.collect::<Vec<_>>().join(",")
}

fn ill(min: &f64, max: &f64) -> &'static str {
    if min > max { "inside out" } else { "flat" }
}

fn list(known: &[&str]) -> String {
    if known.is_empty() {
        return "none".into();
    }
    known
        .iter()
        .map(|k| format!("`{k}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn holds(maps: &[String]) -> String {
    if maps.is_empty() {
        "it holds no maps".into()
    } else {
        format!("it holds {}", maps.join(", "))
    }
}

fn meant(found: &str, known: &[&str]) -> String {
    /// Typing slips are one or two letters; at three, short names all resemble each other.
    const SLIPS: usize = 2;
    known
        .iter()
        .map(|k| (levenshtein(&found.to_lowercase(), &k.to_lowercase()), k))
        .min()
        .filter(|(d, _)| *d <= SLIPS)
        .map_or(String::new(), |(_, k)| format!(", did you mean `{k}`?"))
}
