//! Reads RON files up to a limit, parses them, and gives their faults a place and a remedy.

use crate::files::read_file;
use crate::locate::options;
use crate::problem::{empty, list, meant, quoted, shortened};
use crate::{Place, Problem, SceneError, locate};
pub use ron::Value;
use ron::error::SpannedError;
pub use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::path::Path;

/// The text of a file of at most `limit` bytes.
///
/// # Errors
/// A file that cannot be read, is larger, or is not UTF-8.
pub fn read(path: &Path, limit: u64) -> Result<String, SceneError> {
    let bytes = read_file(path, limit).map_err(|e| Problem::from(e).in_file(path))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable("the file is not UTF-8"));
    text.map_err(|problem| problem.in_file(path))
}

/// The value of a text, in RON with implicit `Some` and further extensions.
///
/// # Errors
/// Text that is empty, no RON, or describes something else.
pub fn parse<T: DeserializeOwned>(text: &str, path: &Path, also: Extensions) -> Result<T, SceneError> {
    if text.trim().is_empty() {
        return Err(empty().in_file(path));
    }
    let options = options().with_default_extension(Extensions::IMPLICIT_SOME | also);
    options
        .from_str(text)
        .map_err(|error| syntax(&error, text).in_file(path))
}

/// The value of one field of a text's outermost value; nothing where it cannot be read.
pub fn value(text: &str, field: &str) -> Option<Value> {
    let Value::Map(mut fields) = options().from_str(text).ok()? else {
        return None;
    };
    fields.remove(&Value::String(field.into()))
}

/// Where in a text a value such as `profiles[1]` is.
pub fn place(text: &str, path: String) -> Place {
    Place {
        position: locate::locate(text, &path),
        path,
    }
}

/// A problem of a value, as an error of the file whose text holds it.
pub fn located(mut problem: Problem, file: &Path, text: &str) -> SceneError {
    if !problem.at.path.is_empty() {
        problem.at.position = locate::locate(text, &problem.at.path);
    }
    problem.in_file(file)
}

fn unreadable(message: &str) -> Problem {
    Problem {
        is_unreadable: true,
        ..Problem::new(message, "scenes/README.md describes the format")
    }
}

fn syntax(error: &SpannedError, text: &str) -> Problem {
    let start = error.span.start;
    let problem = match &error.code {
        ron::Error::NoSuchStructField { expected, found, .. } => Problem::new(
            format_args!("unknown field `{}`{}", shown(found), meant(found, expected)),
            format!("the fields here are {}", list(expected)),
        ),
        ron::Error::NoSuchEnumVariant { expected, found, .. } => unknown_variant(found, expected),
        ron::Error::MissingStructField { field, .. } => {
            let hint = if *field == "version" {
                "write `version: 1`"
            } else {
                ""
            };
            Problem::new(format_args!("the field `{field}` is missing"), hint)
        }
        // The library advises its own callers here, which is no help to who writes a scene.
        ron::Error::ExceededRecursionLimit => unreadable("brackets are nested more than 128 deep"),
        other => slip(other, text, (start.line, start.col)).unwrap_or_else(|| unreadable(&other.to_string())),
    };
    problem.on(start.line, start.col)
}

pub(crate) fn unknown_variant(found: &str, known: &[&str]) -> Problem {
    Problem::new(
        format_args!("unknown `{}`{}", shown(found), meant(found, known)),
        format!("what may stand here is {}", list(known)),
    )
}

fn shown(word: &str) -> String {
    shortened(word, 64)
}

/// The commonest slips. The parser names its expectation; this names the right text.
fn slip(error: &ron::Error, text: &str, (line, column): (usize, usize)) -> Option<Problem> {
    if let Some((line, column, bracket)) = unclosed(text)
        && ends_early(error)
    {
        return Some(Problem::new(
            format_args!("the `{bracket}` of line {line}, column {column} is never closed"),
            format!("write a `{}` where it ends", closing(bracket)),
        ));
    }
    let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let at = row.char_indices().nth(column.saturating_sub(1));
    let (before, rest) = row.split_at(at.map_or(row.len(), |(at, _)| at));
    let (before, rest) = (before.trim_end(), rest.trim_start());
    if let (ron::Error::ExpectedIdentifier, Some(quote)) = (error, rest.strip_prefix('"')) {
        let word = quote.split('"').next().unwrap_or_default();
        return Some(Problem::new(
            format_args!("`{}` is a word of the format, not text", quoted(word)),
            format!("write it without quotes, {}", shown(word)),
        ));
    }
    let doubled = (before.ends_with('(') && rest.starts_with('[')) || rest.starts_with("([");
    doubled.then(|| {
        Problem::new(
            "numbers that belong together stand in round brackets alone",
            "write (1, 2, 3), not ([1, 2, 3])",
        )
    })
}

/// Whether the parser ran out of text, or met another bracket than it waited for.
fn ends_early(error: &ron::Error) -> bool {
    use ron::Error as E;
    matches!(
        error,
        E::Eof
            | E::ExpectedArrayEnd
            | E::ExpectedMapEnd
            | E::ExpectedStructLikeEnd
            | E::ExpectedOptionEnd
            | E::ExpectedComma
            | E::ExpectedIdentifier
            | E::UnclosedBlockComment
    )
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The innermost bracket that is never closed, or closed by another kind: line and column from 1, and which. Text in quotes
/// and comments is passed over.
pub fn unclosed(text: &str) -> Option<(usize, usize, char)> {
    let mut open: Vec<(usize, usize, char)> = Vec::new();
    let (mut line, mut column) = (1, 0);
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    let mut depth = 0usize;
    let mut note = false;
    while let Some(c) = chars.next() {
        column += 1;
        if c == '\n' {
            (line, column, note) = (line + 1, 0, false);
            continue;
        }
        let next = chars.peek().copied();
        match (c, next) {
            _ if note => {}
            ('\\', Some(_)) if quoted => {
                chars.next();
                column += 1;
            }
            ('"', _) if depth == 0 => quoted = !quoted,
            _ if quoted => {}
            ('/', Some('*')) => depth += 1,
            ('*', Some('/')) => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ('/', Some('/')) => note = true,
            ('(' | '[' | '{', _) => open.push((line, column, c)),
            (')' | ']' | '}', _) => match open.pop() {
                Some((_, _, bracket)) if closing(bracket) == c => {}
                other => return other,
            },
            _ => {}
        }
    }
    open.pop()
}
