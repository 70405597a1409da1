//! The page: one file with its style and its plots inside, readable from disk and offline.

mod details;
mod facts;
mod findings;
mod row;

use crate::error::ReportError;
use crate::format;
use crate::frame;
use crate::matrix::{self, CORRECTNESS, Matrix, TIME};
use crate::palette;
use crate::plot::{Plot, errors};
use crate::replay::{self, Replay};
use crate::solver;
use crate::warnings::warnings;
use crate::why::why;
use askama::Template;
use clipmark_record::{Comparison, Expected};
use details::{Details, Tutorial, details, tutorial, with_others};
use facts::facts;
use findings::{FindingRow, Moment, findings};
use row::{Brief, PageRow, brief, row, starts_group};
use std::path::Path;

/// The template's data; the template escapes all of it but the plots.
#[derive(Template)]
#[template(path = "index.html")]
struct Page<'a> {
    title: &'a str,
    description: &'a str,
    heading: String,
    verdict: &'a [String],
    /// What changed since the last run: a sentence, then the changes.
    since: &'a [String],
    /// Why one is faster, from counted work.
    why: Option<String>,
    brief: Vec<Brief>,
    columns: Vec<Heading>,
    /// How many columns are of correctness, of time, and of the backend.
    groups: [usize; 3],
    rows: Vec<PageRow>,
    colours: Vec<(String, palette::Pair)>,
    plan: Option<Figure<'a>>,
    replay: Option<Replay>,
    /// The page in which the scene is walked.
    walk: Option<&'a str>,
    profile: &'a str,
    solver: Option<solver::Explained>,
    script: &'static str,
    hover: &'static str,
    figures: Vec<Figure<'a>>,
    /// Errors that no contestant made, for which there is no plot.
    free_of: Vec<String>,
    expectations: &'a [Expected],
    unmet: usize,
    omissions: Vec<String>,
    warnings: Vec<String>,
    details: Vec<Details<'a>>,
    tutorial: Option<Tutorial>,
    findings: Vec<FindingRow>,
    detectors: Option<String>,
    facts: Vec<(&'static str, String)>,
    rounds: String,
}

struct Heading {
    head: &'static str,
    means: &'static str,
    first_of_group: bool,
}

struct Figure<'a> {
    plot: &'a Plot,
    svg: String,
    id: &'a str,
    wide: bool,
}

pub(crate) fn page(
    comparison: &Comparison,
    plots: &[Plot],
    walk: Option<&str>,
    dir: &Path,
) -> Result<String, ReportError> {
    let matrix = Matrix::new(comparison);
    let figure = |plot, wide| Figure {
        plot,
        svg: plot.inline(),
        id: plot.file.trim_end_matches(".svg"),
        wide,
    };
    let rounds = comparison
        .contestants
        .iter()
        .map(|e| e.trace_time.samples_ns.len())
        .max()
        .unwrap_or(0);
    let page = Page {
        title: &comparison.scene.title,
        description: &comparison.scene.description,
        heading: matrix::heading(comparison),
        verdict: &comparison.verdict,
        since: &comparison.since,
        why: why(comparison),
        brief: comparison
            .contestants
            .iter()
            .enumerate()
            .map(|of| brief(of, &comparison.expectations))
            .collect(),
        columns: matrix
            .columns
            .iter()
            .enumerate()
            .map(|(i, c)| Heading {
                head: c.head,
                means: c.means,
                first_of_group: starts_group(i),
            })
            .collect(),
        groups: [
            CORRECTNESS,
            TIME,
            matrix.columns.len().saturating_sub(CORRECTNESS + TIME),
        ],
        rows: matrix
            .rows
            .into_iter()
            .zip(&comparison.contestants)
            .enumerate()
            .map(|(i, (r, entry))| row(i, r, entry, &comparison.expectations))
            .collect(),
        colours: palette::variables(),
        plan: plots.first().map(|p| figure(p, true)),
        replay: replay::replay(comparison)?,
        walk,
        profile: &comparison.scene.profile,
        solver: comparison.solver.as_ref().map(solver::explained),
        script: replay::SCRIPT,
        hover: replay::HOVER,
        figures: plots.iter().skip(1).map(|p| figure(p, false)).collect(),
        free_of: errors::free_of(comparison),
        expectations: &comparison.expectations,
        unmet: comparison.expectations.iter().filter(|e| !e.held).count(),
        omissions: matrix::omissions(comparison),
        warnings: warnings(comparison),
        details: comparison
            .contestants
            .iter()
            .enumerate()
            .map(|(colour, entry)| details(dir, &comparison.scene.measured_from, colour, entry))
            .fold(Vec::new(), with_others),
        tutorial: comparison.tutorial.as_ref().map(tutorial),
        findings: findings(comparison),
        detectors: matrix::detectors(comparison),
        facts: facts(comparison),
        rounds: format::plural(rounds, "round", "rounds"),
    };
    let scripts = [replay::HOVER, replay::SCRIPT];
    let used = if page.replay.is_some() { 2 } else { 1 };
    frame::framed(&page.render()?, &comparison.made, Some(dir), &scripts[..used])
}
