//! What is wrong with a file, where, and what helps.

use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use strsim::levenshtein;

/// A problem of a file: one message with file, place, fault and remedy.
#[derive(Debug)]
pub struct SceneError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub problem: Box<Problem>,
}

/// What is wrong, and where. Whoever finds it writes the message; whoever knows the file makes it a [`SceneError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where in the file.
    pub at: Place,
    /// The fault.
    pub message: String,
    /// The remedy; empty where the message says it.
    pub hint: String,
    /// Whether the file is no text of its format at all, so that it may be meant for another.
    pub is_unreadable: bool,
}

/// Where in a file: line and column when they are known, path of the value when there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line and column, counting from 1, in characters.
    pub position: Option<(usize, usize)>,
    /// For example `world.Shapes[3].Box.min`; empty for the file as a whole.
    pub path: String,
}

/// A check, and its value.
pub type Checked<T = ()> = Result<T, Problem>;

/// Characters of a message at most: what a file brings is quoted in it, and may be megabytes.
const LONGEST_MESSAGE: usize = 500;
/// Characters of a file's name and of a path in it at most.
pub(crate) const LONGEST_PLACE: usize = 300;
/// Characters of a remedy at most: the longest list of names that may stand somewhere fits.
const LONGEST_HINT: usize = 2000;
/// Characters of a name or word that a message quotes.
pub(crate) const LONGEST_QUOTE: usize = 64;

pub(crate) fn empty() -> Problem {
    let hint = "give one with text, or write one with `compare new FILE`";
    Problem::new("the file is empty", hint)
}

impl Problem {
    /// A problem of a file as a whole.
    pub fn new(message: impl Display, hint: impl Into<String>) -> Self {
        Self {
            at: Place::default(),
            message: shortened(&message.to_string(), LONGEST_MESSAGE),
            hint: shortened(&hint.into(), LONGEST_HINT),
            is_unreadable: false,
        }
    }

    /// The same of the value at a path of the file.
    #[must_use]
    pub fn at(mut self, path: impl Display) -> Self {
        self.at.path = path.to_string();
        self
    }

    /// The same at a line and column of the file.
    #[must_use]
    pub fn on(mut self, line: usize, column: usize) -> Self {
        self.at.position = Some((line, column));
        self
    }

    /// The problem as an error of its file.
    pub fn in_file(self, file: &Path) -> SceneError {
        SceneError {
            file: file.into(),
            problem: Box::new(self),
        }
    }
}

/// A problem of the value at a path.
///
/// # Errors
/// Always: that problem.
pub fn fault<T>(path: impl Display, message: impl Display, hint: &str) -> Checked<T> {
    Err(Problem::new(message, hint).at(path))
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &*self.hint {
            "" => Ok(()),
            hint => write!(f, "; {hint}"),
        }
    }
}

impl Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { at, .. } = &*self.problem;
        let file = shortened(&self.file.display().to_string(), LONGEST_PLACE);
        write!(f, "{file}{at}: {}", self.problem)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", shortened(&self.path, LONGEST_PLACE))?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
impl std::error::Error for SceneError {}

/// Bytes that were read and refused: [`Files`](crate::Files) answer with [`io::Error`].
impl From<Problem> for io::Error {
    fn from(problem: Problem) -> Self {
        Self::new(io::ErrorKind::InvalidData, problem)
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(problem) => problem,
            Err(error) => Self::new(format_args!("cannot read the file: {error}"), ""),
        }
    }
}

/// A text of a file as a message shows it: in quotes, on one line, not too long.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text, LONGEST_QUOTE))
}

/// A number as a message shows it: 1e308 has 309 digits.
pub(crate) fn number(x: f64) -> String {
    const PLAIN: std::ops::Range<f64> = 1e-6..1e15;
    match x == 0.0 || !x.is_finite() || PLAIN.contains(&x.abs()) {
        true => x.to_string(),
        false => format!("{x:e}"),
    }
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let parts: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    let parts = parts.into_iter().map(String::from_utf8_lossy);
    parts.collect::<Vec<_>>().join(",")
}

/// `, did you mean ...?`, where one of the known words is near enough to the one found.
pub(crate) fn meant(found: &str, known: &[&str]) -> String {
    /// Typing slips are one or two letters; at three, short names all resemble each other.
    const SLIPS: usize = 2;
    // The distance to a text of megabytes takes its time, and no name is so long.
    let near = known.iter().filter(|_| found.len() <= LONGEST_QUOTE);
    near.map(|k| (levenshtein(&found.to_lowercase(), &k.to_lowercase()), k))
        .min()
        .filter(|(slips, _)| *slips <= SLIPS)
        .map_or(String::new(), |(_, k)| format!(", did you mean `{k}`?"))
}

/// Words in a row, each in backquotes.
pub(crate) fn list(known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
    match all.is_empty() {
        true => "none".into(),
        false => all.join(", "),
    }
}

/// The beginning of a text that is too long, on one line.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let one_line = text.replace('\n', " ");
    match one_line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &one_line[..end]),
        None => one_line,
    }
}
