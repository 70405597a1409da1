//! The fields of a line, one by one, each with its meaning when it is wrong.

use clipmark_collision::recording::RecordingError;
use clipmark_geometry::Point;
use std::str::FromStr;

/// The rest of a line.
pub(super) struct Fields<'a> {
    left: std::str::SplitAsciiWhitespace<'a>,
    line: usize,
    wanted: &'static str,
}

impl<'a> Fields<'a> {
    pub(super) fn of(text: &'a str, line: usize, wanted: &'static str) -> Self {
        Self {
            left: text.split_ascii_whitespace(),
            line,
            wanted,
        }
    }

    pub(super) fn error(&self, why: &str) -> RecordingError {
        RecordingError::Line {
            line: self.line,
            why: format!("{why}; wanted `{}`", self.wanted),
        }
    }

    pub(super) fn word(&mut self) -> Result<&'a str, RecordingError> {
        let word = self.left.next();
        word.ok_or_else(|| self.error("fields are missing"))
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, RecordingError> {
        let word = self.word()?;
        let number = word.parse();
        number.map_err(|_| self.error(&format!("`{word}` is no number of its kind")))
    }

    pub(super) fn float(&mut self) -> Result<f32, RecordingError> {
        let x: f32 = self.number()?;
        if x.is_finite() {
            Ok(x)
        } else {
            Err(self.error(&format!("{x} is not finite")))
        }
    }

    pub(super) fn three(&mut self) -> Result<Point, RecordingError> {
        Ok(Point::new(self.float()?, self.float()?, self.float()?))
    }

    pub(super) fn flag(&mut self) -> Result<bool, RecordingError> {
        match self.word()? {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(self.error(&format!("flag `{other}` is neither 0 nor 1"))),
        }
    }

    /// Nothing may be left.
    pub(super) fn end(mut self) -> Result<(), RecordingError> {
        match self.left.next() {
            None => Ok(()),
            Some(more) => Err(self.error(&format!("`{more}` is one field too many"))),
        }
    }
}
