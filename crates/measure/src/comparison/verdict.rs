//! The verdict of a comparison in sentences.

use super::shown::figure;
use super::speed::{list, speed};
use clipmark_record::faults::FaultRow;
use clipmark_record::findings::Finding;
use clipmark_record::graded::harm_said;
use clipmark_record::{DIVERGED, Entry, Expected, SceneFacts, grouped};

/// The sentences, most important first: failures, failed expectations, the quickest contestant, diverging paths. Exact findings and counts
/// are below the table, by contestant.
pub(crate) fn verdict(scene: &SceneFacts, entries: &[Entry], expected: &[Expected]) -> Vec<String> {
    let mut out = Vec::new();
    // Never for a contestant that an engine's rule let through something.
    if let Some(clean) = named(entries, |e| e.passes(expected) && e.by_rules() == 0) {
        out.push(format!("{clean}: no failure found."));
    }
    out.extend(entries.iter().filter_map(|e| ruled(e, expected)));
    out.extend(entries.iter().filter_map(|e| faults(e).or_else(|| detected(e))));
    out.extend(unmet(entries, expected));
    out.extend(harm_said(entries, expected));
    let times: Vec<_> = entries.iter().map(|e| (e.name.as_str(), &e.trace_time)).collect();
    out.extend(speed("", &times));
    out.extend(paths(scene, entries));
    out
}

fn named(entries: &[Entry], pick: impl Fn(&Entry) -> bool) -> Option<String> {
    let names: Vec<&str> = entries
        .iter()
        .filter(|e| pick(e))
        .map(|e| e.name.as_str())
        .collect();
    (!names.is_empty()).then(|| list(&names))
}

/// A length with as many digits as it deserves, and its unit.
pub(crate) fn length(units: f64) -> String {
    if units >= 1000.0 {
        format!("{} u", figure(units))
    } else if units >= 10.0 {
        format!("{units:.0} u")
    } else if units >= 0.1 {
        format!("{units:.2} u")
    } else if units >= SMALLEST {
        format!("{units:.4} u")
    } else {
        "less than 0.0001 u".into()
    }
}

/// Lengths below this are not told apart, in units: a few f32 steps at map scale.
const SMALLEST: f64 = 1e-4;

/// The faults of a contestant in a sentence, by the table of [fault classes](clipmark_record::faults).
fn faults(e: &Entry) -> Option<String> {
    let words = |(class, n): (&FaultRow, usize)| {
        let measured = class.measured(&e.queries.skin);
        match class.unit {
            _ if !measured.is_empty() => measured,
            // Falling out happens once, and is over.
            "time" => vec![class.did.to_owned()],
            unit => vec![format!(
                "{} {} {unit}{}",
                class.did,
                grouped(n),
                if n == 1 { "" } else { "s" }
            )],
        }
    };
    let mut said: Vec<String> = e.faults().flat_map(words).collect();
    said.extend(not_timed(e));
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    (!said.is_empty()).then(|| format!("{} {}.", e.name, list(&said)))
}

/// A contestant's answers by an engine's rules, in a sentence.
fn ruled(e: &Entry, expected: &[Expected]) -> Option<String> {
    let did = e.queries.rules.did()?;
    Some(match e.passes(expected) {
        true => format!("{} {}: it {did}.", e.name, e.verdict(expected)),
        false => format!("By an engine's rules {} {did}.", e.name),
    })
}

/// The findings of detectors alone on a contestant, in a sentence.
fn detected(e: &Entry) -> Option<String> {
    let found: Vec<String> = e.detection.findings.iter().map(Finding::describe).collect();
    (!found.is_empty()).then(|| format!("{}: {}.", e.name, found.join("; ")))
}

/// The first failed expectation of each contestant, in a sentence for all who fail it alike.
fn unmet(entries: &[Entry], expected: &[Expected]) -> Vec<String> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for entry in entries {
        let mut failed = entry.unmet(expected);
        let Some(first) = failed.next() else { continue };
        let text = match failed.count() {
            0 => first.in_short(),
            1 => format!("{}; 1 more expectation failed", first.in_short()),
            n => format!("{}; {n} more expectations failed", first.in_short()),
        };
        match said.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(&entry.name),
            None => said.push((text, vec![&entry.name])),
        }
    }
    let sentence = |(text, names): (String, Vec<&str>)| format!("{}: {text}.", list(&names));
    said.into_iter().map(sentence).collect()
}

/// Times that are void, because timed answers differ from those judged.
fn not_timed(e: &Entry) -> Vec<String> {
    [(&e.trace_time, "sweeps"), (&e.tick_time, "ticks")]
        .into_iter()
        .filter_map(|(time, unit)| {
            let differ = time.not_timed?.share(unit);
            Some(format!(
                "has no time for {unit}: while timed it answered {differ} differently than when judged"
            ))
        })
        .collect()
}

/// How far the paths are from the path that they are measured from, and which are equal.
fn paths(scene: &SceneFacts, entries: &[Entry]) -> Vec<String> {
    let base = &scene.measured_from;
    let measured = || entries.iter().skip(usize::from(scene.measured_from_first));
    let farthest = |e: &Entry| e.ticks.iter().map(|t| t.deviation).fold(0.0, f64::max);
    let most = |pick: &dyn Fn(&Entry) -> bool, of: &dyn Fn(&Entry) -> f64| {
        measured().filter(|e| pick(e)).map(of).fold(0.0, f64::max)
    };
    let one = |pick: &dyn Fn(&Entry) -> bool| measured().filter(|e| pick(e)).count() == 1;
    let names = |pick: &dyn Fn(&Entry) -> bool| {
        let all: Vec<&str> = measured().filter(|e| pick(e)).map(|e| e.name.as_str()).collect();
        (!all.is_empty()).then(|| list(&all))
    };
    let keeps = |e: &Entry| e.movement.divergence.is_none();
    let returns = |e: &Entry| {
        e.movement
            .divergence
            .as_ref()
            .is_some_and(|d| d.at_end < DIVERGED)
    };
    let at_end = |e: &Entry| e.movement.divergence.as_ref().map_or(0.0, |d| d.at_end);
    let mut out = Vec::new();
    if let Some(who) = names(&keeps) {
        let verb = if one(&keeps) { "stays" } else { "stay" };
        out.push(format!(
            "{who} {verb} on the path of {base} within {}.",
            length(most(&keeps, &farthest))
        ));
    }
    if names(&returns).is_some() {
        let amounts: Vec<String> = measured()
            .filter(|e| returns(e))
            .map(|e| format!("{} {}", e.name, length(farthest(e))))
            .collect();
        let end = if one(&returns) { "it ends" } else { "all end" };
        out.push(format!(
            "Largest distance from the path of {base}: {}; {end} within {} of it.",
            amounts.join(", "),
            length(most(&returns, &at_end))
        ));
    }
    for e in measured() {
        if let Some(d) = e.movement.divergence.as_ref().filter(|d| d.at_end >= DIVERGED) {
            out.push(format!(
                "{} leaves the path of {base} at {:.2} s, {}, and ends {} away.",
                e.name,
                d.seconds,
                d.what,
                length(d.at_end)
            ));
        }
    }
    let hash = |e: &Entry| e.movement.state_hash.clone();
    for (i, e) in entries.iter().enumerate() {
        let first = !entries[..i].iter().any(|b| hash(b) == hash(e));
        let twins = named(&entries[i..], |b| hash(b) == hash(e));
        let several = entries[i + 1..].iter().any(|b| hash(b) == hash(e));
        if let Some(twins) = twins.filter(|_| first && several) {
            out.push(format!("{twins} take the same path to the last bit."));
        }
    }
    out
}
