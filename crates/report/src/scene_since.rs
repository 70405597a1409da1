//! What changed in a scene since the run whose report stands in the folder.

use crate::format::{plural, shortened};
use crate::suite_sheet::since;
use clipmark_record::Comparison;
use clipmark_rows::results::FILE;
use clipmark_rows::{Case, Change, Kind, Results, join};
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
    [sentence].into_iter().chain(changes).collect()
}

fn describe_change(change: &Change) -> String {
    let word = match change.kind {
        Kind::Worse => "worse",
        Kind::Better => "better",
        Kind::Otherwise => "otherwise",
    };
    let [before, now] = [change.before, change.now].map(what_it_did);
    format!("{word}: {}: {now}; before: {before}", change.now.contestant)
}

fn what_it_did(case: &Case) -> String {
    let failures = case.failures();
    match failures.first() {
        None => "passed".into(),
        Some(worst) => {
            let more = failures.len() - 1;
            let more = match more {
                0 => String::new(),
                n => format!(", and {}", plural(n, "other failure", "other failures")),
            };
            shortened(&worst.describe(), LONGEST) + &more
        }
    }
}
