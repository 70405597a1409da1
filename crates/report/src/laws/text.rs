//! The findings on the terminal and as CSV.

use super::{basis, deviation, number};
use crate::csv_files;
use crate::error::ReportError;
use crate::format;
use crate::table::{Paint, Style, clean, padded, red, width, wrapped};
use anstyle::Style as Ansi;
use clipmark_record::laws::{Finding, LawResults, Side};
use std::path::Path;

/// Every law with its findings, and how many held.
pub fn law_table(book: &LawResults, style: Style, report: Option<&Path>) -> String {
    let paint = Paint(style);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    let all = || book.laws.iter().flat_map(|law| &law.findings);
    let columns = |f: &Finding| {
        [
            clean(&f.case),
            clean(&f.quantity),
            number(f.predicted),
            number(f.measured),
            deviation(f.deviation),
            tolerance_text(f),
        ]
    };
    let heads = [
        "case",
        "quantity",
        "predicted",
        "measured",
        "deviation",
        "tolerance",
    ];
    let widths: Vec<usize> = (0..heads.len())
        .map(|c| {
            all()
                .map(|f| width(&columns(f)[c]))
                .chain([width(heads[c])])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let row = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate();
        cells
            .map(|(c, (text, to))| padded(text, *to, c > 1))
            .collect::<Vec<_>>()
            .join("  ")
    };
    for law in &book.laws {
        line(paint.with(Ansi::new().bold(), &format!("{} {}", law.id, clean(&law.title))));
        line(paint.with(
            Ansi::new().dimmed(),
            &format!("    {}", row(&heads.map(String::from))),
        ));
        for finding in &law.findings {
            let mark = if finding.held { "✓" } else { "✗" };
            let text = format!("  {mark} {}  {}", row(&columns(finding)), finding.unit);
            line(if finding.held {
                text
            } else {
                paint.with(red(), &text)
            });
            if !finding.print_agrees {
                let text = format!(
                    "    the law's text prints {}, which is not what it predicts",
                    finding.printed.as_deref().unwrap_or_default()
                );
                line(paint.with(red(), &text));
            }
        }
        for remark in &law.remarks {
            wrapped(&clean(remark), "    ")
                .into_iter()
                .enumerate()
                .for_each(|(i, t)| line(if i == 0 { format!("    {t}") } else { t }));
        }
    }
    let held = all().filter(|f| f.held).count();
    let laws = book.laws.iter().filter(|law| law.held()).count();
    line(paint.with(
        Ansi::new().bold(),
        &format!(
            "{laws} of {} on {}: {held} of {}.",
            format::plural(book.laws.len(), "law holds", "laws hold"),
            clean(&book.contestant),
            format::plural(all().count(), "finding", "findings"),
        ),
    ));
    if let Some(path) = report {
        line(paint.with(Ansi::new().underline(), &clean(&path.display().to_string())));
    }
    out
}

/// `±0.0032`, `≤ +0.12`, `≥ −0.12`, or `exact`.
pub(super) fn tolerance_text(finding: &Finding) -> String {
    match (finding.side, finding.tolerance) {
        (Side::AtMost, t) => format!("≤ +{}", format::small(t)),
        (Side::AtLeast, t) => format!("≥ −{}", format::small(t)),
        (Side::Both, 0.0) => "exact".into(),
        (Side::Both, t) => format!("±{}", format::small(t)),
    }
}

/// One row a finding, with bare numbers.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub fn law_csv(book: &LawResults) -> Result<String, ReportError> {
    csv(book)
}

pub(crate) fn csv(book: &LawResults) -> Result<String, ReportError> {
    const HEAD: [&str; 16] = [
        "law",
        "title",
        "contestant",
        "case",
        "quantity",
        "unit",
        "basis",
        "predicted",
        "printed",
        "print_agrees",
        "measured",
        "deviation",
        "tolerance",
        "bound_only",
        "held",
        "why",
    ];
    let rows = book.laws.iter().flat_map(|law| {
        law.findings.iter().map(move |f| {
            vec![
                law.id.clone(),
                law.title.clone(),
                book.contestant.clone(),
                f.case.clone(),
                f.quantity.clone(),
                f.unit.clone(),
                basis(f).to_owned(),
                f.predicted.to_string(),
                f.printed.clone().unwrap_or_default(),
                f.print_agrees.to_string(),
                f.measured.to_string(),
                f.deviation.to_string(),
                f.tolerance.to_string(),
                (f.side != Side::Both).to_string(),
                f.held.to_string(),
                f.why.clone(),
            ]
        })
    });
    csv_files::file("laws.csv", &HEAD, rows)
}
