//! `compare list profiles`: the constants of the movements, from the table that custom profiles are made with.

use crate::terminal::columns;
use clipmark_movement::{CONSTANTS, Constant, PROFILES, Profile, Value};
use clipmark_report::terminal::{width, wrapped};
use clipmark_rows::{Column, Line, Table};
use std::cmp::Ordering;
use std::fmt::Write;

/// Values of all profiles side by side, or all that is known of one.
pub(super) fn shown_in_full(profile: Option<&Profile>) -> String {
    match profile {
        Some(profile) => one(profile, columns()),
        None => all(columns()),
    }
}

/// Rows are constants, columns profiles; the unit follows the name. Constants that are the same for all come
/// afterwards.
fn all(columns: usize) -> String {
    let profiles: Vec<&Profile> = PROFILES.into_iter().filter(|p| base(p).is_none()).collect();
    let (same, differ): (Vec<&Constant>, Vec<&Constant>) = CONSTANTS
        .iter()
        .partition(|c| profiles.iter().all(|p| c.value(p) == c.value(profiles[0])));
    let mut out = side_by_side(&differ, &profiles).text();
    out += "\nThe same in all:\n";
    out += &listed(same, PROFILES[0], columns);
    for (variant, base) in PROFILES.iter().filter_map(|p| Some((p, base(p)?))) {
        let _ = writeln!(out, "\n\n{} is {}, but:", variant.name, base.name);
        let differ = CONSTANTS.iter().filter(|c| c.value(variant) != c.value(base));
        out += &listed(differ, variant, columns);
    }
    out += "\n\nNAME:ideal is NAME with every repair on. In full: list profiles NAME.\n";
    out += "0.7+ is a little more than 0.7; list profiles NAME has all digits.\n";
    out += "A scene may change any:\n  profile: Custom(base: \"quake3\", changes: {\"gravity\": 400})\n";
    out
}

/// As many profiles beside each other as there is room for, then the others below.
fn side_by_side(constants: &[&Constant], profiles: &[&Profile]) -> Table {
    let heads = profiles.iter().map(|profile| Column::number(profile.name));
    let line = |c: &&Constant| {
        let values = beside(c, profiles);
        Line::new(false, [labelled(c)].into_iter().chain(values))
    };
    Table {
        columns: [Column::text("")].into_iter().chain(heads).collect(),
        lines: constants.iter().map(line).collect(),
        ..Table::default()
    }
}

/// The movement that a variant is of: `BASE:VARIANT`.
fn base(profile: &Profile) -> Option<&'static Profile> {
    let (base, _) = profile.name.split_once(':')?;
    PROFILES.into_iter().find(|p| p.name == base)
}

/// Constants with their values, in lines.
fn listed<'a>(
    constants: impl IntoIterator<Item = &'a Constant>,
    profile: &Profile,
    columns: usize,
) -> String {
    let items = constants
        .into_iter()
        .map(|c| format!("{} {}", c.name, format_value(c, profile)));
    let text = items.collect::<Vec<_>>().join(", ");
    wrapped(&text, "", columns).join("\n")
}

/// Each constant with value, unit, effect, origin, and its range.
fn one(profile: &Profile, columns: usize) -> String {
    let mut out = format!("{}\n", profile.name);
    let cell = |c: &Constant| format_value(c, profile);
    let names = CONSTANTS.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let values = CONSTANTS.iter().map(|c| width(&cell(c))).max().unwrap_or(0);
    let inner = columns.saturating_sub(4);
    for c in &CONSTANTS {
        let value = cell(c);
        let head = format!("{:<names$}  {value:<values$}  {}", c.name, c.effect);
        let mut below = vec![format!("{} [{}]", c.origin, allowed(c))];
        if width(&head) <= columns {
            let _ = writeln!(out, "{head}");
        } else {
            let _ = writeln!(out, "{:<names$}  {value}", c.name);
            below.insert(0, c.effect.to_owned());
        }
        for text in below {
            for line in wrapped(&text, "", inner) {
                let _ = writeln!(out, "    {line}");
            }
        }
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
fn format_value(c: &Constant, profile: &Profile) -> String {
    match c.value(profile) {
        Value::Number(x) => format!("{x}{}", spaced(c.unit)),
        other => other.to_string(),
    }
}

/// A constant's value in each profile: short, and with a sign where two values that differ would look alike.
fn beside(c: &Constant, profiles: &[&Profile]) -> Vec<String> {
    let values: Vec<Value> = profiles.iter().map(|p| c.value(p)).collect();
    let alike = |a: &Value, b: &Value| a != b && short(a) == short(b);
    if !values.iter().any(|a| values.iter().any(|b| alike(a, b))) {
        return values.iter().map(short).collect();
    }
    let signed = |value: &Value| match value {
        Value::Number(x) => {
            let shown = short(value);
            let rounded = shown.parse().unwrap_or(*x);
            let sign = match x.total_cmp(&rounded) {
                Ordering::Less => "-",
                Ordering::Equal => "",
                Ordering::Greater => "+",
            };
            shown + sign
        }
        other => short(other),
    };
    values.iter().map(signed).collect()
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

/// Its range, for people who write scenes.
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
