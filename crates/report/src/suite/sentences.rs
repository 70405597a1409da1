//! A run of the suite in sentences.

use super::cells::suites;
use crate::format;
use crate::study::Sentence;
use clipmark_record::suite::{SuiteRun, Summary};
use clipmark_rows::Severity;

/// The run in a sentence a person would say, one a contestant.
pub(super) fn verdict(run: &SuiteRun) -> Vec<Sentence> {
    let each = run.plan.contestants.iter().map(|contestant| {
        let own = || run.summary.iter().filter(move |s| s.contestant == *contestant);
        let (played, failed): (usize, usize) = (own().map(|s| s.played).sum(), own().map(|s| s.failed).sum());
        let suites = own().filter(|s| s.failed > 0).count();
        let sum = |of: fn(&Summary) -> usize| own().map(of).sum::<usize>();
        let mut text = match (played, failed) {
            (0, _) => format!("{contestant} played nothing"),
            (_, 0) => format!(
                "{contestant} passed all {} scenes that judge it",
                format::count(played)
            ),
            _ => format!(
                "{contestant} failed {} of {} scenes that judge it, in {}{}",
                format::count(failed),
                format::count(played),
                format::plural(suites, "suite", "suites"),
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
            .map(|(n, what)| format!("{} {what}", format::count(*n)))
            .collect();
        if !rest.is_empty() {
            text += &format!("; also: {}", rest.join(", "));
        }
        Sentence {
            text: text + ".",
            bad: failed > 0,
        }
    });
    each.collect()
}

/// Failures by the harm that they do to the player: ` (1 lost, 3 felt)`.
pub(super) fn harms<'a>(summaries: impl Iterator<Item = &'a Summary> + Clone) -> String {
    let of = |severity: Severity| {
        summaries
            .clone()
            .map(|s| s.harm[severity as usize])
            .sum::<usize>()
    };
    let graded = Severity::ALL.map(|severity| (of(severity), severity.word()));
    let graded = graded.iter().filter(|(n, _)| *n > 0);
    let said: Vec<String> = graded
        .map(|(n, word)| format!("{} {word}", format::count(*n)))
        .collect();
    match said.is_empty() {
        true => String::new(),
        false => format!(" ({})", said.join(", ")),
    }
}

/// What a sign of the matrix means, where it stands there.
pub(super) fn notes(run: &SuiteRun) -> Vec<String> {
    let is_left_out = |summary: &Summary| summary.played == 0 && summary.not_collided > 0;
    let left_out = run.summary.iter().any(is_left_out);
    let said = left_out.then(|| "○ made of parts that the contestant does not collide with".to_owned());
    said.into_iter().collect()
}

/// The worst scene of each contestant in each suite that it fails, and its first fault.
pub(super) fn first_failures(run: &SuiteRun) -> impl Iterator<Item = Sentence> {
    suites(run).flat_map(|(suite, cells)| {
        let failed = cells.iter().filter(|summary| summary.failed > 0);
        failed.filter_map(|summary| {
            let cell = &run.cells[*summary.worst.first()?];
            let fault = cell.faults().into_iter().next().unwrap_or_default();
            let (number, who) = (suite.number, &summary.contestant);
            Some(Sentence::bad(format!(
                "{number} {who}: {}: {fault}",
                cell.variant()
            )))
        })
    })
}
