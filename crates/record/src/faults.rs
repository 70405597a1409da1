//! Classes of fault: the one table from which the scene's table, the verdict, the bar, the suite and the exit code are made.
//!
//! What counts as a fault anywhere is a row here, so that nothing is marked wrong in one place and absent from another. The
//! referee (crate `truth`) decides whether an answer belongs to a class and how far it may be off; this table says what the
//! class is called and where it counts. What an engine does by a rule of its own has counts, but no row: it is no fault.

use crate::bar::{Answers, Walks};
use crate::findings::Finding;
use crate::{Entry, MovementScore, QueryScore};
use std::collections::BTreeSet;

/// A class of fault.
#[derive(Clone, Copy, Debug)]
pub struct FaultClass {
    /// Code in `docs/failures.md`; none, and empty, where no detector finds what this class counts.
    pub code: &'static str,
    /// Column in `table.csv`.
    pub key: &'static str,
    /// What happened once, and what happened several times: `sweep passed through something`.
    pub says: [&'static str; 2],
    /// How the verdict says it of a contestant, before the count: `passed through something on`.
    pub did: &'static str,
    /// What is counted: `sweep`, `tick`, `time`.
    pub unit: &'static str,
    /// How far off it must be to count, and why.
    pub tolerance: &'static str,
    /// How often a scene may show it in the bar.
    pub bar: Bar,
    /// Whether a cell of the suite fails by it whatever its scene expects.
    pub any_scene: bool,
    count: Count,
}

#[derive(Clone, Copy, Debug)]
enum Count {
    Answers(fn(&QueryScore) -> usize),
    Walk(fn(&MovementScore) -> usize),
}

/// What the correctness bar asks about a class.
#[derive(Clone, Copy, Debug)]
pub enum Bar {
    /// None of the answers.
    Never(&'static str, fn(&Answers) -> usize),
    /// Fewer than one answer in so many.
    Rarer(&'static str, fn(&Answers) -> usize, usize),
    /// None of the walks.
    NoWalk(&'static str, fn(&Walks) -> usize),
    /// The bar does not count it.
    Uncounted,
}

/// Fewer answers than one in so many may stop where nothing is.
pub const PHANTOM_ONE_IN: usize = 100_000;
/// Fewer than one in so many may have a wrong normal, a wrong flag, or not be vouched for.
pub const LESSER_ONE_IN: usize = 10_000;

const SANDWICH: &str = "a quarter of the skin and 8 f32 steps of the largest coordinate: rounding of a plane's distance, of the \
                        fraction and of the end, doubled";

/// All classes, the gravest first.
pub const FAULTS: [FaultClass; 14] = [
    FaultClass {
        code: "F1",
        key: "missed",
        says: [
            "sweep passed through something",
            "sweeps passed through something",
        ],
        did: "passed through something on",
        unit: "sweep",
        tolerance: SANDWICH,
        bar: Bar::Never("missed", |a| a.missed),
        any_scene: true,
        count: Count::Answers(|q| q.missed),
    },
    FaultClass {
        code: "F1",
        key: "missed_from_touch",
        says: [
            "sweep passed through what it touched at the start",
            "sweeps passed through what they touched at the start",
        ],
        did: "passed through what it touched on",
        unit: "sweep",
        tolerance: "as missed; touching is within 8 f32 steps, inside is decided in rational numbers",
        bar: Bar::Never("missed from touch", |a| a.missed_from_touch),
        any_scene: true,
        count: Count::Answers(|q| q.missed_from_touch),
    },
    FaultClass {
        code: "F3",
        key: "penetrating",
        says: ["sweep ended in a solid", "sweeps ended in a solid"],
        did: "ended inside a solid on",
        unit: "sweep",
        tolerance: SANDWICH,
        bar: Bar::Never("too deep", |a| a.penetrating),
        any_scene: true,
        count: Count::Answers(|q| q.penetrating),
    },
    FaultClass {
        code: "F20",
        key: "embedded_ticks",
        says: ["tick in a solid", "ticks in a solid"],
        did: "was inside a solid after",
        unit: "tick",
        tolerance: "a quarter of the skin; in the bar 0.05 u",
        bar: Bar::NoWalk("embedded", |w| w.embedded_ticks),
        any_scene: true,
        count: Count::Walk(|m| m.embedded_ticks),
    },
    FaultClass {
        code: "F17",
        key: "stuck_ticks",
        says: ["tick stuck", "ticks stuck"],
        did: "was stuck for",
        unit: "tick",
        tolerance: "1 u in 0.25 s, where 4 u are free within 72 degrees of the wish",
        bar: Bar::NoWalk("stuck", |w| w.stuck_events),
        any_scene: false,
        count: Count::Walk(|m| m.stuck_ticks),
    },
    FaultClass {
        code: "",
        key: "fell_out",
        says: ["fall out of the world", "falls out of the world"],
        did: "fell out of the world",
        unit: "time",
        tolerance: "64 u below the world's bounds",
        bar: Bar::NoWalk("fell out", |w| w.fell_out),
        any_scene: true,
        count: Count::Walk(|m| m.fell_out as usize),
    },
    FaultClass {
        code: "F12",
        key: "changed",
        says: [
            "sweep answered otherwise when asked again",
            "sweeps answered otherwise when asked again",
        ],
        did: "answered otherwise when asked again on",
        unit: "sweep",
        tolerance: "none: every bit of the answer is compared",
        bar: Bar::Never("another answer when asked again", |a| a.changed),
        any_scene: false,
        count: Count::Answers(|q| q.changed),
    },
    FaultClass {
        code: "F2",
        key: "phantom",
        says: [
            "sweep stopped where nothing is",
            "sweeps stopped where nothing is",
        ],
        did: "stopped where nothing is on",
        unit: "sweep",
        tolerance: SANDWICH,
        bar: Bar::Rarer("phantom", |a| a.phantom, PHANTOM_ONE_IN),
        any_scene: false,
        count: Count::Answers(|q| q.phantom),
    },
    FaultClass {
        code: "F5",
        key: "wrong_normal",
        says: ["wrong normal", "wrong normals"],
        did: "gave a wrong normal on",
        unit: "sweep",
        tolerance: "1 degree from the cone of the surfaces met: f32 solvers place normals of small features to 0.1 degrees",
        bar: Bar::Rarer("normal", |a| a.wrong_normal, LESSER_ONE_IN),
        any_scene: false,
        count: Count::Answers(|q| q.wrong_normal),
    },
    FaultClass {
        code: "",
        key: "wrong_contents",
        says: [
            "stop by other contents than are there",
            "stops by other contents than are there",
        ],
        did: "named contents that nothing there has on",
        unit: "sweep",
        tolerance: "the skin and the tolerance of a stop: within so much a solid may be what is met",
        bar: Bar::Rarer("contents", |a| a.wrong_contents, LESSER_ONE_IN),
        any_scene: false,
        count: Count::Answers(|q| q.wrong_contents),
    },
    FaultClass {
        code: "F6",
        key: "start_solid",
        says: ["wrong start-solid flag", "wrong start-solid flags"],
        did: "was wrong about the start on",
        unit: "sweep",
        tolerance: SANDWICH,
        bar: Bar::Rarer("start", |a| a.start_solid, LESSER_ONE_IN),
        any_scene: false,
        count: Count::Answers(|q| q.start_solid),
    },
    FaultClass {
        code: "F6",
        key: "wrong_place",
        says: [
            "place in a solid with a wrong depth or contacts",
            "places in solids with a wrong depth or contacts",
        ],
        did: "was wrong about depth or contacts in",
        unit: "place",
        tolerance: SANDWICH,
        bar: Bar::Rarer("depth or contacts", |a| a.wrong_place, LESSER_ONE_IN),
        any_scene: false,
        count: Count::Answers(|q| q.wrong_place),
    },
    FaultClass {
        code: "F13b",
        key: "unreliable",
        says: [
            "answer without a reliable status",
            "answers without a reliable status",
        ],
        did: "reported no reliable answer on",
        unit: "sweep",
        tolerance: "none: the status is taken at its word",
        bar: Bar::Rarer("unreliable", |a| a.unreliable, LESSER_ONE_IN),
        any_scene: false,
        count: Count::Answers(|q| q.unreliable),
    },
    FaultClass {
        code: "F13b",
        key: "walk_unreliable",
        says: ["unreliable answer on the walk", "unreliable answers on the walk"],
        did: "reported no reliable answer during the walk on",
        unit: "sweep",
        tolerance: "none: the status is taken at its word",
        bar: Bar::Uncounted,
        any_scene: false,
        count: Count::Walk(|m| m.unreliable),
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

impl FaultClass {
    /// How often a contestant of a scene shows it.
    pub fn count(&self, entry: &Entry) -> usize {
        match self.count {
            Count::Answers(of) => of(&entry.queries),
            Count::Walk(of) => of(&entry.movement),
        }
    }
}

impl Bar {
    /// What of the bar these answers do not meet.
    pub(crate) fn broken_by_answers(&self, answers: &Answers) -> Option<&'static str> {
        match *self {
            Self::Never(name, of) if of(answers) > 0 => Some(name),
            Self::Rarer(name, of, one_in)
                if of(answers) > 0 && of(answers).saturating_mul(one_in) >= answers.asked =>
            {
                Some(name)
            }
            _ => None,
        }
    }

    /// What of the bar these walks do not meet.
    pub(crate) fn broken_by_walks(&self, walks: &Walks) -> Option<&'static str> {
        match *self {
            Self::NoWalk(name, of) if of(walks) > 0 => Some(name),
            _ => None,
        }
    }
}

impl Entry {
    /// The classes of fault that the contestant shows, with their counts, the gravest first.
    pub fn faults(&self) -> impl Iterator<Item = (&'static FaultClass, usize)> {
        let counted = FAULTS.iter().map(|class| (class, class.count(self)));
        counted.filter(|(_, n)| *n > 0)
    }

    /// What detectors found besides: nothing that a class of the same code counts already.
    pub fn lesser_faults(&self) -> impl Iterator<Item = &Finding> {
        let counted = |code: &str| self.faults().any(|(class, _)| class.code == code);
        self.detection.findings.iter().filter(move |f| !counted(&f.id))
    }

    /// Whether nothing at all was found: no fault of any class, nothing by a detector, the skin kept, and under the clock the
    /// same answers as when judged.
    pub fn is_clean(&self) -> bool {
        let timed = self.trace_time.not_timed.is_none() && self.tick_time.not_timed.is_none();
        let fits = self.queries.skin.faults().is_empty();
        timed && fits && self.faults().next().is_none() && self.detection.findings.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Detection;

    #[test]
    fn passing_through_and_ending_in_solids_fails_any_scene() {
        let codes: Vec<&str> = fail_any_scene().collect();
        assert_eq!(codes, ["F1", "F3", "F13", "F20", "F31"]);
    }

    #[test]
    fn keys_are_the_names_of_one_class_each() {
        for (i, class) in FAULTS.iter().enumerate() {
            assert!(FAULTS[..i].iter().all(|other| other.key != class.key));
        }
    }

    #[test]
    fn what_a_detector_alone_found_is_no_clean_run() {
        let finding = Finding {
            id: "F5".into(),
            count: 1,
            ..Finding::default()
        };
        let mut entry = Entry {
            detection: Detection {
                findings: vec![finding],
                ..Detection::default()
            },
            ..Entry::default()
        };
        assert!(!entry.is_clean());
        assert_eq!(entry.lesser_faults().count(), 1);
        entry.queries.wrong_normal = 1;
        assert_eq!(entry.lesser_faults().count(), 0, "the class counts it");
        assert_eq!(
            entry.faults().map(|(c, n)| (c.key, n)).collect::<Vec<_>>(),
            [("wrong_normal", 1)]
        );
        entry = Entry::default();
        entry.queries.start_solid = 14;
        assert!(!entry.is_clean());
        entry = Entry::default();
        assert!(entry.is_clean());
    }
}
