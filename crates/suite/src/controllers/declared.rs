//! Courses as a test of somebody's crate: exactly the failures that its `known.toml` declares.

use super::failing::no_question;
use super::{Failing, RATES, at, courses, failing, measure, names};
use crate::SuiteError;
use clipmark_measure::Contestant;
use clipmark_rows::known::{Difference, Known, Names};
use clipmark_rows::{Case, End, Severity};

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
        let names = Names {
            is_part: !self.words.is_empty() || !self.rates.is_empty(),
            ..Names::new(names(None, &[])?, with_usual_rates(&self.rates))
        };
        let known = Known::read(known, "known.toml", &names, |_| Ok(()))?;
        let (courses, _) = courses(None, &self.words)?;
        let results = measure(&courses, &[contestant.into()], self.rates(), &mut |_, _, _| ())?;
        let cases: Vec<&Case> = results.cases.iter().collect();
        if cases.iter().all(|case| matches!(case.end, End::NotAsked(_))) {
            let why = cases.iter().find_map(|case| case.reason());
            let why = why.unwrap_or("the maps of its courses are not there");
            return Ok(vec![format!("no run was asked: {why}")]);
        }
        let found = known.differences(&results.run, &cases, Severity::Measurable);
        Ok(found.iter().map(Difference::to_string).collect())
    }

    /// The first of these runs that fails a check: the tick that shows it best, and what the controller was asked until then.
    /// Ask the last question again, and the failure is under a debugger.
    ///
    /// ```no_run
    /// # use clipmark_geometry::World;
    /// # use clipmark_movement::{ControllerWorld, MoverKind, Profile};
    /// # use std::sync::Arc;
    /// # use clipmark_collision::BuildError;
    /// # use clipmark_suite::{SuiteError, controllers::Courses};
    /// # fn test(mine: &'static MoverKind, build: fn(&World, &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError>)
    /// # -> Result<(), Box<dyn std::error::Error>> {
    /// let found = Courses::named("stairs-16").hz(60).failing(mine)?;
    /// let (world, profile) = (&found.setting.world, &found.setting.profile);
    /// let mut body = build(world, profile)?.controller(profile);
    /// let last = found.moves.last().expect("a tick");
    /// body.place(&last.place());
    /// println!("{:?} instead of {:?}", body.carry(&last.wanted()), last.carried);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A word that no course's name holds, a course that cannot be played, and runs that fail nothing.
    pub fn failing(&self, contestant: impl Into<Contestant>) -> Result<Failing, SuiteError> {
        let contestant = contestant.into();
        let (courses, _) = courses(None, &self.words)?;
        let runs = courses
            .iter()
            .flat_map(|course| self.rates().iter().map(|hz| at(course, *hz)));
        let mut none = no_question(contestant, "no course is left; their maps are not there").into();
        for scene in runs {
            match failing(&scene, contestant) {
                Ok(found) => return Ok(found),
                Err(why) => none = why,
            }
        }
        Err(none)
    }

    fn rates(&self) -> &[f64] {
        if self.rates.is_empty() {
            &RATES
        } else {
            &self.rates
        }
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

/// Rates that a list of known failures may name: the usual ones ([`RATES`]), and those of its run.
pub fn with_usual_rates(rates: &[f64]) -> Vec<f64> {
    let others = rates.iter().filter(|rate| !RATES.contains(rate));
    RATES.iter().chain(others).copied().collect()
}
