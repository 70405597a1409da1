//! The line of a file that an error is about, with a mark below the place.

use clipmark_measure::MeasureError;
use clipmark_scene::{Place, SceneError};
use clipmark_suite::SuiteError;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Characters of the line that are shown at most: a long line is cut around the place.
const WIDEST: usize = 72;
/// A line is read so far, in bytes: no scene file is longer.
const LONGEST: u64 = 16 << 20;

/// The line and the mark, for errors that name a place in a file.
pub(crate) fn quote_source(error: &anyhow::Error) -> Option<String> {
    error.chain().find_map(|cause| {
        let (file, place) = in_scene(cause)?;
        let (line, column) = place.position?;
        let text = line_of(file, line)?;
        Some(marked(&text, line, column))
    })
}

fn in_scene<'a>(cause: &'a (dyn std::error::Error + 'static)) -> Option<(&'a Path, &'a Place)> {
    let suite = cause.downcast_ref::<SuiteError>();
    let of_suite = |error: &'a SuiteError| match error {
        SuiteError::Measure(error) => Some(error),
        _ => None,
    };
    let measured = suite.and_then(of_suite).or_else(|| cause.downcast_ref());
    if let Some(MeasureError::InScene { file, place, .. }) = measured {
        return Some((Path::new(file), place));
    }
    let scene: &SceneError = match (suite, measured) {
        (Some(SuiteError::Scene(error)), _) | (_, Some(MeasureError::Scene(error))) => error,
        _ => cause.downcast_ref()?,
    };
    Some((&scene.file, &scene.problem.at))
}

fn line_of(file: &Path, line: usize) -> Option<String> {
    let mut reader = BufReader::new(File::open(file).ok().filter(|_| file.is_file())?);
    let mut text = Vec::new();
    for _ in 0..line {
        text.clear();
        let read = std::io::Read::take(&mut reader, LONGEST)
            .read_until(b'\n', &mut text)
            .ok()?;
        if read == 0 {
            return None;
        }
    }
    Some(String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// `  7 | start: At([0, 0, 24]),` and a mark below.
pub fn marked(text: &str, line: usize, column: usize) -> String {
    let before = column.saturating_sub(1);
    let first = before.saturating_sub(WIDEST / 2);
    let shown: String = text
        .chars()
        .skip(first)
        .take(WIDEST)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let number = line.to_string();
    let blank = " ".repeat(number.len());
    let to_mark: String = shown.chars().take(before - first).collect();
    let offset = " ".repeat(clipmark_report::terminal::width(&to_mark));
    format!("  {number} | {shown}\n  {blank} | {offset}^")
}
