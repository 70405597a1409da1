//! A contestant's declarations that may excuse answers, in words. Each has the rules and causes that it excuses, and whether
//! conformance confirms it. A word that is not kept excuses nothing: the bar is not met.

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
    /// What it excuses.
    pub(super) rules: Vec<Rule>,
    pub(super) causes: Vec<Cause>,
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
    let mut out = Vec::new();
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
    let mut say = |is: bool, what: String, rules: &[Rule], causes: &[Cause], by: By| {
        if is {
            out.push(Declared {
                what,
                rules: rules.to_vec(),
                causes: causes.to_vec(),
                untrue: untrue(&by),
                shown_by: by,
            });
        }
    };
    let plain = String::from;
    say(
        of.rules.skin != asked.skin,
        format!(
            "keeps a skin of {} u, where {} u is asked for",
            of.rules.skin, asked.skin
        ),
        &[],
        &[],
        // A wider skin widens no tolerance, and the gaps of the bar's own stops say whether it is kept.
        By::Nothing,
    );
    say(
        of.skin_direction == SkinDirection::Path,
        plain("keeps the skin along the path, not along the normal"),
        &[],
        &[],
        By::Nothing,
    );
    say(
        of.round_hulls == RoundHulls::Mitred,
        plain("moves planes out for round hulls, whose corners are mitred"),
        &[],
        &[],
        // Its round sweeps are judged by that shape.
        By::Answers,
    );
    say(
        of.sidedness != Sidedness::Solid,
        plain("collides with surfaces, not with solids"),
        &[],
        &[Cause::NotAsked],
        By::Findings(is_of_surfaces),
    );
    let start = match of.start_solid {
        StartSolid::Blocks => None,
        StartSolid::IgnoredUnlessAllSolid => {
            Some("ignores the solid that a sweep starts in, unless it ends there too")
        }
        StartSolid::Flagged => Some("flags the solid that a sweep starts in and is not stopped by it"),
        StartSolid::Unnoticed => Some("does not notice the solid that a sweep starts in"),
    };
    say(
        start.is_some(),
        start.unwrap_or_default().into(),
        &[],
        &[],
        By::Findings(|found| OF_STARTS.contains(&found.fault)),
    );
    say(
        of.touching_overlaps,
        plain("counts touching a solid as being in it"),
        &[],
        &[],
        By::Findings(|found| found.fault == OF_TOUCHING),
    );
    say(
        of.follows == Some(Follows::QuakeClipHulls),
        plain("follows Quake's clip hulls: solids that overlap are one"),
        &[Rule::MergedSolids],
        &[],
        By::Answers,
    );
    say(
        of.follows == Some(Follows::Quake3),
        plain("follows Quake III: clips against the planes that a map gives"),
        &[Rule::Touch, Rule::Bevel, Rule::Patch, Rule::Corner],
        &[],
        By::Answers,
    );
    out
}
