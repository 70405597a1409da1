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
/// Most decimals of a coordinate; positions are in f32.
const MOST_SHOWN: usize = 5;
/// Below this, in seconds, two decimals would show 0.
const SHORT_TIME: f64 = 0.005;

/// Whether a place is in a box.
pub(super) fn is_in_box(at: &Triple, min: &Triple, max: &Triple) -> bool {
    (0..3).all(|i| min[i] <= at[i] && at[i] <= max[i])
}

/// A corner of a box; each coordinate has the decimals that its scene gives it.
pub(crate) fn corner(at: &Triple) -> String {
    let coordinate = |x: f64| {
        let is_whole = |decimals: usize| {
            let by = 10_f64.powi(decimals as i32);
            (x * by).round() / by == x
        };
        let decimals = (SHOWN..MOST_SHOWN).find(|n| is_whole(*n)).unwrap_or(MOST_SHOWN);
        format!("{x:.decimals$}")
    };
    format!("({})", at.map(coordinate).join(" "))
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
        same if x != limit && same == figure(limit) => match short(x) {
            same if same == short(limit) => x.to_string(),
            longer => longer,
        },
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
