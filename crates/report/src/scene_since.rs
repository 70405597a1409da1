//! What changed in a scene since the run whose report stands in the folder.

use crate::format::shortened;
use crate::suite_sheet::since;
use clipmark_record::Comparison;
use clipmark_rows::results::FILE;
use clipmark_rows::{Case, Change, End, Kind, Results, counterparts, failures_beyond, join};
use std::path::Path;

/// Characters of what a contestant did.
const LONGEST: usize = 240;

/// A sentence, and the changes one by one; nothing where the folder has no results. Call it before the report is replaced.
pub fn scene_since(comparison: &Comparison, dir: &Path) -> Vec<String> {
    let file = dir.join(FILE);
    if !file.is_file() {
        return Vec::new();
    }
    let before = match Results::read(&file) {
        Ok(before) => before,
        Err(why) => return vec![format!("Not compared with the run before: {why}.")],
    };
    let now = comparison.results();
    let sentence = since(&before, &now);
    if before.run.options != now.run.options || before.run.made.rules != now.run.made.rules {
        return vec![sentence];
    }
    let joined = join(&before.cases, &now.cases);
    let changes = joined.changed.iter().map(describe_change);
    let gone =
        without_counterpart(&now.cases, &before.cases).map(|case| format!("gone: {}", case.contestant));
    let new = without_counterpart(&before.cases, &now.cases).map(|case| {
        format!(
            "new: {}: {}",
            case.contestant,
            what_it_did(case, &Case::default())
        )
    });
    [sentence]
        .into_iter()
        .chain(changes)
        .chain(gone)
        .chain(new)
        .collect()
}

/// Cases that the other run does not have.
fn without_counterpart<'a>(other: &'a [Case], cases: &'a [Case]) -> impl Iterator<Item = &'a Case> {
    counterparts(other, cases)
        .filter(|(counterpart, _)| counterpart.is_none())
        .map(|(_, case)| case)
}

fn describe_change(change: &Change) -> String {
    let word = match change.kind {
        Kind::Worse => "worse",
        Kind::Better => "better",
        Kind::Otherwise => "otherwise",
    };
    let (before, now) = (change.before, change.now);
    let [now, before] = [what_it_did(now, before), what_it_did(before, now)];
    format!("{word}: {}: {now}; before: {before}", change.now.contestant)
}

/// What a case did that another did not do.
fn what_it_did(case: &Case, other: &Case) -> String {
    if case.end != End::Played && case.end != other.end {
        return shortened(&case.describe(), LONGEST);
    }
    let failures = failures_beyond(case, other);
    match failures.is_empty() {
        true if case.severity().is_some() => "no such failure".into(),
        true => "passed".into(),
        false => {
            let each: Vec<String> = failures.iter().map(|row| row.describe()).collect();
            shortened(&each.join("; "), LONGEST)
        }
    }
}
