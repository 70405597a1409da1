//! JSON values, one a line, in a file that only grows while a run goes on.

use crate::ResultsError;
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

fn unwritten(file: &Path, source: io::Error) -> ResultsError {
    ResultsError::Io {
        file: file.into(),
        source,
    }
}

/// Within the names of drafts: `.NAME.partial-PROCESS`.
pub const PARTIAL: &str = "partial";

/// Writes a file whole, beside its place first. A link there is replaced, and its target stays unchanged.
///
/// # Errors
/// A file that cannot be written.
pub fn put_whole(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{PARTIAL}-{}", std::process::id()));
    // A link under the draft's name must not be written through either.
    let _ = fs::remove_file(&draft);
    let mut options = OpenOptions::new();
    let written = options
        .write(true)
        .create_new(true)
        .open(&draft)
        .and_then(|mut file| file.write_all(text.as_ref()))
        .and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Values as lines of text.
///
/// # Errors
/// A value that JSON has no form for.
pub fn text<T: Serialize>(values: &[T]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for value in values {
        text += &serde_json::to_string(value)?;
        text.push('\n');
    }
    Ok(text)
}

/// The end of a file of lines.
#[derive(Debug)]
pub struct End {
    path: PathBuf,
    file: File,
}

impl End {
    /// Opens the end of a file, or begins it.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        match OpenOptions::new().append(true).create(true).open(path) {
            Ok(file) => Ok(Self {
                path: path.into(),
                file,
            }),
            Err(source) => Err(unwritten(path, source)),
        }
    }

    /// Appends whole lines in one write.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add<T: Serialize>(&mut self, values: &[T]) -> Result<(), ResultsError> {
        let written = text(values).map_err(io::Error::from);
        let written = written.and_then(|text| self.file.write_all(text.as_bytes()));
        written.map_err(|source| unwritten(&self.path, source))
    }
}
