//! Costs: what was asked, the tables, whose answers are wrong, and the plots. A table is made once, for terminal, Markdown and page.

mod plots;
mod tables;

use crate::error::ReportError;
use crate::format::{self, count, plural};
use crate::grid::View;
use crate::study::{Cell, Column, Report, Sentence, Study, Table as StudyTable};
use crate::style::clean;
use clipmark_record::each_once;
use clipmark_record::held::Held;
use clipmark_record::verdicts::Verdict;
use clipmark_rows::{Axis, Case, Check, Results, Table, results, write_csv};
use serde::{Serialize, Serializer};
use std::path::Path;

const ABOUT: &str = "Contestants take turns in every round, and each round asks new questions. A ratio is the median of the \
                     ratios within rounds, with its 95 % interval; it is not about anybody whose answers are wrong.";
/// In place of a verdict where every case is left out.
const NOTHING_ASKED: &str = "no run was asked, so none passed";
/// Sentences of a kind on a terminal.
const SENTENCES: usize = 3;

/// The results of `bench` as a study.
#[derive(Debug)]
pub struct BenchStudy<'a>(pub &'a Results);

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    run: &'a results::Run,
    cases: &'a [Case],
}

impl Serialize for BenchStudy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Results { run, cases, .. } = self.0;
        Whole { run, cases }.serialize(serializer)
    }
}

impl Study for BenchStudy<'_> {
    const NAME: &'static str = "bench";
    const KEPT: Option<&'static str> = Some(results::FILE);
    const PARTS: &'static [&'static str] = &["plots"];
    const ASKED: &'static [&'static str] = &["subjects", "options"];

    fn report(&self) -> Result<Report, ReportError> {
        let Results { run, cases, .. } = self.0;
        Ok(Report {
            title: "What contestants cost",
            about: ABOUT,
            made: run.made.clone(),
            heading: heading(self.0),
            machine: run.machine.clone(),
            verdict: vec![headline(self.0)],
            tables: tables::tables(cases).iter().map(|table| table.into()).collect(),
            notes: wrong(cases).into_iter().chain(notes(cases)).collect(),
            plots: plots::plots(cases)?,
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let timed = self.0.cases.iter().filter(|case| case.is_judged());
        timed
            .map(|case| Verdict::new(&case.contestant, case.place(), case.describe()))
            .collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        let written = write_csv(&self.0.run, &self.0.cases);
        written.map(Some).map_err(|source| ReportError::Csv {
            name: Self::NAME,
            source,
        })
    }

    fn json(&self) -> Result<String, ReportError> {
        Ok(self.0.text()?)
    }
}

/// The results on a terminal; `page` is the page's place.
pub fn bench_text(results: &Results, view: impl Into<View>, page: &Path) -> String {
    let (cases, view) = (&results.cases, view.into());
    let mut out = String::new();
    push_lines(&mut out, &[heading(results)], view);
    push_lines(&mut out, &left_out(cases), view);
    for table in tables::tables(cases) {
        out += &format!("\n{}", table.text());
    }
    out.push('\n');
    push_lines(&mut out, &wrong(cases), view);
    push_lines(&mut out, &notes(cases), view);
    let (failed, all) = (failing(cases).len(), names(cases).len());
    let page = page.display();
    out + &match failed {
        0 if bench_passes(cases) => format!("passed · exit 0 · {page}\n"),
        0 => format!("{NOTHING_ASKED} · exit 1 · {page}\n"),
        _ => format!("failed: {failed} of {all} · exit 1 · {page}\n"),
    }
}

/// Whether nothing failed, of at least one case of sweeps or players: a build alone answers nothing.
pub fn bench_passes(cases: &[Case]) -> bool {
    let asks = |case: &Case| {
        let of = [Axis::Lengths, Axis::Players].map(|axis| case.axes.get(axis));
        case.is_judged() && of != ["", ""]
    };
    cases.iter().any(asks) && failing(cases).is_empty()
}

/// The first few lines; the others are counted.
fn push_lines(out: &mut String, lines: &[String], view: View) {
    let first = lines.iter().take(SENTENCES);
    for line in first.flat_map(|line| view.wrapped(&clean(line), "  ")) {
        *out += &format!("{line}\n");
    }
    if lines.len() > SENTENCES {
        *out += &format!("{} more on the page\n", lines.len() - SENTENCES);
    }
}

fn names(cases: &[Case]) -> Vec<&str> {
    each_once(cases.iter().map(|case| case.contestant.as_str()))
}

/// Contestants with a failed check.
fn failing(cases: &[Case]) -> Vec<&str> {
    let failed = cases.iter().filter(|case| case.severity().is_some());
    each_once(failed.map(|case| case.contestant.as_str()))
}

/// What was asked.
fn heading(results: &Results) -> String {
    let run = &results.run;
    let subject = run.subjects.first().map_or("", |subject| subject.name.as_str());
    let options = run.options.iter().map(|(name, value)| format!("{name} {value}"));
    // No option of the run: two runs that differ in it alone asked the same.
    let mut seeds = results
        .cases
        .iter()
        .filter_map(|case| case.facts.get("timing_seed"));
    let timing_seed = seeds.next().map(|seed| format!("timing seed {seed}"));
    let parts: Vec<String> = [subject.to_owned()]
        .into_iter()
        .chain(options)
        .chain(timing_seed)
        .collect();
    parts.join(" · ")
}

fn headline(results: &Results) -> Sentence {
    let failing = failing(&results.cases);
    match failing.is_empty() {
        true if bench_passes(&results.cases) => Sentence::good("No checked answer is wrong."),
        true => Sentence::bad(format!("{NOTHING_ASKED}.")),
        false => Sentence::bad(format!(
            "Not ranked, as answers are wrong: {}.",
            failing.join(", ")
        )),
    }
}

/// Whose answers are wrong, a line each.
fn wrong(cases: &[Case]) -> Vec<String> {
    let of_one = |name: &str| {
        let own = || cases.iter().filter(move |case| case.contestant == name);
        let sum = |check: Check| {
            let rows = own().filter_map(|case| case.row(check));
            rows.fold([0, 0], |[failed, asked], row| {
                [failed + row.failed, asked + row.asked]
            })
        };
        let [wrong, checked] = sum(Check::WrongAnswer);
        let [other, timed] = sum(Check::OtherAnswer);
        let [company, _] = sum(Check::Company);
        let mut all = Vec::new();
        if wrong > 0 {
            all.push(format!(
                "{} of {} checked answers are wrong",
                count(wrong),
                count(checked)
            ));
        }
        if other > 0 {
            all.push(format!(
                "{} of {} answers differ under the clock",
                count(other),
                count(timed)
            ));
        }
        if company > 0 {
            all.push("its players end elsewhere in company than alone".into());
        }
        format!("{name}: {}; not ranked", all.join("; "))
    };
    failing(cases).into_iter().map(of_one).collect()
}

/// Contestants that were not measured, with the reason.
fn left_out(cases: &[Case]) -> Vec<String> {
    let of_one = |case: &Case| {
        let why = case.reason()?;
        let setting = match case.axes.is_empty() {
            true => String::new(),
            false => format!(" of {}", case.axes.describe()),
        };
        Some(format!("{} is left out{setting}: {why}", case.contestant))
    };
    let mut lines: Vec<String> = cases.iter().filter_map(of_one).collect();
    lines.dedup();
    lines
}

/// What a reader must know of the figures.
fn notes(cases: &[Case]) -> Vec<String> {
    let mut all = Vec::new();
    let has = |check: Check| cases.iter().any(|case| case.row(check).is_some());
    if has(Check::TimesSweep) || has(Check::TimesFrame) {
        all.push("± is half of the 95 % interval of a ratio within rounds; ? is undecided".into());
    }
    all.extend(parts_left_out(cases));
    for case in cases {
        if let Some(caveat) = case.facts.get("clock") {
            all.push(format!("{}, {}: {caveat}", case.contestant, case.axes.describe()));
        }
        let bytes = |check: Check| Some(case.row(check)?.value? as usize);
        if let (counted @ Some(_), Some(said)) = (bytes(Check::Bytes), bytes(Check::BytesDeclared)) {
            all.extend(format::other_word(&case.contestant, &Held { counted, said }));
        }
    }
    all
}

/// Parts of a scene's world that are left out for all contestants.
fn parts_left_out(cases: &[Case]) -> Vec<String> {
    let count_of = |part: &str| {
        let counted = cases.iter().filter_map(|case| case.facts.get(part));
        counted.filter_map(|text| text.parse::<usize>().ok()).max()
    };
    let part = |(part, one, many, why): (&str, &str, &str, &str)| {
        let left = plural(count_of(part)?, one, many);
        Some(format!("left out for all: {left}, {why}"))
    };
    let parts = [
        (
            "patches_left_out",
            "curved patch",
            "curved patches",
            "which not every contestant collides with",
        ),
        (
            "triangles_left_out",
            "triangle",
            "triangles",
            "which not every contestant collides with",
        ),
        (
            "movers_left_out",
            "mover",
            "movers",
            "since the world stands still",
        ),
    ];
    parts.into_iter().filter_map(part).collect()
}

impl From<&Table> for StudyTable {
    fn from(table: &Table) -> Self {
        let columns = table.columns.iter().map(|column| match column.is_number {
            true => Column::numbers(&*column.head, 0),
            false => Column::text(&*column.head),
        });
        let rows = table.lines.iter().map(|line| {
            let cells = line.cells.iter().enumerate();
            cells
                .map(|(i, cell)| Cell::judged(&*cell.text, i == 0 && line.is_failed))
                .collect()
        });
        let subject = table.title.split(';').next().unwrap_or_default();
        let id = subject.replace(|c: char| !c.is_alphanumeric(), "-");
        Self {
            rows: rows.collect(),
            ..Self::new(id, &*table.title, "", columns.collect())
        }
    }
}
