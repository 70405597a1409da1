//! Effects of engines' own rules: the one source of their names for tables, notes and pages.
//!
//! Only a backend that follows an engine has answers counted by its rules, and they are no fault. A model of that engine in crate
//! `truth` decides which answers these are; ablation of the model, by which rule. An answer by a rule has its own count: it is
//! shown as *engine's rule*, beside the faults and never as none.

use crate::counts::{Class, Counts};
use crate::faults::SANDWICH;
use crate::grouped;
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
    /// A backend's act by it, in a few words.
    pub what: &'static str,
    /// The same as a verdict has it, around the number of sweeps: `let`, `through a solid that they touched`.
    pub did: [&'static str; 2],
    /// The engine that does so too.
    pub engine: &'static str,
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

/// As verdicts name it.
const QUAKE3: &str = "Quake III";

/// Head of the column that holds all rules together.
pub const RULE: &str = "rule";

/// All rules.
pub static RULES: [EngineRule; Rule::COUNT] = [
    EngineRule {
        rule: Rule::Touch,
        check: Check::TouchRule,
        did: ["let", "through a solid that they touched"],
        engine: QUAKE3,
        key: "touch_rule",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where a start that touches a brush is in front of it.",
        tolerance: MODEL,
        name: "touch",
        what: "passed what is touched at the start",
    },
    EngineRule {
        rule: Rule::MergedSolids,
        check: Check::MergedRule,
        did: ["let", "into a solid that overlaps the one they started in"],
        engine: "Quake",
        key: "merged_rule",
        definition: "Wrong by geometry, by a backend that follows Quake's clip hulls, and right where the solids \
                     that overlap those around the start are left alone with them.",
        tolerance: SANDWICH,
        name: "merged solids",
        what: "passed into a solid that overlaps the one they start in",
    },
    EngineRule {
        rule: Rule::Bevel,
        check: Check::BevelRule,
        did: ["held", "to the planes that a map gives a brush, not to the brush"],
        engine: QUAKE3,
        key: "bevel_rule",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where brushes are the solids that they are, not what their given planes bound; or \
                     where no rule alone is needed.",
        tolerance: MODEL,
        name: "bevel",
        what: "took the planes that a map gives a brush for the brush",
    },
    EngineRule {
        rule: Rule::Patch,
        check: Check::PatchRule,
        did: ["held", "to the facets of a curved patch, not to its surface"],
        engine: QUAKE3,
        key: "patch_rule",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where curved patches are their surface, not facets with borders and bevels.",
        tolerance: MODEL,
        name: "patch",
        what: "stopped at the edge of a patch from behind, or passed a piece without a facet",
    },
    EngineRule {
        rule: Rule::Corner,
        check: Check::CornerRule,
        did: ["let", "cut a corner by less than the skin"],
        engine: QUAKE3,
        key: "clipped_corners",
        definition: "Wrong by geometry, by a backend that follows Quake III, whose model gives the same answer, \
                     and another where planes that a path leaves by are left where they are.",
        tolerance: MODEL,
        name: "corner",
        what: "cut a corner by less than the skin",
    },
];

impl Counts<Rule> {
    /// Every rule, and how many answers it explains.
    pub fn by_rules(&self) -> impl Iterator<Item = (&'static EngineRule, usize)> + '_ {
        RULES.iter().map(|row| (row, self[row.rule]))
    }

    /// A contestant's answers by rules, in words that follow its name: `let 20 sweeps through a solid that they touched; Quake
    /// III does so too`. `None` where no rule explains an answer.
    pub fn did(&self) -> Option<String> {
        let some: Vec<_> = self.by_rules().filter(|(_, n)| *n > 0).collect();
        let mut engines: Vec<&str> = some.iter().map(|(rule, _)| rule.engine).collect();
        engines.dedup();
        let said = |(rule, n): &(&EngineRule, usize)| {
            let [did, what] = rule.did;
            let sweeps = if *n == 1 { "sweep" } else { "sweeps" };
            format!("{did} {} {sweeps} {what}", grouped(*n))
        };
        let said: Vec<String> = some.iter().map(said).collect();
        let does = if engines.len() == 1 { "does" } else { "do" };
        let engines = engines.join(" and ");
        (!some.is_empty()).then(|| format!("{}; {engines} {does} so too", said.join(", ")))
    }
}

/// How many answers rules explain, all together.
pub fn all_rules(rules: impl Iterator<Item = (&'static EngineRule, usize)>) -> usize {
    rules.map(|(_, n)| n).fold(0, usize::saturating_add)
}
