//! The answer in sentences: players that each contestant keeps up with, quicker contestants, gain of more threads, left-out
//! contestants.

use super::in_words;
use crate::format;
use crate::study::Sentence;
use clipmark_record::load::{LoadJudged, LoadResults, LoadRow, LoadWrong};
use clipmark_record::verdicts::Verdict;

pub(super) fn answers(book: &LoadResults) -> Vec<Sentence> {
    // First: a time of wrong answers is none.
    let mut all: Vec<Sentence> = book.wrong.iter().map(wrong).collect();
    all.extend(book.judged.iter().filter(|j| j.entered > 0).map(entered));
    all.extend(kept_up(book));
    let others = [book.speeds.clone(), scaling(book), words(book), left_out(book)];
    all.extend(others.concat().into_iter().map(Sentence::good));
    all
}

/// Wrong answers, states that company changes, and players in players.
pub(super) fn verdicts(book: &LoadResults) -> Vec<Verdict> {
    let failed = |is: bool, what: &str| if is { what.to_owned() } else { String::new() };
    let sweeps = book.contestants().into_iter().map(|name| {
        let wrong = book.wrong.iter().find(|wrong| wrong.contestant == name);
        let wrong = wrong.map_or(String::new(), |w| format!("{} of {} wrong", w.wrong, w.judged));
        Verdict::new(name, "refereed sweeps", wrong)
    });
    let rows = book.rows.iter().map(|row| {
        let asked = format!(
            "{} players at {} Hz on {} threads",
            row.players, row.hertz, row.threads
        );
        Verdict::new(
            &row.contestant,
            asked,
            failed(row.unlike_alone, "other states than alone"),
        )
    });
    let solid = book.judged.iter().map(|of| {
        let asked = format!("{} solid players at {} Hz", of.players, of.hertz);
        let entered = format!("{} of {} turns took a player into another", of.entered, of.turns);
        Verdict::new(&of.contestant, asked, failed(of.entered > 0, &entered))
    });
    sweeps.chain(rows).chain(solid).collect()
}

/// Contestants' own reports of bytes that differ from the count, once each: the world is the same in all rows.
fn words(book: &LoadResults) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for row in &book.rows {
        let word = format::other_word(&row.contestant, &row.world_bytes).map(|word| word + ".");
        all.extend(word.filter(|word| !all.contains(word)));
    }
    all
}

fn wrong(of: &LoadWrong) -> Sentence {
    let [wrong, judged] = [of.wrong, of.judged].map(format::count);
    Sentence::bad(format!(
        "{} answers wrong: {wrong} of {judged} refereed sweeps.",
        of.contestant
    ))
}

fn entered(of: &LoadJudged) -> Sentence {
    Sentence::bad(format!(
        "{}: of {} at {} Hz {} of {} turns took a player into another, up to {} u deep.",
        of.contestant,
        format::plural(of.players, "player", "players"),
        format::plain(of.hertz, 1),
        format::count(of.entered),
        format::count(of.turns),
        format::three_digits(of.deepest),
    ))
}

/// The most players that each contestant keeps up with at each rate, and contestants whose players end elsewhere than alone.
/// Contestants with the same result share a sentence.
fn kept_up(book: &LoadResults) -> Vec<Sentence> {
    let mut said: Vec<(String, bool, Vec<&str>)> = Vec::new();
    let mut asked: Vec<(&str, f64)> = Vec::new();
    for row in &book.rows {
        let (name, hertz) = (row.contestant.as_str(), row.hertz);
        if asked.contains(&(name, hertz)) {
            continue;
        }
        asked.push((name, hertz));
        let (text, bad) = kept_up_by(book, name, hertz);
        match said.iter_mut().find(|(known, ..)| *known == text) {
            Some((.., names)) => names.push(name),
            None => said.push((text, bad, vec![name])),
        }
    }
    said.into_iter()
        .map(|(text, bad, names)| Sentence {
            text: format!("{}: {text}.", names.join(", ")),
            bad,
        })
        .collect()
}

fn kept_up_by(book: &LoadResults, name: &str, hertz: f64) -> (String, bool) {
    let own = || {
        let rows = book.rows.iter();
        rows.filter(|r| r.contestant == name && r.hertz == hertz)
    };
    let rate = format::plain(hertz, 1);
    if own().any(|r| r.unlike_alone) {
        let than = if book.solid { "played again" } else { "alone" };
        return (
            format!("at {rate} Hz players end in other states in company than {than}"),
            true,
        );
    }
    let kept = own().filter(|r| r.keeps_up()).map(|r| r.players).max();
    match kept {
        Some(n) if own().all(|r| r.players <= n) => (
            format!(
                "in time for all {} players asked for, at {rate} Hz",
                format::count(n)
            ),
            false,
        ),
        Some(n) => (
            format!(
                "in time for {} players at {rate} Hz, not for more",
                format::count(n)
            ),
            false,
        ),
        None => (format!("not in time at {rate} Hz"), true),
    }
}

/// The gain of the most threads with the most players, at each rate.
fn scaling(book: &LoadResults) -> Vec<String> {
    let mut rates: Vec<f64> = Vec::new();
    for row in &book.rows {
        if !rates.contains(&row.hertz) {
            rates.push(row.hertz);
        }
    }
    let of_rate = |hertz: f64| {
        let scaled = || {
            book.rows
                .iter()
                .filter(move |r| r.hertz == hertz && r.scaling.is_some())
        };
        let players = scaled().map(|r| r.players).max()?;
        let threads = scaled()
            .filter(|r| r.players == players)
            .map(|r| r.threads)
            .max()?;
        let fewest = book.rows.iter().map(|r| r.threads).min()?;
        let one = |r: &LoadRow| {
            let ratio = r.scaling?;
            (r.players == players && r.threads == threads)
                .then(|| format!("{} {}", r.contestant, in_words(ratio, ["[", ", ", "]"])))
        };
        let all: Vec<String> = scaled().filter_map(one).collect();
        Some(format!(
            "{} players at {} Hz on {}, times the ticks a second of {fewest}: {}.",
            format::count(players),
            format::plain(hertz, 1),
            format::plural(threads, "thread", "threads"),
            all.join(", ")
        ))
    };
    rates.into_iter().filter_map(of_rate).collect()
}

/// Contestants left out of a measurement: a sentence for each contestant and reason.
fn left_out(book: &LoadResults) -> Vec<String> {
    let measured = book.contestants();
    let mut said: Vec<(String, &str, Vec<String>)> = Vec::new();
    for left in &book.left_out {
        let name = left.contestant.clone();
        let of = format!(
            "{} at {} Hz",
            format::plural(left.players, "player", "players"),
            format::plain(left.hertz, 1)
        );
        // Each number of players has its own figure of a budget.
        match said
            .iter_mut()
            .find(|(known, why, _)| *known == name && *why == left.why)
        {
            Some((.., all)) => all.push(of),
            None => said.push((name, &left.why, vec![of])),
        }
    }
    let sentence = |(name, why, of): (String, &str, Vec<String>)| match measured.contains(&name.as_str()) {
        true => format!("{name} is left out of {}: {}.", of.join(", "), why),
        false if said_once(book, &name) => format!("{name} is left out: {}.", why),
        false => format!("{name} is left out of {}: {}.", of.join(", "), why),
    };
    said.into_iter().map(sentence).collect()
}

/// Whether one reason keeps a contestant out of everything.
fn said_once(book: &LoadResults, name: &str) -> bool {
    let mut own = book.left_out.iter().filter(|left| left.contestant == name);
    let first = own.next().map(|left| &left.why);
    own.all(|left| Some(&left.why) == first)
}
