//! Cells as they come, one JSON line each, so that a run that was killed goes on where it was.

use crate::SuiteError;
use crate::folder::{JOURNAL, is_name};
use clipmark_record::suite::Cell;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Longest line read as one, in bytes; a cell has some hundreds, and one with many findings some thousands.
const LONGEST_LINE: u64 = 1 << 20;

/// What a journal holds.
#[derive(Debug, Default)]
pub struct Kept {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Lines that are damaged, or cut short as the last one of a killed run is: their results count as not there.
    pub damaged: usize,
}

/// The cells of a folder.
///
/// # Errors
/// A journal that cannot be read, or a scene whose name could lead out of the folder.
pub fn read(dir: &Path) -> Result<Kept, SuiteError> {
    let path = dir.join(JOURNAL);
    let fault = |source| SuiteError::file("read", &path, source);
    let file = match File::open(&path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Kept::default()),
        opened => opened.map_err(fault)?,
    };
    let mut kept = Kept::default();
    let mut from = BufReader::new(file);
    let mut line = Vec::new();
    for number in 1_usize.. {
        line.clear();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(fault)? == 0 {
            break;
        }
        let Ok(cell) = serde_json::from_slice::<Cell>(&line) else {
            kept.damaged += 1;
            continue;
        };
        if !is_name(&cell.scene) || !is_name(&cell.suite) {
            return Err(SuiteError::SceneName {
                file: path,
                line: number,
                name: cell.scene,
            });
        }
        kept.cells.push(cell);
    }
    Ok(kept)
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
    let text = lines(cells)?;
    let path = dir.join(JOURNAL);
    let draft = dir.join(format!("{JOURNAL}.draft"));
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, &path))
        .map_err(|e| SuiteError::file("write", &path, e))?;
    Ok(kept)
}

/// The end of a journal.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a folder, or begins it.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn open(dir: &Path) -> Result<Self, SuiteError> {
        let path = dir.join(JOURNAL);
        match OpenOptions::new().append(true).create(true).open(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(e) => Err(SuiteError::file("write", &path, e)),
        }
    }

    /// Appends whole lines in one write.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn add(&mut self, cells: &[Cell]) -> Result<(), SuiteError> {
        let text = lines(cells)?;
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|e| SuiteError::file("write", &self.path, e))
    }
}

fn lines(cells: &[Cell]) -> Result<String, SuiteError> {
    let mut text = String::new();
    for cell in cells {
        text.push_str(&serde_json::to_string(cell)?);
        text.push('\n');
    }
    Ok(text)
}
