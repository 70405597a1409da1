//! Whether a contestant passes: in a scene, and on a map of the bar. Both follow the table of [fault classes](crate::faults).

mod bar;
mod scene;

use crate::bar::{Answers, Walks};
use crate::faults::{FAULTS, Fault, FaultRow, Limit, Source};
use crate::{Entry, SkinScore};

/// A part of the bar's questions to a contestant on a map. Its limits hold for each.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Answers to random sweeps, or to questions with one hull.
    Random(Answers),
    /// Answers to sweeps from rest.
    Rest(Answers),
    /// Players that run about.
    Walks(Walks),
    /// Gaps at faces of all stops.
    Gaps(&'a SkinScore),
}

impl Limit {
    /// Whether `count` of `asked` answers exceed it.
    fn is_exceeded(self, count: usize, asked: usize) -> bool {
        count > 0
            && match self {
                Self::Never => true,
                Self::OneIn(many) => count.saturating_mul(many) >= asked,
                Self::Often { one_in, least } => count >= least && count.saturating_mul(one_in) >= asked,
                Self::Uncounted => false,
            }
    }
}

impl FaultRow {
    /// How often a contestant of a scene shows it.
    pub fn count(&self, entry: &Entry) -> usize {
        let (queries, movement) = (&entry.queries, &entry.movement);
        match self.fault {
            Fault::InSolid => movement.embedded_ticks,
            Fault::Stuck => movement.stuck_ticks,
            Fault::FellOut => movement.fell_out.into(),
            Fault::WalkUnreliable => movement.unreliable,
            of_gaps if self.source == Source::Gaps => queries.skin.count(of_gaps),
            of_answers => queries.faults[of_answers],
        }
    }

    /// The faults in words that follow a name, where a size tells more than a count.
    pub fn measured(&self, skin: &SkinScore) -> Vec<String> {
        match self.fault {
            Fault::WrongSkin => skin.wrong_skin().into_iter().collect(),
            Fault::WrongHull => skin.wrong_hull(),
            _ => Vec::new(),
        }
    }

    /// How often it is in a part of the bar; `None` where that part cannot show it.
    pub fn count_in(&self, part: Part) -> Option<usize> {
        match (self.source, part) {
            (Source::Answers, Part::Random(answers) | Part::Rest(answers)) => {
                Some(answers.faults[self.fault])
            }
            (Source::Walk, Part::Walks(walks)) => match self.fault {
                Fault::InSolid => Some(walks.embedded_ticks),
                Fault::Stuck => Some(walks.stuck_events),
                Fault::FellOut => Some(walks.fell_out),
                _ => None,
            },
            (Source::Gaps, Part::Gaps(skin)) => Some(skin.count(self.fault)),
            _ => None,
        }
    }

    /// Whether it happens in a part of the bar more often than the bar allows.
    pub fn is_beyond_limit(&self, part: Part) -> bool {
        let asked = match part {
            Part::Random(answers) | Part::Rest(answers) => answers.asked,
            Part::Walks(_) | Part::Gaps(_) => 0,
        };
        self.count_in(part)
            .is_some_and(|count| self.limit.is_exceeded(count, asked))
    }
}

impl Part<'_> {
    /// The classes that happen more often than the bar allows.
    pub fn beyond_limits(self) -> impl Iterator<Item = &'static FaultRow> {
        FAULTS.iter().filter(move |class| class.is_beyond_limit(self))
    }
}

impl SkinScore {
    /// How often it shows a class of fault that is one of all gaps together.
    fn count(&self, fault: Fault) -> usize {
        match fault {
            Fault::WrongSkin => self.wrong.into(),
            Fault::WrongHull => self.hull.len(),
            _ => 0,
        }
    }
}
