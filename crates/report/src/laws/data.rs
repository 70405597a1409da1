//! `laws.csv`: a row a finding, with bare numbers.

use super::basis;
use crate::cells::{Exact, Figure, Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::laws::{LawResults, Side};

/// Every finding.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub(super) fn law_csv(book: &LawResults) -> Result<String, ReportError> {
    csv_file("laws", rows(book))
}

row! {
    /// A row of the CSV: a finding.
    struct Row<'a> {
        law: Text<'a>,
        title: Text<'a>,
        contestant: Text<'a>,
        case: Text<'a>,
        quantity: Text<'a>,
        unit: Text<'a>,
        basis: Text<'a>,
        predicted: Exact<f64>,
        printed: Text<'a>,
        print_agrees: bool,
        measured: Exact<f64>,
        deviation: Figure,
        tolerance: Figure,
        bound_only: bool,
        held: bool,
        why: Text<'a>,
    }
}

fn rows(book: &LawResults) -> impl Iterator<Item = Row<'_>> {
    book.laws.iter().flat_map(|law| {
        law.findings.iter().map(|f| Row {
            law: law.id.as_str().into(),
            title: law.title.as_str().into(),
            contestant: book.contestant.as_str().into(),
            case: f.case.as_str().into(),
            quantity: f.quantity.as_str().into(),
            unit: f.unit.as_str().into(),
            basis: basis(f).into(),
            predicted: Exact(f.predicted),
            printed: f.printed.as_deref().unwrap_or_default().into(),
            print_agrees: f.print_agrees,
            measured: Exact(f.measured),
            deviation: Figure(f.deviation),
            tolerance: Figure(f.tolerance),
            bound_only: f.side != Side::Both,
            held: f.held,
            why: f.why.as_str().into(),
        })
    })
}
