//! Effects of engines' own rules: the one source of their names for tables, notes and pages.
//!
//! Only a backend that follows an engine has answers counted by its rules, and they are no fault. A model of that engine in crate
//! `referee` decides which answers these are; ablation of the model, by which rule. An answer by a rule has its own count: it is
//! shown as *engine's rule*, beside the faults and never as none.

use crate::counts::{Class, Counts};
use crate::faults::SANDWICH;
use clipmark_rows::Check;

/// A rule of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineRule {
    /// Which it is.
    pub rule: Rule,
    /// Its check in rows of results.
    pub check: Check,
    /// Its meaning, in a sentence.
    pub definition: &'static str,
    /// Its key in `tests/golden/`.
    pub key: &'static str,
    /// In a word or two.
    pub name: &'static str,
    /// Its tolerance, and the quantity that the tolerance concerns.
    pub tolerance: &'static str,
}

/// A rule of an engine. Its row in [`RULES`] describes its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Passed a solid that it touches at the start.
    Touch,
    /// Passed into a solid that overlaps those it starts in.
    MergedSolids,
    /// Passed a brush that it starts behind all given planes of, or stopped where only these planes are.
    Bevel,
    /// Stopped at the edge of a curved patch's facet, or passed a piece that has none.
    Patch,
    /// Cut an edge by less than the skin, or passed it from within the skin.
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
}

/// How far an answer may be from the model of Quake III.
const MODEL: &str = "4 f32 steps in each distance to a plane, by which the model's comparisons may turn";

/// All rules.
pub static RULES: [EngineRule; Rule::COUNT] = [
    EngineRule {
        rule: Rule::Touch,
        check: Check::TouchRule,
        key: "touch_rule",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where a start that touches a brush is in front of it.",
        tolerance: MODEL,
        name: "touch",
    },
    EngineRule {
        rule: Rule::MergedSolids,
        check: Check::MergedRule,
        key: "merged_rule",
        definition: "Wrong by geometry, by a backend that follows Quake's clip hulls, and right where the solids \
                     that overlap those around the start are left alone with them.",
        tolerance: SANDWICH,
        name: "merged solids",
    },
    EngineRule {
        rule: Rule::Bevel,
        check: Check::BevelRule,
        key: "bevel_rule",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where brushes are the solids that they are, not what their given planes bound; or \
                     where no rule alone is needed.",
        tolerance: MODEL,
        name: "bevel",
    },
    EngineRule {
        rule: Rule::Patch,
        check: Check::PatchRule,
        key: "patch_rule",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where curved patches are their surface, not facets with borders and bevels.",
        tolerance: MODEL,
        name: "patch",
    },
    EngineRule {
        rule: Rule::Corner,
        check: Check::CornerRule,
        key: "clipped_corners",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where planes that a path leaves by are left where they are.",
        tolerance: MODEL,
        name: "corner",
    },
];

impl Counts<Rule> {
    /// Every rule, and how many answers it explains.
    pub fn by_rules(&self) -> impl Iterator<Item = (&'static EngineRule, usize)> + '_ {
        RULES.iter().map(|row| (row, self[row.rule]))
    }
}
