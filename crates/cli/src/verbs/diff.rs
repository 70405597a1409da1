//! `compare diff`: the differences of two runs.

use crate::cli::{DiffArgs, FailOn};
use crate::terminal::{columns, say, tell};
use crate::verbs::families::is_of_the_paper;
use crate::verbs::suite::{fails, read_results};
use anyhow::{Result, bail};
use clipmark_measure::difference::{Difference, Direction, NOTICEABLE, SAME, TimeChange, difference};
use clipmark_report::terminal::wrapped;
use clipmark_report::{BASELINE, fixed, read_recorded, unlike_options};
use clipmark_rows::results::SCENE;
use clipmark_rows::{Case, Column, Line, Run, Severity, Table, counterparts, each_once, fails_anew};
use std::path::Path;

/// Says whether nothing happened that was to fail.
pub(crate) fn run(args: &DiffArgs) -> Result<bool> {
    let read = |name: &str| match Path::new(name) {
        file if file.is_file() => read_results(file),
        _ => Ok(read_recorded(name, &args.benches)?),
    };
    let (before, after) = (read(&args.a)?, read(&args.b)?);
    if let Some(against) = &args.against {
        for (run, name) in [(&before, &args.a), (&after, &args.b)] {
            if !run.cases.iter().any(|case| case.contestant == *against) {
                bail!("--against {against}: {name} has {}", names(&run.cases));
            }
        }
    }
    let is_recorded = [&before, &after].iter().all(|run| run.run.study != BASELINE);
    if is_recorded {
        check_same_study(args, &before.run, &after.run)?;
    }
    let found = difference(&before, &after, args.against.as_deref());
    if found.both == 0 {
        bail!(
            "{} and {} have nothing in common that could be compared: no contestant is in both in the same place",
            args.a,
            args.b
        );
    }
    let unlike = match is_recorded {
        true => asked_otherwise(&before.run, &after.run),
        false => Vec::new(),
    };
    say!("{}", table(args, &found, &unlike))?;
    let slower = found.times.iter().any(|t| t.direction == Direction::Slower);
    let failed = args.fail_on.iter().any(|what| match what {
        FailOn::Regression => slower,
        FailOn::Disagreement => !found.answers.is_empty(),
        FailOn::New(severity) => has_new_failures(&before.cases, &after.cases, *severity),
    });
    Ok(!failed)
}

/// Whether something fails in B that did not in A, or not as badly, from a severity on. Each is told.
fn has_new_failures(before: &[Case], after: &[Case], fail_on: Severity) -> bool {
    let new = counterparts(before, after)
        .filter(|(then, now)| fails(now, fail_on) && fails_anew(*then, now, fail_on));
    // The paper's own walker breaks promises by design: it decides nowhere.
    let new: Vec<&Case> = new
        .map(|(_, now)| now)
        .filter(|case| !is_of_the_paper(&case.contestant))
        .collect();
    for case in &new {
        tell!(
            "new: {} on {}: {}",
            case.contestant,
            case.place(),
            case.describe()
        );
    }
    !new.is_empty()
}

/// Two runs of different studies or scenes have nothing to say of each other.
fn check_same_study(args: &DiffArgs, of_a: &Run, of_b: &Run) -> Result<()> {
    let name = |run: &Run| match run.subjects.first() {
        Some(scene) if run.study == SCENE => format!("the scene {}", scene.name),
        _ => format!("`{}`", run.study),
    };
    let [name_a, name_b] = [of_a, of_b].map(name);
    if name_a != name_b {
        bail!(
            "{} is a report of {name_a} and {} one of {name_b}; give two reports of one study",
            args.a,
            args.b
        );
    }
    Ok(())
}

/// Why answers of two runs may differ although no contestant changed.
fn asked_otherwise(a: &Run, b: &Run) -> Vec<String> {
    let rules = [a, b].map(|run| run.made.rules);
    let rules = (rules[0] != rules[1]).then(|| {
        format!(
            "A is of rules {} and B of rules {}: answers may differ by that",
            rules[0], rules[1]
        )
    });
    let options = unlike_options(a, b).map(|(name, [was, is])| {
        format!("A and B were asked otherwise ({name}: {was} in A, {is} in B): answers may differ by that")
    });
    rules.into_iter().chain(options).collect()
}

fn names(cases: &[Case]) -> String {
    let names = each_once(cases.iter().map(|case| case.contestant.as_str()));
    names.join(", ")
}

fn table(args: &DiffArgs, found: &Difference, unlike: &[String]) -> String {
    let unit = args
        .against
        .as_ref()
        .map_or("ns".to_owned(), |name| format!("times {name}"));
    let mut lines: Vec<String> = Vec::new();
    let say = |text: &str| wrapped(text, "  ", columns());
    lines.extend(say(&answer(found)));
    lines.extend(say(&format!("A {} · B {} · medians in {unit}", args.a, args.b)));
    for unlike in unlike {
        lines.extend(say(unlike));
    }
    if !found.times.is_empty() {
        lines.extend(times(&found.times).text().lines().map(String::from));
    }
    for a in &found.answers {
        let [before, after] = &a.values;
        let after = if after.is_empty() { "nothing" } else { after };
        let text = format!("✗ {}: {before} in A, {after} in B", a.name);
        lines.extend(say(&text));
    }
    for [a, b] in &found.alone {
        let (name, run) = if b.is_empty() { (a, "A") } else { (b, "B") };
        lines.extend(say(&format!("{name} is in {run} alone")));
    }
    if found.times.is_empty() {
        return joined(&lines);
    }
    let seen = |direction| found.times.iter().any(|t| t.direction == direction);
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    lines.extend(say(&format!(
        "slower or quicker: the whole interval is more than {:.0} % off; same: all of it is within {:.0} %",
        percent(NOTICEABLE),
        percent(SAME)
    )));
    if seen(Direction::WithOthers) {
        lines.extend(say(
            "with others: the other contestants changed alike, so it is the machine or code that they share",
        ));
    }
    if seen(Direction::Undecided) {
        lines.extend(say(
"undecided: measure again on a quiet machine, or use --against CONTESTANT; the interval holds a change and none",
        ));
    }
    joined(&lines)
}

fn joined(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

/// The result, in a sentence.
fn answer(found: &Difference) -> String {
    let times = |direction| found.times.iter().filter(|t| t.direction == direction).count();
    let answers = match found.answers.len() {
        0 => "no answer differs".to_owned(),
        1 => "1 answer differs".to_owned(),
        n => format!("{n} answers differ"),
    };
    format!(
        "{answers}; of {} times {} are slower and {} quicker.",
        found.times.len(),
        times(Direction::Slower),
        times(Direction::Quicker)
    )
}

fn times(times: &[TimeChange]) -> Table {
    let line = |t: &TimeChange| {
        let [a, b] = t.medians.map(|m| fixed(m, if m < 10.0 { 3 } else { 1 }));
        let [low, high] = t.interval;
        let word = match t.direction {
            Direction::Same => "same",
            Direction::Undecided => "undecided",
            Direction::WithOthers => "with others",
            Direction::Quicker => "quicker",
            Direction::Slower => "slower",
        };
        let ratio = format!("{:.3} [{low:.3}, {high:.3}]", t.ratio);
        let is_slower = t.direction == Direction::Slower;
        Line::new(is_slower, [t.name.clone(), a, b, ratio, word.to_owned()])
    };
    let heads = ["A", "B", "B / A"].map(Column::number);
    Table {
        columns: [Column::text("")]
            .into_iter()
            .chain(heads)
            .chain([Column::text("change")])
            .collect(),
        lines: times.iter().map(line).collect(),
        ..Table::default()
    }
}
