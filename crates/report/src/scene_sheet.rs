//! The sheet of a scene: who passes and what answers cost, what failed and where, and, on the page, every row.

use crate::across::{Across, by_contestant};
use crate::docs_link;
use crate::error::ReportError;
use crate::format::{self, NONE, plural, shortened, small, three_digits};
use crate::plot::plots;
use crate::replay;
use crate::sheet::{Sheet, filled};
use crate::suite_sheet::{Fails, headline, since};
use clipmark_rows::drawn::{Comparison, Scale, SweepClass, TutorialCost, TutorialCosts};
use clipmark_rows::results::FILE;
use clipmark_rows::{
    Axes, Case, Cell, Check, Column, LEFT_OUT, Line, Outcome, Results, Row, Table, WALKED, each_once,
    grouped, median, spread,
};
use std::collections::BTreeSet;
use std::path::Path;

mod changes;

/// Failed checks of a contestant on a terminal.
const SHOWN: usize = 3;
/// Characters of the place of a failure in a table.
const PLACE: usize = 40;
/// Times that vary by more than this share of their median come from a busy machine. On quiet ones it is below a twentieth.
const NOISY: f64 = 0.1;
/// Share of passes that may lose the processor and count before a reader is told.
const FEW_PREEMPTED: f64 = 0.1;
/// Fewer timed rounds give wide intervals.
const FEW_ROUNDS: usize = 15;
/// With fewer sweeps a failure of one in a thousand is more likely not seen than seen.
const FEW_SWEEPS: f64 = 1000.0;

const ABOUT: &str = "Every contestant got the same input from the same start. Each answer to a random sweep was judged by exact \
                     arithmetic on the world's planes. A ratio is the median of the ratios within rounds, in which the \
                     contestants took turns, with half of its 95 % interval; ? is undecided. Failures are counted one by one \
                     and never averaged.";

/// The sheet of a scene's run, for the folder `dir`, whose older results it is compared with.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses, and others of the page's parts.
pub fn scene_sheet(comparison: &Comparison, dir: &Path, fails: Fails) -> Result<Sheet, ReportError> {
    let results = &comparison.results;
    let subject = results.run.subjects.first();
    let before = dir.join(FILE);
    let (since, changes) = match before.is_file().then(|| Results::read(&before)) {
        None => (String::new(), None),
        Some(Err(why)) => (format!("not compared with the run before: {why}"), None),
        Some(Ok(before)) => (since(&before, results), changes::changes(&before, results)),
    };
    let tables = [
        contestants(results, fails),
        failures(results, fails, SHOWN),
        changes.unwrap_or_default(),
    ];
    let folded = [
        ("Every failed check", failures(results, fails, usize::MAX)),
        ("Every check and measure", every_row(results)),
        ("Facts of each contestant", every_fact(results)),
        ("Sweeps by class", by_class(comparison)),
        ("Worst answers, to be asked again", worst_answers(comparison, dir)),
        (
            "What the tutorial's errors cost",
            comparison.tutorial.as_ref().map(tutorial).unwrap_or_default(),
        ),
        ("What was asked", asked(results)),
    ];
    let description = subject.map_or("", |subject| subject.description.as_str());
    Ok(Sheet {
        title: subject.map_or_else(String::new, |subject| subject.title.clone()),
        asked: heading(results),
        left_out: left_out(results).join("; "),
        headline: headline(results, fails),
        since,
        about: format!("{description} {ABOUT}").trim_start().to_owned(),
        tables: tables
            .into_iter()
            .filter(|table| !table.lines.is_empty())
            .collect(),
        notes: notes(comparison, dir),
        folded: filled(folded).collect(),
        plots: plots(comparison)?,
        replay: replay::replay(comparison, dir)?,
    })
}

/// `stairs · quake3 · 125 Hz · 20 s · seed 7 · 4,000 sweeps, 2,500 ticks checked`.
fn heading(results: &Results) -> String {
    let option = |name: &str| results.run.options.get(name).map_or("", String::as_str);
    let number = |name: &str| option(name).parse::<f64>().unwrap_or(f64::NAN);
    let subject = results.run.subjects.first();
    let count = |name: &str| format::count(number(name) as u64);
    [
        subject.map_or_else(String::new, |subject| subject.name.clone()),
        option("profile").to_owned(),
        format!("{} Hz", format::plain(1000.0 / number("tick_msec"), 1)),
        format!("{} s", format::plain(number("seconds"), 1)),
        format!("seed {}", option("seed")),
        format!("{} sweeps, {} ticks checked", count("sweeps"), count("ticks")),
    ]
    .join(" · ")
}

/// Who has no verdict, and why.
fn not_judged(results: &Results) -> impl Iterator<Item = String> {
    let cases = results.cases.iter().filter(|case| case.lacks_verdict());
    cases.map(|case| {
        let why = case.reason().unwrap_or_default();
        format!("{} {}: {why}", case.contestant, case.end.word())
    })
}

/// How much of a map each walked, where they visited its spawns.
fn walked(results: &Results) -> impl Iterator<Item = String> {
    let walked = |case: &Case| Some(format!("{} {}", case.contestant, case.facts.get(WALKED)?));
    results.cases.iter().filter_map(walked)
}

/// What is left out by whom, each sentence once.
fn left_out(results: &Results) -> Vec<String> {
    fn sentences(case: &Case) -> impl Iterator<Item = &str> {
        case.facts
            .get(LEFT_OUT)
            .into_iter()
            .flat_map(|fact| fact.split("; "))
    }
    let texts = each_once(results.cases.iter().flat_map(sentences));
    let of_text = |text: &str| {
        let own = results
            .cases
            .iter()
            .filter(|case| sentences(case).any(|own| own == text));
        let names: Vec<&str> = own.map(|case| case.contestant.as_str()).collect();
        match names.len() == results.cases.len() {
            true => format!("left out by all: {text}"),
            false => format!("left out by {}: {text}", names.join(", ")),
        }
    };
    texts.into_iter().map(of_text).collect()
}

/// Checks that a case was asked.
fn checks<'a>(results: &'a Results, case: &Case) -> BTreeSet<&'a Check> {
    let listed = results.run.checklists.get(&case.checklist);
    listed.into_iter().flatten().collect()
}

fn failed_checks(case: &Case) -> BTreeSet<Check> {
    case.failures().iter().map(|row| row.check).collect()
}

/// The worst that a contestant did, in a word.
fn worst(case: &Case) -> &'static str {
    let is_by_rule = case.rows.iter().any(|row| row.outcome == Outcome::ByRule);
    match case.severity() {
        Some(severity) => severity.word(),
        None if case.lacks_verdict() => case.end.word(),
        None if is_by_rule => "by rule",
        None => "ok",
    }
}

/// A line a contestant, the best first. Who was not asked all checks is ranked with nobody and stands below, and a column
/// counts what fails of the checks that all were asked. Expectations unrank nobody: a scene may ask one of some contestants
/// alone.
fn contestants(results: &Results, fails: Fails) -> Table {
    let cases = &results.cases;
    let all: Vec<BTreeSet<&Check>> = cases.iter().map(|case| checks(results, case)).collect();
    let shared = all.iter().cloned().reduce(|a, b| &a & &b).unwrap_or_default();
    let is_ranked_by = |check: &&Check| !matches!(check, Check::Goal | Check::Bound);
    let ranked_by: Vec<BTreeSet<&Check>> = all
        .iter()
        .map(|checks| checks.iter().copied().filter(is_ranked_by).collect())
        .collect();
    let fullest = ranked_by.iter().max_by_key(|checks| checks.len());
    let is_ranked = |i: usize| Some(&ranked_by[i]) == fullest;
    let is_shared = (0..cases.len()).all(is_ranked);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |i: usize| {
            let harm = cases[i]
                .severity()
                .map_or(0, |severity| usize::MAX - severity as usize);
            (!is_ranked(i), harm, failed_checks(&cases[i]).len())
        };
        let cost = |i: usize| cases[i].value(Check::TimesSweep).unwrap_or(f64::INFINITY);
        key(a).cmp(&key(b)).then(cost(a).total_cmp(&cost(b)))
    });
    let line = |&i: &usize| {
        let case = &cases[i];
        let failed = failed_checks(case);
        let mut cells = vec![
            Cell::from(case.contestant.as_str()),
            Cell {
                class: case.severity().map_or("", |severity| severity.word()),
                ..Cell::from(worst(case))
            },
            Cell::from(format!("{} of {}", failed.len(), all[i].len())),
            Cell::from(format::digits(case.value(Check::NsSweep))),
            Cell::from(format::times(case.row(Check::TimesSweep))),
            Cell::from(format::digits(case.value(Check::NsTick))),
        ];
        cells.push(match is_shared {
            true => format::times(case.row(Check::TimesTick)).into(),
            false => failed
                .iter()
                .filter(|check| shared.contains(check))
                .count()
                .to_string()
                .into(),
        });
        Line {
            cells,
            is_failed: fails(case),
        }
    };
    let ranked = order.iter().filter(|&&i| is_ranked(i)).map(line);
    let mut lines: Vec<Line> = ranked.collect();
    if lines.len() < cases.len() {
        lines.push(Line::new(false, ["not ranked: asked fewer checks"]));
    }
    lines.extend(order.iter().filter(|&&i| !is_ranked(i)).map(line));
    let last = match is_shared {
        true => "× fastest".to_owned(),
        false => format!("shared {}", shared.len()),
    };
    let heads = ["failed", "ns/sweep", "× fastest", "ns/tick", &last];
    Table::new(["contestant", "worst"], lines).with_numbers(heads)
}

/// What failed, worst first, at most so many checks a contestant.
fn failures(results: &Results, fails: Fails, most: usize) -> Table {
    let mut cases: Vec<(usize, &Case)> = results.cases.iter().enumerate().collect();
    cases.retain(|(_, case)| case.severity().is_some());
    cases.sort_by_key(|(_, case)| case.severity());
    let mut lines = Vec::new();
    for &(contestant, case) in &cases {
        lines.push(Line::new(fails(case), [case.contestant.as_str()]));
        let failures = case.failures();
        lines.extend(failures.iter().take(most).map(|row| failure(row, contestant)));
        let listed: BTreeSet<Check> = failures.iter().take(most).map(|row| row.check).collect();
        let all: BTreeSet<Check> = failures.iter().map(|row| row.check).collect();
        match all.difference(&listed).count() {
            0 => {}
            more => lines.push(Line::new(false, [format!("  {more} more")])),
        }
    }
    let mut table = Table::new(["failed check"], lines).with_numbers(["failed", "of", "worst"]);
    let last = [Column::text("severity"), Column::text("where").as_remark()];
    table.columns.extend(last);
    table
}

fn failure(row: &Row, contestant: usize) -> Line {
    let code = row.check.code();
    let explained = code.and_then(|code| Some((code, docs_link(code)?)));
    let moment = row
        .evidence
        .as_ref()
        .and_then(|evidence| evidence.replay.as_ref());
    let moment = moment.and_then(|link| link.split_once('#'));
    let moment = moment.map(|(_, moment)| ("see", format!("#{moment}&contestant={contestant}")));
    let question = row
        .evidence
        .as_ref()
        .and_then(|evidence| evidence.question.clone());
    // A place in the world follows the number of the tick or sweep.
    let is_numbered = ["tick ", "sweep "].iter().any(|word| row.note.starts_with(word));
    let place: String = match is_numbered {
        true => row.note.split(' ').take(2).collect::<Vec<_>>().join(" "),
        false => shortened(&row.note, PLACE),
    };
    let severity = row.severity().map_or("", |severity| severity.word());
    let cells = vec![
        Cell {
            links: explained.into_iter().collect(),
            ..Cell::from(format!("  {}", row.check.fails()))
        },
        grouped(row.failed).into(),
        grouped(row.asked).into(),
        row.value
            .map_or(NONE.into(), |value| with_unit(value, row.check))
            .into(),
        Cell {
            class: severity,
            ..Cell::from(severity)
        },
        Cell {
            detail: if place == row.note {
                String::new()
            } else {
                row.note.clone()
            },
            links: moment
                .into_iter()
                .chain(question.map(|file| ("question", file)))
                .collect(),
            ..Cell::from(place)
        },
    ];
    Line {
        cells,
        is_failed: false,
    }
}

fn with_unit(value: f64, check: Check) -> String {
    format!("{} {}", three_digits(value), check.unit())
        .trim_end()
        .to_owned()
}

/// What a row found: how often of how many, and its value.
fn figure(row: &Row) -> String {
    let counts = (row.asked > 1).then(|| format!("{} of {}", grouped(row.failed), grouped(row.asked)));
    let value = row.value.map(|value| with_unit(value, row.check));
    let parts: Vec<String> = counts.into_iter().chain(value).collect();
    match (parts.is_empty(), row.severity()) {
        (false, _) => parts.join(", "),
        (true, Some(severity)) => severity.word().to_owned(),
        (true, None) => row.note.clone(),
    }
}

fn every_row(results: &Results) -> Table {
    let rows = results.cases.iter().flat_map(|case| &case.rows);
    let keys: BTreeSet<(Check, &Axes)> = rows.map(|row| (row.check, &row.axes)).collect();
    let name = |(check, axes): &(Check, &Axes)| vec![check.fails().to_owned(), axes.describe()];
    let across = Across {
        heads: &["check", "of"],
        contestants: &by_contestant(results),
        is_counted: false,
    };
    across.table(keys, name, |(check, axes), cases| {
        let mut rows = cases.iter().flat_map(|case| &case.rows);
        let row = rows.find(|row| row.check == *check && row.axes == **axes);
        row.map_or_else(Cell::default, |row| Cell {
            class: row.severity().map_or("", |severity| severity.word()),
            detail: row.note.clone(),
            ..Cell::from(figure(row))
        })
    })
}

fn every_fact(results: &Results) -> Table {
    let keys: BTreeSet<&String> = results.cases.iter().flat_map(|case| case.facts.keys()).collect();
    let across = Across {
        heads: &["fact"],
        contestants: &by_contestant(results),
        is_counted: false,
    };
    let name = |name: &&String| vec![name.replace('_', " ")];
    across.table(keys, name, |name, cases| {
        let fact = cases.iter().find_map(|case| case.facts.get(*name));
        Cell::from(fact.map_or("", String::as_str))
    })
}

fn asked(results: &Results) -> Table {
    let run = &results.run;
    let options = run
        .options
        .iter()
        .map(|(name, value)| (name.replace('_', " "), value));
    let all = options.chain([("machine".to_owned(), &run.machine)]);
    let shown = |value: &String| value.parse::<u64>().map_or_else(|_| value.clone(), grouped);
    let lines = all.map(|(name, value)| Line::new(false, [name, shown(value)]));
    Table::new(["option", "value"], lines)
}

/// A scale of classes, in words.
fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Contact => "contact",
        Scale::Angle => "angle with the surface",
        Scale::Length => "length",
        Scale::Extent => "size of the solid met",
        Scale::Coordinate => "largest coordinate",
        Scale::StartGap => "gap at the start",
    }
}

fn by_class(comparison: &Comparison) -> Table {
    let line = |name: &str, class: &SweepClass| {
        let cells = [
            name.to_owned(),
            scale(class.scale).to_owned(),
            class.class.clone(),
            grouped(class.queries),
            grouped(class.missed),
            grouped(class.phantom),
            grouped(class.penetrating),
            grouped(class.wrong_normal),
            small(class.penetration),
            small(class.gap),
            small(class.time_of_impact),
        ];
        Line::new(false, cells)
    };
    let entries = comparison.contestants.iter();
    let lines = entries.flat_map(|entry| entry.classes.iter().map(|class| line(&entry.name, class)));
    let heads = [
        "sweeps",
        "pass through",
        "stop at nothing",
        "end in a solid",
        "wrong normal",
        "deepest, u",
        "worst gap, u",
        "worst stop, u",
    ];
    Table::new(["contestant", "scale", "class"], lines).with_numbers(heads)
}

fn worst_answers(comparison: &Comparison, dir: &Path) -> Table {
    let entries = comparison.contestants.iter();
    let lines = entries.flat_map(|entry| {
        entry.cases.iter().map(|case| {
            let file = format!("cases/{}", case.file_name(&entry.name));
            let command = Cell {
                links: vec![("question", file.clone())],
                ..Cell::from(format!("compare explain {}", dir.join(file).display()))
            };
            let cells = [entry.name.clone(), case.kind.name().to_owned(), small(case.size)];
            Line {
                cells: cells.into_iter().map(Cell::from).chain([command]).collect(),
                is_failed: false,
            }
        })
    });
    Table::new(
        ["contestant", "worst", "u or °", "asks it again and draws it"],
        lines,
    )
}

/// Shares of the sweeps that the published listing and Quake III's rules answer otherwise. Each line has one error, all
/// others repaired; *left* is what is elsewhere when this error alone is repaired in the listing as published, which is the
/// first line.
fn tutorial(costs: &TutorialCosts) -> Table {
    let sizes = [costs.random, costs.moving];
    let share = |n: usize, set: usize| match n {
        0 => "0".into(),
        _ => format!(
            "{} %",
            format::fixed(n as f64 * 100.0 / sizes[set].max(1) as f64, 2)
        ),
    };
    let line = |cost: &TutorialCost| {
        let of_set = |set: usize| {
            let left = cost
                .repaired
                .map_or(NONE.into(), |both| share(both[set].elsewhere, set));
            let alone = cost.alone[set];
            [share(alone.lost, set), share(alone.elsewhere, set), left]
        };
        let cells = [of_set(0), of_set(1)].concat();
        Line::new(false, [cost.what.clone()].into_iter().chain(cells))
    };
    let heads = ["lost", "elsewhere", "left", "lost", "elsewhere", "left"];
    Table {
        title: format!(
            "first of {} random sweeps, then of {} that movement asked; left: where this alone is repaired",
            grouped(costs.random),
            grouped(costs.moving)
        ),
        ..Table::new(["error"], costs.rows.iter().map(line)).with_numbers(heads)
    }
}

/// What a reader must know before a figure is quoted, and how to look at the worst failure.
fn notes(comparison: &Comparison, dir: &Path) -> Vec<String> {
    let results = &comparison.results;
    let mut notes = Vec::new();
    notes.extend(not_judged(results));
    notes.extend(walked(results));
    notes.extend(by_rule(results));
    notes.extend(explain(results, dir));
    if results.run.machine.contains(", debug build") {
        notes
            .push("these times are of a debug build, which is slow; build with --release for figures".into());
    }
    notes.extend(noise(results));
    notes.extend(preempted(results));
    notes.extend(too_few(results));
    for case in &results.cases {
        if let Some(caveat) = case.facts.get("clock") {
            notes.push(format!("{} {caveat}", case.contestant));
        }
        notes.extend(format::other_word(case));
    }
    notes
}

/// Answers that an engine's rules explain: `by rule: 20 sweeps, passes what it touches, as Quake III does`.
fn by_rule(results: &Results) -> Vec<String> {
    let rows = results
        .cases
        .iter()
        .flat_map(|case| case.rows.iter().map(move |row| (case, row)));
    let ruled: Vec<(&Case, &Row)> = rows.filter(|(_, row)| row.outcome == Outcome::ByRule).collect();
    let each = each_once(ruled.iter().map(|(_, row)| row.check));
    let of_check = |check: Check| {
        let own = ruled.iter().filter(|(_, row)| row.check == check);
        let own: Vec<String> = own
            .map(|(case, row)| format!("{} {}", case.contestant, grouped(row.failed)))
            .collect();
        format!("by rule: {}; sweeps of {}", check.fails(), own.join(", "))
    };
    each.into_iter().map(of_check).collect()
}

/// The command that shows the worst failure with a question of its own.
fn explain(results: &Results, dir: &Path) -> Option<String> {
    let failures = results.cases.iter().flat_map(Case::failures);
    let asked = failures.filter_map(|row| Some((row, row.evidence.as_ref()?.question.as_ref()?)));
    let (_, question) = asked.min_by_key(|(row, _)| (row.severity(), row.check))?;
    Some(format!(
        "compare explain {}   shows the worst sweep",
        dir.join(question).display()
    ))
}

fn noise(results: &Results) -> Option<String> {
    let samples = results.cases.iter().flat_map(|case| {
        let samples = case.samples.iter();
        samples.map(move |(check, samples)| (case, check, spread(samples) / median(samples)))
    });
    let (case, check, share) = samples.max_by(|a, b| a.2.total_cmp(&b.2))?;
    (share > NOISY).then(|| {
        format!(
            "times vary by {} % ({}, {}): close other programs and run again",
            format::fixed(100.0 * share, 0),
            case.contestant,
            check.fails()
        )
    })
}

fn preempted(results: &Results) -> Option<String> {
    let cases = &results.cases;
    let passes: usize = cases
        .iter()
        .flat_map(|case| case.samples.values())
        .map(Vec::len)
        .sum();
    let lost = cases
        .iter()
        .filter_map(|case| case.facts.get("passes_preempted")?.parse::<usize>().ok());
    let lost: usize = lost.sum();
    (lost as f64 > FEW_PREEMPTED * passes as f64).then(|| {
        format!(
            "{} of {} passes under the clock lost the processor to other programs: close them and run again",
            grouped(lost),
            grouped(passes)
        )
    })
}

fn too_few(results: &Results) -> Option<String> {
    let rounds = results
        .cases
        .iter()
        .filter_map(|case| case.samples.get(&Check::NsSweep));
    let rounds = rounds.map(Vec::len).min().unwrap_or(0);
    let sweeps = results.run.options.get("sweeps")?.parse::<f64>().ok()?;
    (rounds > 0 && rounds < FEW_ROUNDS || sweeps < FEW_SWEEPS).then(|| {
        format!(
            "only {} and {} were timed: enough to look at, too few to quote",
            plural(sweeps as usize, "sweep", "sweeps"),
            plural(rounds, "round", "rounds")
        )
    })
}
