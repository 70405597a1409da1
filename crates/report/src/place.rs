//! The place of a report: its folder is written beside it and moved there whole, so that no reader ever sees half of one.

use crate::error::ReportError;
use clipmark_journal as journal;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// These and the files of a run, which stay where they are when the report is written anew.
pub(crate) const fn with_run<const N: usize, const M: usize>(parts: [&'static str; N]) -> [&'static str; M] {
    assert!(M == N + journal::FILES.len());
    let mut all = [""; M];
    let mut i = 0;
    while i < M {
        all[i] = if i < N { parts[i] } else { journal::FILES[i - N] };
        i += 1;
    }
    all
}

/// Where a report goes. Only a folder that holds nothing but parts of a report is ever replaced.
pub(crate) struct Place {
    /// As asked for.
    dir: PathBuf,
    /// The same from the root.
    full: PathBuf,
    parent: PathBuf,
}

/// A folder that is removed when dropped.
pub(crate) struct Partial(PathBuf);

impl Partial {
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Place {
    pub(crate) fn at(dir: &Path, parts: &[&str]) -> Result<Self, ReportError> {
        let full = std::path::absolute(dir).map_err(|e| unwritable(dir, e))?;
        let Some(parent) = full.parent().filter(|_| full.file_name().is_some()) else {
            return Err(unwritable(dir, io::Error::other("it has no folder around it")));
        };
        let parent = parent.to_owned();
        let place = Self {
            dir: dir.to_owned(),
            full,
            parent,
        };
        match fs::read_dir(&place.full) {
            Ok(found) => {
                for entry in found {
                    let name = entry.map_err(|e| unwritable(dir, e))?.file_name();
                    if !parts.iter().any(|part| name == *part) {
                        let found = name.to_string_lossy().into_owned();
                        return Err(ReportError::NotAReport {
                            path: dir.to_owned(),
                            found,
                        });
                    }
                }
                Ok(place)
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(place),
            Err(e) => Err(unwritable(dir, e)),
        }
    }

    fn beside(&self, what: &str) -> PathBuf {
        let name = self.full.file_name().unwrap_or_default().to_string_lossy();
        self.parent.join(format!(".{name}.{what}-{}", std::process::id()))
    }

    pub(crate) fn begin(&self) -> Result<Partial, ReportError> {
        fs::create_dir_all(&self.parent).map_err(|e| unwritable(&self.dir, e))?;
        let partial = Partial(self.beside("partial"));
        // Of an earlier process with the same number that was killed.
        let _ = fs::remove_dir_all(&partial.0);
        fs::create_dir(&partial.0).map_err(|e| unwritable(&self.dir, e))?;
        Ok(partial)
    }

    /// Moves the new folder to its place. A folder cannot be swapped in one step: the old one goes aside first, and comes back if the new one fails.
    pub(crate) fn finish(&self, partial: Partial) -> Result<(), ReportError> {
        let (full, old) = (&self.full, self.beside("old"));
        for file in [journal::PLAN, journal::ROWS] {
            let from = full.join(file);
            if from.is_file() {
                fs::copy(&from, partial.0.join(file)).map_err(|e| unwritable(&self.dir.join(file), e))?;
            }
        }
        let _ = fs::remove_dir_all(&old);
        let had_one = match fs::rename(full, &old) {
            Ok(()) => true,
            Err(e) if e.kind() == io::ErrorKind::NotFound => false,
            Err(e) => return Err(unwritable(&self.dir, e)),
        };
        if let Err(e) = fs::rename(&partial.0, full) {
            if had_one {
                let _ = fs::rename(&old, full);
            }
            return Err(unwritable(&self.dir, e));
        }
        let _ = fs::remove_dir_all(&old);
        Ok(())
    }
}

pub(crate) fn unwritable(path: &Path, source: io::Error) -> ReportError {
    ReportError::Unwritable {
        path: path.to_owned(),
        source,
    }
}
