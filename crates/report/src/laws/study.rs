//! The report on the laws: first those that do not hold, then each with its formula, its plot and its findings.

use super::{basis, data, deviation, number};
use crate::error::ReportError;
use crate::format::{self, plural};
use crate::plot::{Plot, laws as plot};
use crate::study::{
    Cell, Column, Detail, Figure, Mark, On, Part, Report, Section, Sentence, Shape, Study, Table,
};
use clipmark_record::laws::{Finding, LawRecord, LawResults, Side};
use clipmark_record::verdicts::Verdict;

const ABOUT: &str = "What arithmetic predicts for the movement of these profiles, and what it does when played \
                     tick by tick. In the plots lines are the law, dots were measured.";

impl Study for LawResults {
    const NAME: &'static str = "laws";
    const MARKDOWN: &'static str = "laws.md";
    const PARTS: &'static [&'static str] = &[Self::PLOTS];
    const PLOTS: &'static str = "plots";
    const IS_RESUMED: bool = true;
    const ASKED: &'static [&'static str] = &["numbers"];

    fn report(&self) -> Result<Report, ReportError> {
        let mut parts = vec![
            overview(self).into(),
            Part::Section(Section {
                id: "each".into(),
                title: "Law by law".into(),
                ..Section::default()
            }),
        ];
        for (law, plot) in self.laws.iter().zip(plot::plots(self)?) {
            parts.extend(law_by_itself(law, plot));
        }
        parts.push(measured(self).into());
        let broken = self.laws.iter().flat_map(|law| {
            let findings = law.findings.iter();
            findings.flat_map(|finding| broken(law, finding))
        });
        Ok(Report {
            title: "Laws of movement",
            about: ABOUT,
            made: self.made.clone(),
            heading: heading(self),
            verdict: [answer(self)].into_iter().chain(broken_laws(self)).collect(),
            failures: broken.collect(),
            parts,
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let findings = self
            .laws
            .iter()
            .flat_map(|law| law.findings.iter().map(move |f| (law, f)));
        let verdict = |(law, f): (&LawRecord, &Finding)| {
            let failed = match f.held {
                true => String::new(),
                false => format!("{} for {} predicted", number(f.measured), number(f.predicted)),
            };
            Verdict::new(
                &self.contestant,
                format!("{}, {}, {}", law.id, f.case, f.quantity),
                failed,
            )
        };
        findings.map(verdict).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        data::law_csv(self).map(Some)
    }

    fn json(&self) -> Result<String, ReportError> {
        Ok(serde_json::to_string(self)?)
    }
}

fn answer(book: &LawResults) -> Sentence {
    let all = || book.laws.iter().flat_map(|law| &law.findings);
    let held = all().filter(|f| f.held).count();
    let laws = book.laws.iter().filter(|law| law.held()).count();
    Sentence {
        text: format!(
            "{laws} of {} on {}: {held} of {}.",
            plural(book.laws.len(), "law holds", "laws hold"),
            book.contestant,
            plural(all().count(), "finding", "findings"),
        ),
        bad: laws < book.laws.len(),
    }
}

/// The laws that do not hold, by name.
fn broken_laws(book: &LawResults) -> Option<Sentence> {
    let broken = book.laws.iter().filter(|law| !law.held());
    let names: Vec<String> = broken.map(|law| format!("{} {}", law.id, law.title)).collect();
    (!names.is_empty()).then(|| Sentence::bad(format!("broken: {}", names.join("; "))))
}

fn heading(book: &LawResults) -> String {
    let findings = || book.laws.iter().flat_map(|law| &law.findings);
    let printed = findings().filter(|f| f.printed.is_some()).count();
    format!(
        "{} · {} · {} of them with a figure printed beside the law · played on {} in {}",
        plural(book.laws.len(), "law", "laws"),
        plural(findings().count(), "finding", "findings"),
        format::count(printed),
        book.contestant,
        book.numbers
    )
}

/// What a finding breaks: its law, or the figure in print.
fn broken(law: &LawRecord, f: &Finding) -> Vec<Sentence> {
    let said = |what: String| {
        Sentence::bad(format!(
            "{} {} · {} · {}: {what}",
            law.id, law.title, f.case, f.quantity
        ))
    };
    let held = (!f.held).then(|| {
        said(format!(
            "predicted {}, measured {}, deviation {} ({}) {}",
            number(f.predicted),
            number(f.measured),
            deviation(f.deviation),
            tolerance(f),
            f.unit
        ))
    });
    let misprint = (!f.print_agrees).then(|| {
        let printed = f.printed.as_deref().unwrap_or_default();
        said(format!(
            "the law's text prints {printed}, which is not what it predicts"
        ))
    });
    held.into_iter().chain(misprint).collect()
}

fn overview(book: &LawResults) -> Table {
    let row = |law: &LawRecord| {
        let held = law.findings.iter().filter(|f| f.held).count();
        // The nearest that a finding with room on both sides came to its limit.
        let used = law
            .findings
            .iter()
            .filter(|f| f.tolerance > 0.0 && f.side == Side::Both);
        let used = used.map(|f| f.deviation.abs() / f.tolerance).fold(0.0, f64::max);
        let law_link = Cell {
            link: Some(format!("#{}", law.slug)),
            ..Cell::from(&*law.id)
        };
        vec![
            law_link,
            Cell::from(&*law.title),
            Cell::judged(format!("{held} of {}", law.findings.len()), !law.held()),
            Cell::from(match used <= 1.0 {
                true => format!("{} %", format::fixed(100.0 * used, 0)),
                false => "over 100 %".into(),
            }),
        ]
    };
    Table {
        rows: book.laws.iter().map(row).collect(),
        ..Table::new(
            "laws",
            "Which law holds",
            "findings that hold, of all, and the largest share of its tolerance that a finding uses",
            vec![
                Column::words("law"),
                Column::words("what"),
                Column::numbers("held", 0),
                Column::numbers("of tolerance", 1),
            ],
        )
    }
}

/// A law's formula, plot, findings and remarks.
fn law_by_itself(law: &LawRecord, plot: Plot) -> Vec<Part> {
    let explained = Section {
        id: law.slug.clone(),
        title: format!("{} {}", law.id, law.title),
        is_below: true,
        link: crate::docs_link(&law.id),
        says: vec![law.statement.clone(), format!("`{}`", law.formula)],
        ..Section::default()
    };
    let remarks = law.remarks.iter().map(|remark| format!("note: {remark}"));
    let remarks = Section {
        says: remarks.collect(),
        on: On::PAGE_AND_DETAILS,
        ..Section::default()
    };
    let figure = Figure {
        caption: format!("play it: `compare {}`", law.scene),
        plot,
    };
    vec![
        explained.into(),
        figure.into(),
        findings(law).into(),
        remarks.into(),
    ]
}

fn findings(law: &LawRecord) -> Table {
    let columns = vec![
        Column::words("case"),
        Column::words("quantity"),
        Column::numbers("predicted", 0),
        Column::numbers("in print", 0).on(On::PAGE),
        Column::numbers("measured", 0),
        Column::numbers("deviation", 0),
        Column::numbers("tolerance", 0),
        Column::words("unit"),
    ];
    let row = |f: &Finding| {
        let simulated = if basis(f) == "simulated" { "~ " } else { "" };
        let reason = Detail {
            text: f.why.clone(),
            link: None,
        };
        vec![
            Cell::from(&*f.case),
            Cell::from(&*f.quantity),
            Cell::from(format!("{simulated}{}", number(f.predicted))),
            Cell::judged(f.printed.as_deref().unwrap_or_default(), !f.print_agrees),
            Cell::from(number(f.measured)),
            Cell::marked(
                deviation(f.deviation),
                if f.held { Mark::Good } else { Mark::Bad },
            ),
            Cell {
                details: vec![reason],
                ..Cell::from(tolerance(f))
            },
            Cell::from(&*f.unit),
        ]
    };
    Table {
        caption: format!("{} {}", law.id, law.title),
        on: On::PAGE_AND_DETAILS,
        shape: Shape::Records,
        rows: law.findings.iter().map(row).collect(),
        ..Table::new("", format!("Findings of {}", law.id), "", columns)
    }
}

/// `±0.0032`, `≤ +0.12`, `≥ −0.12`, or `exact`.
fn tolerance(finding: &Finding) -> String {
    match (finding.side, finding.tolerance) {
        (Side::AtMost, t) => format!("≤ +{}", format::small(t)),
        (Side::AtLeast, t) => format!("≥ −{}", format::small(t)),
        (Side::Both, 0.0) => "exact".into(),
        (Side::Both, t) => format!("±{}", format::small(t)),
    }
}

fn measured(book: &LawResults) -> Section {
    let exact = book.numbers == "f64";
    let numbers = if exact { "f64 on exact geometry" } else { "f32" };
    let mut says = vec![
        format!(
            "Each case takes its law's scene, with the case's movement, tick and start, and plays its script on \
             {} through the same pipeline that the races use, in {numbers}.",
            book.contestant
        ),
        "Predicted is the law's formula or its recurrence in f64; a ~ marks figures that only a simulation \
         gives. In print is the figure beside the law, of an independent simulation or a publication, which the \
         prediction must equal to its last digit."
            .to_owned(),
        "The formula shares no code with the movement. Every tolerance says where it comes from, when pressed; \
         none was found by trying."
            .to_owned(),
    ];
    if !exact {
        says.push("`compare laws --contestant reference` plays the same in f64, to 1e-9.".to_owned());
    }
    Section {
        id: "measured".into(),
        title: "How it was measured".into(),
        says,
        ..Section::default()
    }
}
