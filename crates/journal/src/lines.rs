//! JSON values, one a line, in a file that only grows while a run goes on.
//!
//! A line that cannot be read is left out, and its result counts as missing: the last line of a killed run is cut short, and a
//! line that another version wrote may have other fields.

use crate::JournalError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Reads the lines of a file one by one. A file that does not exist has no lines.
///
/// # Errors
/// A file that cannot be read.
pub fn read<T: DeserializeOwned>(path: &Path, mut take: impl FnMut(T)) -> Result<(), JournalError> {
    let fault = |e| JournalError::file("read", path, e);
    let file = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(fault)?,
    };
    for line in BufReader::new(file).split(b'\n') {
        if let Ok(value) = serde_json::from_slice(&line.map_err(fault)?) {
            take(value);
        }
    }
    Ok(())
}

/// Puts a file in place whole, by a draft beside it.
///
/// # Errors
/// A file that cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<(), JournalError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".draft");
    let draft = path.with_file_name(name);
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, path))
        .map_err(|e| JournalError::file("write", path, e))
}

/// Values as lines of text.
///
/// # Errors
/// A value that JSON has no form for.
pub fn text<T: Serialize>(values: &[T]) -> Result<String, JournalError> {
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
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        match OpenOptions::new().append(true).create(true).open(path) {
            Ok(file) => Ok(Self {
                path: path.into(),
                file,
            }),
            Err(e) => Err(JournalError::file("write", path, e)),
        }
    }

    /// Appends whole lines in one write.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add<T: Serialize>(&mut self, values: &[T]) -> Result<(), JournalError> {
        let written = self.file.write_all(text(values)?.as_bytes());
        written.map_err(|e| JournalError::file("write", &self.path, e))
    }
}
