//! Rules for a number, box, count or name in any place.

pub use crate::problem::{Checked, fault};
use crate::problem::{grouped, number, quoted};
use crate::{Problem, Tick, Triple};
use std::fmt::{self, Display};

/// The least and the greatest that a number may be, and their unit.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Least.
    pub low: f64,
    /// Greatest.
    pub high: f64,
    /// Unit of both, or empty.
    pub unit: &'static str,
}

/// Largest coordinate of a scene in units: Quake III's own bound for maps.
pub const MAX_COORDINATE: f64 = 65_536.0;
/// Any coordinate.
pub const COORDINATE: Range = range(-MAX_COORDINATE, MAX_COORDINATE, "u");
/// Distances, tolerances and the like.
pub(crate) const DISTANCE: Range = range(0.0, MAX_COORDINATE, "u");
/// Sides of solids. Thinner faces are dropped as slivers.
pub(crate) const SIDE: Range = range(1e-3, MAX_COORDINATE, "u");
/// Times; the longest script takes an hour.
pub(crate) const SECONDS: Range = range(0.0, 3600.0, "seconds");
/// Speeds of players. The most is far above Quake's velocity limit of 2,000 and the thin wall scene's 20,000. It is low enough
/// that no tick overflows.
pub(crate) const SPEED: Range = range(0.0, 100_000.0, "u/s");
/// Components of velocities.
pub(crate) const VELOCITY: Range = range(-SPEED.high, SPEED.high, "u/s");
/// Most refereed sweeps; each costs one exact sweep and some 700 bytes until the report is written. `compare bar` asks more
/// without keeping them.
pub const MAX_SWEEPS: u64 = 1_000_000;

/// A range of numbers.
pub const fn range(low: f64, high: f64, unit: &'static str) -> Range {
    Range { low, high, unit }
}

/// The path of a value in a file, such as `movers[2].moves.Door.by`. It is written out only for a message.
#[derive(Clone, Copy)]
pub enum At<'a> {
    /// A field of the file.
    Root(&'a str),
    /// A field or variant within.
    Field(&'a At<'a>, &'a str),
    /// An item of a list, counted from 0.
    Item(&'a At<'a>, usize),
}

impl At<'_> {
    /// A field or variant of the value here.
    pub fn field<'a>(&'a self, name: &'a str) -> At<'a> {
        At::Field(self, name)
    }

    /// An item of the list here.
    pub fn item(&self, number: usize) -> At<'_> {
        At::Item(self, number)
    }
}

impl Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(name) => f.write_str(name),
            Self::Field(of, name) => write!(f, "{of}.{name}"),
            Self::Item(of, number) => write!(f, "{of}[{number}]"),
        }
    }
}

/// Refuses a number that is not finite or outside of a range.
///
/// # Errors
/// That fault.
pub fn within(path: impl Display, value: f64, range: &Range) -> Checked {
    finite(&path, &[value])?;
    let Range { low, high, unit } = *range;
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let [value, low, high] = [value, low, high].map(number);
    let between = format!("it must lie between {low} and {high} {unit}");
    fault(path, format_args!("{value} is out of range"), between.trim_end())
}

/// Refuses ticks that no movement is made for.
///
/// # Errors
/// That fault.
pub fn tick_length(path: impl Display, tick: Tick) -> Checked {
    /// Shortest and longest tick in seconds. 1 ms is one step of Quake's clock, 200 ms the longest tick that Quake III
    /// simulates at once.
    const SHORTEST: f64 = 0.001;
    const LONGEST: f64 = 0.2;
    match tick {
        Tick::Hz(hz) => within(path, hz, &range(1.0 / LONGEST, 1.0 / SHORTEST, "Hz")),
        Tick::Msec(ms) => within(path, ms, &range(1000.0 * SHORTEST, 1000.0 * LONGEST, "ms")),
    }
}

/// Refuses coordinates that are not finite or beyond any map.
///
/// # Errors
/// That fault.
pub fn coordinates(path: impl Display, values: &[f64]) -> Checked {
    values.iter().try_for_each(|&v| within(&path, v, &COORDINATE))
}

/// Refuses numbers that are infinite or NaN.
///
/// # Errors
/// That fault.
pub fn finite(path: impl Display, values: &[f64]) -> Checked {
    match values.iter().find(|v| !v.is_finite()) {
        Some(v) => fault(
            path,
            format_args!("{v} is not a finite number"),
            "write one with digits",
        ),
        None => Ok(()),
    }
}

/// Refuses a box that is not `min < max` in every component.
///
/// # Errors
/// That fault.
pub(crate) fn a_box(at: &At, min: &Triple, max: &Triple) -> Checked {
    coordinates(at.field("min"), min)?;
    coordinates(at.field("max"), max)?;
    let Some(i) = (0..3).find(|&i| min[i] >= max[i]) else {
        return Ok(());
    };
    let (axis, ill) = (
        ["x", "y", "z"][i],
        if min[i] > max[i] { "inside out" } else { "flat" },
    );
    let [min, max] = [min[i], max[i]].map(number);
    let message = format_args!("the box is {ill} along {axis}: min {min}, max {max}");
    fault(at, message, "min must be less than max")
}

/// Refuses more or fewer of something than `low..=high`.
///
/// # Errors
/// That fault.
pub fn counted(path: impl Display, what: &str, count: u64, low: u64, high: u64) -> Checked {
    if (low..=high).contains(&count) {
        return Ok(());
    }
    let hint = format!("there must be {low} to {high}");
    fault(path, format_args!("{count} {what}"), &hint)
}

/// Refuses more work than a file may ask for.
///
/// # Errors
/// That fault.
pub fn affordable(path: impl Display, what: &str, asked: u64, most: u64, remedy: &str) -> Checked {
    if asked <= most {
        return Ok(());
    }
    let [asked, most] = [asked, most].map(grouped);
    let hint = format!("at most {most} are allowed: {remedy}");
    fault(path, format_args!("it asks for {asked} {what}"), &hint)
}

/// Refuses another version of a format than 1.
///
/// # Errors
/// That fault.
pub fn version(found: u32) -> Checked {
    if found == 1 {
        return Ok(());
    }
    let message = format_args!("version {found} of the scene format is not known to this program");
    fault("version", message, "it reads `version: 1`")
}

/// Longest name that a file may give, in bytes.
pub(crate) const LONGEST_NAME: usize = 64;

/// Whether a text is a short name: lower-case letters, digits, `_` and `-`.
pub fn is_name(name: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b);
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// Refuses a text that is no short name.
///
/// # Errors
/// That fault.
pub fn name(path: impl Display, found: &str) -> Checked {
    match is_name(found) {
        true => Ok(()),
        false => no_name(path, found, "1 to 64 lower-case letters, digits, `_` and `-`"),
    }
}

/// Refuses a text that is no profile's name.
///
/// # Errors
/// That fault.
pub fn profile_name(path: impl Display, found: &str) -> Checked {
    match found.split(':').all(is_name) {
        true => Ok(()),
        false => no_name(
            path,
            found,
            "a profile's name, for example \"quake3\" or \"quake3:ideal\"",
        ),
    }
}

pub(crate) fn no_name(path: impl Display, found: &str, allowed: &str) -> Checked {
    let found = quoted(found);
    fault(
        path,
        format_args!("{found} is no name"),
        &format!("use {allowed}"),
    )
}

/// Refuses a name that a list has twice.
///
/// # Errors
/// That fault.
pub fn once(at: &At, names: &[String]) -> Checked {
    let mut known = std::collections::HashSet::new();
    match names.iter().position(|name| !known.insert(name)) {
        Some(i) => {
            let name = quoted(&names[i]);
            Err(Problem::new(format_args!("{name} is named twice"), "name each once").at(at.item(i)))
        }
        None => Ok(()),
    }
}
