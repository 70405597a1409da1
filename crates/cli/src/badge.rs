//! The badge of a result. A run that asked and came to no result has one that says so. It takes an older one's place.

use crate::output::Output;
use crate::terminal::tell;
use anyhow::Result;
use clipmark_record::RULES;
use serde::Serialize;
use std::path::Path;

/// A file for a badge, opened before anything is run.
pub(crate) struct Badge {
    output: Option<Output>,
    /// What is judged, once it is asked.
    asked: Option<&'static str>,
}

/// The input of shields.io's endpoint: <https://shields.io/badges/endpoint-badge>.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    schema_version: u32,
    label: String,
    message: String,
    color: &'static str,
}

impl Badge {
    /// Opens the file, if one is given.
    pub(crate) fn open(file: Option<&Path>) -> Result<Self> {
        Ok(Self {
            output: file.map(|file| Output::open(Some(file))).transpose()?,
            asked: None,
        })
    }

    /// Whether one is written.
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// From now on the run has a result, or did not finish.
    pub(crate) fn asks(&mut self, label: &'static str) {
        self.asked = Some(label);
    }

    /// Writes the result.
    pub(crate) fn ends(mut self, passed: usize, all: usize, differences: Option<usize>) -> Result<()> {
        let label = self.asked.take().unwrap_or_default();
        match self.output.take() {
            Some(output) => output.export(&text(&shown(label, passed, all, differences))?),
            None => Ok(()),
        }
    }
}

impl Drop for Badge {
    /// Without a result: an error, a program that does not answer, or a panic.
    fn drop(&mut self) {
        let (Some(label), Some(output)) = (self.asked.take(), self.output.take()) else {
            return;
        };
        let unfinished = of(label, "did not finish".into(), "red");
        if let Err(why) = text(&unfinished).and_then(|text| output.export(&text)) {
            tell!("--badge: {why:#}");
        }
    }
}

fn text(shown: &Shown) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec_pretty(shown)?)
}

fn of(label: &str, message: String, color: &'static str) -> Shown {
    Shown {
        schema_version: 1,
        label: format!("clipmark {label}, rules {RULES}"),
        message,
        color,
    }
}

fn shown(label: &str, passed: usize, all: usize, differences: Option<usize>) -> Shown {
    let (message, color) = match differences {
        _ if all == 0 => ("nothing asked".into(), "lightgrey"),
        _ if passed == all && differences.is_none_or(|n| n == 0) => {
            (format!("{passed} of {all}"), "brightgreen")
        }
        Some(0) => (format!("{passed} of {all}, as declared"), "green"),
        Some(n) => (format!("{passed} of {all}, {n} not as declared"), "red"),
        None => (format!("{passed} of {all}"), "red"),
    };
    of(label, message, color)
}

#[cfg(test)]
mod tests {
    use super::{Badge, shown};

    #[test]
    fn a_badge_says_whether_the_result_is_as_declared() {
        let colour = |passed, differences| shown("courses", passed, 4, differences).color;
        let colours = [
            colour(4, None),
            colour(4, Some(0)),
            colour(3, Some(0)),
            colour(3, Some(1)),
            colour(4, Some(1)),
            colour(3, None),
        ];
        assert_eq!(
            colours,
            ["brightgreen", "brightgreen", "green", "red", "red", "red"]
        );
    }

    #[test]
    fn a_run_that_asked_and_has_no_result_is_said_not_to_have_finished() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("badge.json");
        std::fs::write(&file, "green").unwrap();
        let kept = || std::fs::read_to_string(&file).unwrap();
        drop(Badge::open(Some(&file)).unwrap());
        assert_eq!(kept(), "green", "nothing was asked");
        let mut badge = Badge::open(Some(&file)).unwrap();
        badge.asks("courses");
        assert_eq!(kept(), "green", "it still runs");
        drop(badge);
        assert!(kept().contains("\"red\""), "{}", kept());
        let mut badge = Badge::open(Some(&file)).unwrap();
        badge.asks("courses");
        badge.ends(2, 2, None).unwrap();
        assert!(kept().contains("2 of 2"), "{}", kept());
    }
}
