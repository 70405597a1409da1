//! `compare diff`: what differs between two runs.

use crate::cli::{DiffArgs, FailOn};
use anstyle::{AnsiColor, Style};
use anyhow::{Result, bail};
use clipmark_measure::difference::{Difference, Direction, NOTICEABLE, SAME, TimeChange, difference};
use clipmark_record::recorded::Recorded;
use clipmark_report::read_recorded;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Says whether nothing happened that was to fail.
pub(crate) fn run(args: &DiffArgs) -> Result<bool> {
    let before = read_recorded(&args.a, &args.benches)?;
    let after = read_recorded(&args.b, &args.benches)?;
    if let Some(against) = &args.against {
        for (run, name) in [(&before, &args.a), (&after, &args.b)] {
            if !run.iter().any(|r| r.name == *against) {
                bail!("--against {against}: {name} has {}", names(run));
            }
        }
    }
    same_scene(&args.a, &args.b)?;
    let found = difference(&before, &after, args.against.as_deref());
    if found.times.is_empty() && found.answers.is_empty() {
        bail!(
            "{} and {} have nothing in common that could be compared",
            args.a,
            args.b
        );
    }
    anstream::print!("{}", table(args, &found));
    let slower = found.times.iter().any(|t| t.direction == Direction::Slower);
    let failed = args.fail_on.iter().any(|what| match what {
        FailOn::Regression => slower,
        FailOn::Disagreement => !found.answers.is_empty(),
    });
    Ok(!failed)
}

/// Two reports of different scenes have nothing to say of each other.
fn same_scene(a: &str, b: &str) -> Result<()> {
    let scene = |folder: &str| {
        let text = fs::read_to_string(Path::new(folder).join("machine.json")).ok()?;
        let facts: serde_json::Value = serde_json::from_str(&text).ok()?;
        Some(facts["scene"]["name"].as_str()?.to_owned())
    };
    match (scene(a), scene(b)) {
        (Some(of_a), Some(of_b)) if of_a != of_b => {
            bail!("{a} is a report of {of_a} and {b} one of {of_b}; give two reports of one scene")
        }
        _ => Ok(()),
    }
}

fn names(run: &[Recorded]) -> String {
    run.iter().map(|r| r.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn table(args: &DiffArgs, found: &Difference) -> String {
    let unit = args
        .against
        .as_ref()
        .map_or("ns".to_owned(), |name| format!("times {name}"));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "A {} · B {} · medians in {unit}", args.a, args.b);
    let wide = found
        .times
        .iter()
        .map(|t| t.name.chars().count())
        .max()
        .unwrap_or(0);
    if !found.times.is_empty() {
        let _ = writeln!(
            out,
            "{:<wide$} {:>10} {:>10} {:>6}  {:<13}  change",
            "", "A", "B", "B/A", "95 %"
        );
    }
    for t in &found.times {
        let _ = writeln!(out, "{:<wide$} {}", t.name, row(t));
    }
    for a in &found.answers {
        let [before, after] = &a.values;
        let after = if after.is_empty() { "nothing" } else { after };
        let (on, off) = (red().render(), red().render_reset());
        let _ = writeln!(out, "{on}✗ {}: {before} in A, {after} in B{off}", a.name);
    }
    for [a, b] in &found.alone {
        let (name, run) = if b.is_empty() { (a, "A") } else { (b, "B") };
        let _ = writeln!(out, "{name} is in {run} alone");
    }
    if found.answers.is_empty() {
        let _ = writeln!(out, "no answer differs");
    }
    let seen = |direction| found.times.iter().any(|t| t.direction == direction);
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    let _ = writeln!(
        out,
        "slower or quicker: the whole interval is more than {:.0} % off; same: all of it is within {:.0} %",
        percent(NOTICEABLE),
        percent(SAME)
    );
    if seen(Direction::WithOthers) {
        let _ = writeln!(
            out,
            "with others: the other contestants changed alike, so it is the machine or code that they share; \
             `compare time --instructions` tells which"
        );
    }
    if seen(Direction::Undecided) {
        let _ = writeln!(
            out,
            "undecided: the interval holds a change and none; measure again on a quiet machine, or use --against CONTESTANT"
        );
    }
    out
}

fn row(t: &TimeChange) -> String {
    let [a, b] = t.medians.map(|m| {
        if m < 10.0 {
            format!("{m:.3}")
        } else {
            format!("{m:.1}")
        }
    });
    let [low, high] = t.interval;
    let interval = format!("{low:.3} {high:.3}");
    let (style, word) = match t.direction {
        Direction::Same => (Style::new(), "same"),
        Direction::Undecided => (Style::new(), "undecided"),
        Direction::WithOthers => (Style::new(), "with others"),
        Direction::Quicker => (Style::new().fg_color(Some(AnsiColor::Green.into())), "quicker"),
        Direction::Slower => (red(), "slower"),
    };
    format!(
        "{a:>10} {b:>10} {:>6.3}  {interval:<13}  {style}{word}{style:#}",
        t.ratio
    )
}

fn red() -> Style {
    Style::new().fg_color(Some(AnsiColor::Red.into()))
}
