//! `laws.csv`: a row a finding, with bare numbers.

use super::basis;
use crate::cells::{Exact, csv};
use crate::error::ReportError;
use clipmark_record::laws::{LawResults, Side};

/// Every finding.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub(super) fn law_csv(book: &LawResults) -> Result<String, ReportError> {
    let laws = book.laws.iter();
    let findings = laws.flat_map(|law| law.findings.iter().map(move |f| (law, f)));
    csv!("laws", findings, |(law, f)| {
        law: law.id.as_str(),
        title: law.title.as_str(),
        contestant: book.contestant.as_str(),
        case: f.case.as_str(),
        quantity: f.quantity.as_str(),
        unit: f.unit.as_str(),
        basis: basis(f),
        predicted: Exact(f.predicted),
        printed: f.printed.as_deref().unwrap_or_default(),
        print_agrees: f.print_agrees,
        measured: Exact(f.measured),
        deviation: f.deviation,
        tolerance: f.tolerance,
        bound_only: f.side != Side::Both,
        held: f.held,
        why: f.why.as_str(),
    })
}
