//! The folder of a study holds its page, all that was found as JSON, its rows as CSV, its tables as Markdown, its plots.

use super::page::page;
use super::since::{VERDICTS, since, verdicts, written};
use super::{File, Report, Study, study_markdown};
use crate::error::ReportError;
use crate::place::{Place, unwritable};
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the page.
pub(super) const PAGE: &str = "index.html";

/// What was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The page's path.
    pub page: PathBuf,
    /// The report, with what changed since the one that it replaced.
    pub report: Report,
}

/// Checks that a study can be written to `dir`, before the measuring starts. Makes the parent folders.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_study<S: Study>(dir: &Path) -> Result<(), ReportError> {
    place::<S>(dir)?.begin().map(drop)
}

fn place<S: Study>(dir: &Path) -> Result<Place, ReportError> {
    let (kept, csv) = (kept_name::<S>(), format!("{}.csv", S::NAME));
    let mut parts = vec![PAGE, &kept, &csv, S::MARKDOWN, VERDICTS];
    parts.extend(S::PARTS);
    Place::at(dir, &parts)
}

/// The name of the file that keeps all that was found.
fn kept_name<S: Study>() -> String {
    S::KEPT.map_or_else(|| format!("{}.json", S::NAME), str::to_owned)
}

/// Writes a study and these files into `dir`, in place of older ones, and says what changed since those.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_study<S: Study>(study: &S, more: Vec<File>, dir: &Path) -> Result<Written, ReportError> {
    let place = place::<S>(dir)?;
    let (report, mut files) = data(study, dir)?;
    files.extend(study.files()?);
    files.extend(more);
    files.extend(plots(&report));
    let text = page(&report, &files, dir)?;
    files.push(File::new(PAGE, text));
    let partial = place.begin()?;
    // A script that looks for a kind of file finds its folder, though it may be empty.
    for part in S::PARTS.iter().filter(|part| !part.contains('.')) {
        fs::create_dir_all(partial.path().join(part)).map_err(|e| unwritable(&dir.join(part), e))?;
    }
    for file in &files {
        let path = partial.path().join(&file.name);
        // The message names the place asked for: the one beside it is no concern of the reader.
        let refused = |e| unwritable(&dir.join(&file.name), e);
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .map_err(refused)?;
        fs::write(path, &file.text).map_err(refused)?;
    }
    place.finish(partial)?;
    let page = dir.join(PAGE);
    Ok(Written { page, report })
}

/// The report, compared with the one in the folder, and its files: JSON first, then CSV, Markdown and verdicts.
fn data<S: Study>(study: &S, dir: &Path) -> Result<(Report, Vec<File>), ReportError> {
    let mut report = study.report()?;
    let verdicts = verdicts(study, &report)?;
    report.since = since(&verdicts, dir);
    let mut files = vec![File::new(kept_name::<S>(), study.json()?)];
    if let Some(csv) = study.csv()? {
        files.push(File::new(format!("{}.csv", S::NAME), csv));
    }
    files.push(File::new(S::MARKDOWN, study_markdown(&report)));
    files.push(File::new(VERDICTS, written(&verdicts)?));
    Ok((report, files))
}

fn plots(report: &Report) -> impl Iterator<Item = File> {
    let plots = report.plots.iter();
    plots.map(|plot| File::new(&*plot.file, &*plot.svg))
}
