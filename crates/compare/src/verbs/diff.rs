//! `compare diff`: what differs between two runs.

use crate::cli::{DiffArgs, FailOn};
use crate::terminal::say;
use anstyle::{AnsiColor, Style};
use anyhow::{Result, bail};
use clipmark_measure::difference::{CHANCE, Difference, Direction, NOTICEABLE, TimeChange, difference};
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
    say!("{}", table(args, &found))?;
    let slower = found.times.iter().any(|t| t.direction() == Direction::Slower);
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
            "{:<wide$} {:>10} {:>10} {:>6}  {:<13} {:>7} {:>7}  change",
            "", "A", "B", "B/A", "95 %", "chance", "effect"
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
    let _ = writeln!(
        out,
        "a change is told from {:.0} % on, at a chance of at most {CHANCE}; A and B did not take turns",
        (NOTICEABLE - 1.0) * 100.0
    );
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
    let (style, word) = match t.direction() {
        Direction::Same => (Style::new(), "same"),
        Direction::Quicker => (Style::new().fg_color(Some(AnsiColor::Green.into())), "quicker"),
        Direction::Slower => (red(), "slower"),
    };
    format!(
        "{a:>10} {b:>10} {:>6.3}  {interval:<13} {:>7.4} {:>7.2}  {style}{word}{style:#}",
        t.ratio, t.chance, t.effect
    )
}

fn red() -> Style {
    Style::new().fg_color(Some(AnsiColor::Red.into()))
}
