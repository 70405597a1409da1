//! Cells of CSV files: numbers without unit, grouping or the sign of a zero; what is missing is an empty cell.
//!
//! States and answers are exact: the shortest form that reads back to the same bits. Figures made from them are rounded, so
//! that a sum of ticks reads 10.727 and not 10.727000000000004.

use crate::error::ReportError;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
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

/// A cell of words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text<'a>(pub Cow<'a, str>);

/// A cell with a state or an answer, to its last bit; empty if it is not finite.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Exact<T>(pub T);

/// A cell with a figure that was derived; empty if it is not finite.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figure(pub f64);

impl<'a, T: Into<Cow<'a, str>>> From<T> for Text<'a> {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&inert(&self.0))
    }
}

impl<T: Display + LowerExp + Copy + Into<f64>> Serialize for Exact<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&exact(self.0))
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&figure(self.0))
    }
}

/// A file whose columns are the fields of a row, by their names.
pub(crate) fn file<T: Serialize + Default>(
    name: &'static str,
    rows: impl Iterator<Item = T>,
) -> Result<String, ReportError> {
    let failed = |source| ReportError::Csv { name, source };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut any = false;
    for row in rows {
        writer.serialize(row).map_err(failed)?;
        any = true;
    }
    if !any {
        // The library writes the head with the first row.
        writer.serialize(T::default()).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|e| failed(e.into_error().into()))?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if !any {
        text.truncate(text.find('\n').map_or(0, |end| end + 1));
    }
    Ok(text)
}

/// A cell that a spreadsheet does not take for a formula: text that begins like one is quoted with `'` (OWASP, *CSV
/// Injection*). Numbers stay as they are.
fn inert(cell: &str) -> Cow<'_, str> {
    let suspicious = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if suspicious {
        format!("'{cell}").into()
    } else {
        cell.into()
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

    #[derive(Default, Serialize)]
    struct Row<'a> {
        name: Text<'a>,
        u: Figure,
        bits: Exact<f32>,
        ns: Option<Figure>,
        ok: bool,
    }

    #[test]
    fn a_file_has_a_head_with_and_without_rows_and_no_formula() {
        let row = Row {
            name: "=1+1, \"x\"".into(),
            u: Figure(0.1 + 0.2),
            bits: Exact(f32::NAN),
            ns: None,
            ok: true,
        };
        assert_eq!(
            file("x.csv", [row].into_iter()).unwrap(),
            "name,u,bits,ns,ok\n\"'=1+1, \"\"x\"\"\",0.3,,,true\n"
        );
        assert_eq!(
            file("x.csv", std::iter::empty::<Row>()).unwrap(),
            "name,u,bits,ns,ok\n"
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
