//! What changed in a scene since the run whose report stands in the folder: detectors' findings and expectations, without times.

use crate::error::ReportError;
use crate::format::{plural, shortened, three_digits};
use clipmark_record::verdicts::{Change, Changes, NotCompared, Verdict, Verdicts};
use clipmark_record::{Comparison, Entry};
use std::io::ErrorKind;
use std::path::Path;

/// The file of the verdicts, in the folder of a report.
pub(crate) const VERDICTS: &str = "verdicts.json";
/// Characters of a text of the earlier run.
const LONGEST: usize = 120;
/// Names in a sentence, which is cut after them anyway.
const NAMED: usize = 60;
/// Changes that a report lists.
const MOST: usize = 500;
/// The page, by which a folder is known to hold a report.
const PAGE: &str = "index.html";

/// A sentence, and the changes one by one. Call it before the report in the folder is replaced.
pub fn scene_since(comparison: &Comparison, dir: &Path) -> Vec<String> {
    since(&verdicts(comparison), dir)
}

/// The verdicts as a file.
pub(crate) fn file(comparison: &Comparison) -> Result<String, ReportError> {
    Ok(serde_json::to_string(&verdicts(comparison))? + "\n")
}

fn verdicts(comparison: &Comparison) -> Verdicts {
    let scene = &comparison.scene;
    let asked = [
        ("scene", scene.name.clone()),
        ("world", scene.world.clone()),
        ("profile", scene.profile.clone()),
        ("tick_msec", scene.tick_msec.to_string()),
        ("ticks", scene.ticks.to_string()),
        ("seed", scene.seed.to_string()),
        ("sweeps", scene.sweeps.to_string()),
        ("measured_from", scene.measured_from.clone()),
    ];
    let found = comparison.contestants.iter().flat_map(found);
    let expected = comparison.expectations.iter().map(|e| {
        let got = if e.held { "" } else { &e.got };
        Verdict::new(&e.contestant, &*e.what, got)
    });
    Verdicts {
        study: "comparison".into(),
        made: comparison.made.clone(),
        asked: asked.map(|(name, value)| (name.into(), value)).into(),
        verdicts: found.chain(expected).collect(),
    }
}

/// A verdict of each detector that ran.
fn found(entry: &Entry) -> impl Iterator<Item = Verdict> {
    entry.detection.ran.iter().map(|code| {
        let finding = entry.detection.findings.iter().find(|f| f.id == *code);
        let failed = finding.map_or(String::new(), |f| {
            let worst = match f.worst.is_finite() {
                true => format!(", at worst {} {}", three_digits(f.worst), f.unit),
                false => String::new(),
            };
            format!("{}, {} times{worst}", f.name, f.count)
        });
        Verdict::new(&entry.name, &**code, failed)
    })
}

/// The comparison with the report in a folder, in a sentence, and the changes one by one. Empty in a new folder.
fn since(now: &Verdicts, dir: &Path) -> Vec<String> {
    let because = |why: &str| vec![format!("Not compared with the last run: {why}.")];
    if !dir.join(PAGE).is_file() {
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
            vec![format!(
                "Not compared with {}: {}.",
                run(&earlier),
                reason(&why, now)
            )]
        }
    }
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
        NotCompared::Rules(rules) => format!("it was of other rules ({rules}, now {})", now.made.rules),
        NotCompared::Asked(name, before, after) => {
            let [name, before, after] = [name, before, after].map(|said| text(said));
            format!("it asked otherwise ({name}: {before}, now {after})")
        }
        NotCompared::Contestants => "no contestant took part in both".into(),
        NotCompared::Questions => "no question was asked in both".into(),
    }
}

fn list_changes(changes: &Changes, run: &str) -> Vec<String> {
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
    let mut all = vec![said];
    all.extend(changes.changed.iter().take(MOST).map(line));
    let more = changes.changed.len().saturating_sub(MOST);
    all.extend((more > 0).then(|| format!("and {more} more")));
    all
}

fn line(change: &Change) -> String {
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
    said
}
