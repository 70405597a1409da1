//! A contestant's declarations that may excuse answers, in words. Each has the rules and causes that it excuses, and whether
//! conformance confirms it. A word that is not kept excuses nothing: the bar is not met.

use crate::judge::referee::SweepCounts;
use crate::run::contestant::Contestant;
use clipmark_collision::{
    Declaration, Follows, RoundHulls, Sidedness, SkinDirection, StartSolid, TraceRules,
};
use clipmark_referee::conformance::{Suite, Violation};
use clipmark_rows::faults::{Cause, Rule};
use std::cell::OnceCell;

/// Whether a finding of conformance shows a declaration of surfaces to be untrue.
fn is_of_surfaces(found: &Violation) -> bool {
    found.property == "surfaces" && ["missed", "missed from touch", "phantom"].contains(&found.fault)
}

/// Findings that show one of starts in solids to be untrue.
const OF_STARTS: [&str; 5] = [
    "is not all solid",
    "does not let go of a solid",
    "goes on into a solid",
    "does not notice a start in a solid",
    "does not flag a start in a solid",
];
/// The one of touching.
const OF_TOUCHING: &str = "mere touching is not what it declares";

/// Something that a contestant declares.
pub(super) struct Declared {
    /// In words that follow its name: `counts touching a solid as being in it`.
    pub(super) what: String,
    /// How many answers it excuses among these.
    pub(super) excuses: fn(&SweepCounts) -> usize,
    /// The broken property of conformance, in its words; `None` where the declaration holds.
    pub(super) untrue: Option<String>,
    shown_by: By,
}

impl Declared {
    /// Whether it is so, in the table's words.
    pub(super) fn says(&self) -> String {
        match (&self.untrue, &self.shown_by) {
            (Some(shown), _) => format!("no: {shown}"),
            (None, By::Findings(_)) => "yes".into(),
            (None, By::Answers) => "in each answer".into(),
            (None, By::Nothing) => "not tried".into(),
        }
    }
}

/// What may show a declaration to be untrue.
enum By {
    /// Such findings of conformance.
    Findings(fn(&Violation) -> bool),
    /// Each answer, which is compared with the model of the engine or the declared shape.
    Answers,
    /// Nothing.
    Nothing,
}

/// Everything that a contestant declares otherwise than exact geometry asked for by these rules.
pub(super) fn declared(who: Contestant, of: &Declaration, asked: &TraceRules) -> Vec<Declared> {
    let starts = match of.start_solid {
        StartSolid::Blocks => "",
        StartSolid::IgnoredUnlessAllSolid => {
            "ignores the solid that a sweep starts in, unless it ends there too"
        }
        StartSolid::Flagged => "flags the solid that a sweep starts in and is not stopped by it",
        StartSolid::Unnoticed => "does not notice the solid that a sweep starts in",
    };
    let (own, wanted) = (of.rules.skin, asked.skin);
    let skin = format!("keeps a skin of {own} u, where {wanted} u is asked for");
    let nothing = |_: &SweepCounts| 0;
    type CountOf = fn(&SweepCounts) -> usize;
    let all: [(bool, &str, CountOf, By); 8] = [
        // A wider skin widens no tolerance, and the gaps of the bar's own stops say whether it is kept.
        (own != wanted, &*skin, nothing, By::Nothing),
        (
            of.skin_direction == SkinDirection::Path,
            "keeps the skin along the path, not along the normal",
            nothing,
            By::Nothing,
        ),
        // Its round sweeps are judged by that shape.
        (
            of.round_hulls == RoundHulls::Mitred,
            "moves planes out for round hulls, whose corners are mitred",
            nothing,
            By::Answers,
        ),
        (
            of.sidedness != Sidedness::Solid,
            "collides with surfaces, not with solids",
            |all| all.causes[Cause::NotAsked],
            By::Findings(is_of_surfaces),
        ),
        (
            of.start_solid != StartSolid::Blocks,
            starts,
            nothing,
            By::Findings(|found| OF_STARTS.contains(&found.fault)),
        ),
        (
            of.touching_overlaps,
            "counts touching a solid as being in it",
            nothing,
            By::Findings(|found| found.fault == OF_TOUCHING),
        ),
        (
            of.follows == Some(Follows::QuakeClipHulls),
            "follows Quake's clip hulls: solids that overlap are one",
            |all| all.rules[Rule::MergedSolids],
            By::Answers,
        ),
        (
            of.follows == Some(Follows::Quake3),
            "follows Quake III: clips against the planes that a map gives",
            |all| {
                all.rules
                    .sum(&[Rule::Touch, Rule::Bevel, Rule::Patch, Rule::Corner])
            },
            By::Answers,
        ),
    ];
    // Tried once, and only where something is declared that conformance can try.
    let report = OnceCell::new();
    let tried = || {
        let suite = Suite::new(who.to_string()).rules(&[*asked]);
        suite.check_declared(|world, rules| who.build(world, rules).ok())
    };
    let untrue = |shown_by: &By| {
        let By::Findings(shown_by) = shown_by else {
            return None;
        };
        let found = &report.get_or_init(tried).violations;
        let shown = found.iter().find(|found| shown_by(found))?;
        Some(format!("{} ({})", shown.fault, shown.example))
    };
    let declared = all.into_iter().filter(|(is_declared, ..)| *is_declared);
    declared
        .map(|(_, what, excuses, shown_by)| Declared {
            what: what.to_owned(),
            excuses,
            untrue: untrue(&shown_by),
            shown_by,
        })
        .collect()
}
