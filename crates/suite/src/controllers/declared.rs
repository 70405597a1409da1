//! Courses as a test of somebody's crate: exactly the failures that its `known.toml` declares.

use super::{RATES, courses, measure, names};
use crate::SuiteError;
use crate::known::{Judged, Known};
use clipmark_measure::Contestant;
use clipmark_record::controllers::{ControllersResults, Grade};

/// Courses to be run by one contestant, at every rate unless told otherwise.
///
/// ```no_run
/// # use clipmark_movement::MoverKind;
/// # fn test(mine: &'static MoverKind) {
/// use clipmark_suite::controllers::Courses;
/// Courses::named("stairs, slope").hz(60).assert_as_declared(mine, "rules = 2");
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is run before it is asserted"]
pub struct Courses {
    words: Vec<String>,
    rates: Vec<f64>,
}

impl Courses {
    /// The built-in courses whose names hold one of these words, which commas separate; all if there is no word.
    pub fn named(words: &str) -> Self {
        let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
        Self {
            words: words.map(String::from).collect(),
            rates: Vec::new(),
        }
    }

    /// At this tick rate, in hertz, besides others that were given; without any at all four of [`RATES`].
    pub fn hz(mut self, rate: impl Into<f64>) -> Self {
        self.rates.push(rate.into());
        self
    }

    /// Runs them without a clock and lists the differences from the declarations of `known`, a line each. A course whose map is
    /// not there is left out.
    ///
    /// # Errors
    /// A word that no course's name holds, a list that cannot be read, or a course that cannot be played.
    pub fn as_declared(
        &self,
        contestant: impl Into<Contestant>,
        known: &str,
    ) -> Result<Vec<String>, SuiteError> {
        let known = Known::read(known, "known.toml", &names(None, &[])?, &[])?;
        let (courses, _) = courses(None, &self.words)?;
        let rates = if self.rates.is_empty() {
            &RATES[..]
        } else {
            &self.rates
        };
        let results = measure(&courses, &[contestant.into()], rates, false, &mut |_, _, _| ())?;
        let found = known.differences(&judged(&results, Grade::Seen));
        Ok(found.iter().map(|difference| known.says(difference)).collect())
    }

    /// The same as a test.
    ///
    /// # Panics
    /// If the result is not as declared, or on an error; every difference is named.
    #[track_caller]
    pub fn assert_as_declared(&self, contestant: impl Into<Contestant>, known: &str) {
        match self.as_declared(contestant, known) {
            Ok(differences) => assert!(
                differences.is_empty(),
                "{} runs are not as declared:\n{}",
                differences.len(),
                differences.join("\n")
            ),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Runs in the form of judged ones; those with a milder grade than `from` count as passed.
pub fn judged(results: &ControllersResults, from: Grade) -> Vec<Judged> {
    let cells = results.cells.iter().map(|cell| {
        let worst = cell.broken().into_iter().next().filter(|b| b.grade <= from);
        Judged {
            name: cell.course.clone(),
            contestant: cell.entrant.clone(),
            hz: Some(cell.hz),
            map: None,
            failed: worst.map(|breach| format!("{}: {}", breach.grade.word(), breach.says)),
        }
    });
    cells.collect()
}
