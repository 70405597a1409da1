//! Cells as they come, one JSON line each, so that a run that was killed goes on where it was.

use crate::SuiteError;
use crate::folder::JOURNAL;
use clipmark_journal::lines;
use clipmark_record::suite::SuiteCell;
use std::collections::HashSet;
use std::path::Path;

/// The cells of a folder.
///
/// # Errors
/// A journal that cannot be read.
pub fn read(dir: &Path) -> Result<Vec<SuiteCell>, SuiteError> {
    let mut cells = Vec::new();
    lines::read(&dir.join(JOURNAL), |cell| cells.push(cell))?;
    Ok(cells)
}

/// The cells of a folder that are still good, each once. Others are taken out of its journal.
///
/// # Errors
/// As [`read`], and a journal that cannot be written.
pub fn keep(dir: &Path, good: &HashSet<&str>) -> Result<Vec<SuiteCell>, SuiteError> {
    let mut seen = HashSet::new();
    let mut cells = read(dir)?;
    cells.retain(|c| good.contains(c.key.as_str()) && seen.insert(c.key.clone()));
    lines::replace(&dir.join(JOURNAL), &lines::text(&cells)?)?;
    Ok(cells)
}

/// The end of a journal.
pub struct Journal(lines::End);

impl Journal {
    /// Opens the journal of a folder, or begins it.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn open(dir: &Path) -> Result<Self, SuiteError> {
        Ok(Self(lines::End::open(&dir.join(JOURNAL))?))
    }

    /// Appends whole lines in one write.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn add(&mut self, cells: &[SuiteCell]) -> Result<(), SuiteError> {
        Ok(self.0.add(cells)?)
    }
}
