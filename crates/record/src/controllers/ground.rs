//! Courses over ground that stands and over ground that moves, each counted by itself.

use super::ControllersResults;
use serde::{Deserialize, Serialize};

/// Who moves first in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The parts of the world, then the player.
    PartsFirst,
    /// The player, then the parts.
    PlayersFirst,
}

impl Order {
    /// Both.
    pub const ALL: [Self; 2] = [Self::PartsFirst, Self::PlayersFirst];

    /// In words.
    pub fn label(self) -> &'static str {
        match self {
            Self::PartsFirst => "parts first",
            Self::PlayersFirst => "players first",
        }
    }
}

/// Whether parts of a course's world move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ground {
    /// Nothing moves but the player.
    Still,
    /// Lifts, trains and walls move, before the player or after it.
    Moving(Option<Order>),
}

impl Ground {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Still => "still",
            Self::Moving(_) => "moving",
        }
    }

    /// As a heading.
    pub fn heading(self) -> String {
        match self {
            Self::Still => "Ground that stands".into(),
            Self::Moving(None) => "Ground that moves".into(),
            Self::Moving(Some(order)) => format!("Ground that moves, {}", order.label()),
        }
    }
}

impl ControllersResults {
    /// What a course's ground does; that of a course that is not here stands.
    pub fn ground(&self, course: &str) -> Ground {
        let moves = self.courses.iter().find(|c| c.moves && c.name == course);
        moves.map_or(Ground::Still, |course| Ground::Moving(course.order))
    }

    /// The results on each ground that there is, by themselves.
    pub fn by_ground(&self) -> Vec<(Ground, Self)> {
        let on = |ground: Ground| {
            let courses = self.courses.iter().filter(|c| self.ground(&c.name) == ground);
            let cells = self.cells.iter().filter(|c| self.ground(&c.course) == ground);
            Self {
                courses: courses.cloned().collect(),
                cells: cells.cloned().collect(),
                ..self.without_runs()
            }
        };
        let moving = [None, Some(Order::PartsFirst), Some(Order::PlayersFirst)].map(Ground::Moving);
        [Ground::Still]
            .into_iter()
            .chain(moving)
            .map(|ground| (ground, on(ground)))
            .filter(|(_, results)| !results.courses.is_empty())
            .collect()
    }

    fn without_runs(&self) -> Self {
        Self {
            version: self.version.clone(),
            made: self.made.clone(),
            machine: self.machine.clone(),
            entrants: self.entrants.clone(),
            courses: Vec::new(),
            rates: self.rates.clone(),
            cells: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Made;
    use crate::controllers::{Course, CourseRun, Entrant, Outcome, Run};

    /// A failure on moving ground is none on ground that stands, and who is not asked there has neither passed nor failed.
    #[test]
    fn each_ground_is_counted_by_itself() {
        let course = |name: &str, moves| Course {
            name: name.into(),
            title: String::new(),
            description: String::new(),
            moves,
            order: None,
        };
        let cell = |course: &str, entrant: &str, outcome| CourseRun {
            course: course.into(),
            entrant: entrant.into(),
            hz: 60.0,
            outcome,
            scene: None,
            report: None,
            alone: None,
        };
        let run = |slid| {
            Outcome::Run(Run {
                slid,
                way: 1.0,
                repeats: true,
                ..Run::default()
            })
        };
        let entrant = |name: &str| Entrant {
            name: name.into(),
            ..Entrant::default()
        };
        let book = ControllersResults {
            version: String::new(),
            made: Made::default(),
            machine: String::new(),
            entrants: vec![entrant("told"), entrant("not")],
            courses: vec![course("stairs", false), course("ride", true)],
            rates: vec![60.0],
            cells: vec![
                cell("stairs", "told", run(f64::NAN)),
                cell("stairs", "not", run(f64::NAN)),
                cell("ride", "told", run(2.0)),
                cell("ride", "not", Outcome::Refused("it is not told".into())),
            ],
        };
        let parts = book.by_ground();
        let [(Ground::Still, still), (Ground::Moving(None), moving)] = &parts[..] else {
            panic!("{parts:?}");
        };
        assert_eq!([still.passed("told"), moving.passed("told")], [[1, 1], [0, 1]]);
        assert_eq!(moving.harm("not").refused, 1);
    }
}
