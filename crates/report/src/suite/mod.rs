//! A run of the scene suite: table, CSV, JSON and page.

mod page;
mod text;
mod write;

pub use text::suite_table;
pub use write::write_suite_report;

use clipmark_record::controllers::Grade;
use clipmark_record::suite::{SuiteRun, Summary};

/// The text of a matrix cell: `✓ 48`, `✗ 3/48`, `○` not collided with, `· not asked`, `–` not played.
fn mark(summary: &Summary) -> String {
    match (summary.played, summary.failed, summary.not_collided) {
        (0, _, 0) if summary.unasked > 0 => "· not asked".into(),
        (0, _, 0) => "–".into(),
        (0, _, _) => "○".into(),
        (played, 0, _) => format!("✓ {played}"),
        (played, failed, _) => format!("✗ {failed}/{played}"),
    }
}

/// The run in a sentence a person would say, one a contestant.
fn verdict(run: &SuiteRun) -> Vec<String> {
    let each = run.plan.contestants.iter().map(|contestant| {
        let own = || run.summary.iter().filter(move |s| s.contestant == *contestant);
        let (played, failed): (usize, usize) = (own().map(|s| s.played).sum(), own().map(|s| s.failed).sum());
        let suites = own().filter(|s| s.failed > 0).count();
        let sum = |of: fn(&Summary) -> usize| own().map(of).sum::<usize>();
        let mut text = match (played, failed) {
            (0, _) => format!("{contestant} played nothing"),
            (_, 0) => format!(
                "{contestant} passed all {} scenes that judge it",
                crate::format::count(played)
            ),
            _ => format!(
                "{contestant} failed {} of {} scenes that judge it, in {}{}",
                crate::format::count(failed),
                crate::format::count(played),
                crate::format::plural(suites, "suite", "suites"),
                harms(own())
            ),
        };
        let rest = [
            (
                sum(|s| s.exempt),
                "exempt, since the reference mover fails there too",
            ),
            (sum(|s| s.unasked), "played with nothing asked of it"),
            (
                sum(|s| s.not_collided),
                "made of parts that it does not collide with",
            ),
            (
                sum(|s| s.unjudged),
                "not judged, which is a fault of this program",
            ),
        ];
        let rest: Vec<String> = rest
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!("{} {what}", crate::format::count(*n)))
            .collect();
        if !rest.is_empty() {
            text += &format!("; also: {}", rest.join(", "));
        }
        text + "."
    });
    each.collect()
}

/// Failures by the harm that they do to the player: ` (1 lost, 3 felt)`.
fn harms<'a>(summaries: impl Iterator<Item = &'a Summary> + Clone) -> String {
    let of = |grade: Grade| summaries.clone().map(|s| s.harm[grade as usize]).sum::<usize>();
    let graded = Grade::ALL.map(|grade| (of(grade), grade.word()));
    let graded = graded.iter().filter(|(n, _)| *n > 0);
    let said: Vec<String> = graded
        .map(|(n, word)| format!("{} {word}", crate::format::count(*n)))
        .collect();
    match said.is_empty() {
        true => String::new(),
        false => format!(" ({})", said.join(", ")),
    }
}

/// The played run, in a line.
fn heading(run: &SuiteRun) -> String {
    let scenes: usize = run.plan.suites.iter().map(|s| s.scenes).sum();
    let shard = match run.plan.shard {
        [_, 1] => String::new(),
        [i, n] => format!(" · shard {i} of {n}"),
    };
    format!(
        "{} · {} · {}{shard}",
        crate::format::plural(run.plan.suites.len(), "suite", "suites"),
        crate::format::plural(scenes, "scene", "scenes"),
        if run.plan.quick { "quick" } else { "full" },
    )
}
