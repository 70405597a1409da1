//! The files in the folder of a comparison, and how they are written.

use crate::error::ReportError;
use crate::place::{Place, unwritable};
use crate::raw;
use crate::sheet::Sheet;
use clipmark_rows::drawn::Comparison;
use clipmark_rows::results::{FILE, SCENE};
use clipmark_rows::{Made, write_csv};
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

const PAGE: &str = "index.html";
const TABLE: &str = "table.csv";
const TICKS: &str = "ticks.csv";
const SWEEPS: &str = "queries.csv";
const MARKDOWN: &str = "table.md";
const CASES: &str = "cases";
const PLOTS: &str = "plots";
/// What a page links.
const DATA: [&str; 5] = [FILE, TABLE, TICKS, SWEEPS, MARKDOWN];
/// Everything that a report consists of. Only a folder that holds nothing else is ever replaced.
const PARTS: [&str; 8] = [PAGE, FILE, TABLE, TICKS, SWEEPS, MARKDOWN, CASES, PLOTS];

/// Checks that a report can be written to `dir`, before the measuring starts. Makes the parent folders.
///
/// # Errors
/// [`ReportError::Unwritable`], or a folder that holds something else than a scene's report.
pub fn prepare(dir: &Path) -> Result<(), ReportError> {
    place_at(dir)?.begin().map(drop)
}

/// The place of a scene's report. Other studies have files of the same names, so the results name the study.
fn place_at(dir: &Path) -> Result<Place, ReportError> {
    let place = Place::at(dir, &PARTS)?;
    match read_origin(&dir.join(FILE)) {
        Some(Origin { study, .. }) if study != SCENE => Err(ReportError::OtherStudy {
            path: dir.to_owned(),
            study,
        }),
        _ => Ok(place),
    }
}

/// What made results.
#[derive(Default, Deserialize)]
pub(crate) struct Origin {
    pub(crate) study: String,
    #[serde(default)]
    pub(crate) made: Made,
}

/// The origin of results: the first line of the file has it in every form.
pub(crate) fn read_origin(results: &Path) -> Option<Origin> {
    #[derive(Deserialize)]
    struct Head {
        run: Origin,
    }
    let mut line = String::new();
    BufReader::new(File::open(results).ok()?)
        .read_line(&mut line)
        .ok()?;
    serde_json::from_str(&line).ok().map(|head: Head| head.run)
}

/// Writes the report into `dir`, in place of an older one, and gives the path of its page.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_report(comparison: &Comparison, sheet: &Sheet, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = place_at(dir)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        let path = partial.path().join(name);
        // The message names the place asked for: the one beside it is no concern of the reader.
        fs::write(path, text).map_err(|e| unwritable(&dir.join(name), e))
    };
    let results = &comparison.results;
    let made = &results.run.made;
    put(PAGE, &sheet.page(made, &DATA, dir)?)?;
    put(FILE, &results.text()?)?;
    put(TABLE, &csv(write_csv(&results.run, &results.cases), "table")?)?;
    put(TICKS, &csv(raw::ticks(comparison), "ticks")?)?;
    put(SWEEPS, &csv(raw::sweeps(comparison), "queries")?)?;
    put(MARKDOWN, &sheet.markdown(made))?;
    for folder in [PLOTS, CASES] {
        fs::create_dir(partial.path().join(folder)).map_err(|e| unwritable(&dir.join(folder), e))?;
    }
    for plot in &sheet.plots {
        put(&plot.file, &plot.svg)?;
    }
    for entry in &comparison.contestants {
        for case in &entry.cases {
            put(&format!("{CASES}/{}", case.file_name(&entry.name)), &case.text())?;
        }
    }
    place.finish(partial)?;
    Ok(dir.join(PAGE))
}

fn csv(text: Result<String, csv::Error>, name: &'static str) -> Result<String, ReportError> {
    text.map_err(|source| ReportError::Csv { name, source })
}
