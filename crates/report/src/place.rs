//! The place of a report. Its folder is written beside it and moved there whole, so that no reader ever sees half of one.

use crate::error::ReportError;
use clipmark_rows::lines::{self, PARTIAL};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where a report goes. Only a folder that holds nothing but parts of a report is ever replaced.
pub struct Place {
    /// As asked for.
    dir: PathBuf,
    /// The same from the root.
    full: PathBuf,
    parent: PathBuf,
}

/// Names of a report's folder while it is written, and of the older one while it is replaced: `.NAME.WHAT-PROCESS`.
const OLD: &str = "old";

/// Files of reports of versions before 0.3.
const OLDER_PARTS: [&str; 3] = ["results.json", "machine.json", "classes.csv"];

/// A folder that is removed when dropped.
pub struct Partial(PathBuf);

impl Partial {
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Place {
    /// The place of a report with these parts.
    ///
    /// # Errors
    /// A folder that cannot be written, or that holds something else.
    pub fn at(dir: &Path, parts: &[&str]) -> Result<Self, ReportError> {
        let full = std::path::absolute(dir).map_err(|e| unwritable(dir, e))?;
        // A link stays: its target is replaced.
        let full = if full.is_symlink() {
            fs::canonicalize(&full).map_err(|e| unwritable(dir, e))?
        } else {
            full
        };
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
                        let path = dir.to_owned();
                        return Err(match OLDER_PARTS.contains(&found.as_str()) {
                            true => ReportError::OlderReport { path, found },
                            false => ReportError::NotAReport { path, found },
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

    /// A new folder beside the report, to be written.
    ///
    /// # Errors
    /// A disk that cannot be written.
    pub fn begin(&self) -> Result<Partial, ReportError> {
        fs::create_dir_all(&self.parent).map_err(|e| unwritable(&self.dir, e))?;
        self.clear_remains();
        let partial = Partial(self.beside(PARTIAL));
        // Left by a killed process with the same number.
        let _ = fs::remove_dir_all(&partial.0);
        fs::create_dir(&partial.0).map_err(|e| unwritable(&self.dir, e))?;
        Ok(partial)
    }

    /// Removes remains of killed processes beside the report. A process that ended between its two renames took the report
    /// away: it is put back. A remain that cannot be removed stays, and is tried again next time.
    fn clear_remains(&self) {
        let name = self.full.file_name().unwrap_or_default().to_string_lossy();
        for entry in fs::read_dir(&self.parent).into_iter().flatten().flatten() {
            let found = entry.file_name();
            let found = found.to_string_lossy();
            let of =
                |what: &str| -> Option<u32> { found.strip_prefix(&format!(".{name}.{what}-"))?.parse().ok() };
            let is_the_only_one = || {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                is_folder && !self.full.exists() && fs::rename(entry.path(), &self.full).is_ok()
            };
            if of(OLD).is_some_and(has_ended) && !is_the_only_one() || of(PARTIAL).is_some_and(has_ended) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Moves the new folder to its place. A folder cannot be swapped in one step. The old one goes aside first, and comes
    /// back if the new one fails.
    pub fn finish(&self, partial: Partial) -> Result<(), ReportError> {
        let (full, old) = (&self.full, self.beside(OLD));
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

/// Whether no process has this number. Where the system does not say, every process is taken for a running one.
fn has_ended(process: u32) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process.to_string()).exists()
}

/// Writes a file whole.
///
/// # Errors
/// [`ReportError::Unwritable`].
pub fn put_whole(path: &Path, text: impl AsRef<[u8]>) -> Result<(), ReportError> {
    lines::put_whole(path, text).map_err(|e| unwritable(path, e))
}

pub(crate) fn unwritable(path: &Path, source: io::Error) -> ReportError {
    ReportError::Unwritable {
        path: path.to_owned(),
        source,
    }
}
