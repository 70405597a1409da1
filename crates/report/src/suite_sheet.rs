//! The sheet of a suite: runs by worst severity, and who fails on which subject. Every preset of the suite has it.

use crate::across::{Across, by_contestant};
use crate::format::{NONE, plural};
use crate::sheet::{SHOWN, Sheet};
use clipmark_rows::{
    Axis, Case, Cell, Check, End, Kind, Line, Results, Run, Severity, Table, each_once, grouped, join,
    paired_ratio, three_digits,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const OK: &str = "ok";

/// Options in which runs that are compared may differ: all that a group depends on, and what is an axis of its cases.
const NOT_COMPARED: [&str; 2] = ["plan", "rates"];

/// Which cases fail a run: the rule of its exit code.
pub type Fails<'a> = &'a dyn Fn(&Case) -> bool;

/// The sheet of results, compared with those of before.
pub fn suite_sheet(results: &Results, before: Option<&Results>, fails: Fails) -> Sheet {
    let run = &results.run;
    let rates: BTreeSet<u64> = numbers(results);
    let at = match rates.is_empty() {
        true => String::new(),
        false => {
            let rates: Vec<String> = rates.iter().map(u64::to_string).collect();
            format!(" at {} Hz", rates.join(", "))
        }
    };
    let checklists: Vec<&str> = each_once(results.cases.iter().map(|case| case.checklist.as_str()));
    let mut tables: Vec<Table> = checklists
        .iter()
        .map(|checklist| severities(results, checklist, fails))
        .collect();
    tables.push(failures(results));
    tables.retain(|table| !table.lines.is_empty());
    let settings = run.contestants.iter().filter(|c| !c.settings.is_empty());
    let settings = settings.map(|c| (format!("Settings of {}: {}", c.name, c.about), settings_of(c)));
    Sheet {
        title: run.study.clone(),
        asked: format!(
            "{}{at} · {} runs · {}",
            plural(run.subjects.len(), "subject", "subjects"),
            grouped(results.cases.len()),
            plural(run.contestants.len(), "contestant", "contestants"),
        ),
        headline: headline(results, fails),
        since: before.map_or_else(String::new, |before| since(before, results)),
        tables,
        notes: not_played(results),
        folded: [("Every run that failed".to_owned(), failed_runs(results, fails))]
            .into_iter()
            .chain(settings)
            .collect(),
        ..Sheet::default()
    }
}

fn numbers(results: &Results) -> BTreeSet<u64> {
    let hz = results.cases.iter().filter_map(|case| case.axes.number(Axis::Hz));
    hz.map(|hz| hz.round() as u64).collect()
}

/// How many cases there are of each severity, and what a tick costs; the contestants that do the least harm first.
fn severities(results: &Results, checklist: &str, fails: Fails) -> Table {
    let is_listed = |case: &&Case| case.checklist == checklist;
    let cases: Vec<&Case> = results.cases.iter().filter(is_listed).collect();
    let mut rows = by_contestant(results);
    rows.iter_mut().for_each(|(_, own)| own.retain(is_listed));
    rows.retain(|(_, own)| !own.is_empty());
    let counts = |own: &[&Case]| {
        let of_severity = |s: Severity| own.iter().filter(|c| c.severity() == Some(s)).count();
        Severity::ALL.map(of_severity)
    };
    let number = |own: &[&Case], of_kind: fn(&Case) -> bool| own.iter().filter(|c| of_kind(c)).count();
    let asked = |own: &[&Case]| number(own, is_asked);
    rows.sort_by_cached_key(|(_, own)| (asked(own) == 0, counts(own), number(own, Case::lacks_verdict)));
    let first = rows.first().map_or("", |(name, _)| name);
    let is_timed = cases.iter().any(|case| case.samples.contains_key(&Check::NsTick));
    let has_exempt = cases.iter().any(|case| case.is_exempt());
    // Who was not asked all has a count of its own.
    let all = rows.iter().map(|(_, own)| own.len()).max().unwrap_or(0);
    let line = |(name, own): &(&str, Vec<&Case>)| {
        let counts = counts(own);
        let passed = match (number(own, Case::is_passed), asked(own)) {
            (passed, asked) if asked < all => format!("{passed} of {asked}"),
            (passed, _) => passed.to_string(),
        };
        let cells: Vec<String> = match asked(own) {
            0 => [*name, NONE, NONE, NONE, NONE, "not asked"]
                .map(String::from)
                .into(),
            _ => [(*name).to_owned()]
                .into_iter()
                .chain(counts.map(|n| n.to_string()))
                .chain([passed])
                .collect(),
        };
        let exempt = has_exempt.then(|| number(own, Case::is_exempt).to_string());
        let cost = is_timed.then(|| relative(&cases, name, first));
        let is_failed = own.iter().any(|case| fails(case));
        Line::new(is_failed, cells.into_iter().chain(exempt).chain(cost))
    };
    // What the reference fails too is no pass.
    let exempt = has_exempt.then(|| "exempt".to_owned());
    let cost = is_timed.then(|| format!("tick × {first}"));
    let heads = Severity::ALL
        .map(|severity| severity.word().to_owned())
        .into_iter();
    let heads = heads
        .chain([format!("passed of {all}")])
        .chain(exempt)
        .chain(cost);
    Table::new([checklist], rows.iter().map(line)).with_numbers(heads)
}

/// The time of a tick as times another contestant's, and half of its 95 % interval.
fn relative(cases: &[&Case], of: &str, to: &str) -> String {
    if of == to {
        return "1".into();
    }
    paired_ratio(cases, Check::NsTick, of, to).map_or(NONE.into(), |ratio| {
        let [low, high] = ratio.interval;
        format!(
            "{} ±{}",
            three_digits(ratio.value),
            three_digits((high - low) / 2.0)
        )
    })
}

/// Subjects on which somebody fails against contestants who fail somewhere: the worst severity, and how often a check fails.
fn failures(results: &Results) -> Table {
    let mut contestants = by_contestant(results);
    contestants.retain(|(_, cases)| cases.iter().any(|case| case.is_failed()));
    let failed: Vec<&Case> = results.cases.iter().filter(|case| case.is_failed()).collect();
    let mut subjects = each_once(failed.iter().map(|case| case.subject.as_str()));
    // Who has no verdict comes last.
    subjects.sort_by_cached_key(|subject| {
        let own = failed.iter().filter(|case| case.subject == *subject);
        let severity = own.clone().filter_map(|case| case.severity()).min();
        (severity.is_none(), severity, Reverse(own.count()))
    });
    let across = Across {
        heads: &["subject"],
        contestants: &contestants,
        is_counted: false,
    };
    let count = plural(subjects.len(), "subject fails", "subjects fail");
    let name = |subject: &&str| vec![(*subject).to_owned()];
    let own = |subject: &&str, cases: &[&Case]| {
        let own = cases.iter().filter(|case| case.subject == *subject);
        cell(&own.copied().collect::<Vec<_>>())
    };
    Table {
        title: format!("worst severity, and how many of the runs fail; {count}"),
        shown: Some(SHOWN),
        ..across.table(subjects, name, own)
    }
}

fn cell(cases: &[&Case]) -> Cell {
    let failed: Vec<&Case> = cases.iter().copied().filter(|case| case.is_failed()).collect();
    let severity = failed.iter().filter_map(|case| case.severity()).min();
    let worst = failed.iter().filter(|case| case.severity() == severity);
    let shown = worst
        .max_by_key(|case| case.rows.iter().any(|row| row.evidence.is_some()))
        .copied();
    let Some(word) = shown.map(word) else {
        return match cases.iter().any(|case| case.is_judged()) {
            true => OK.into(),
            false => NONE.into(),
        };
    };
    Cell {
        class: severity.map_or("", Severity::word),
        detail: shown.map_or_else(String::new, |case| {
            let setting = match case.axes.is_empty() {
                true => String::new(),
                false => format!("{}: ", case.axes.describe()),
            };
            format!("{setting}{}{}", case.describe(), blamed(case))
        }),
        links: shown.map_or_else(Vec::new, links),
        ..Cell::from(format!("{word} {}", failed.len()))
    }
}

/// Its severity, or why it has none.
fn word(case: &Case) -> &'static str {
    match (case.severity(), &case.end) {
        (Some(severity), _) => severity.word(),
        (None, End::Refused(_)) => "refused",
        (None, End::NotJudged(_)) => "not judged",
        _ => "",
    }
}

fn is_asked(case: &Case) -> bool {
    !matches!(case.end, End::NotAsked(_))
}

fn blamed(case: &Case) -> String {
    let blame = case.rows.iter().find_map(|row| row.blame);
    blame.map_or_else(String::new, |blame| format!(" (fault of: {})", blame.word()))
}

fn links(case: &Case) -> Vec<(&'static str, String)> {
    let evidence = case.rows.iter().find_map(|row| row.evidence.as_ref());
    let links = evidence.map(|e| {
        [
            ("scene", &e.scene),
            ("question", &e.question),
            ("replay", &e.replay),
            ("commands", &e.commands),
        ]
    });
    let there = links.into_iter().flatten();
    there
        .filter_map(|(word, link)| Some((word, link.clone()?)))
        .collect()
}

fn failed_runs(results: &Results, fails: Fails) -> Table {
    let failed = results.cases.iter().filter(|case| case.is_failed());
    let line = |case: &Case| {
        let what = Cell {
            links: links(case),
            ..Cell::from(case.describe() + &blamed(case))
        };
        let words = [case.place(), case.contestant.clone(), word(case).to_owned()];
        Line {
            cells: words.into_iter().map(Cell::from).chain([what]).collect(),
            is_failed: fails(case),
        }
    };
    Table::new(["run", "contestant", "severity", "what"], failed.map(line))
}

fn settings_of(contestant: &clipmark_rows::Contestant) -> Table {
    let line = |s: &clipmark_rows::Setting| Line::new(false, [&*s.name, &*s.value, &*s.reason]);
    Table::new(
        ["setting", "value", "reason"],
        contestant.settings.iter().map(line),
    )
}

/// Who fails, by the worst that they do: `2 of 5 pass; lost: rapier; refused: jolt; allowed: cylinder:literal`. Allowed is what
/// fails no run, such as a milder severity.
pub(crate) fn headline(results: &Results, fails: Fails) -> String {
    let contestants = &results.run.contestants;
    let names: Vec<&str> = contestants.iter().map(|c| c.name.as_str()).collect();
    let of = |name: &str, is_wanted: &dyn Fn(&Case) -> bool| {
        let own = results.cases.iter().filter(|case| case.contestant == name);
        own.filter(|case| is_wanted(case)).collect::<Vec<&Case>>()
    };
    let verdict = |name: &str| {
        if of(name, &is_asked).is_empty() {
            return "not asked";
        }
        let failed = of(name, fails);
        let worst = failed
            .iter()
            .min_by_key(|case| (case.severity().is_none(), case.severity()));
        match worst {
            Some(case) => match word(case) {
                "" => "by rule",
                word => word,
            },
            None if of(name, &Case::is_failed).is_empty() => "pass",
            None => "allowed",
        }
    };
    let verdicts: Vec<(&str, &str)> = names.iter().map(|&name| (name, verdict(name))).collect();
    let passed = verdicts.iter().filter(|(_, verdict)| *verdict == "pass").count();
    let words = Severity::ALL.map(Severity::word).into_iter();
    let others = words
        .chain(["by rule", "refused", "not judged", "allowed"])
        .filter_map(|word| {
            let own = verdicts.iter().filter(|(_, verdict)| *verdict == word);
            let own: Vec<&str> = own.map(|(name, _)| *name).collect();
            (!own.is_empty()).then(|| format!("{word}: {}", own.join(", ")))
        });
    let each: Vec<String> = [format!("{passed} of {} pass", names.len())]
        .into_iter()
        .chain(others)
        .collect();
    each.join("; ")
}

/// Cases that say nothing of the contestant, counted by reason, at most three.
fn not_played(results: &Results) -> Vec<String> {
    const SAID: usize = 3;
    let odd = results.cases.iter().filter(|case| !case.is_judged());
    let reasons = odd.map(|case| format!("{}: {}", case.contestant, case.describe()));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    reasons.for_each(|why| *counts.entry(why).or_default() += 1);
    let mut notes: Vec<(String, usize)> = counts.into_iter().collect();
    notes.sort_by_key(|(_, count)| Reverse(*count));
    let notes = notes.iter().take(SAID);
    notes
        .map(|(why, count)| format!("{}: {why}", plural(*count, "run", "runs")))
        .collect()
}

/// The first option by which two runs asked otherwise, and its two values.
pub fn unlike_options(before: &Run, now: &Run) -> Option<(String, [String; 2])> {
    let asked = |name: &str| [before, now].map(|run| run.options.get(name).cloned().unwrap_or_default());
    let names = before.options.keys().chain(now.options.keys());
    let names = names.filter(|name| !NOT_COMPARED.contains(&name.as_str()));
    let mut all = names.map(|name| (name.clone(), asked(name)));
    all.find(|(_, [was, is])| was != is)
}

fn is_same_study(before: &Results, now: &Results) -> bool {
    let of = |results: &Results| (results.run.made.rules, results.run.study.clone());
    of(before) == of(now)
}

/// Whether two runs asked the same.
pub(crate) fn is_comparable(before: &Results, now: &Results) -> bool {
    is_same_study(before, now) && unlike_options(&before.run, &now.run).is_none()
}

/// What changed since the run before.
pub(crate) fn since(before: &Results, now: &Results) -> String {
    let run = match before.run.made.date.as_str() {
        "" => "the run before".to_owned(),
        date => format!("the run of {date}"),
    };
    if !is_same_study(before, now) {
        return format!("not compared with {run}: it is of other rules, or another study");
    }
    if let Some((name, [was, is])) = unlike_options(&before.run, &now.run) {
        return format!("not compared with {run}: it asked otherwise ({name}: {was}, now {is})");
    }
    let joined = join(&before.cases, &now.cases);
    let count = |kind: Kind| joined.changed.iter().filter(|c| c.kind == kind).count();
    format!(
        "since {run}: {} worse, {} better, {} otherwise, of {} runs in both",
        count(Kind::Worse),
        count(Kind::Better),
        count(Kind::Otherwise),
        joined.both
    )
}
