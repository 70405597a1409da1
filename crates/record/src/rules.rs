//! What engines do by rules of their own: the one table from which tables, notes and pages name them.
//!
//! Only a backend that declares a rule has answers counted by it, and they are no fault. Crate `truth` decides which answers
//! these are. What a rule lets through has its own count: it is shown as *engine's rule*, beside the faults and never as
//! none.

use crate::QueryScore;
use crate::bar::Answers;

/// A rule of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineRule {
    /// Column in the CSV files.
    pub key: &'static str,
    /// In a word or two.
    pub name: &'static str,
    /// What a backend does by it, in a few words.
    pub what: &'static str,
    /// The same and why, after the number of sweeps.
    pub why: &'static str,
    in_scene: fn(&QueryScore) -> usize,
    in_bar: fn(&Answers) -> usize,
}

/// Head of the column that holds all rules together.
pub const RULE: &str = "rule";

/// All rules.
pub const RULES: [EngineRule; 5] = [
    EngineRule {
        key: "touch_rule",
        name: "touch",
        what: "passed what is touched at the start",
        why: "start in touch with a solid, not inside it, and pass through it; by its rules Quake III does so too: it counts \
              touching as inside, and ignores the solid that a sweep starts in",
        in_scene: |q| q.touch_rule,
        in_bar: |a| a.touch_rule,
    },
    EngineRule {
        key: "merged_rule",
        name: "merged solids",
        what: "overlapping solids are one",
        why: "start in a solid and pass into another that overlaps it; by its rules solids that overlap are one, which is \
              ignored until it is left: a tree of clip hulls cannot tell them apart",
        in_scene: |q| q.merged_rule,
        in_bar: |a| a.merged_rule,
    },
    EngineRule {
        key: "bevel_rule",
        name: "bevel",
        what: "passed a brush from behind its given planes",
        why: "start behind all planes that the map gives a brush, whose bevels stand off or are missing, but not in the \
              brush, and pass through it; by its rules Quake III does so too",
        in_scene: |q| q.bevel_rule,
        in_bar: |a| a.bevel_rule,
    },
    EngineRule {
        key: "patch_rule",
        name: "patch",
        what: "stopped at the edge of a patch from behind, or passed a piece without a facet",
        why: "stop at the edge of a curved patch by a motion that does not come from its front, or pass a piece of one that \
              the engine leaves open or has them start in; by its rules Quake III does so too",
        in_scene: |q| q.patch_rule,
        in_bar: |a| a.patch_rule,
    },
    EngineRule {
        key: "clipped_corners",
        name: "corner",
        what: "cut a corner by less than the skin",
        why: "cut a corner by less than the skin; by its rules Quake III does so too: it moves the planes by which a path \
              leaves inward by the skin",
        in_scene: |q| q.clipped_corners,
        in_bar: |a| a.clipped_corners,
    },
];

impl QueryScore {
    /// Every rule, and how many answers it explains.
    pub fn by_rules(&self) -> impl Iterator<Item = (&'static EngineRule, usize)> + '_ {
        RULES.iter().map(|rule| (rule, (rule.in_scene)(self)))
    }
}

impl Answers {
    /// Every rule, and how many answers it explains.
    pub fn by_rules(&self) -> impl Iterator<Item = (&'static EngineRule, usize)> + '_ {
        RULES.iter().map(|rule| (rule, (rule.in_bar)(self)))
    }
}

/// How many answers rules explain, all together.
pub fn all_rules(rules: impl Iterator<Item = (&'static EngineRule, usize)>) -> usize {
    rules.map(|(_, n)| n).fold(0, usize::saturating_add)
}
