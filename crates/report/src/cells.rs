//! Cells of tables: numbers without unit, grouping or the sign of a zero. A missing value is an empty cell.
//!
//! States and answers are exact: the shortest form that reads back to the same bits. Figures made from them are rounded, so
//! that a sum of ticks reads 10.727 and not 10.727000000000004.

use crate::error::ReportError;
use clipmark_record::counts::{Class, Counts};
use std::borrow::Cow;
use std::fmt::{Display, LowerExp};
use std::ops::Range;

/// Significant digits of a figure: enough to tell any two `f32` apart (C's `FLT_DECIMAL_DIG`). So one widened to `f64` still
/// reads back to its bits. No time is measured to more.
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

/// A type that a field of a row may have.
pub(crate) trait Cell {
    /// The written text.
    fn text(&self) -> Cow<'_, str>;
}

/// A source of a row's columns. A cell fills one, by the name of its field; counts fill one for each class of their table.
pub(crate) trait Columns {
    /// Adds the names of its columns.
    fn columns(field: &'static str, all: &mut Vec<&'static str>);

    /// Adds its cells, in the order of its columns.
    fn cells<'a>(&'a self, all: &mut Vec<Cow<'a, str>>);
}

impl<T: Cell> Columns for T {
    fn columns(field: &'static str, all: &mut Vec<&'static str>) {
        all.push(field);
    }

    fn cells<'a>(&'a self, all: &mut Vec<Cow<'a, str>>) {
        all.push(self.text());
    }
}

impl<K: Class> Columns for Counts<K> {
    fn columns(_: &'static str, all: &mut Vec<&'static str>) {
        all.extend(Self::default().iter().map(|(class, _)| class.key()));
    }

    fn cells<'a>(&'a self, all: &mut Vec<Cow<'a, str>>) {
        all.extend(self.iter().map(|(_, n)| Cow::from(n.to_string())));
    }
}

impl<K: Class> Columns for Option<Counts<K>> {
    fn columns(field: &'static str, all: &mut Vec<&'static str>) {
        Counts::<K>::columns(field, all);
    }

    fn cells<'a>(&'a self, all: &mut Vec<Cow<'a, str>>) {
        let none = Counts::<K>::default();
        let nothing = none.iter().map(|_| Cow::from(""));
        match self {
            Some(counts) => counts.cells(all),
            None => all.extend(nothing),
        }
    }
}

/// A struct whose fields are the columns of a table, by their names; [`row!`] declares one. A table whose columns are single cells needs
/// none: [`csv!`] takes them.
pub(crate) trait Row {
    /// Name of each column.
    fn columns() -> Vec<&'static str>;

    /// The cells, in the order of the columns.
    fn cells(&self) -> Vec<Cow<'_, str>>;
}

/// Declares a row: a struct with the trait [`Row`].
macro_rules! row {
    ($(#[$about:meta])* struct $name:ident<$life:lifetime> { $($(#[$note:meta])* $field:ident: $cell:ty,)* }) => {
        $(#[$about])*
        #[derive(Default)]
        struct $name<$life> {
            $($(#[$note])* $field: $cell,)*
        }

        impl<$life> $crate::cells::Row for $name<$life> {
            fn columns() -> Vec<&'static str> {
                let mut all = Vec::new();
                $(<$cell as $crate::cells::Columns>::columns(stringify!($field), &mut all);)*
                all
            }

            fn cells(&self) -> Vec<::std::borrow::Cow<'_, str>> {
                let mut all = Vec::new();
                $($crate::cells::Columns::cells(&self.$field, &mut all);)*
                all
            }
        }
    };
}
pub(crate) use row;

impl Cell for Text<'_> {
    fn text(&self) -> Cow<'_, str> {
        inert(&self.0)
    }
}

impl Cell for &str {
    fn text(&self) -> Cow<'_, str> {
        inert(self)
    }
}

impl Cell for String {
    fn text(&self) -> Cow<'_, str> {
        inert(self)
    }
}

/// As a [`Figure`].
impl Cell for f64 {
    fn text(&self) -> Cow<'_, str> {
        figure(*self).into()
    }
}

impl<T: Display + LowerExp + Copy + Into<f64>> Cell for Exact<T> {
    fn text(&self) -> Cow<'_, str> {
        exact(self.0).into()
    }
}

impl Cell for Figure {
    fn text(&self) -> Cow<'_, str> {
        figure(self.0).into()
    }
}

/// Counts and truth values, as they print.
macro_rules! plain {
    ($($plain:ty),+) => {
        $(impl Cell for $plain {
            fn text(&self) -> Cow<'_, str> {
                self.to_string().into()
            }
        })+
    };
}
plain!(usize, u32, u8, bool);

impl<T: Cell> Cell for Option<T> {
    fn text(&self) -> Cow<'_, str> {
        self.as_ref().map_or(Cow::Borrowed(""), T::text)
    }
}

/// A table as CSV, with a head.
pub(crate) fn csv_file<R: Row>(
    name: &'static str,
    rows: impl Iterator<Item = R>,
) -> Result<String, ReportError> {
    let cells = |row: R| row.cells().into_iter().map(Cow::into_owned).collect();
    written(name, &R::columns(), rows, cells)
}

/// Heads, then the cells of each row.
pub(crate) fn written<R>(
    name: &'static str,
    heads: &[&str],
    rows: impl IntoIterator<Item = R>,
    cells: impl Fn(R) -> Vec<String>,
) -> Result<String, ReportError> {
    let failed = |source| ReportError::Csv { name, source };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heads).map_err(failed)?;
    for row in rows {
        writer.write_record(cells(row)).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|e| failed(e.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The same table with the rules of its judge as the last column, for a file that lies beside no results.
///
/// # Errors
/// [`ReportError::Csv`] if the text is no table.
pub fn csv_with_rules(text: &str, rules: u32) -> Result<String, ReportError> {
    let name = "rules";
    let failed = |source| ReportError::Csv { name, source };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().map_err(failed)?.clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().map_err(failed)?;
    let heads: Vec<&str> = heads.iter().chain([name]).collect();
    written(name, &heads, &rows, |row| {
        let cells = row.iter().map(String::from);
        cells.chain([rules.to_string()]).collect()
    })
}

/// A cell that no spreadsheet reads as a formula: text that begins like one gets a leading `'` (OWASP, *CSV Injection*).
/// Numbers stay as they are.
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

    row! {
        struct Sample<'a> {
            name: Text<'a>,
            u: Figure,
            bits: Exact<f32>,
            ns: Option<Figure>,
            ok: bool,
        }
    }

    #[test]
    fn a_file_has_a_head_with_and_without_rows_and_no_formula() {
        let row = Sample {
            name: "=1+1, \"x\"".into(),
            u: Figure(0.1 + 0.2),
            bits: Exact(f32::NAN),
            ns: None,
            ok: true,
        };
        assert_eq!(
            csv_file("x", [row].into_iter()).unwrap(),
            "name,u,bits,ns,ok\n\"'=1+1, \"\"x\"\"\",0.3,,,true\n"
        );
        assert_eq!(
            csv_file("x", std::iter::empty::<Sample>()).unwrap(),
            "name,u,bits,ns,ok\n"
        );
    }

    #[test]
    fn a_column_of_rules_is_the_last_and_changes_no_other() {
        let text = "name,u\n\"a, \"\"x\"\"\n2\",1\nb,\n";
        assert_eq!(
            csv_with_rules(text, 3).unwrap(),
            "name,u,rules\n\"a, \"\"x\"\"\n2\",1,3\nb,,3\n"
        );
        assert_eq!(csv_with_rules("name\n", 3).unwrap(), "name,rules\n");
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
                // As a notebook has it: read as f64, then cast.
                assert_eq!((exact(value).parse::<f64>().unwrap() as f32).to_bits(), bits);
            }
        }
    }
}
