//! A program's failure to answer, in one message with the question.

use std::fmt;
use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Why {
    Unstartable(String),
    /// It took longer than this.
    Silent(Duration),
    /// All its answers together took longer than this.
    Slow(Duration),
    DoesNotRead,
    Ended(String),
    /// An answer has more bytes than this, or no end.
    TooLong(u64),
    /// The fault of an answer, and its beginning.
    Nonsense(String, String),
}

/// What a program did in the place of an answer.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) program: String,
    pub(crate) why: Why,
    /// The question, as it was sent.
    pub(crate) asked: String,
    /// Its last words on standard error.
    pub(crate) said: Option<String>,
}

/// Characters of a question or an answer that are shown.
const SHOWN: usize = 160;

/// The beginning of a text, in characters that may be shown, on one line.
pub(super) fn shortened(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    let text = text.trim_end();
    let on_one_line = |c: char| if c.is_whitespace() { ' ' } else { c };
    let mut out: String = text.chars().take(SHOWN).map(on_one_line).collect();
    if out.len() < text.len() || line.len() > 4 * SHOWN {
        out.push('…');
    }
    out
}

impl Failure {
    /// Why, and its last words.
    pub(crate) fn in_short(&self) -> String {
        match &self.said {
            Some(said) => format!("{}: {said}", self.why),
            None => self.why.to_string(),
        }
    }

    /// Whether it is one of the command line: there is no such program.
    pub(crate) fn is_of_input(&self) -> bool {
        matches!(self.why, Why::Unstartable(_))
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unstartable(why) => write!(f, "it cannot be started: {why}"),
            Self::Silent(deadline) => write!(f, "no answer within {} s", deadline.as_secs_f64()),
            Self::Slow(budget) => write!(f, "its answers took over {} s in all", budget.as_secs_f64()),
            Self::DoesNotRead => write!(f, "it does not read its standard input"),
            Self::Ended(how) => write!(f, "it ended before it answered ({how})"),
            Self::TooLong(most) => write!(f, "its answer has over {most} bytes, or no end of line"),
            Self::Nonsense(why, answer) => {
                write!(f, "its answer cannot be used: {why}; it answered {answer}")
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.program)?;
        let option = match &self.why {
            Why::Unstartable(_) => return write!(f, "{}; give --program a file that runs", self.why),
            Why::Silent(_) => " (--timeout)",
            Why::Slow(_) => " (--budget)",
            _ => "",
        };
        write!(f, "{}{option}", self.why)?;
        write!(f, "; it was asked {}", self.asked)?;
        self.said
            .as_ref()
            .map_or(Ok(()), |said| write!(f, "; it said on standard error: {said}"))
    }
}
