//! What a contestant declares that may excuse answers, in words, with the keys of the counts that say what it excused.

use clipmark_collision::{Declaration, Follows, Sidedness, SkinDirection, StartSolid, TraceRules};
use clipmark_record::bar::Declared;
use clipmark_record::causes::Cause;
use clipmark_record::counts::Class;
use clipmark_record::rules::Rule;

/// Everything that a contestant declares otherwise than exact geometry asked for by these rules.
pub(super) fn declared(of: &Declaration, asked: &TraceRules) -> Vec<Declared> {
    let mut out = Vec::new();
    let mut say = |is: bool, what: String, excused: &[&str]| {
        if is {
            out.push(Declared {
                what,
                excused: excused.iter().map(|key| (*key).to_owned()).collect(),
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
    );
    say(
        of.skin_direction == SkinDirection::Path,
        plain("keeps the skin along the path, not along the normal"),
        &[],
    );
    say(
        of.sidedness != Sidedness::Solid,
        plain("collides with surfaces, not with solids"),
        &[Cause::NotAsked.key()],
    );
    let start = match of.start_solid {
        StartSolid::Blocks => None,
        StartSolid::IgnoredUnlessAllSolid => {
            Some("ignores the solid that a sweep starts in, unless it ends there too")
        }
        StartSolid::Flagged => Some("flags the solid that a sweep starts in and is not stopped by it"),
        StartSolid::Unnoticed => Some("does not notice the solid that a sweep starts in"),
    };
    say(start.is_some(), start.unwrap_or_default().into(), &[]);
    say(
        of.touching_overlaps,
        plain("counts touching a solid as being in it"),
        &[],
    );
    let rules = |of: &[Rule]| of.iter().map(|rule| rule.key()).collect::<Vec<_>>();
    say(
        of.follows == Some(Follows::QuakeClipHulls),
        plain("follows Quake's clip hulls: solids that overlap are one"),
        &rules(&[Rule::MergedSolids]),
    );
    say(
        of.follows == Some(Follows::Quake3),
        plain("follows Quake III: clips against the planes that a map gives"),
        &rules(&[Rule::Touch, Rule::Bevel, Rule::Patch, Rule::Corner]),
    );
    out
}
