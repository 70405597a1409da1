//! Reads RON files up to a limit, parses them, and gives their faults a place.

pub use crate::locate::{Leaf, List, contents};
use crate::remedy;
use crate::sources::package;
use crate::{Place, Problem, SceneError, locate};
pub use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::path::Path;

/// The text of a file of at most `limit` bytes.
///
/// # Errors
/// A file that cannot be read, is larger, or is not UTF-8.
pub fn read(path: &Path, limit: u64) -> Result<String, SceneError> {
    let bytes = package::read_file(path, limit).map_err(|p| plain(path, p))?;
    String::from_utf8(bytes).map_err(|_| plain(path, Problem::Syntax("the file is not UTF-8".into())))
}

/// The value of a text, in RON with implicit `Some` and further extensions.
///
/// # Errors
/// Text that is empty, no RON, or describes something else.
pub fn parse<T: DeserializeOwned>(text: &str, path: &Path, also: Extensions) -> Result<T, SceneError> {
    if text.trim().is_empty() {
        return Err(plain(path, Problem::EmptyFile));
    }
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME | also);
    options.from_str(text).map_err(|e| {
        let start = e.span.start;
        SceneError {
            file: path.into(),
            place: Place {
                position: Some((start.line, start.col)),
                path: String::new(),
            },
            problem: Box::new(syntax(e.code, text, (start.line, start.col))),
        }
    })
}

/// Where in a text a value such as `profiles[1]` is.
pub fn place(text: &str, path: String) -> Place {
    Place {
        position: locate::locate(text, &path),
        path,
    }
}

pub(crate) fn plain(file: &Path, problem: Problem) -> SceneError {
    SceneError {
        file: file.into(),
        place: Place::default(),
        problem: Box::new(problem),
    }
}

fn syntax(code: ron::Error, text: &str, at: (usize, usize)) -> Problem {
    match code {
        ron::Error::NoSuchStructField { expected, found, .. } => Problem::UnknownField {
            found,
            known: expected,
        },
        ron::Error::NoSuchEnumVariant { expected, found, .. } => Problem::UnknownVariant {
            found,
            known: expected,
        },
        ron::Error::MissingStructField { field, .. } => Problem::MissingField(field),
        // The library advises its own callers here, which is no help to who writes a scene.
        ron::Error::ExceededRecursionLimit => {
            Problem::Syntax("brackets are nested more than 128 deep".into())
        }
        other => match remedy::of(&other, text, at) {
            Some(remedy) => Problem::Syntax(remedy),
            None => Problem::Syntax(other.to_string()),
        },
    }
}
