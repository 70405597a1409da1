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

/// Puts a file in place whole, by a draft beside it.
///
/// # Errors
/// A file that cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<(), ResultsError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".draft");
    let draft = path.with_file_name(name);
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, path))
        .map_err(|source| unwritten(path, source))
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
