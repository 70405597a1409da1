//! Cells as they come, one JSON line each, so that a run that was killed goes on where it was.

use crate::SuiteError;
use crate::folder::{JOURNAL, is_name};
use clipmark_journal::lines;
use clipmark_record::suite::SuiteCell;
use std::collections::HashSet;
use std::path::Path;

/// Longest line read as one, in bytes; a cell has some hundreds, and one with many findings some thousands.
const LONGEST_LINE: u64 = 1 << 20;

/// The contents of a journal.
#[derive(Debug, Default)]
pub struct Kept {
    /// Its cells.
    pub cells: Vec<SuiteCell>,
    /// Lines that are damaged, or cut short like a killed run's last one. Their results count as missing.
    pub damaged: usize,
}

/// The cells of a folder.
///
/// # Errors
/// A journal that cannot be read, or a scene whose name could lead out of the folder.
pub fn read(dir: &Path) -> Result<Kept, SuiteError> {
    let path = dir.join(JOURNAL);
    let mut cells = Vec::new();
    let damaged = lines::read(&path, LONGEST_LINE, |line, cell: SuiteCell| {
        if !is_name(&cell.scene) || !is_name(&cell.suite) {
            return Err(SuiteError::SceneName {
                file: path.clone(),
                line,
                name: cell.scene,
            });
        }
        cells.push(cell);
        Ok(())
    })?;
    Ok(Kept { cells, damaged })
}

/// The cells of a folder that are still good, each once. Others are taken out of its journal.
///
/// # Errors
/// As [`read`], and a journal that cannot be written.
pub fn keep(dir: &Path, good: &HashSet<&str>) -> Result<Kept, SuiteError> {
    let mut seen = HashSet::new();
    let mut kept = read(dir)?;
    let cells = &mut kept.cells;
    cells.retain(|c| good.contains(c.key.as_str()) && seen.insert(c.key.clone()));
    lines::replace(&dir.join(JOURNAL), &lines::text(cells)?)?;
    Ok(kept)
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
