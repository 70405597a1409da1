//! F7 to F13, properties between answers in any world: idempotence, monotonicity, splitting, symmetry, order,
//! determinism, and bad input (`docs/failures.md`).
//!
//! They are the properties of `clipmark_referee::conformance`, one file each there, with its tolerances, on the sweeps of the
//! comparison. Unit: units of length where a fault has a size, else cases. Where answers are compared, sweeps that a
//! tolerance's step aside turns into another answer are left out. Departures: whether moves without rounding give
//! equal bits is a statistic, not a failure; hangs are not timed.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_geometry::Point;

pub(super) const DETECTORS: [Detector; 7] = [
    property("F7", |e| broken(e, "idempotence")),
    property("F8", |e| broken(e, "monotonicity")),
    property("F9", |e| broken(e, "splitting")),
    property("F10", |e| broken(e, "symmetry")),
    property("F11", |e| broken(e, "order")),
    property("F12", |e| broken(e, "determinism")),
    property("F13", |e| broken(e, "bad-input")),
];

const fn property(id: &'static str, look: fn(&Evidence) -> Seen) -> Detector {
    Detector {
        id,
        needs: Needs::Properties,
        concerns: Concerns::AnyMover,
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
