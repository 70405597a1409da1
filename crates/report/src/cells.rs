//! Cells of CSV files: numbers without unit, grouping or the sign of a zero; what is missing is an empty cell.
//!
//! States and answers are exact: the shortest form that reads back to the same bits. Figures made from them are rounded, so
//! that a sum of ticks reads 10.727 and not 10.727000000000004.

use crate::error::ReportError;
use std::fmt::{Display, LowerExp};
use std::ops::Range;

/// Significant digits of a figure: as many as tell any two `f32` apart (C's `FLT_DECIMAL_DIG`), so that one widened to `f64`
/// still reads back to its bits. No time is measured to more.
const DIGITS: usize = 9;
/// Numbers outside are written with an exponent: without it they are rows of zeros.
const PLAIN: Range<f64> = 1e-4..1e15;

/// A number, or a truth value, to its last bit.
pub(crate) fn exact<T: Display + LowerExp + Copy + Into<f64>>(value: T) -> String {
    let size = value.into().abs();
    if !size.is_finite() {
        String::new()
    } else if size == 0.0 {
        "0".into()
    } else if !PLAIN.contains(&size) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// A figure that was derived: a time, a distance, a share, a percentile.
pub(crate) fn figure(value: f64) -> String {
    let rounded = format!("{value:.0$e}", DIGITS - 1);
    exact(rounded.parse().unwrap_or(value))
}

pub(crate) fn exacts<T: Display + LowerExp + Copy + Into<f64>>(values: &[T]) -> Vec<String> {
    values.iter().copied().map(exact).collect()
}

pub(crate) fn figures(values: &[f64]) -> Vec<String> {
    values.iter().copied().map(figure).collect()
}

/// Whole numbers and truth values.
pub(crate) fn texts<T: Display>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// A file: a head and rows as long as it.
pub(crate) fn file(
    name: &'static str,
    head: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<String, ReportError> {
    let failed = |source| ReportError::Csv { name, source };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(head).map_err(failed)?;
    for row in rows {
        writer
            .write_record(row.iter().map(|cell| inert(cell)))
            .map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|e| failed(e.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A cell that a spreadsheet does not take for a formula: text that begins like one is quoted with `'` (OWASP, *CSV
/// Injection*). Numbers stay as they are.
fn inert(cell: &str) -> String {
    let suspicious = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if suspicious {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;

    #[test]
    fn figures_are_rounded_and_zeros_have_no_sign() {
        assert_eq!(figure(10.727000000000004), "10.727");
        assert_eq!(figure(0.1 + 0.2), "0.3");
        assert_eq!(figure(182.38247191), "182.382472");
        assert_eq!(figure(-0.0), "0");
        assert_eq!(exact(-0.0f32), "0");
        assert_eq!(figure(-1.5), "-1.5");
        assert_eq!(figure(1.0 / 3e7), "3.33333333e-8");
        assert_eq!(figure(123_456_789.4), "123456789");
        assert_eq!(
            [figure(f64::NAN), figure(f64::INFINITY), exact(f64::NAN)],
            ["", "", ""]
        );
    }

    #[test]
    fn what_is_exact_and_every_f32_read_back_to_their_bits() {
        let third = 1.0f64 / 3.0;
        assert_eq!(exact(third).parse::<f64>().unwrap().to_bits(), third.to_bits());
        for bits in (0..u32::MAX).step_by(65_521) {
            let value = f32::from_bits(bits);
            if value.is_finite() && value != 0.0 {
                assert_eq!(figure(f64::from(value)).parse::<f32>().unwrap().to_bits(), bits);
                assert_eq!(exact(value).parse::<f32>().unwrap().to_bits(), bits);
            }
        }
    }
}
