//! The text formats in which sweeps and answers are exchanged with other tools, plain or gzip'd. They have one record a line,
//! one space between fields, and floats in C's `%.9g` (which restores every f32 exactly). A [`Table`] of columns reads, writes
//! and compares the lines of a format, here and in the crates that add formats of their own.

mod answer;
mod float;
mod table;

pub use answer::{Answer, read_answers, read_sweeps, stream_answers, stream_sweeps, write_trace};
pub use float::Float;
pub use table::{Column, Table, Within};

use std::io::{self, BufRead, BufReader, Read};
use thiserror::Error;

/// Why a recording could not be read.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// The file itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line that is not of the format.
    #[error("line {line}: {why}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// The fault and the expected form.
        why: String,
    },
}

/// Longest line read, in bytes: twenty fields of the longest floats have some 400.
pub const LONGEST_LINE: usize = 4096;
/// Lines held at once at most, by readers that need them all: four hours of play at 125 Hz. A line takes some 60 bytes as text,
/// and 28 as a command; a kilobyte may unpack to a hundred thousand of them.
pub const MOST_LINES: usize = 2_000_000;

/// The lines of a text, each with its number from 1; the text may be gzip'd. Holds one line at a time.
pub struct Lines<'a> {
    text: BufReader<Box<dyn Read + 'a>>,
    number: usize,
    ended: bool,
}

/// Unpacks what is gzip'd, by its first two bytes, and passes on what is not. A few bytes may unpack to very many.
///
/// # Errors
/// A stream that cannot be read. Broken gzip shows as it is reached.
pub fn unpacked<'a>(from: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    // One kind of stream for all: its readers are compiled once, not in every crate that reads.
    let mut from: Box<dyn Read + 'a> = Box::new(from);
    const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
    let mut head = Vec::new();
    from.by_ref().take(2).read_to_end(&mut head)?;
    let is_gzip = head == GZIP_MAGIC;
    let whole = io::Cursor::new(head).chain(from);
    Ok(if is_gzip {
        Box::new(flate2::read::MultiGzDecoder::new(whole))
    } else {
        Box::new(whole)
    })
}

/// The lines of a text, one by one.
///
/// # Errors
/// A stream that cannot be read. Broken gzip and lines of more than [`LONGEST_LINE`] bytes show as they are reached.
pub fn stream<'a>(from: impl Read + 'a) -> Result<Lines<'a>, RecordingError> {
    Ok(Lines {
        text: BufReader::new(unpacked(from)?),
        number: 0,
        ended: false,
    })
}

impl Lines<'_> {
    fn read(&mut self) -> Result<Option<String>, RecordingError> {
        let mut line = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        if (&mut self.text).take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let bad = |why| RecordingError::Line {
            line: self.number,
            why,
        };
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() > LONGEST_LINE {
            return Err(bad(format!("the line has more than {LONGEST_LINE} bytes")));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let text = String::from_utf8(line);
        text.map(Some)
            .map_err(|_| bad("the line is not UTF-8 text".into()))
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<(usize, String), RecordingError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.read();
        self.ended = !matches!(line, Ok(Some(_)));
        let number = self.number;
        line.transpose().map(|line| line.map(|text| (number, text)))
    }
}

/// The lines of a text, which may be gzip'd, all at once.
///
/// # Errors
/// A stream that cannot be read, broken gzip, a line over [`LONGEST_LINE`] bytes, or more than [`MOST_LINES`] lines.
pub fn lines(from: impl Read) -> Result<Vec<String>, RecordingError> {
    let texts = stream(from)?.map(|line| line.map(|(_, text)| text));
    all_of(texts, "lines")
}

/// All records of a file, or an error where it has too many; `what` names them.
fn all_of<T>(
    records: impl Iterator<Item = Result<T, RecordingError>>,
    what: &str,
) -> Result<Vec<T>, RecordingError> {
    let mut all = Vec::new();
    for record in records {
        all.push(record?);
        if all.len() > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} {what}; cut it into parts");
            return Err(RecordingError::Line { line: all.len(), why });
        }
    }
    Ok(all)
}

/// The lines that are not blank, one by one.
fn written<'a>(
    from: impl Read + 'a,
) -> Result<impl Iterator<Item = Result<(usize, String), RecordingError>> + 'a, RecordingError> {
    Ok(stream(from)?.filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty())))
}
