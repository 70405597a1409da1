//! What a number, box, count or name must be like, whatever it is for.

use crate::{Problem, Triple};

/// Largest coordinate of a scene in units: Quake III's own bound for maps.
pub(crate) const MAX_COORDINATE: f64 = 65_536.0;
/// A problem and the path of the value that has it.
pub(crate) struct Fault {
    pub(crate) path: String,
    pub(crate) problem: Problem,
}

pub(crate) type Checked<T = ()> = Result<T, Fault>;

pub(crate) fn fault<T>(path: impl Into<String>, problem: impl Into<Problem>) -> Checked<T> {
    Err(Fault {
        path: path.into(),
        problem: problem.into(),
    })
}

/// Refuses a number that is not finite or lies outside `low..=high`.
pub(crate) fn within(path: &str, value: f64, low: f64, high: f64, unit: &'static str) -> Checked {
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

pub(crate) fn coordinates(path: &str, values: &[f64]) -> Checked {
    values
        .iter()
        .try_for_each(|&v| within(path, v, -MAX_COORDINATE, MAX_COORDINATE, "units"))
}

pub(crate) fn finite(path: &str, values: &[f64]) -> Checked {
    match values.iter().find(|v| !v.is_finite()) {
        Some(v) => fault(path, Problem::NotFinite(*v)),
        None => Ok(()),
    }
}

/// Refuses a box that is not `min < max` in every component.
pub(crate) fn a_box(path: &str, min: &Triple, max: &Triple) -> Checked {
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

pub(crate) fn counted(path: &str, what: &'static str, count: u64, low: u64, high: u64) -> Checked {
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

pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 64
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c))
}

pub(crate) fn name(path: &str, found: &str) -> Checked {
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
