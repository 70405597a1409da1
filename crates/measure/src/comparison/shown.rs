//! Numbers and places of an expectation in words: enough digits that what is beyond a limit reads so.

use clipmark_rows::grouped;
use clipmark_scene::Triple;

/// Below this four decimals would show nothing.
const SMALLEST: f64 = 5e-5;
/// Lengths below this are not told apart, in units: a few f32 steps at map scale.
const SHORTEST: f64 = 1e-4;
/// From here on a row of digits says less than a power of ten.
const MOST_GROUPED: f64 = 1e9;
/// Decimals of a coordinate.
const SHOWN: usize = 1;
/// Most decimals of a coordinate near the side of a box; positions are in f32.
const MOST_SHOWN: usize = 5;
/// Below this, in seconds, two decimals would show 0.
const SHORT_TIME: f64 = 0.005;

/// Whether a place is in a box.
pub(super) fn is_in_box(at: &Triple, min: &Triple, max: &Triple) -> bool {
    (0..3).all(|i| min[i] <= at[i] && at[i] <= max[i])
}

/// A place; each coordinate has as many decimals as tell whether it is between the sides of a box.
pub(crate) fn beside(at: &Triple, min: &Triple, max: &Triple) -> String {
    let coordinate = |i: usize| {
        let is_between = |x: f64| min[i] <= x && x <= max[i];
        let is_told = |decimals: usize| is_between(round(at[i], decimals)) == is_between(at[i]);
        with_decimals(at[i], is_told)
    };
    format!("({} {} {})", coordinate(0), coordinate(1), coordinate(2))
}

/// A corner of a box; each coordinate has the decimals that its scene gives it.
pub(crate) fn corner(at: &Triple) -> String {
    let coordinates = at.map(|x| with_decimals(x, |decimals| round(x, decimals) == x));
    format!("({})", coordinates.join(" "))
}

/// A length with as many digits as it deserves, and its unit.
pub(crate) fn length(units: f64) -> String {
    if units >= 1000.0 {
        format!("{} u", figure(units))
    } else if units >= 10.0 {
        format!("{units:.0} u")
    } else if units >= 0.1 {
        format!("{units:.2} u")
    } else if units >= SHORTEST {
        format!("{units:.4} u")
    } else {
        "less than 0.0001 u".into()
    }
}

/// A number in short; all its digits where the short form reads like the limit that it is beyond.
pub(crate) fn beyond(x: f64, limit: f64) -> String {
    match short(x) {
        same if x != limit && same == short(limit) => x.to_string(),
        shown => shown,
    }
}

/// A number in about three digits: `16,384`, `644`, `2.07`, `0.0312`.
pub(crate) fn figure(x: f64) -> String {
    let trimmed = |text: String| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    let sign = if x < 0.0 { "-" } else { "" };
    let size = match x.abs() {
        a if !(SMALLEST..MOST_GROUPED).contains(&a) && a != 0.0 => format!("{a:.1e}"),
        a if a >= 10.0 => grouped(format!("{a:.0}")),
        a if a >= 0.1 => trimmed(format!("{a:.2}")),
        a => trimmed(format!("{a:.4}")),
    };
    sign.to_owned() + &size
}

/// A number in about three digits; more where it would read like the limit that it is beyond.
pub(crate) fn past(x: f64, limit: f64) -> String {
    match figure(x) {
        same if same == figure(limit) => beyond(x, limit),
        shown => shown,
    }
}

/// A time in seconds: the first tick of 333 a second is not at 0.00 s.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s < SHORT_TIME => short(s),
        s => format!("{s:.2}"),
    }
}

/// A number for a reader: four decimals without trailing zeros, or two digits for a smaller one.
pub(crate) fn short(x: f64) -> String {
    if x != 0.0 && x.abs() < SMALLEST {
        return format!("{x:.1e}");
    }
    let text = format!("{x:.4}");
    let trimmed = text.trim_end_matches('0').trim_end_matches('.');
    if trimmed == "-0" { "0" } else { trimmed }.into()
}

pub(super) fn show(p: &Triple) -> String {
    let [x, y, z] = p;
    format!("({x:.SHOWN$} {y:.SHOWN$} {z:.SHOWN$})")
}

/// A coordinate with one decimal, or with as many more as are enough.
fn with_decimals(x: f64, are_enough: impl Fn(usize) -> bool) -> String {
    let mut counts = SHOWN..MOST_SHOWN;
    let decimals = counts.find(|n| are_enough(*n)).unwrap_or(MOST_SHOWN);
    format!("{x:.decimals$}")
}

fn round(x: f64, decimals: usize) -> f64 {
    let by = 10_f64.powi(decimals as i32);
    (x * by).round() / by
}
