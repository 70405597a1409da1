//! Cells as they come, one JSON line each, so that a run that was killed goes on where it was.

use super::folder::{JOURNAL, is_name};
use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use clipmark_record::suite::Cell;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// The cells of a folder. A line that is damaged, or cut short as the last one of a killed run is, is skipped.
///
/// # Errors
/// A scene whose name could lead out of the folder.
pub(crate) fn read(dir: &Path) -> Result<Vec<Cell>> {
    let path = dir.join(JOURNAL);
    let file = match File::open(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        opened => opened.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let mut cells = Vec::new();
    let mut damaged = 0;
    let mut from = BufReader::new(file);
    let mut line = Vec::new();
    for number in 1_usize.. {
        line.clear();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.with_context(|| format!("cannot read {}", path.display()))? == 0 {
            break;
        }
        let Ok(cell) = serde_json::from_slice::<Cell>(&line) else {
            damaged += 1;
            continue;
        };
        if !is_name(&cell.scene) || !is_name(&cell.suite) {
            bail!(
                "{}: line {number}: `{}` is no name of a scene; delete this line and run the suite again",
                path.display(),
                cell.scene
            );
        }
        cells.push(cell);
    }
    if damaged > 0 {
        tell!(
            "{}: {damaged} of its lines are damaged or cut short; their results count as not there",
            path.display()
        );
    }
    Ok(cells)
}

/// Longest line read as one, in bytes; a cell has some hundreds, and one with many findings some thousands.
const LONGEST_LINE: u64 = 1 << 20;

/// The cells of a folder that are still good, each once. Others are taken out of its journal.
pub(crate) fn keep(dir: &Path, good: &HashSet<&str>) -> Result<Vec<Cell>> {
    let mut seen = HashSet::new();
    let mut cells = read(dir)?;
    cells.retain(|c| good.contains(c.key.as_str()) && seen.insert(c.key.clone()));
    let mut text = String::new();
    for cell in &cells {
        text.push_str(&serde_json::to_string(cell)?);
        text.push('\n');
    }
    let path = dir.join(JOURNAL);
    let draft = dir.join(format!("{JOURNAL}.draft"));
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, &path))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(cells)
}

/// The end of a journal.
pub(crate) struct Journal(File);

impl Journal {
    pub(crate) fn open(dir: &Path) -> Result<Self> {
        let path = dir.join(JOURNAL);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        Ok(Self(
            file.with_context(|| format!("cannot write {}", path.display()))?,
        ))
    }

    /// Appends whole lines in one write.
    pub(crate) fn add(&mut self, cells: &[Cell]) -> Result<()> {
        let mut text = String::new();
        for cell in cells {
            text.push_str(&serde_json::to_string(cell)?);
            text.push('\n');
        }
        self.0
            .write_all(text.as_bytes())
            .context("cannot write the journal of the run")
    }
}
