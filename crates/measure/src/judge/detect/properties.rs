//! F7 to F13: what must hold between answers, in any world: idempotence, monotonicity, splitting, symmetry, order,
//! determinism, and what bad input does.
//!
//! These are the properties of crate `conformance`, by the names there, on the sweeps of the comparison; each is one file
//! of that crate, with its tolerances. Units: units of length where a fault has a size, else cases. Sweeps that a
//! tolerance's step aside turns into another answer are left out where answers are compared. Departure from
//! `failures.md`: that moves without rounding give equal bits is told as a statistic, not a failure; hangs are not timed.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_geometry::Point;

pub(super) const DETECTORS: [Detector; 7] = [
    of(
        "F7",
        "not idempotent",
        "u",
        "From where a sweep ends, the way on, back or nowhere is not what it must be.",
        |e| broken(e, "idempotence"),
    ),
    of(
        "F8",
        "not monotone",
        "u",
        "Wanting to go farther gets the hull less far, or short of a hit the way is not free.",
        |e| broken(e, "monotonicity"),
    ),
    of(
        "F9",
        "split differs",
        "u",
        "A way taken in two parts ends elsewhere than in one.",
        |e| broken(e, "splitting"),
    ),
    of(
        "F10",
        "prefers a place or axis",
        "u",
        "World and question moved, turned or mirrored give another answer.",
        |e| broken(e, "symmetry"),
    ),
    of(
        "F11",
        "order matters",
        "u",
        "The brushes in another order give another answer.",
        |e| broken(e, "order"),
    ),
    of(
        "F12",
        "not deterministic",
        "cases",
        "The same question gets another answer, again or on another thread.",
        |e| broken(e, "determinism"),
    ),
    of(
        "F13",
        "bad input",
        "cases",
        "A question that is none is not refused, or breaks the backend.",
        |e| broken(e, "bad-input"),
    ),
];

const fn of(
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    says: &'static str,
    look: fn(&Evidence) -> Seen,
) -> Detector {
    Detector {
        id,
        name,
        unit,
        needs: Needs::Properties,
        concerns: Concerns::AnyMover,
        says,
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
    for v in evidence.properties.iter().flat_map(|r| r.of(property)) {
        let worst = seen.worst;
        seen.case(f64::from(v.worst), None, &Point::origin());
        if seen.count == 1 || seen.worst > worst {
            seen.example = format!("{}: {}", v.fault, v.example);
        }
        seen.count += v.count - 1;
    }
    seen
}
