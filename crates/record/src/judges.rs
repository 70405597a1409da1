//! Which judge caught which planted fault, as plain data: one cell a fault and judge.

use crate::Made;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The part that a fault is planted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A backend's answers.
    Collision,
    /// The stages of a tick.
    Movement,
    /// Movers' effect on players.
    Push,
}

/// A judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judge {
    /// The verdict of a scene's comparison, and its expectations.
    Scene,
    /// The correctness bar.
    Bar,
    /// The scene suite.
    Suite,
    /// The laws of movement.
    Laws,
    /// The properties that every backend must have.
    Conformance,
    /// Recordings of the original engines.
    Recordings,
    /// Their recordings of worlds that move.
    Moving,
}

impl Kind {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Collision, Self::Movement, Self::Push];
}

impl Judge {
    /// All of them, in the order of the columns.
    pub const ALL: [Self; 7] = [
        Self::Scene,
        Self::Bar,
        Self::Suite,
        Self::Laws,
        Self::Conformance,
        Self::Recordings,
        Self::Moving,
    ];

    /// The judges that are asked about faults of a kind.
    pub fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Collision => &[Self::Scene, Self::Bar, Self::Conformance, Self::Recordings],
            Kind::Movement => &[
                Self::Scene,
                Self::Suite,
                Self::Laws,
                Self::Recordings,
                Self::Moving,
            ],
            Kind::Push => &[Self::Scene, Self::Laws, Self::Moving],
        }
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Scene => "scene",
            Self::Bar => "bar",
            Self::Suite => "suite",
            Self::Laws => "laws",
            Self::Conformance => "conformance",
            Self::Recordings => "recordings",
            Self::Moving => "moving",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Collision => "collision",
            Self::Movement => "movement",
            Self::Push => "pushes",
        })
    }
}

/// One judge's result on one fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgeResult {
    /// The part that the fault is planted into.
    pub kind: Kind,
    /// Its name.
    pub fault: String,
    /// The judge.
    pub judge: Judge,
    /// Whether the judge found anything wrong.
    pub caught: bool,
    /// Its finding, in its own words; for a missed fault the reason, where there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// All cells of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JudgesTable {
    /// Its origin.
    pub made: Made,
    /// The contestant that the faults were planted into.
    pub contestant: String,
    /// A description of each fault.
    pub faults: Vec<PlantedFault>,
    /// One a fault and judge that was asked.
    pub cells: Vec<JudgeResult>,
    /// Faults that were not planted, and why: they would change nothing in this contestant. They have no cells.
    pub unplanted: Vec<(String, String)>,
    /// Judges with a finding where nothing was planted, and the finding: there should be none. These findings catch no fault.
    pub alarms: Vec<(Judge, String)>,
    /// Judges that were not asked, and why.
    pub skipped: Vec<(Judge, String)>,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlantedFault {
    /// The part that it is planted into.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The fault, in one sentence.
    pub what: String,
}

/// How cells differ from the expected ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Caught before, and missed now.
    pub worse: Vec<JudgeResult>,
    /// Missed before or not asked, and caught now.
    pub better: Vec<JudgeResult>,
    /// Caught before, and not asked now: no judge proves them any more.
    pub gone: Vec<JudgeResult>,
}

impl Changes {
    /// Whether less is proven than before.
    pub fn lose(&self) -> bool {
        !self.worse.is_empty() || !self.gone.is_empty()
    }
}

impl JudgesTable {
    /// The cell of a fault and judge, if it was asked.
    pub fn cell(&self, fault: &str, judge: Judge) -> Option<&JudgeResult> {
        self.cells.iter().find(|c| c.fault == fault && c.judge == judge)
    }

    /// Faults that were put before a judge and that no judge caught.
    pub fn never_caught(&self) -> impl Iterator<Item = &PlantedFault> {
        let is_missed_by_all = |fault: &PlantedFault| {
            let mut cells = self.cells.iter().filter(|c| c.fault == fault.name).peekable();
            cells.peek().is_some() && cells.all(|c| !c.caught)
        };
        self.faults.iter().filter(move |fault| is_missed_by_all(fault))
    }

    /// How many cells of a kind and judge were caught, and of how many; `None` where it was not asked.
    pub fn caught(&self, kind: Kind, judge: Judge) -> Option<[usize; 2]> {
        let asked = || self.cells.iter().filter(|c| c.kind == kind && c.judge == judge);
        let all = asked().count();
        (all > 0).then(|| [asked().filter(|c| c.caught).count(), all])
    }

    /// How these cells differ from `expected`, the earlier cells that are due now.
    pub fn changes(&self, expected: &[JudgeResult]) -> Changes {
        let before = |cell: &JudgeResult| {
            let same = |c: &&JudgeResult| c.fault == cell.fault && c.judge == cell.judge;
            expected.iter().find(same).is_some_and(|c| c.caught)
        };
        let (caught, missed): (Vec<&JudgeResult>, Vec<&JudgeResult>) =
            self.cells.iter().partition(|c| c.caught);
        let gone = |c: &&JudgeResult| c.caught && self.cell(&c.fault, c.judge).is_none();
        Changes {
            worse: missed.into_iter().filter(|c| before(c)).cloned().collect(),
            better: caught.into_iter().filter(|c| !before(c)).cloned().collect(),
            gone: expected.iter().filter(gone).cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(fault: &str, judge: Judge, caught: bool) -> JudgeResult {
        JudgeResult {
            kind: Kind::Collision,
            fault: fault.into(),
            judge,
            caught,
            said: String::new(),
        }
    }

    #[test]
    fn a_cell_that_is_missed_now_is_worse_and_one_that_is_caught_now_better() {
        let table = JudgesTable {
            cells: vec![
                cell("a", Judge::Bar, false),
                cell("b", Judge::Bar, true),
                cell("c", Judge::Bar, true),
            ],
            ..JudgesTable::default()
        };
        let expected = [
            cell("a", Judge::Bar, true),
            cell("b", Judge::Bar, false),
            cell("c", Judge::Bar, true),
            cell("d", Judge::Bar, true),
        ];
        let changes = table.changes(&expected);
        assert_eq!(changes.worse, [cell("a", Judge::Bar, false)]);
        assert_eq!(changes.better, [cell("b", Judge::Bar, true)]);
        assert_eq!(
            changes.gone,
            [cell("d", Judge::Bar, true)],
            "a fault that is planted no more"
        );
        assert!(changes.lose());
        assert_eq!(table.changes(&[]).better.len(), 2);
    }

    #[test]
    fn a_fault_is_never_caught_if_no_judge_catches_it() {
        let fault = |name: &str| PlantedFault {
            kind: Kind::Collision,
            name: name.into(),
            what: String::new(),
        };
        let table = JudgesTable {
            faults: vec![fault("a"), fault("b"), fault("never asked")],
            cells: vec![
                cell("a", Judge::Bar, false),
                cell("a", Judge::Scene, true),
                cell("b", Judge::Bar, false),
            ],
            ..JudgesTable::default()
        };
        assert!(table.never_caught().map(|f| f.name.as_str()).eq(["b"]));
        assert_eq!(table.caught(Kind::Collision, Judge::Bar), Some([0, 2]));
        assert_eq!(table.caught(Kind::Movement, Judge::Bar), None);
    }
}
