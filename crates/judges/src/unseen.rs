//! Why a judge cannot see a fault, where it cannot by what it is.

use clipmark_faults::Fault;
use clipmark_record::judges::Judge;

const SWEEPS_ONLY: &str = "asks sweeps alone, and neither contacts nor overlaps";

const ASKED_ONCE: &str = "asks each sweep once, and 0.01 u early is within the skin";

const REASONS: [(&str, Judge, &str); 13] = [
    ("nondeterministic", Judge::Bar, ASKED_ONCE),
    (
        "nondeterministic",
        Judge::Recordings,
        "takes one end of 10,000 that is 0.01 u off for a near-tie",
    ),
    (
        "touching-forgotten",
        Judge::Recordings,
        "is of an engine that itself ignores a brush which the start touches",
    ),
    ("corner-contact", Judge::Scene, SWEEPS_ONLY),
    ("corner-contact", Judge::Bar, SWEEPS_ONLY),
    ("corner-contact", Judge::Recordings, SWEEPS_ONLY),
    ("half-depth", Judge::Scene, SWEEPS_ONLY),
    ("half-depth", Judge::Bar, SWEEPS_ONLY),
    ("half-depth", Judge::Recordings, SWEEPS_ONLY),
    ("patch-skipped", Judge::Bar, "leaves curved patches out"),
    (
        "patch-skipped",
        Judge::Scene,
        "has no curved patch in either world",
    ),
    ("thin-wall-points", Judge::Scene, "sweeps the player's hull alone"),
    (
        "one-sided",
        Judge::Recordings,
        "is of maps, which have no triangles",
    ),
];

/// The reason in words, or nothing.
pub(crate) fn reason(fault: Fault, judge: Judge) -> &'static str {
    let known = REASONS
        .iter()
        .find(|(name, by, _)| *name == fault.name() && *by == judge);
    known.map_or("", |(_, _, why)| why)
}
