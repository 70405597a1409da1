//! What engines do by rules of their own: the one table from which tables, notes and pages name them.
//!
//! Only a backend that declares a rule has answers counted by it, and they are no fault. Crate `truth` decides which answers
//! these are. What a rule lets through has its own count: it is shown as *engine's rule*, beside the faults and never as
//! none.

use crate::counts::{Class, Counts};
use crate::faults::SANDWICH;

/// A rule of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineRule {
    /// Which it is.
    pub rule: Rule,
    /// What it means, in a sentence.
    pub definition: &'static str,
    /// Column in the CSV files.
    pub key: &'static str,
    /// In a word or two.
    pub name: &'static str,
    /// What a backend does by it, in a few words.
    pub what: &'static str,
    /// The same and why, after the number of sweeps.
    pub why: &'static str,
    /// How far off it may be, and what it is measured against.
    pub tolerance: &'static str,
}

/// A rule of an engine. What it lets through is its row in [`RULES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Passed what it touches at the start.
    Touch,
    /// Passed into a solid that overlaps those it starts in.
    MergedSolids,
    /// Passed a brush that it starts behind all given planes of.
    Bevel,
    /// Stopped at the edge of a curved patch's facet, or passed a piece that has none.
    Patch,
    /// Cut an edge by less than the skin.
    Corner,
}

impl Rule {
    /// How many there are.
    pub const COUNT: usize = 5;

    /// Its row in the table.
    pub fn row(self) -> &'static EngineRule {
        &RULES[self as usize]
    }
}

impl Class for Rule {
    const ALL: &'static [Self] = &[
        Self::Touch,
        Self::MergedSolids,
        Self::Bevel,
        Self::Patch,
        Self::Corner,
    ];

    fn place(self) -> usize {
        self as usize
    }

    fn key(self) -> &'static str {
        self.row().key
    }

    fn is_in_every_file(self) -> bool {
        self == Self::Corner
    }
}

/// Head of the column that holds all rules together.
pub const RULE: &str = "rule";

/// All rules.
pub static RULES: [EngineRule; Rule::COUNT] = [
    EngineRule {
        rule: Rule::Touch,
        key: "touch_rule",
        definition: "Missed from touch, by a backend that declares touching to be overlapping and ignores a solid that a sweep \
                     starts in.",
        tolerance: "as missed; touch is within 8 f32 steps, inside is decided in rational numbers",
        name: "touch",
        what: "passed what is touched at the start",
        why: "start in touch with a solid, not inside it, and pass through it; by its rules Quake III does so too: it counts \
              touching as inside, and ignores the solid that a sweep starts in",
    },
    EngineRule {
        rule: Rule::MergedSolids,
        key: "merged_rule",
        definition: "The path enters a solid before it has left those that it starts in, by a backend that declares \
                     overlapping solids to be one.",
        tolerance: SANDWICH,
        name: "merged solids",
        what: "passed into a solid that overlaps the one they start in",
        why: "start in a solid and pass into another that overlaps it; by its rules solids that overlap are one, which is \
              ignored until it is left: a tree of clip hulls cannot tell them apart",
    },
    EngineRule {
        rule: Rule::Bevel,
        key: "bevel_rule",
        definition: "Missed, by a backend that declares to clip against the planes a map gives and to ignore a solid that a \
                     sweep starts in, where the start is behind all planes of each brush that is passed, or touches it, or the \
                     path cuts its edge.",
        tolerance: "as missed; behind a plane is to 8 f32 steps",
        name: "bevel",
        what: "passed a brush from behind its given planes",
        why: "start behind all planes that the map gives a brush, whose bevels stand off or are missing, but not in the \
              brush, and pass through it; by its rules Quake III does so too",
    },
    EngineRule {
        rule: Rule::Patch,
        key: "patch_rule",
        definition: "By a backend that declares to make facets of curved patches as Quake III does: stopped at the edge of one \
                     by a motion that does not come from its front, or by a plane of one that no piece has, or missed a piece \
                     behind all planes of whose facet it starts, or whose facet is left open.",
        tolerance: "as missed and phantom, and 0.1 u, by which facets share planes",
        name: "patch",
        what: "stopped at the edge of a patch from behind, or passed a piece without a facet",
        why: "stop at the edge of a curved patch by a motion that does not come from its front, or pass a piece of one that \
              the engine leaves open or has them start in; by its rules Quake III does so too",
    },
    EngineRule {
        rule: Rule::Corner,
        key: "clipped_corners",
        definition: "The backend declares to let go of planes a skin early, and the path enters a solid only where moving each \
                     of its planes towards the start by the skin leaves nothing on the path.",
        tolerance: "the skin and 8 f32 steps: by so much a leaving plane is moved",
        name: "corner",
        what: "cut a corner by less than the skin",
        why: "cut a corner by less than the skin; by its rules Quake III does so too: it moves the planes by which a path \
              leaves inward by the skin",
    },
];

impl Counts<Rule> {
    /// Every rule, and how many answers it explains.
    pub fn by_rules(&self) -> impl Iterator<Item = (&'static EngineRule, usize)> + '_ {
        RULES.iter().map(|row| (row, self[row.rule]))
    }
}

/// How many answers rules explain, all together.
pub fn all_rules(rules: impl Iterator<Item = (&'static EngineRule, usize)>) -> usize {
    rules.map(|(_, n)| n).fold(0, usize::saturating_add)
}
