//! The files in the folder of a comparison, and how they are written.

use crate::error::ReportError;
use crate::place::{Place, unwritable};
use crate::{page, plot, raw, table};
use clipmark_record::{Comparison, STUDY};
use clipmark_rows::results::FILE;
use clipmark_rows::write_csv;
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Everything that a report consists of. Only a folder that holds nothing else is ever replaced.
const PARTS: [&str; 8] = [
    "index.html",
    FILE,
    "table.csv",
    "table.md",
    "ticks.csv",
    "queries.csv",
    "cases",
    "plots",
];

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
    match study_in(dir) {
        Some(study) if study != STUDY => Err(ReportError::OtherStudy {
            path: dir.to_owned(),
            study,
        }),
        _ => Ok(place),
    }
}

/// The study whose results lie in a folder: the first line of the file has it in every form.
fn study_in(dir: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Line {
        run: Study,
    }
    #[derive(Deserialize)]
    struct Study {
        study: String,
    }
    let mut line = String::new();
    BufReader::new(File::open(dir.join(FILE)).ok()?)
        .read_line(&mut line)
        .ok()?;
    let Line { run } = serde_json::from_str(&line).ok()?;
    Some(run.study)
}

/// Writes the report into `dir`, in place of an older one, and gives the path of its page.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_report(comparison: &Comparison, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = place_at(dir)?;
    let plots = plot::plots(comparison)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        let path = partial.path().join(name);
        // The message names the place asked for: the one beside it is no concern of the reader.
        fs::write(path, text).map_err(|e| unwritable(&dir.join(name), e))
    };
    let walk = walk_page(comparison, dir);
    put(
        "index.html",
        &page::page(comparison, &plots, walk.as_deref(), dir)?,
    )?;
    let results = comparison.results();
    put(FILE, &results.text()?)?;
    put(
        "table.csv",
        &csv(write_csv(&results.run, &results.cases), "table")?,
    )?;
    put("ticks.csv", &csv(raw::ticks(comparison), "ticks")?)?;
    put("queries.csv", &csv(raw::sweeps(comparison), "queries")?)?;
    put("table.md", &table::markdown(comparison))?;
    fs::create_dir(partial.path().join("plots")).map_err(|e| unwritable(&dir.join("plots"), e))?;
    for plot in &plots {
        put(&format!("plots/{}", plot.file), &plot.svg)?;
    }
    fs::create_dir(partial.path().join("cases")).map_err(|e| unwritable(&dir.join("cases"), e))?;
    for entry in &comparison.contestants {
        for case in &entry.cases {
            put(&format!("cases/{}", case.file_name(&entry.name)), &case.text())?;
        }
    }
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

/// The page of `compare play` to walk the scene in, as seen from a report in its usual folder. `None` if not written.
fn walk_page(comparison: &Comparison, dir: &Path) -> Option<String> {
    let link = format!("../../play/{}.html", comparison.scene.name);
    dir.join(&link).is_file().then_some(link)
}

fn csv(text: Result<String, csv::Error>, name: &'static str) -> Result<String, ReportError> {
    text.map_err(|source| ReportError::Csv { name, source })
}
