//! Classes of fault: the one table from which tables, verdicts, the bar, the suite, CSV files and exit codes are made.
//!
//! What counts as a fault anywhere is a row here, so that nothing is marked wrong in one place and absent from another. The
//! referee (crate `truth`) decides whether an answer belongs to a class and how far it may be off; this table says what the
//! class is called and where it counts. What an engine does by a rule of its own is no fault, and a row of
//! [`rules`](crate::rules).

use crate::counts::Class;
use std::collections::BTreeSet;

/// A class of fault.
#[derive(Clone, Copy, Debug)]
pub struct FaultRow {
    /// Which it is.
    pub fault: Fault,
    /// Code in `docs/failures.md`; none, and empty, where no detector finds what this class counts.
    pub code: &'static str,
    /// Key in JSON files and column in `table.csv`.
    pub key: &'static str,
    /// What it means, in a sentence.
    pub definition: &'static str,
    /// In a word or two.
    pub name: &'static str,
    /// Column of a scene's table; without one it is in the column [`OTHER`].
    pub in_scene: Option<&'static str>,
    /// Column of the bar's tables; without one it is in the column [`OTHER`].
    pub in_bar: Option<&'static str>,
    /// What happened once, and what happened several times: `sweep passed through something`.
    pub says: [&'static str; 2],
    /// How the verdict says it of a contestant, before the count: `passed through something on`.
    pub did: &'static str,
    /// What is counted: `sweep`, `tick`, `time`.
    pub unit: &'static str,
    /// How far off it must be to count, and why.
    pub tolerance: &'static str,
    /// How often it may happen on a map of the bar; a scene allows none.
    pub limit: Limit,
    /// Whether a cell of the suite fails by it whatever its scene expects.
    pub any_scene: bool,
    /// What it is counted over.
    pub source: Source,
}

/// A class of fault. What it is called, and how far off is too far, is its row in [`FAULTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// No answer: NaN, a fraction beyond 0 to 1, or an end that is not where the fraction says.
    Malformed,
    /// Passed through something.
    Missed,
    /// Passed through what it touched at the start.
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
    /// Wrong about a place: overlap, contacts, or what the short questions say.
    WrongPlace,
    /// Wrong contents of a point.
    WrongFill,
    /// Reported as unreliable, or no answer.
    Unreliable,
    /// The same on a walk.
    WalkUnreliable,
}

/// What a class of fault is counted over.
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

    fn is_in_every_file(self) -> bool {
        use Fault::{Missed, Phantom, StoppedAlong, TooDeep, Unreliable, WrongNormal, WrongStart};
        matches!(
            self,
            Missed | Phantom | StoppedAlong | TooDeep | Unreliable | WrongNormal | WrongStart
        )
    }
}

/// How often the correctness bar lets a class happen on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Never.
    Never,
    /// In fewer than one answer of so many.
    OneIn(usize),
    /// In fewer than one answer of so many, or less often than the least: what rounding alone does now and then. A scene allows
    /// the same.
    Often {
        /// One in so many answers is too often.
        one_in: usize,
        /// But fewer than these say nothing.
        least: usize,
    },
    /// The bar does not count it.
    Uncounted,
}

/// Head of the column that holds all classes without one of their own.
pub const OTHER: &str = "other";

/// Fewer answers than one in so many may stop where nothing is.
pub const PHANTOM_ONE_IN: usize = 100_000;
/// Fewer than one in so many may have a wrong normal, a wrong flag, or not be vouched for.
pub const LESSER_ONE_IN: usize = 10_000;

/// Stops along a surface: a quarter of the sweeps from rest lead along one. The arithmetic of Quake III, which `bsp` has to the bit, stops
/// one in 90 of all on the slopes of islandctf and one in 5,000 on oa_dm1; a tracer that holds one in four along a wall stops one
/// in 16. Smaller calls the engine's rounding a fault; larger lets a player stick to walls.
pub const ALONG_ONE_IN: usize = 40;
/// Fewer stops along a surface than these are no share of anything.
pub const ALONG_LEAST: usize = 5;

pub(crate) const SANDWICH: &str = "a quarter of the skin and 8 f32 steps of the largest coordinate: rounding of a plane's distance, of the \
                        fraction and of the end, doubled";

/// All classes, the gravest first.
pub static FAULTS: [FaultRow; Fault::COUNT] = [
    FaultRow {
        fault: Fault::Malformed,
        code: "F1",
        key: "malformed",
        definition: "A number is not finite, the fraction is not in 0 to 1, or the end is not where the fraction says.",
        name: "malformed",
        in_scene: Some("missed"),
        in_bar: Some("missed"),
        says: ["unusable answer", "unusable answers"],
        did: "gave an unusable answer to",
        unit: "sweep",
        tolerance: "8 f32 steps of the largest coordinate: rounding of start + fraction (end - start)",
        limit: Limit::Never,
        any_scene: true,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::Missed,
        code: "F1",
        key: "missed",
        definition: "The path up to the reported end enters a solid that the sweep neither starts in nor touches.",
        name: "missed",
        in_scene: Some("missed"),
        in_bar: Some("missed"),
        says: [
            "sweep passed through something",
            "sweeps passed through something",
        ],
        did: "passed through something on",
        unit: "sweep",
        tolerance: SANDWICH,
        limit: Limit::Never,
        any_scene: true,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::MissedFromTouch,
        code: "F1",
        key: "missed_from_touch",
        definition: "The path enters a solid that the hull touches at the start, and no other; the start is not inside by exact arithmetic.",
        name: "missed from touch",
        in_scene: Some("touch"),
        in_bar: Some("touch"),
        says: [
            "sweep passed through what it touched at the start",
            "sweeps passed through what they touched at the start",
        ],
        did: "passed through what it touched on",
        unit: "sweep",
        tolerance: "as missed; touching is within 8 f32 steps, inside is decided in rational numbers",
        limit: Limit::Never,
        any_scene: true,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::TooDeep,
        code: "F3",
        key: "penetrating",
        definition: "The end lies in a solid.",
        name: "too deep",
        in_scene: Some("deepest"),
        in_bar: Some("too deep"),
        says: ["sweep ended in a solid", "sweeps ended in a solid"],
        did: "ended inside a solid on",
        unit: "sweep",
        tolerance: SANDWICH,
        limit: Limit::Never,
        any_scene: true,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::InSolid,
        code: "F20",
        key: "embedded_ticks",
        definition: "After a tick the body is in a solid.",
        name: "in a solid",
        in_scene: Some("deepest"),
        in_bar: Some("ticks in a solid"),
        says: ["tick in a solid", "ticks in a solid"],
        did: "was inside a solid after",
        unit: "tick",
        tolerance: "a quarter of the skin; in the bar 0.05 u",
        limit: Limit::Never,
        any_scene: true,
        source: Source::Walk,
    },
    FaultRow {
        fault: Fault::Stuck,
        code: "F17",
        key: "stuck_ticks",
        definition: "The player does not move, though it wishes to and the way is free.",
        name: "stuck",
        in_scene: Some("stuck"),
        in_bar: Some("stuck"),
        says: ["tick stuck", "ticks stuck"],
        did: "was stuck for",
        unit: "tick",
        tolerance: "1 u in 0.25 s, where 4 u are free within 72 degrees of the wish",
        limit: Limit::Never,
        any_scene: false,
        source: Source::Walk,
    },
    FaultRow {
        fault: Fault::FellOut,
        code: "",
        key: "fell_out",
        definition: "The body is below the world.",
        name: "fell out",
        in_scene: None,
        in_bar: None,
        says: ["fall out of the world", "falls out of the world"],
        did: "fell out of the world",
        unit: "time",
        tolerance: "64 u below the world's bounds",
        limit: Limit::Never,
        any_scene: true,
        source: Source::Walk,
    },
    FaultRow {
        fault: Fault::Changed,
        code: "F12",
        key: "changed",
        definition: "The same question gets another answer.",
        name: "another answer when asked again",
        in_scene: None,
        in_bar: None,
        says: [
            "sweep answered otherwise when asked again",
            "sweeps answered otherwise when asked again",
        ],
        did: "answered otherwise when asked again on",
        unit: "sweep",
        tolerance: "none: every bit of the answer is compared",
        limit: Limit::Never,
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::OtherProcess,
        code: "F12",
        key: "other_process",
        definition: "Two processes of the same program give other answers to the same sweeps, or other states to the same commands.",
        name: "another answer in another process",
        in_scene: None,
        in_bar: None,
        says: [
            "hash of answers and states that another process does not give",
            "hashes of answers and states that another process does not give",
        ],
        did: "answered otherwise in another process",
        unit: "time",
        tolerance: "none: every bit of 8,192 answers and 500 states is compared",
        limit: Limit::Never,
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongSkin,
        code: "",
        key: "wrong_skin",
        definition: "Stops at faces keep another gap than the declared skin.",
        name: "skin",
        in_scene: None,
        in_bar: None,
        says: [
            "skin that is not the declared one",
            "skins that are not the declared ones",
        ],
        did: "did not keep the declared skin",
        unit: "time",
        tolerance: "8 f32 steps, in the median or the 1st percentile of all gaps at faces (10 and 200 at least)",
        limit: Limit::Never,
        any_scene: false,
        source: Source::Gaps,
    },
    FaultRow {
        fault: Fault::WrongHull,
        code: "",
        key: "wrong_hull",
        definition: "Stops at faces of one direction are off: the hull reaches too far or not far enough there.",
        name: "hull",
        in_scene: None,
        in_bar: None,
        says: [
            "direction in which the hull is of another size than declared",
            "directions in which the hull is of another size than declared",
        ],
        did: "swept a hull of another size in",
        unit: "direction",
        tolerance: "8 f32 steps, in the median gap at faces of one direction (10 at least)",
        limit: Limit::Never,
        any_scene: false,
        source: Source::Gaps,
    },
    FaultRow {
        fault: Fault::UntrueDeclaration,
        code: "",
        key: "untrue_declaration",
        definition: "Something that is declared, and would excuse answers, is not so where conformance tries it.",
        name: "untrue declaration",
        in_scene: None,
        in_bar: None,
        says: ["declaration that is not true", "declarations that are not true"],
        did: "declared what is not so",
        unit: "time",
        tolerance: "that of the property of conformance which tries it",
        limit: Limit::Never,
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::Phantom,
        code: "F2",
        key: "phantom",
        definition: "The hull stops where it is not yet in the skin of anything that may stop it.",
        name: "phantom",
        in_scene: Some("phantom"),
        in_bar: Some("phantom"),
        says: [
            "sweep stopped where nothing is",
            "sweeps stopped where nothing is",
        ],
        did: "stopped where nothing is on",
        unit: "sweep",
        tolerance: SANDWICH,
        limit: Limit::OneIn(PHANTOM_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::StoppedAlong,
        code: "",
        key: "stopped_along",
        definition: "The hull stops in the skin of a surface from which its path keeps its distance.",
        name: "stopped along",
        in_scene: None,
        in_bar: None,
        says: [
            "sweep along a surface stopped by it",
            "sweeps along a surface stopped by it",
        ],
        did: "was stopped by a surface that it moved along on",
        unit: "sweep",
        tolerance: "8 f32 steps of the largest coordinate: rounding may bring the path nearer, so a few are allowed",
        limit: Limit::Often {
            one_in: ALONG_ONE_IN,
            least: ALONG_LEAST,
        },
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongNormal,
        code: "F5",
        key: "wrong_normal",
        definition: "The normal is missing, is not of unit length, points along the motion, or is not that of a surface met.",
        name: "normal",
        in_scene: None,
        in_bar: Some("normal"),
        says: ["wrong normal", "wrong normals"],
        did: "gave a wrong normal on",
        unit: "sweep",
        tolerance: "1 degree from the cone of the surfaces met: f32 solvers place normals of small features to 0.1 degrees",
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongPlane,
        code: "",
        key: "wrong_plane",
        definition: "The plane that is named has the right normal, and the hull stops farther from it than the skin or behind it.",
        name: "plane's distance",
        in_scene: None,
        in_bar: None,
        says: ["plane at a wrong distance", "planes at a wrong distance"],
        did: "named a plane at a wrong distance on",
        unit: "sweep",
        tolerance: SANDWICH,
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongSurface,
        code: "",
        key: "wrong_surface",
        definition: "The flags that are named are those of no face that may have been met.",
        name: "surface flags",
        in_scene: None,
        in_bar: None,
        says: ["wrong surface flags", "wrong surface flags"],
        did: "named flags that no surface there has on",
        unit: "sweep",
        tolerance: "faces within 1 degree of the normal, of solids within the skin and the tolerance of a stop; at an edge any face",
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongContents,
        code: "",
        key: "wrong_contents",
        definition: "The hull stops in the skin of solids, and none of them has any of the contents that are reported.",
        name: "contents",
        in_scene: None,
        in_bar: None,
        says: [
            "stop by other contents than are there",
            "stops by other contents than are there",
        ],
        did: "named contents that nothing there has on",
        unit: "sweep",
        tolerance: "the skin and the tolerance of a stop: within so much a solid may be what is met",
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::StartUnsaid,
        code: "F6",
        key: "start_unsaid",
        definition: "The hull starts in a solid, deeper than the tolerance, and moves on without saying so. What else is wrong with the answer follows \
                     from it and is not counted.",
        name: "start in a solid unsaid",
        in_scene: None,
        in_bar: None,
        says: [
            "start in a solid that is not said",
            "starts in solids that are not said",
        ],
        did: "did not say that it started in a solid on",
        unit: "sweep",
        tolerance: SANDWICH,
        limit: Limit::Never,
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongStart,
        code: "F6",
        key: "start_solid",
        definition: "Start-solid or all-solid is said, and contradicts the exact position of the start or the end.",
        name: "start",
        in_scene: None,
        in_bar: None,
        says: ["wrong start-solid flag", "wrong start-solid flags"],
        did: "was wrong about the start on",
        unit: "sweep",
        tolerance: SANDWICH,
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongWayOut,
        code: "F5",
        key: "wrong_way_out",
        definition: "Of a sweep that starts in a solid, deeper than the tolerance: what would be a wrong normal.",
        name: "normal at a start in a solid",
        in_scene: None,
        in_bar: None,
        says: [
            "wrong normal at a start in a solid",
            "wrong normals at starts in solids",
        ],
        did: "gave a wrong normal at a start in a solid on",
        unit: "sweep",
        tolerance: "as a wrong normal's",
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongPlace,
        code: "F6",
        key: "wrong_place",
        definition: "At a place, the position test or a contact is wrong, a contact is missing, or a short question contradicts a long one.",
        name: "depth or contacts",
        in_scene: None,
        in_bar: None,
        says: [
            "place with a wrong depth or contacts",
            "places with a wrong depth or contacts",
        ],
        did: "was wrong about depth or contacts at",
        unit: "place",
        tolerance: SANDWICH,
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WrongFill,
        code: "",
        key: "wrong_fill",
        definition: "A point is said to have contents that are not there, or not those that are.",
        name: "contents of a point",
        in_scene: None,
        in_bar: None,
        says: ["point with wrong contents", "points with wrong contents"],
        did: "was wrong about the contents of",
        unit: "point",
        tolerance: "8 f32 steps of the largest coordinate: rounding of a plane's distance, doubled",
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::Unreliable,
        code: "F13b",
        key: "unreliable",
        definition: "The backend reports that its answer is not to be relied on, or that it has none.",
        name: "unreliable",
        in_scene: None,
        in_bar: None,
        says: [
            "answer without a reliable status",
            "answers without a reliable status",
        ],
        did: "reported no reliable answer on",
        unit: "sweep",
        tolerance: "none: the status is taken at its word",
        limit: Limit::OneIn(LESSER_ONE_IN),
        any_scene: false,
        source: Source::Answers,
    },
    FaultRow {
        fault: Fault::WalkUnreliable,
        code: "F13b",
        key: "walk_unreliable",
        definition: "The same during a walk.",
        name: "unreliable on the walk",
        in_scene: None,
        in_bar: None,
        says: ["unreliable answer on the walk", "unreliable answers on the walk"],
        did: "reported no reliable answer during the walk on",
        unit: "sweep",
        tolerance: "none: the status is taken at its word",
        limit: Limit::Uncounted,
        any_scene: false,
        source: Source::Walk,
    },
];

/// What only detectors find, and fails a cell of the suite like a class that may happen nowhere: what no answer and no tick
/// shows by itself.
const DETECTED: [&str; 2] = ["F13", "F31"];

/// The codes of findings that fail a cell of the suite wherever they appear, in order; others are shown, and fail where a scene
/// expects otherwise.
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
    fn keys_are_the_names_of_one_class_each() {
        for (i, class) in FAULTS.iter().enumerate() {
            assert_eq!(class.fault as usize, i, "a row is at the place of its class");
            assert!(FAULTS[..i].iter().all(|other| other.key != class.key));
        }
    }
}
