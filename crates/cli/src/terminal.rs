//! All that the program prints: text from files never reaches the terminal as commands to it.
//!
//! Names, titles and messages may come from anybody's files. Control characters (escape sequences, carriage returns, bells) and
//! bidirectional controls can rewrite a terminal's text. So they are printed as `\u{..}`. Only line breaks, tabs and the styles
//! that this program uses itself pass. Colours are dropped where the output is no terminal.

use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Prints to standard output; a failed write is an error and no panic.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::terminal::standard(&format!($($text)*))
    };
}

/// Prints a line to standard error. A closed standard error is no reason to stop.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::terminal::error_line(&format!($($text)*))
    };
}

pub(crate) use {say, tell};

/// Columns of a pipe, and of a terminal that does not say: the least that everybody has.
const COLUMNS: usize = 80;
/// Narrower than this a table is no table.
const NARROWEST: usize = 40;

/// Columns that the environment says.
fn said_columns() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}

/// The columns that `COLUMNS` says, or the terminal has.
pub(crate) fn columns() -> usize {
    let found = || terminal_size::terminal_size().map(|(wide, _)| usize::from(wide.0));
    said_columns().or_else(found).unwrap_or(COLUMNS).max(NARROWEST)
}

/// The columns of messages: by `COLUMNS`, or of standard error where it is a terminal.
pub(crate) fn error_columns() -> Option<usize> {
    let found = || terminal_size::terminal_size_of(io::stderr()).map(|(wide, _)| usize::from(wide.0));
    Some(said_columns().or_else(found)?.max(NARROWEST))
}

/// A reader that has gone (`compare … | head`) is no fault, and does not end the work: its verdict and files are still wanted.
pub(crate) fn standard(text: &str) -> Result<()> {
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    let written = out.write_all(clean(text).as_bytes()).and_then(|()| out.flush());
    match written {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

pub(crate) fn error_line(text: &str) {
    let mut out = anstream::AutoStream::auto(io::stderr().lock());
    // There is nowhere left to report this to.
    let _ = writeln!(out, "{}", clean(text));
}

/// Longest list of codes looked at for a style: the program's own are at most `1;31`.
const LONGEST_STYLE: usize = 20;

/// The text with everything made visible that a terminal would obey.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_command) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(style) = style(rest) {
            out.push_str(style);
            rest = &rest[style.len()..];
            continue;
        }
        let mut chars = rest.chars();
        if let Some(c) = chars.next() {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}", c.escape_unicode());
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

/// Characters that a terminal obeys: control characters but line breaks and tabs, and the controls of text direction.
fn is_command(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A style at the start of the text: bold, faint, underlined, colours and the reset. None of them moves the cursor or hides
/// text. So a style in a file's name can at most colour the name.
fn style(text: &str) -> Option<&str> {
    let body = text.strip_prefix("\u{1b}[")?;
    let length = body.bytes().take(LONGEST_STYLE).position(|b| b == b'm')?;
    let codes = &body[..length];
    let harmless = |code: &str| {
        matches!(code, "" | "0" | "1" | "2" | "4" | "39")
            || code.len() == 2 && matches!(code.parse(), Ok(31..=37u8 | 91..=97)) && !code.starts_with('+')
    };
    codes.split(';').all(harmless).then(|| &text[..codes.len() + 3])
}
