//! The matrix on the terminal, within 100 columns.

use super::{heading, mark, verdict};
use crate::format::shortened;
use crate::table::{Paint, Style, clean, padded, red, wrapped};
use anstyle::Style as Ansi;
use clipmark_record::suite::SuiteRun;
use std::path::Path;

/// Columns of a terminal.
const COLUMNS: usize = 100;
/// The scene's number and title take so many of them.
const TITLE: usize = 24;

/// Scenes against contestants, the worst case of each failure, and who passed.
pub fn suite_table(run: &SuiteRun, style: Style, report: Option<&Path>) -> String {
    let paint = Paint(style);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    let contestants = &run.plan.contestants;
    let width = ((COLUMNS - TITLE) / contestants.len().max(1)).clamp(8, 18);
    line(paint.with(Ansi::new().bold(), &heading(run)));
    let heads = contestants
        .iter()
        .map(|c| padded(&shortened(&clean(c), width - 1), width, false));
    line(paint.with(
        Ansi::new().dimmed(),
        &format!("{}{}", padded("", TITLE, false), heads.collect::<String>()),
    ));
    for (suite, cells) in run.plan.suites.iter().zip(run.summary.chunks(contestants.len())) {
        let title = format!(
            "{:>2} {}",
            suite.number,
            shortened(&clean(&suite.title), TITLE - 4)
        );
        let mut text = padded(&title, TITLE, false);
        for cell in cells {
            let shown = padded(&mark(cell), width, false);
            text += &if cell.failed > 0 {
                paint.with(red(), &shown)
            } else {
                shown
            };
        }
        line(text);
    }
    for (i, summary) in run.summary.iter().enumerate().filter(|(_, s)| s.failed > 0) {
        let number = run.plan.suites[i / contestants.len()].number;
        let Some(cell) = summary.worst.first().map(|&w| &run.cells[w]) else {
            continue;
        };
        let fault = cell.faults().into_iter().next().unwrap_or_default();
        let text = format!("✗ {number} {}: {}: {fault}", summary.contestant, cell.variant());
        wrapped(&clean(&text), "    ")
            .into_iter()
            .for_each(|t| line(paint.with(red(), &t)));
    }
    for sentence in verdict(run) {
        wrapped(&clean(&sentence), "").into_iter().for_each(&mut line);
    }
    if run.summary.iter().any(|s| s.played == 0 && s.not_collided > 0) {
        line("○ made of parts that the contestant does not collide with".into());
    }
    if let Some(path) = report {
        line(paint.with(Ansi::new().underline(), &clean(&path.display().to_string())));
    }
    out
}
