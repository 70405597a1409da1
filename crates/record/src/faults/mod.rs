//! Classes of fault: the one source of tables, verdicts, the bar, the suite, CSV files and exit codes.
//!
//! Every fault is a row here. So no answer is marked wrong in one place and right in another. The referee (crate `referee`) decides
//! whether an answer belongs to a class and how far it may be off. This table gives a class its name and the places where it
//! counts. An answer by an engine's own rule is no fault, and a row of [`rules`](crate::rules).

mod table;

pub(crate) use table::SANDWICH;
pub use table::{FAULTS, Fault};

use clipmark_rows::Check;
use std::collections::BTreeSet;

/// A class of fault.
#[derive(Clone, Copy, Debug)]
pub struct FaultRow {
    /// Which it is.
    pub fault: Fault,
    /// Its check in rows of results.
    pub check: Check,
    /// Its key in `tests/golden/` and METHODOLOGY.
    pub key: &'static str,
    /// Its meaning, in a sentence.
    pub definition: &'static str,
    /// In a word or two.
    pub name: &'static str,
    /// How far off it must be to count, and why.
    pub tolerance: &'static str,
    /// How often it may happen on a map of the bar; a scene allows none.
    pub limit: Limit,
    /// Whether a cell of the suite fails by it whatever its scene expects.
    pub any_scene: bool,
    /// The source of its count.
    pub source: Source,
}

/// The source of a class's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Answers, one by one.
    Answers,
    /// Ticks of walks.
    Walk,
    /// Gaps of all stops together.
    Gaps,
}

impl Fault {
    /// The classes of an answer that lets a hull pass through something.
    pub const PASSES: [Self; 3] = [Self::Malformed, Self::Missed, Self::MissedFromTouch];

    /// The classes of an answer that passes through something, the solid included that it starts in and does not name.
    pub const THROUGH: [Self; 4] = [
        Self::Malformed,
        Self::Missed,
        Self::MissedFromTouch,
        Self::StartUnsaid,
    ];

    /// Its row in the table.
    pub fn row(self) -> &'static FaultRow {
        &FAULTS[self as usize]
    }
}

/// How often the correctness bar lets a class happen on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Never.
    Never,
    /// In fewer than one answer of this many.
    OneIn(usize),
    /// In fewer than one answer of `one_in`, or less often than `least`: the occasional effect of rounding alone. A scene allows
    /// the same.
    Often {
        /// One in this many answers is too often.
        one_in: usize,
        /// But fewer than these say nothing.
        least: usize,
    },
    /// The bar does not count it.
    Uncounted,
}

impl Limit {
    /// Whether `count` of `asked` answers exceed it.
    pub fn is_exceeded(self, count: usize, asked: usize) -> bool {
        count > 0
            && match self {
                Self::Never => true,
                Self::OneIn(many) => count.saturating_mul(many) >= asked,
                Self::Often { one_in, least } => count >= least && count.saturating_mul(one_in) >= asked,
                Self::Uncounted => false,
            }
    }
}

/// Fewer answers than one in this many may stop in free space.
pub const PHANTOM_ONE_IN: usize = 100_000;
/// Fewer than one in this many may have a wrong normal, a wrong flag, or no reliable answer.
pub const LESSER_ONE_IN: usize = 10_000;

/// Stops along a surface: a quarter of the sweeps from rest lead along one. Quake III's arithmetic, which `bsp` has to the bit,
/// stops one in 90 of all on the slopes of islandctf. On oa_dm1 it stops one in 5,000. A tracer that holds one in four along a
/// wall stops one in 16. Smaller calls the engine's rounding a fault; larger lets a player stick to walls.
pub const ALONG_ONE_IN: usize = 40;
/// Fewer stops along a surface than these are no share of anything.
pub const ALONG_LEAST: usize = 5;

/// Codes that only detectors find, since no answer and no tick shows them by itself. Each fails a cell of the suite.
const DETECTED: [&str; 2] = ["F13", "F31"];

/// The codes of findings that fail a cell of the suite wherever they appear, in order. Others are shown, and fail only against a
/// scene's expectation.
pub fn fail_any_scene() -> impl Iterator<Item = &'static str> {
    let classes = FAULTS.iter().filter(|class| class.any_scene);
    let codes: BTreeSet<(usize, &str)> = classes
        .filter_map(|class| class.check.code())
        .chain(DETECTED)
        // F9 comes before F13.
        .map(|code| (code.len(), code))
        .collect();
    codes.into_iter().map(|(_, code)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passing_through_and_ending_in_solids_fails_any_scene() {
        let codes: Vec<&str> = fail_any_scene().collect();
        assert_eq!(codes, ["F1", "F3", "F13", "F20", "F31"]);
    }

    #[test]
    fn one_unreliable_answer_in_so_many_is_too_often() {
        let limit = Fault::Unreliable.row().limit;
        assert!(limit.is_exceeded(1, LESSER_ONE_IN) && !limit.is_exceeded(1, LESSER_ONE_IN + 1));
        assert!(!limit.is_exceeded(0, 1));
    }

    #[test]
    fn keys_are_the_names_of_one_class_each() {
        for (i, class) in FAULTS.iter().enumerate() {
            assert_eq!(class.fault as usize, i, "a row is at the place of its class");
            assert!(FAULTS[..i].iter().all(|other| other.key != class.key));
        }
    }
}
