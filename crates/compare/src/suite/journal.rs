//! Cells as they come, one JSON line each, so that a run that was killed goes on where it was.

use super::folder::JOURNAL;
use anyhow::{Context, Result};
use clipmark_record::suite::Cell;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// The cells of a folder. A line that is cut short, as the last one of a killed run is, counts as none.
pub(crate) fn read(dir: &Path) -> Result<Vec<Cell>> {
    let path = dir.join(JOURNAL);
    let file = match File::open(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        opened => opened.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let mut cells = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        cells.extend(serde_json::from_str::<Cell>(&line));
    }
    Ok(cells)
}

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
