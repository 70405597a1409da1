//! Which detectors ran, which were skipped, and what they did not judge, in words.

use crate::format;
use clipmark_record::Comparison;
use std::collections::BTreeSet;

/// How many detectors ran for every contestant, and how many were skipped for some.
pub(crate) fn detectors_in_short(comparison: &Comparison) -> Option<String> {
    let detections = || comparison.contestants.iter().map(|e| &e.detection);
    let skipped: BTreeSet<&str> = detections()
        .flat_map(|d| d.not_run.iter().map(|n| n.id.as_str()))
        .collect();
    let known: BTreeSet<&str> = detections()
        .flat_map(|d| d.ran.iter().map(String::as_str))
        .chain(skipped.iter().copied())
        .collect();
    let ran = known.len() - skipped.len();
    let rest = match skipped.len() {
        0 => String::new(),
        n => format!(
            "; the page lists why {}",
            format::plural(n, "was skipped", "were skipped")
        ),
    };
    let all = format::plural(known.len(), "detector", "detectors");
    (ran > 0).then(|| format!("{ran} of {all} ran for every contestant{rest}"))
}

/// How many detectors ran, and which did not, each reason once.
pub(crate) fn detectors(comparison: &Comparison) -> Option<String> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    let mut ran = usize::MAX;
    for entry in &comparison.contestants {
        ran = ran.min(entry.detection.ran.len());
        for n in &entry.detection.not_run {
            let name = match n.name.as_str() {
                "" => n.id.clone(),
                name => format!("{name} ({})", n.id),
            };
            let known = reasons.iter_mut().find(|(why, _)| *why == n.why);
            match known {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name),
                None => reasons.push((&n.why, vec![name])),
            }
        }
    }
    if ran == usize::MAX || ran == 0 {
        return None;
    }
    let looked = format!("{} ran", format::plural(ran, "detector", "detectors"));
    let skipped: Vec<String> = reasons
        .iter()
        .map(|(why, names)| format!("skipped, because {why}: {}", names.join(", ")))
        .collect();
    Some([vec![looked], skipped, unjudged(comparison)].concat().join("; "))
}

/// The ticks that detectors did not judge, a phrase a contestant and detector.
fn unjudged(comparison: &Comparison) -> Vec<String> {
    let mut out = Vec::new();
    for entry in &comparison.contestants {
        for ticks in &entry.detection.unjudged {
            let who = format!("{}, {} ({})", entry.name, ticks.name, ticks.id);
            let mut say = |count: usize, what: &str| {
                if count > 0 {
                    out.push(format!(
                        "{who}: {} {what}",
                        format::plural(count, "tick", "ticks")
                    ));
                }
            };
            say(ticks.undecided, "undecided and not judged");
            say(
                ticks.by_rule,
                "by the engine's rule, which turns the box with the part",
            );
        }
    }
    out
}
