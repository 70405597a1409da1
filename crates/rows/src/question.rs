//! One question with everything that is needed to ask it again: the input of `compare explain`.

use serde::{Deserialize, Serialize};

/// The first words of a case file, so that no other JSON is taken for one.
pub const CASE_FORMAT: &str = "clipmark case 1";

/// The worst answer of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// [`CASE_FORMAT`].
    pub format: String,
    /// The fault, or the worst measure, of the answer.
    pub kind: CaseKind,
    /// Its size: units, or degrees for a normal; 1 for a mere count.
    pub size: f64,
    /// The scene or map, as it was named on the command line.
    pub world: String,
    /// Whether its curved patches were collided with.
    pub patches: bool,
    /// Whether they were so as triangles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub patches_as_triangles: bool,
    /// Whether its triangles were.
    pub triangles: bool,
    /// The backend.
    pub backend: String,
    /// Name of the trace rules.
    pub rules: String,
    /// Skin in units.
    pub skin: f32,
    /// Kind of the hull: `point`, `sphere`, `box`, `capsule` or `cylinder`.
    pub hull: String,
    /// Its bounds around the position, in units.
    pub mins: [f32; 3],
    /// Its bounds around the position, in units.
    pub maxs: [f32; 3],
    /// Contents to collide with.
    pub mask: u32,
    /// Start in units.
    pub start: [f32; 3],
    /// Wished end in units.
    pub end: [f32; 3],
    /// The fraction that was answered.
    pub fraction: f32,
    /// How a library of others was asked; none for a backend of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<LibraryAsked>,
}

/// Another library, and the question to it, with every setting as a number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibraryAsked {
    /// Its name, version and commit, and its wrapper's.
    pub version: String,
    /// Its length of one unit.
    pub unit: f32,
    /// Its calls in their order, with their arguments, each as JSON.
    pub calls: Vec<String>,
}

/// The fault, or the worst measure, of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseKind {
    /// Passed through something; the depth.
    Missed,
    /// Cut a corner by less than the skin; the depth.
    ClippedCorner,
    /// Stopped where nothing is; the way lost.
    Phantom,
    /// Ended in a solid; the depth.
    Penetration,
    /// Wrong about starting in a solid.
    StartSolid,
    /// Named contents that no solid there has.
    Contents,
    /// Reported as unreliable.
    Unreliable,
    /// Deviation of the normal, in degrees.
    Normal,
    /// Farthest from the surface beyond the skin.
    Gap,
    /// Earliest or latest along the normal.
    TimeOfImpact,
}

impl CaseKind {
    /// Name, as in file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::ClippedCorner => "clipped-corner",
            Self::Phantom => "phantom",
            Self::Penetration => "penetration",
            Self::StartSolid => "start-solid",
            Self::Contents => "contents",
            Self::Unreliable => "unreliable",
            Self::Normal => "normal",
            Self::Gap => "gap",
            Self::TimeOfImpact => "time-of-impact",
        }
    }
}

impl Case {
    /// As a file.
    pub fn text(&self) -> String {
        // Plain data can be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The file's name in a report: contestant, and fault.
    pub fn file_name(&self, contestant: &str) -> String {
        let who: String = contestant
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        format!("{who}-{}.json", self.kind.name())
    }
}
