//! The matrix on the terminal.

use super::{heading, mark, verdict};
use crate::format::shortened;
use crate::grid::{View, padded};
use crate::style::{clean, red};
use anstyle::Style as Ansi;
use clipmark_record::suite::{SuiteRun, Summary};
use std::path::Path;

/// The scene's number and title take this many of them.
const TITLE: usize = 24;

/// Columns of a contestant at least and at most; a longer mark takes its own width.
const NARROWEST: usize = 6;
const WIDEST: usize = 18;

/// Families without a failure are shown one by one if there are no more than this. Else their number is said.
const FEW: usize = 4;

/// Passed scenes, families against contestants, the worst case of each failure, and notes.
pub fn suite_table(run: &SuiteRun, view: impl Into<View>, report: Option<&Path>) -> String {
    let view = view.into();
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    let contestants = &run.plan.contestants;
    // As many contestants beside each other as there is room for, then the others below.
    let room = view.columns.saturating_sub(TITLE);
    let marks = run.summary.iter().map(|cell| crate::grid::width(&mark(cell)) + 1);
    let least = marks.max().unwrap_or(0).max(NARROWEST);
    let abreast = (room / least).clamp(1, contestants.len().max(1));
    let width = (room / abreast).clamp(least, WIDEST.max(least));
    for sentence in verdict(run) {
        let lines = view.wrapped(&clean(&sentence), "  ").into_iter();
        lines.for_each(|text| line(view.paint(Ansi::new().bold(), &text)));
    }
    line(view.paint(Ansi::new().dimmed(), &heading(run)));
    let families = || {
        run.plan
            .suites
            .iter()
            .zip(run.summary.chunks(contestants.len().max(1)))
    };
    let is_clean = |cells: &[Summary]| cells.iter().all(|cell| cell.failed == 0);
    let clean_ones = families().filter(|(_, cells)| is_clean(cells)).count();
    for from in (0..contestants.len()).step_by(abreast) {
        let those = from..contestants.len().min(from + abreast);
        let heads = contestants[those.clone()]
            .iter()
            .map(|c| padded(&shortened(&clean(c), width - 1), width, false));
        line(view.paint(
            Ansi::new().dimmed(),
            &format!("{}{}", padded("", TITLE, false), heads.collect::<String>()),
        ));
        for (suite, cells) in families() {
            if clean_ones > FEW && is_clean(cells) {
                continue;
            }
            let title = format!(
                "{:>2} {}",
                suite.number,
                shortened(&clean(&suite.title), TITLE - 4)
            );
            let mut text = padded(&title, TITLE, false);
            let mut gap = String::new();
            for cell in &cells[those.clone()] {
                let mark = mark(cell);
                text += &gap;
                // Blanks stay out of the paint, so that the last ones can go.
                gap = " ".repeat(width.saturating_sub(crate::grid::width(&mark)));
                text += &match cell.failed > 0 {
                    true => view.paint(red(), &mark),
                    false => mark,
                };
            }
            line(text);
        }
    }
    if clean_ones > FEW {
        let others = if clean_ones < run.plan.suites.len() {
            "other "
        } else {
            ""
        };
        line(format!("no failure in {clean_ones} {others}families"));
    }
    for (i, summary) in run.summary.iter().enumerate().filter(|(_, s)| s.failed > 0) {
        let number = run.plan.suites[i / contestants.len()].number;
        let Some(cell) = summary.worst.first().map(|&w| &run.cells[w]) else {
            continue;
        };
        let fault = cell.faults().into_iter().next().unwrap_or_default();
        let text = format!("✗ {number} {}: {}: {fault}", summary.contestant, cell.variant());
        let lines = view.wrapped(&clean(&text), "    ").into_iter();
        lines.for_each(|text| line(view.paint(red(), &text)));
    }
    if run.summary.iter().any(|s| s.played == 0 && s.not_collided > 0) {
        line("○ made of parts that the contestant does not collide with".into());
    }
    if let Some(path) = report {
        line(view.paint(Ansi::new().underline(), &clean(&path.display().to_string())));
    }
    out
}
