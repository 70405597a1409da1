//! The page of laws: one file with its style and its plots inside.

use super::text::tolerance_text;
use super::{basis, deviation, number};
use crate::error::ReportError;
use crate::format;
use crate::frame;
use crate::palette;
use crate::plot::Plot;
use askama::Template;
use clipmark_record::laws::{LawRecord, LawResults, Side};
use std::path::Path;

/// The template's data; the template escapes all of it but the plots.
#[derive(Template)]
#[template(path = "laws.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    hover: &'static str,
    book: &'a LawResults,
    heading: String,
    failed: Vec<&'a LawRecord>,
    sections: Vec<Section<'a>>,
    /// Where tolerances come from, each once.
    reasons: Vec<&'a str>,
}

struct Section<'a> {
    law: &'a LawRecord,
    /// Where it is explained.
    link: String,
    held: usize,
    closest: String,
    plot: &'a Plot,
    svg: String,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    case: &'a str,
    quantity: &'a str,
    unit: &'a str,
    predicted: String,
    simulated: bool,
    printed: &'a str,
    print_agrees: bool,
    measured: String,
    deviation: String,
    tolerance: String,
    /// Which of the reasons, counting from 1.
    reason: usize,
    held: bool,
}

pub(crate) fn page(book: &LawResults, plots: &[Plot], dir: &Path) -> Result<String, ReportError> {
    let findings = || book.laws.iter().flat_map(|law| &law.findings);
    let printed = findings().filter(|f| f.printed.is_some()).count();
    let mut reasons = Vec::new();
    let sections = book.laws.iter().zip(plots);
    let sections = sections
        .map(|(law, plot)| section(law, plot, &mut reasons))
        .collect();
    let page = Page {
        colours: palette::variables(),
        hover: crate::replay::HOVER,
        book,
        heading: format!(
            "{} · {} · {} of them with a figure printed beside the law · played on {} in {}",
            format::plural(book.laws.len(), "law", "laws"),
            format::plural(findings().count(), "finding", "findings"),
            format::count(printed),
            book.contestant,
            book.numbers
        ),
        failed: book.laws.iter().filter(|law| !law.held()).collect(),
        sections,
        reasons,
    };
    frame::framed(&page.render()?, &book.made, Some(dir), &[crate::replay::HOVER])
}

fn section<'a>(law: &'a LawRecord, plot: &'a Plot, reasons: &mut Vec<&'a str>) -> Section<'a> {
    let mut rows = Vec::new();
    for f in &law.findings {
        let reason = reasons.iter().position(|r| *r == f.why).unwrap_or_else(|| {
            reasons.push(&f.why);
            reasons.len() - 1
        });
        rows.push(Row {
            case: &f.case,
            quantity: &f.quantity,
            unit: &f.unit,
            predicted: number(f.predicted),
            simulated: basis(f) == "simulated",
            printed: f.printed.as_deref().unwrap_or_default(),
            print_agrees: f.print_agrees,
            measured: number(f.measured),
            deviation: deviation(f.deviation),
            tolerance: tolerance_text(f),
            reason: reason + 1,
            held: f.held,
        });
    }
    // The nearest that a finding with room on both sides came to its limit.
    let used = law
        .findings
        .iter()
        .filter(|f| f.tolerance > 0.0 && f.side == Side::Both);
    let used = used.map(|f| f.deviation.abs() / f.tolerance).fold(0.0, f64::max);
    Section {
        law,
        link: crate::docs_link(&law.id).unwrap_or_default(),
        held: law.findings.iter().filter(|f| f.held).count(),
        closest: format!("{} %", format::fixed(100.0 * used, 0)),
        plot,
        svg: plot.inline(),
        rows,
    }
}
