//! `compare profiles`: the constants of the movements, from the table that custom profiles are made with.

use crate::cli::ProfilesArgs;
use crate::output::Output;
use anyhow::Result;
use clipmark_movement::{CONSTANTS, Constant, PROFILES, Profile, Value};
use std::fmt::Write;

/// Lines are at most this long, in characters.
const WIDTH: usize = 100;

pub(crate) fn run(args: &ProfilesArgs) -> Result<()> {
    let text = match &args.profile {
        Some(profile) => one(profile),
        None => all(),
    };
    Output::open(None)?.write(text.as_bytes())
}

/// Rows are constants, columns profiles; the unit follows the name. What is the same for all comes afterwards.
fn all() -> String {
    let profiles: Vec<&Profile> = PROFILES.into_iter().filter(|p| base(p).is_none()).collect();
    let row = |c: &Constant| -> Vec<String> { profiles.iter().map(|p| short(&c.value(p))).collect() };
    let (same, differ): (Vec<&Constant>, Vec<&Constant>) = CONSTANTS.iter().partition(|c| {
        let values = row(c);
        values.iter().all(|v| *v == values[0])
    });
    let heads = differ.iter().map(|c| labelled(c).chars().count());
    let first = heads.max().unwrap_or(0);
    let widths: Vec<usize> = profiles
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let cells = differ.iter().map(|c| row(c)[i].chars().count());
            cells.max().unwrap_or(0).max(p.name.len()) + 1
        })
        .collect();
    let mut out = String::new();
    let mut line = |head: &str, cells: &[String]| {
        let _ = write!(out, "{head:<first$}");
        for (cell, w) in cells.iter().zip(&widths) {
            let _ = write!(out, "{cell:>w$}");
        }
        out.push('\n');
    };
    let names: Vec<String> = profiles.iter().map(|p| p.name.to_owned()).collect();
    line("", &names);
    for c in &differ {
        line(&labelled(c), &row(c));
    }
    out += "\nThe same in all:\n";
    out += &listed(same, PROFILES[0]);
    for (variant, base) in PROFILES.iter().filter_map(|p| Some((p, base(p)?))) {
        let _ = writeln!(out, "\n\n{} is {}, but:", variant.name, base.name);
        let differ = CONSTANTS.iter().filter(|c| c.value(variant) != c.value(base));
        out += &listed(differ, variant);
    }
    out += "\n\nNAME:ideal is NAME with every repair on. What a constant does: compare profiles NAME.\n";
    out += "A scene may change any: profile: Custom(base: \"quake3\", changes: {\"gravity\": 400})\n";
    out
}

/// The movement that a variant is of: `BASE:VARIANT`.
fn base(profile: &Profile) -> Option<&'static Profile> {
    let (base, _) = profile.name.split_once(':')?;
    PROFILES.into_iter().find(|p| p.name == base)
}

/// Constants with their values, in lines.
fn listed<'a>(constants: impl IntoIterator<Item = &'a Constant>, profile: &Profile) -> String {
    let (mut out, mut line) = (String::new(), String::new());
    for c in constants {
        let item = format!("{} {}", c.name, shown(c, profile));
        if line.chars().count() + item.chars().count() + 2 > WIDTH {
            out += &line;
            out += ",\n";
            line.clear();
        } else if !line.is_empty() {
            line += ", ";
        }
        line += &item;
    }
    out + &line
}

/// Each constant with value, unit, effect, origin, and what it may be.
fn one(profile: &Profile) -> String {
    let mut out = format!("{}\n", profile.name);
    let cell = |c: &Constant| shown(c, profile);
    let names = CONSTANTS.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let values = CONSTANTS
        .iter()
        .map(|c| cell(c).chars().count())
        .max()
        .unwrap_or(0);
    for c in &CONSTANTS {
        let value = cell(c);
        let fits = names + values + c.effect.chars().count() + 4 <= WIDTH;
        let gap = if fits { "  " } else { "\n    " };
        let _ = writeln!(out, "{:<names$}  {value:<values$}{gap}{}", c.name, c.effect);
        let allowed = allowed(c);
        let fits = c.origin.chars().count() + allowed.chars().count() + 7 <= WIDTH;
        let gap = if fits { " " } else { "\n    " };
        let _ = writeln!(out, "    {}{gap}[{allowed}]", c.origin);
    }
    out
}

fn labelled(c: &Constant) -> String {
    format!("{}{}", c.name, spaced(c.unit))
}

fn spaced(unit: &str) -> String {
    if unit.is_empty() {
        String::new()
    } else {
        format!(" {unit}")
    }
}

/// A value with its unit.
fn shown(c: &Constant, profile: &Profile) -> String {
    match c.value(profile) {
        Value::Number(x) => format!("{x}{}", spaced(c.unit)),
        other => other.to_string(),
    }
}

/// A value for narrow columns: numbers to five decimals.
fn short(value: &Value) -> String {
    match value {
        Value::Number(x) => ((f64::from(*x) * 1e5).round() / 1e5).to_string(),
        Value::Flag(true) => "yes".into(),
        Value::Flag(false) => "no".into(),
        Value::Word(word) => word.clone(),
    }
}

/// What it may be, for people who write scenes.
fn allowed(c: &Constant) -> String {
    let choices = c.choices();
    if !choices.is_empty() {
        return choices.join(" | ");
    }
    match c.range {
        [low, high] if low < high && c.is_optional() => format!("{low} to {high}, or none"),
        [low, high] if low < high => format!("{low} to {high}"),
        _ => "true | false".into(),
    }
}
