//! What a contestant declares that may excuse answers, in words, with the keys of the counts that say what it excused.

use clipmark_collision::{Declaration, Sidedness, SkinDirection, StartSolid, TraceRules};
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
        &[Rule::Touch.key()],
    );
    say(
        of.merged_solids,
        plain("takes solids that overlap for one"),
        &[Rule::MergedSolids.key()],
    );
    say(
        of.given_planes,
        plain("clips against the planes that a map gives"),
        &[Rule::Bevel.key(), Rule::Patch.key()],
    );
    say(
        of.clips_corners,
        plain("cuts corners by less than the skin"),
        &[Rule::Corner.key()],
    );
    out
}
