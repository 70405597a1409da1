//! Whose a failure is: the library's, or that of our adapter.

use super::ControllersResults;
use serde::{Deserialize, Serialize};

/// What the question to the library alone finds of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The library alone does what failed. Exact arithmetic contradicts an answer, or its controller goes elsewhere than the exact
    /// slide move.
    Repeats,
    /// No answer of the library alone is what failed: our adapter is at fault, or the sample that it follows.
    Adapter,
}

impl Label {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Repeats => "repeats",
            Self::Adapter => "adapter",
        }
    }

    /// In a sentence; `by_slide` where the exact slide move alone speaks against a call, and no solid does.
    pub fn says(self, by_slide: bool) -> &'static str {
        match self {
            Self::Repeats if by_slide => {
                "the library's controller alone moves so: no solid contradicts it, and the exact slide move, \
                 by which the run is measured, goes elsewhere"
            }
            Self::Repeats => "exact arithmetic contradicts what the library alone answers",
            Self::Adapter => {
                "no answer of the library alone is what failed: our adapter, or the sample that it follows, \
                 makes the failure of right answers"
            }
        }
    }
}

/// What a failure's tick is with the library alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alone {
    /// Whose the failure is.
    pub label: Label,
    /// The file of its question, from the page's folder; the worst run of each contestant on a course has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// Failures of libraries, one a course and contestant, by whose they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes {
    /// [`Label::Repeats`]
    pub repeats: usize,
    /// [`Label::Adapter`]
    pub adapter: usize,
    /// No question shows it.
    pub unknown: usize,
}

impl Causes {
    /// All of them.
    pub fn all(self) -> usize {
        self.repeats + self.adapter + self.unknown
    }
}

/// The reason given for a controller that no moving part can be told to.
pub const NOT_TOLD: &str =
    "our adapter tells its controller of no moving part, in Quake III's order of a frame";

/// The reason given for a controller whose set-up plays in the other order of a frame alone.
pub const OTHER_ORDER: &str =
    "our set-up of it plays in the other order alone, for the reason of its setting \"moving parts\"";

/// The sentence where no question shows a failure.
pub const UNKNOWN: &str = "not yet known";

impl ControllersResults {
    /// Whose the failures of libraries are; the worst run of each contestant on each course counts.
    pub fn causes(&self) -> Causes {
        let mut causes = Causes::default();
        for entrant in self.entrants.iter().filter(|e| e.library) {
            for course in &self.courses {
                let Some(worst) = self.worst(&course.name, &entrant.name) else {
                    continue;
                };
                match self.cells[worst].alone.as_ref().map(|alone| alone.label) {
                    Some(Label::Repeats) => causes.repeats += 1,
                    Some(Label::Adapter) => causes.adapter += 1,
                    None => causes.unknown += 1,
                }
            }
        }
        causes
    }

    /// The same in a sentence; none where no library fails.
    pub fn causes_said(&self) -> Option<String> {
        let causes = self.causes();
        let Causes {
            repeats,
            adapter,
            unknown,
        } = causes;
        let all = match causes.all() {
            0 => return None,
            1 => "1 failure of a library".to_owned(),
            n => format!("{n} failures of libraries"),
        };
        Some(format!(
            "Of {all}, the worst of each on a course, {repeats} repeat with the library alone, \
             {adapter} are of our adapter or the sample that it follows, {unknown} are {UNKNOWN}."
        ))
    }
}
