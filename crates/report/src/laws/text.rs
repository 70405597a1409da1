//! The findings on the terminal and as CSV.

use super::{basis, deviation, number};
use crate::cells::{Exact, Figure, Text, csv_file, row};
use crate::error::ReportError;
use crate::format;
use crate::grid::{Cell, Column, Grid, View, padded, width};
use crate::style::{clean, red};
use anstyle::Style as Ansi;
use clipmark_record::laws::{Finding, LawRecord, LawResults, Side};
use std::path::Path;

/// How many laws hold, then one line a law; findings that do not hold stand below theirs.
pub fn law_table(book: &LawResults, view: impl Into<View>, report: Option<&Path>) -> String {
    let view = view.into();
    let titles = book.laws.iter().map(titled).map(|t| width(&t));
    let to = titles.max().unwrap_or(0);
    text(book, view, report, |law| {
        let held = law.findings.iter().filter(|f| f.held).count();
        let mark = if law.held() { "✓" } else { "✗" };
        let count = format!(
            "{held} of {}",
            format::plural(law.findings.len(), "finding", "findings")
        );
        let row = format!("{mark} {}  {count}", padded(&titled(law), to, false));
        let style = if law.held() { Ansi::new() } else { red() };
        let mut lines = vec![view.paint(style, &row)];
        for finding in law.findings.iter().filter(|f| !f.held || !f.print_agrees) {
            lines.extend(folded(finding, view));
        }
        lines
    })
}

/// How many laws hold, then every law with all its findings and remarks.
pub fn law_details(book: &LawResults, view: impl Into<View>, report: Option<&Path>) -> String {
    let view = view.into();
    text(book, view, report, |law| {
        let mut lines = vec![view.paint(Ansi::new().bold(), &titled(law))];
        let grid = grid(&law.findings);
        if grid.is_whole(view.columns) {
            lines.extend(grid.lines(view));
            let misprints = law.findings.iter().filter(|f| !f.print_agrees);
            lines.extend(misprints.flat_map(|f| misprint(f, view)));
        } else {
            lines.extend(law.findings.iter().flat_map(|f| folded(f, view)));
        }
        for remark in &law.remarks {
            lines.extend(view.wrapped(&format!("note: {}", clean(remark)), "    "));
        }
        lines
    })
}

/// The answer, the findings on each law, and the page's path.
fn text(
    book: &LawResults,
    view: View,
    report: Option<&Path>,
    of: impl Fn(&LawRecord) -> Vec<String>,
) -> String {
    let all = || book.laws.iter().flat_map(|law| &law.findings);
    let held = all().filter(|f| f.held).count();
    let laws = book.laws.iter().filter(|law| law.held()).count();
    let answer = format!(
        "{laws} of {} on {}: {held} of {}.",
        format::plural(book.laws.len(), "law holds", "laws hold"),
        clean(&book.contestant),
        format::plural(all().count(), "finding", "findings"),
    );
    let mut lines = vec![view.paint(Ansi::new().bold(), &answer)];
    lines.extend(book.laws.iter().flat_map(of));
    if let Some(path) = report {
        let path = clean(&path.display().to_string());
        lines.push(view.paint(Ansi::new().underline(), &path));
    }
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn titled(law: &LawRecord) -> String {
    format!("{} {}", law.id, clean(&law.title))
}

/// The cells of a finding: case, quantity, prediction, measurement, deviation, tolerance, unit.
fn cells(f: &Finding) -> [String; 7] {
    [
        format!("{} {}", if f.held { "✓" } else { "✗" }, clean(&f.case)),
        clean(&f.quantity),
        number(f.predicted),
        number(f.measured),
        deviation(f.deviation),
        tolerance_text(f),
        clean(&f.unit),
    ]
}

/// The findings of a law in a row each.
fn grid(findings: &[Finding]) -> Grid {
    let columns = vec![
        Column::words("  case"),
        Column::words("quantity"),
        Column::numbers("predicted", 0),
        Column::numbers("measured", 0),
        Column::numbers("deviation", 0),
        Column::numbers("tolerance", 0),
        Column::words("unit"),
    ];
    let row = |f: &Finding| {
        let style = (!f.held).then(red);
        let cells = cells(f).into_iter();
        cells.map(|text| Cell { text, style }).collect()
    };
    let rows = findings.iter().map(row).collect();
    Grid { columns, rows }
}

/// A finding in lines, for terminals too narrow for a row.
fn folded(f: &Finding, view: View) -> Vec<String> {
    let [case, quantity, predicted, measured, deviation, tolerance, unit] = cells(f);
    let style = if f.held { Ansi::new() } else { red() };
    let figures =
        format!("predicted {predicted}, measured {measured}, deviation {deviation} ({tolerance}) {unit}");
    let row = format!("  {case} · {quantity}: {figures}");
    let lines = if width(row.trim_end()) <= view.columns {
        vec![row]
    } else {
        let mut lines = indented(&format!("{case} · {quantity}"), "  ", view);
        lines.extend(indented(&figures, "      ", view));
        lines
    };
    let lines = lines.into_iter().map(|t| view.paint(style, t.trim_end()));
    lines.chain(misprint(f, view)).collect()
}

fn misprint(f: &Finding, view: View) -> Vec<String> {
    if f.print_agrees {
        return Vec::new();
    }
    let printed = clean(f.printed.as_deref().unwrap_or_default());
    let text = format!("the law's text prints {printed}, which is not what it predicts");
    let lines = indented(&text, "      ", view).into_iter();
    lines.map(|t| view.paint(red(), &t)).collect()
}

fn indented(text: &str, indent: &str, view: View) -> Vec<String> {
    let columns = view.columns.saturating_sub(width(indent) + 2);
    let lines = View { columns, ..view }.wrapped(text, "  ").into_iter();
    lines.map(|line| format!("{indent}{line}")).collect()
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
