//! Rules for a number, box, count or name in any place.

use crate::{Problem, SceneError, Tick, Triple};
use std::path::Path;

/// Largest coordinate of a scene in units: Quake III's own bound for maps.
pub const MAX_COORDINATE: f64 = 65_536.0;
/// Shortest and longest tick in seconds. 1 ms is one step of Quake's clock, 200 ms the longest tick that
/// Quake III simulates at once.
const TICK_SECONDS: (f64, f64) = (0.001, 0.2);
/// A problem and the path of the value that has it.
pub struct FieldProblem {
    /// Such as `player.start`.
    pub path: String,
    /// The fault.
    pub problem: Problem,
}

impl FieldProblem {
    /// The fault as an error of the file whose text holds the value.
    pub fn in_file(self, file: &Path, text: &str) -> SceneError {
        SceneError {
            file: file.into(),
            place: crate::file::place(text, self.path),
            problem: Box::new(self.problem),
        }
    }
}

/// A check, and its value.
pub type Checked<T = ()> = Result<T, FieldProblem>;

/// A fault of the value at a path.
///
/// # Errors
/// Always: that fault.
pub fn fault<T>(path: impl Into<String>, problem: impl Into<Problem>) -> Checked<T> {
    Err(FieldProblem {
        path: path.into(),
        problem: problem.into(),
    })
}

/// Refuses a number that is not finite or lies outside `low..=high`.
///
/// # Errors
/// That fault.
pub fn within(path: &str, value: f64, low: f64, high: f64, unit: &'static str) -> Checked {
    if !value.is_finite() {
        fault(path, Problem::NotFinite(value))
    } else if value < low || value > high {
        fault(
            path,
            Problem::OutOfRange {
                value,
                low,
                high,
                unit,
            },
        )
    } else {
        Ok(())
    }
}

/// Refuses ticks that no movement is made for.
///
/// # Errors
/// That fault.
pub fn tick_length(path: &str, tick: Tick) -> Checked {
    let (shortest, longest) = TICK_SECONDS;
    match tick {
        Tick::Hz(hz) => within(path, hz, 1.0 / longest, 1.0 / shortest, "Hz"),
        Tick::Msec(ms) => within(path, ms, 1000.0 * shortest, 1000.0 * longest, "ms"),
    }
}

/// Refuses coordinates that are not finite or beyond any map.
///
/// # Errors
/// That fault.
pub fn coordinates(path: &str, values: &[f64]) -> Checked {
    values
        .iter()
        .try_for_each(|&v| within(path, v, -MAX_COORDINATE, MAX_COORDINATE, "u"))
}

/// Refuses numbers that are infinite or none.
///
/// # Errors
/// That fault.
pub fn finite(path: &str, values: &[f64]) -> Checked {
    match values.iter().find(|v| !v.is_finite()) {
        Some(v) => fault(path, Problem::NotFinite(*v)),
        None => Ok(()),
    }
}

/// Refuses a box that is not `min < max` in every component.
///
/// # Errors
/// That fault.
pub fn a_box(path: &str, min: &Triple, max: &Triple) -> Checked {
    coordinates(&format!("{path}.min"), min)?;
    coordinates(&format!("{path}.max"), max)?;
    match (0..3).find(|&i| min[i] >= max[i]) {
        Some(i) => fault(
            path,
            Problem::Inverted {
                axis: ['x', 'y', 'z'][i],
                min: min[i],
                max: max[i],
            },
        ),
        None => Ok(()),
    }
}

/// Refuses more or fewer of something than `low..=high`.
///
/// # Errors
/// That fault.
pub fn counted(path: &str, what: &'static str, count: u64, low: u64, high: u64) -> Checked {
    if (low..=high).contains(&count) {
        Ok(())
    } else {
        fault(
            path,
            Problem::Count {
                what,
                count,
                low,
                high,
            },
        )
    }
}

/// Longest name that a scene file may give, in bytes.
const LONGEST_NAME: usize = 64;

/// Whether a text is a short name: lower-case letters, digits, `_` and `-`.
pub fn is_name(name: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b);
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// Rejects a text that is no short name.
///
/// # Errors
/// That fault.
pub fn name(path: &str, found: &str) -> Checked {
    if is_name(found) {
        return Ok(());
    }
    fault(
        path,
        Problem::Name {
            found: found.into(),
            allowed: "1 to 64 lower-case letters, digits, `_` and `-`",
        },
    )
}
