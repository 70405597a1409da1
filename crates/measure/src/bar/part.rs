//! What was asked on a map, by kinds of question, and the counts of what was found.

use crate::judge::referee::{SweepCounts, faults_of_gaps, notes_on_gaps};
use clipmark_referee::SkinVerdict;
use clipmark_rows::faults::{Cause, Counts, Fault, Rule, Set};
use clipmark_rows::{Axes, Axis, Check, Questions};

/// One kind of question with one hull, and what was found.
#[derive(Clone, Debug)]
pub struct Part {
    /// Hull, questions, and of sweeps from rest gap and way.
    pub axes: Axes,
    /// What is counted first: sweeps with true hits, ticks with a way, gaps.
    pub counted: Check,
    /// How much of it, where it is a size.
    pub size: Option<f64>,
    /// What was found.
    pub answers: Answers,
    /// The answers that the limits hold for: these, or those of all gaps and ways.
    pub limited: Answers,
    /// What a count does not tell, by class of fault.
    pub notes: Vec<(Fault, String)>,
}

/// Answers, counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    /// Sweeps, places, ticks or gaps that were judged.
    pub asked: usize,
    /// On which the truth meets something.
    pub true_hits: usize,
    /// How many show each class of fault.
    pub faults: Counts<Fault>,
    /// Explained by an engine's rule. No fault.
    pub rules: Counts<Rule>,
    /// How many have each known cause.
    pub causes: Counts<Cause>,
    /// Deepest end in a solid, in units.
    pub deepest: f64,
    /// Deepest in a solid that was passed, in units.
    pub passed: f64,
}

impl Part {
    /// A kind of question with a hull.
    pub fn new(hull: &str, questions: Questions, answers: Answers) -> Self {
        Self {
            axes: Axes::default()
                .with(Axis::Hull, hull)
                .with(Axis::Questions, questions.word()),
            counted: Check::TrueHits,
            size: None,
            answers,
            limited: answers,
            notes: Vec::new(),
        }
    }

    /// The gaps of stops with a hull: whether they keep the skin, and the hull its size.
    pub(super) fn of_gaps(hull: &str, questions: Questions, gaps: &SkinVerdict) -> Self {
        let notes = notes_on_gaps(gaps);
        let answers = Answers {
            asked: gaps.all.count,
            faults: faults_of_gaps(&notes),
            ..Answers::default()
        };
        Self {
            counted: Check::Gaps,
            notes,
            ..Self::new(hull, questions, answers)
        }
    }

    /// Its hull.
    pub fn hull(&self) -> &str {
        self.axes.get(Axis::Hull)
    }

    /// Whether it is of a kind of question.
    pub(super) fn is_of(&self, questions: Questions) -> bool {
        self.axes.get(Axis::Questions) == questions.word()
    }

    /// The classes of fault that it shows more often than the bar allows.
    pub fn beyond_limits(&self) -> Set<Fault> {
        self.limited.beyond_limits()
    }
}

impl Answers {
    /// Counts of a score, and how deep ends and passages were.
    pub(super) fn from_score(score: &SweepCounts, [deepest, passed]: [f64; 2]) -> Self {
        Self {
            asked: score.queries,
            true_hits: score.true_hits,
            faults: score.faults,
            rules: score.rules,
            causes: score.causes,
            deepest,
            passed,
        }
    }

    /// These and others.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            true_hits: self.true_hits + other.true_hits,
            faults: self.faults + other.faults,
            rules: self.rules + other.rules,
            causes: self.causes + other.causes,
            deepest: self.deepest.max(other.deepest),
            passed: self.passed.max(other.passed),
        }
    }

    /// All of some.
    pub fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        all.into_iter().fold(Self::default(), |sum, part| sum.and(part))
    }

    /// The classes of fault that are in them more often than the bar allows.
    pub fn beyond_limits(&self) -> Set<Fault> {
        Set::select(|fault: Fault| fault.limit().is_exceeded(self.faults[fault], self.asked))
    }
}
