//! JSON values, one a line, in a file that only grows while a run goes on. A line is `{"sum":"0123456789abcdef","value":…}`: the
//! value, and the hash of its text.
//!
//! The last line of a killed run is cut short, and others may be damaged or changed by hand. Such lines are counted and passed
//! over.

use crate::{JournalError, key};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A line's value, unless it is damaged.
fn opened<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let (sum, rest) = line.strip_prefix(b"{\"sum\":\"")?.split_at_checked(16)?;
    let value = rest
        .strip_prefix(b"\",\"value\":")?
        .trim_ascii_end()
        .strip_suffix(b"}")?;
    (key(value).as_bytes() == sum).then(|| serde_json::from_slice(value).ok())?
}

/// The line of a value that is JSON already.
pub fn sealed(json: &str) -> String {
    format!("{{\"sum\":\"{}\",\"value\":{json}}}\n", key(json))
}

/// Reads the lines of a file one by one; `take` gets each value with its line's number from 1. Says how many lines are damaged:
/// no such value, another sum, or longer than `longest` bytes. A file that does not exist has no lines.
///
/// # Errors
/// A file that cannot be read, and errors of `take`.
pub fn read<T: DeserializeOwned, E: From<JournalError>>(
    path: &Path,
    longest: u64,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<usize, E> {
    let Some(file) = open(path)? else {
        return Ok(0);
    };
    let mut from = BufReader::new(file);
    let mut line = Vec::new();
    let mut damaged = 0;
    for number in 1_usize.. {
        line.clear();
        let fault = |e| JournalError::file("read", path, e);
        if from
            .by_ref()
            .take(longest)
            .read_until(b'\n', &mut line)
            .map_err(fault)?
            == 0
        {
            break;
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == longest {
            skip_line(&mut from).map_err(fault)?;
            damaged += 1;
            continue;
        }
        match opened(&line) {
            Some(value) => take(number, value)?,
            None => damaged += 1,
        }
    }
    Ok(damaged)
}

/// Reads past the end of a line, in pieces.
fn skip_line(from: &mut impl BufRead) -> io::Result<()> {
    loop {
        let piece = from.fill_buf()?;
        let (length, ended) = match piece.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (piece.len(), piece.is_empty()),
        };
        from.consume(length);
        if ended {
            return Ok(());
        }
    }
}

/// A regular file, or none. Anything else (a pipe, a device) could wait or write for ever.
pub(crate) fn open(path: &Path) -> Result<Option<File>, JournalError> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(JournalError::file("read", path, e)),
        Ok(found) if !found.is_file() => Err(JournalError::NoFile(path.into())),
        Ok(_) => match File::open(path) {
            Ok(file) => Ok(Some(file)),
            Err(e) => Err(JournalError::file("read", path, e)),
        },
    }
}

/// Puts a file in place whole, by a draft beside it. A symbolic link is replaced and not followed.
///
/// # Errors
/// A file that cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<(), JournalError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".draft");
    let draft = path.with_file_name(name);
    // Left by a killed run, or somebody's link: a draft is always a new file.
    let _ = fs::remove_file(&draft);
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&draft)
        .and_then(|mut file| file.write_all(text.as_bytes()))
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
        text.push_str(&sealed(&serde_json::to_string(value)?));
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
        open(path)?;
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
