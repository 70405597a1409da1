//! What the table says in words: faults, answers by engines' rules, heading, scales, and what was left out.

use crate::format;
use clipmark_record::classes::Scale;
use clipmark_record::faults::FaultRow;
use clipmark_record::findings::Finding;
use clipmark_record::rules::{EngineRule, all_rules};
use clipmark_record::{Comparison, Entry, Expected};

/// The failed expectations of a contestant, in a few words.
pub(super) fn unmet(entry: &Entry, expected: &[Expected]) -> Vec<String> {
    entry.unmet(expected).map(Expected::in_short).collect()
}

/// All faults of a contestant, in words, those without a column too.
pub(crate) fn failures(entry: &Entry) -> Vec<String> {
    let words = |(class, n): (&FaultRow, usize)| {
        let measured = class.measured(&entry.queries.skin);
        match class.unit {
            _ if !measured.is_empty() => measured,
            "time" => vec![class.did.to_owned()],
            _ => vec![format::plural(n, class.says[0], class.says[1])],
        }
    };
    let mut out: Vec<String> = entry.faults().flat_map(words).collect();
    let clocks = [(&entry.trace_time, "sweeps"), (&entry.tick_time, "ticks")];
    out.extend(clocks.into_iter().filter_map(|(time, unit)| {
        let differ = time.not_timed?.share(unit);
        Some(format!(
            "not timed by {unit}: {differ} were answered differently while timed than when judged"
        ))
    }));
    out.extend(entry.found_besides().map(found));
    out
}

/// A detector's finding in words.
fn found(finding: &Finding) -> String {
    let times = format::plural(finding.count, "time", "times");
    match finding.count {
        1 => finding.describe(),
        _ => format!("{}, {times}", finding.describe()),
    }
}

/// A contestant's answers by an engine's rule that it declares: `engine's rule: 26 sweeps (20 touch, 6 corner)`.
pub(crate) fn by_rules(rules: impl Iterator<Item = (&'static EngineRule, usize)>) -> Option<String> {
    let rules: Vec<_> = rules.filter(|(_, n)| *n > 0).collect();
    let all = all_rules(rules.iter().copied());
    let each = rules
        .iter()
        .map(|(rule, n)| format!("{} {}", format::count(*n), rule.name));
    let each: Vec<String> = each.collect();
    (all > 0).then(|| {
        format!(
            "engine's rule: {} ({})",
            format::plural(all, "sweep", "sweeps"),
            each.join(", ")
        )
    })
}

/// The same of every contestant of a scene that has such answers.
pub(crate) fn rules(comparison: &Comparison) -> Vec<String> {
    let told = |e: &Entry| Some(format!("{}: {}", e.name, by_rules(e.queries.rules.by_rules())?));
    comparison.contestants.iter().filter_map(told).collect()
}

/// `stairs · quake3 · 125 Hz · 20 s · seed 7 · 4,000 sweeps refereed exactly`.
pub(crate) fn heading(comparison: &Comparison) -> String {
    let s = &comparison.scene;
    let rate = if s.tick_msec > 0.0 {
        1000.0 / s.tick_msec
    } else {
        f64::NAN
    };
    [
        s.name.clone(),
        s.profile.clone(),
        format::with_unit(format::plain(rate, 1), "Hz"),
        format::with_unit(format::plain(s.seconds, 1), "s"),
        format!("seed {}", s.seed),
        format!("{} refereed exactly", format::plural(s.sweeps, "sweep", "sweeps")),
    ]
    .join(" · ")
}

/// A scale of classes, in words.
pub(crate) fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Contact => "contact",
        Scale::Angle => "angle with the surface",
        Scale::Length => "length",
        Scale::Extent => "size of the solid met",
        Scale::Coordinate => "largest coordinate",
        Scale::StartGap => "gap at the start",
    }
}

/// The contestants' omissions, each sentence once with their names.
pub(crate) fn omissions(comparison: &Comparison) -> Vec<String> {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in &comparison.contestants {
        for sentence in &entry.build.omissions {
            match said.iter_mut().find(|(s, _)| s == sentence) {
                Some((_, names)) => names.push(&entry.name),
                None => said.push((sentence, vec![&entry.name])),
            }
        }
    }
    let all = comparison.contestants.len();
    said.into_iter()
        .map(|(sentence, names)| match names.len() {
            n if n == all && all > 1 => format!("all: {sentence}"),
            _ => format!("{}: {sentence}", names.join(", ")),
        })
        .collect()
}
