//! What changed since the run whose report stood in the folder: new failures, mended ones, and those that fail otherwise.
//!
//! The earlier run left its verdicts in a file.

use super::{Report, Sentence, Study};
use crate::error::ReportError;
use crate::format::{plural, shortened};
use clipmark_record::verdicts::{Change, Changes, NotCompared, Verdicts};
use std::io::ErrorKind;
use std::path::Path;

/// The file of the verdicts, in the folder of each study.
pub(crate) const VERDICTS: &str = "verdicts.json";
/// Characters of a text of the earlier run.
const LONGEST: usize = 120;
/// Names in a sentence, which is cut after them anyway.
const NAMED: usize = 60;
/// Changes that a report lists.
const MOST: usize = 500;

/// A study's verdicts, settings and origin.
pub(super) fn verdicts<S: Study>(study: &S, report: &Report) -> Result<Verdicts, ReportError> {
    let all = match S::ASKED {
        [] => serde_json::Value::Null,
        _ => serde_json::to_value(study)?,
    };
    let asked = S::ASKED
        .iter()
        .map(|name| ((*name).to_owned(), all[*name].to_string()));
    Ok(Verdicts {
        study: S::NAME.into(),
        made: report.made.clone(),
        asked: asked.collect(),
        verdicts: study.verdicts(),
    })
}

/// The verdicts as a file.
pub(crate) fn written(verdicts: &Verdicts) -> Result<String, ReportError> {
    Ok(serde_json::to_string(verdicts)? + "\n")
}

/// The comparison with the report in a folder, in a sentence, and the changes one by one. Empty in a new folder.
pub(crate) fn since(now: &Verdicts, dir: &Path) -> Vec<Sentence> {
    let because = |why: &str| vec![Sentence::good(format!("Not compared with the last run: {why}."))];
    if !dir.join(super::folder::PAGE).is_file() {
        return Vec::new();
    }
    let bytes = match std::fs::read(dir.join(VERDICTS)) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == ErrorKind::NotFound => return because(&format!("it left no {VERDICTS}")),
        Err(e) => return because(&format!("its {VERDICTS} cannot be read, {e}")),
    };
    let Ok(earlier) = serde_json::from_slice::<Verdicts>(&bytes) else {
        return because(&format!("its {VERDICTS} was written by another version"));
    };
    match now.since(&earlier) {
        Ok(changes) => list_changes(&changes, &run(&earlier)),
        Err(why) => {
            let text = format!("Not compared with {}: {}.", run(&earlier), reason(&why, now));
            vec![Sentence::good(text)]
        }
    }
}

/// The first of these sentences and a number of changes; the others are counted.
pub(super) fn first(since: &[Sentence], most: usize) -> Vec<Sentence> {
    let mut said: Vec<Sentence> = since.iter().take(1 + most).cloned().collect();
    let more = since.len().saturating_sub(said.len());
    said.extend((more > 0).then(|| Sentence::good(format!("{more} more are on the page"))));
    said
}

fn text(text: &str) -> String {
    shortened(text, LONGEST)
}

fn run(earlier: &Verdicts) -> String {
    let commit = match earlier.made.commit.as_str() {
        "" => String::new(),
        commit => format!(", commit {}", text(commit)),
    };
    match earlier.made.date.as_str() {
        "" => format!("the last run{commit}"),
        date => format!("the run of {}{commit}", text(date)),
    }
}

fn reason(why: &NotCompared, now: &Verdicts) -> String {
    match why {
        NotCompared::Study(study) => format!("it is one of `{}`", text(study)),
        NotCompared::Rules(rules) => format!("it was of other rules ({rules}, now {})", now.made.rules),
        NotCompared::Asked(name, before, after) => {
            let [name, before, after] = [name, before, after].map(|said| text(said));
            format!("it asked otherwise ({name}: {before}, now {after})")
        }
        NotCompared::Contestants => "no contestant took part in both".into(),
        NotCompared::Questions => "no question was asked in both".into(),
    }
}

fn list_changes(changes: &Changes, run: &str) -> Vec<Sentence> {
    let count = |is: fn(&Change) -> bool| changes.changed.iter().filter(|c| is(c)).count();
    let new = count(|c| c.before.is_none());
    let mended = count(|c| c.now.failed.is_none());
    let other = changes.changed.len() - new - mended;
    let counts = [
        (new, plural(new, "new failure", "new failures")),
        (mended, format!("{mended} mended")),
        (other, plural(other, "fails otherwise", "fail otherwise")),
    ];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(_, said)| said)
        .collect();
    let mut said = match counts.is_empty() {
        true => format!("Nothing changed since {run}."),
        false => format!("Since {run}: {}.", counts.join(", ")),
    };
    if !changes.lone_contestants.is_empty() {
        let named = &changes.lone_contestants[..changes.lone_contestants.len().min(NAMED)];
        said += &format!(" In one of the two runs only: {}.", text(&named.join(", ")));
    }
    if changes.lone_questions > 0 {
        let many = plural(changes.lone_questions, "question was", "questions were");
        said += &format!(" {many} asked in one of them only.");
    }
    let bad = new > 0;
    let mut all = vec![Sentence { text: said, bad }];
    all.extend(changes.changed.iter().take(MOST).map(line));
    let more = changes.changed.len().saturating_sub(MOST);
    all.extend((more > 0).then(|| Sentence::good(format!("and {more} more"))));
    all
}

fn line(change: &Change) -> Sentence {
    let Change { now, before } = change;
    let what = match (before, &now.failed) {
        (None, _) => "new",
        (_, None) => "mended",
        _ => "otherwise",
    };
    let mut said = format!("{what}: {} on {}", text(&now.contestant), text(&now.question));
    if let Some(how) = &now.failed {
        said += &format!(": {}", text(how));
    }
    if let Some(how) = before {
        said += &format!("; before: {}", text(how));
    }
    Sentence {
        text: said,
        bad: before.is_none(),
    }
}
