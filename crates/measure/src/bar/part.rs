//! What was asked on a map, by kinds of question, and the counts of what was found.

use crate::judge::referee::{SweepCounts, faults_of_gaps, notes_on_gaps};
use clipmark_referee::SkinVerdict;
use clipmark_rows::faults::{Fault, Set};
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
    pub answers: SweepCounts,
    /// The answers that the limits hold for: these, or those of all gaps and ways.
    pub limited: SweepCounts,
    /// What a count does not tell, by class of fault.
    pub notes: Vec<(Fault, String)>,
}

impl Part {
    /// A kind of question with a hull.
    pub fn new(hull: &str, questions: Questions, answers: SweepCounts) -> Self {
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
        let answers = SweepCounts {
            queries: gaps.all.count,
            faults: faults_of_gaps(&notes),
            ..SweepCounts::default()
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
