//! The laws of movement: which hold, and every finding beside its law's plot.

mod data;
mod study;

use crate::format;
use clipmark_record::laws::{Basis, Finding};

/// From here on numbers are written with an exponent: no law speaks of such, and a run gone wrong does.
const HUGE: f64 = 1e9;

/// As many digits as f32 holds, without trailing zeros behind the third decimal.
fn number(value: f64) -> String {
    if value.is_finite() && value.abs() >= HUGE {
        return format!("{value:.2e}").replace('-', "−");
    }
    if value == value.trunc() {
        return format::fixed(value, 0);
    }
    let magnitude = value.abs().log10().floor();
    if magnitude < -4.0 {
        return format::small(value);
    }
    let decimals = (6.0 - magnitude).clamp(0.0, 6.0) as usize;
    let text = format::fixed(value, decimals);
    let least = text.find('.').map_or(text.len(), |dot| dot + 4);
    let used = text.trim_end_matches('0').trim_end_matches('.').len();
    text[..used.max(least).min(text.len())].to_owned()
}

/// With its sign; nothing is `0`.
fn deviation(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        v if !v.is_finite() => format::NONE.into(),
        v if v.abs() >= HUGE => format!("{v:+.2e}").replace('-', "−"),
        v => format!("{}{}", if v < 0.0 { "−" } else { "+" }, format::small(v.abs())),
    }
}

/// The predicted number, marked where it is no formula's.
fn basis(finding: &Finding) -> &'static str {
    match finding.basis {
        Basis::Formula => "formula",
        Basis::Recurrence => "recurrence",
        Basis::Simulated => "simulated",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_of_f32() {
        assert_eq!(number(45.427_612_3), "45.42761");
        assert_eq!(number(320.0), "320");
        assert_eq!(number(65.3378), "65.3378");
        assert_eq!(number(18.5), "18.500");
        assert_eq!(number(-6.184_2), "−6.1842");
        assert_eq!(number(203_981.4), "203,981.4");
        assert_eq!(deviation(-1.5e-5), "−1.5e-5");
        assert_eq!(deviation(f64::NAN), "–");
        assert_eq!([number(f64::NAN), number(-3e12)], ["–", "−3.00e12"]);
        assert_eq!(deviation(3e12), "+3.00e12");
    }
}
