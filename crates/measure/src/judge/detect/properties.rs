//! F7 to F13, properties between answers in any world: idempotence, monotonicity, splitting, symmetry, order,
//! determinism, and bad input (`docs/failures.md`).
//!
//! They are the properties of `clipmark_truth::conformance`, one file each there, with its tolerances, on the sweeps of the
//! comparison. Unit: units of length where a fault has a size, else cases. Where answers are compared, sweeps that a
//! tolerance's step aside turns into another answer are left out. Departures: whether moves without rounding give
//! equal bits is a statistic, not a failure; hangs are not timed.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_geometry::Point;

pub(super) const DETECTORS: [Detector; 7] = [
    property(
        "F7",
        "not idempotent",
        "u",
        "Asked again from where a sweep ended, the way on, the way back or the place itself contradicts it.",
        ["contradicts itself when asked from the end of a sweep", ""],
        |e| broken(e, "idempotence"),
    ),
    property(
        "F8",
        "not monotone",
        "u",
        "A longer sweep stops sooner, or a sweep just short of the hit is not free.",
        ["answers a longer and a shorter sweep inconsistently", ""],
        |e| broken(e, "monotonicity"),
    ),
    property(
        "F9",
        "split differs",
        "u",
        "A sweep split in two ends elsewhere than in one piece.",
        ["ends elsewhere when a sweep is split in two", ""],
        |e| broken(e, "splitting"),
    ),
    property(
        "F10",
        "prefers a place or axis",
        "u",
        "World and question moved, turned or mirrored give another answer.",
        [
            "answers differently when the world is moved, turned or mirrored",
            "",
        ],
        |e| broken(e, "symmetry"),
    ),
    property(
        "F11",
        "order matters",
        "u",
        "The brushes in another order give another answer.",
        ["answers differently when the brushes come in another order", ""],
        |e| broken(e, "order"),
    ),
    property(
        "F12",
        "not deterministic",
        "cases",
        "The same question asked again, or on another thread, gets another answer.",
        ["answers the same question differently", ""],
        |e| broken(e, "determinism"),
    ),
    property(
        "F13",
        "bad input",
        "cases",
        "Invalid input is not refused, or breaks the backend.",
        ["fails on invalid input", ""],
        |e| broken(e, "bad-input"),
    ),
];

const fn property(
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    says: &'static str,
    does: [&'static str; 2],
    look: fn(&Evidence) -> Seen,
) -> Detector {
    Detector {
        id,
        name,
        unit,
        needs: Needs::Properties,
        concerns: Concerns::AnyMover,
        says,
        does,
        look,
    }
}

fn broken(evidence: &Evidence, property: &str) -> Seen {
    let mut seen = Seen {
        tried: evidence
            .properties
            .map_or(0, |r| r.cases.get(property).copied().unwrap_or(0)),
        ..Seen::default()
    };
    for v in evidence.properties.iter().flat_map(|r| r.violations(property)) {
        let worst = seen.worst;
        seen.case(f64::from(v.worst), None, &Point::origin());
        if seen.count == 1 || seen.worst > worst {
            seen.example = format!("{}: {}", v.fault, v.example);
        }
        seen.count += v.count - 1;
    }
    seen
}
