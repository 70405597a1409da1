//! Classes of fault: the one source of tables, verdicts, the bar, the suite, CSV files and exit codes.
//!
//! Every fault is a row here. So no answer is marked wrong in one place and right in another. The referee (crate `truth`) decides
//! whether an answer belongs to a class and how far it may be off. This table gives a class its name and the places where it
//! counts. An answer by an engine's own rule is no fault, and a row of [`rules`](crate::rules).

mod grave;
mod lesser;
mod table;

pub use table::FAULTS;

use crate::counts::Class;
use clipmark_rows::Check;
use std::collections::BTreeSet;

/// A class of fault.
#[derive(Clone, Copy, Debug)]
pub struct FaultRow {
    /// Which it is.
    pub fault: Fault,
    /// Its check in rows of results.
    pub check: Check,
    /// Code in `docs/failures.md`; none, and empty, where no detector finds this class.
    pub code: &'static str,
    /// Its key in `tests/golden/` and METHODOLOGY.
    pub key: &'static str,
    /// Its meaning, in a sentence.
    pub definition: &'static str,
    /// In a word or two.
    pub name: &'static str,
    /// Column of a scene's table; without one it is in the column [`OTHER`].
    pub in_scene: Option<&'static str>,
    /// Words for one event, and for several: `sweep passed through something`.
    pub says: [&'static str; 2],
    /// How the verdict says it of a contestant, before the count: `passed through something on`.
    pub did: &'static str,
    /// The counted unit: `sweep`, `tick`, `time`.
    pub unit: &'static str,
    /// How far off it must be to count, and why.
    pub tolerance: &'static str,
    /// How often it may happen on a map of the bar; a scene allows none.
    pub limit: Limit,
    /// Whether a cell of the suite fails by it whatever its scene expects.
    pub any_scene: bool,
    /// The source of its count.
    pub source: Source,
}

/// A class of fault. Its name, and its tolerance, are its row in [`FAULTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// No answer: NaN, a fraction beyond 0 to 1, or an end that is not where the fraction says.
    Malformed,
    /// Passed through something.
    Missed,
    /// Passed through a solid that it touched at the start.
    MissedFromTouch,
    /// Ended in a solid.
    TooDeep,
    /// In a solid after a tick.
    InSolid,
    /// Stuck for a tick.
    Stuck,
    /// Fell out of the world.
    FellOut,
    /// Another answer when asked again.
    Changed,
    /// Another answer or state in another process.
    OtherProcess,
    /// Another skin than declared.
    WrongSkin,
    /// Another hull than declared.
    WrongHull,
    /// Something is declared that is not so.
    UntrueDeclaration,
    /// Stopped where nothing is.
    Phantom,
    /// Stopped by a surface from which the path keeps its distance.
    StoppedAlong,
    /// Wrong normal, or none.
    WrongNormal,
    /// The plane met lies elsewhere.
    WrongPlane,
    /// Flags that no surface met has.
    WrongSurface,
    /// Stopped by something of contents that nothing there has.
    WrongContents,
    /// Starts in a solid and does not say so.
    StartUnsaid,
    /// Wrong about the start in another way.
    WrongStart,
    /// Starts in a solid, and the way out that is named is none.
    WrongWayOut,
    /// Wrong about a place: overlap, contacts, or the short questions.
    WrongPlace,
    /// Wrong contents of a point.
    WrongFill,
    /// Reported as unreliable, or no answer.
    Unreliable,
    /// The same on a walk.
    WalkUnreliable,
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
    /// How many classes there are.
    pub const COUNT: usize = 25;
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

impl Class for Fault {
    const ALL: &'static [Self] = &{
        let (mut all, mut i) = ([Self::Malformed; Self::COUNT], 0);
        while i < Self::COUNT {
            all[i] = FAULTS[i].fault;
            i += 1;
        }
        all
    };

    fn place(self) -> usize {
        self as usize
    }

    fn key(self) -> &'static str {
        self.row().key
    }

    fn is_of_answers(self) -> bool {
        self.row().source == Source::Answers
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

/// Head of the column that holds all classes without one of their own.
pub const OTHER: &str = "other";

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

pub(crate) const SANDWICH: &str = "a quarter of the skin and 8 f32 steps of the largest coordinate: rounding of a \
                        plane's distance, of the fraction and of the end, doubled";

/// Codes that only detectors find, since no answer and no tick shows them by itself. Each fails a cell of the suite.
const DETECTED: [&str; 2] = ["F13", "F31"];

/// The codes of findings that fail a cell of the suite wherever they appear, in order. Others are shown, and fail only against a
/// scene's expectation.
pub fn fail_any_scene() -> impl Iterator<Item = &'static str> {
    let classes = FAULTS
        .iter()
        .filter(|class| class.any_scene && !class.code.is_empty());
    let codes: BTreeSet<(usize, &str)> = classes
        .map(|class| class.code)
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
