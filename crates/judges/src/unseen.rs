//! Why a judge cannot see a fault by its nature.

use clipmark_faults::AnyFault;
use clipmark_record::judges::Judge;

const SWEEPS_ONLY: &str = "is of sweeps alone, and of neither contacts nor overlaps";

const ONE_CONSTANT: &str = "asks what holds of any movement: a constant that is a little off keeps all of it";

const REASONS: [(&str, Judge, &str); 19] = [
    (
        "patch-skipped",
        Judge::Scene,
        "sweeps too little near the patches that are lost",
    ),
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
    ("corner-contact", Judge::Recordings, SWEEPS_ONLY),
    ("half-depth", Judge::Recordings, SWEEPS_ONLY),
    ("thin-wall-points", Judge::Scene, "sweeps the player's hull alone"),
    (
        "thin-wall-points",
        Judge::Recordings,
        "is of maps that have no wall so thin",
    ),
    (
        "one-sided",
        Judge::Recordings,
        "is of maps, which have no triangles",
    ),
    ("step-height", Judge::Scene, ONE_CONSTANT),
    ("friction", Judge::Scene, ONE_CONSTANT),
    ("air-cap", Judge::Scene, ONE_CONSTANT),
    ("overbounce", Judge::Scene, ONE_CONSTANT),
    ("stop-speed", Judge::Scene, ONE_CONSTANT),
    ("duck-height", Judge::Scene, ONE_CONSTANT),
    ("jump-speed", Judge::Scene, ONE_CONSTANT),
    (
        "constant-frame",
        Judge::Scene,
        "asks what either order keeps; its paths are the same to the last bit",
    ),
    (
        "water-friction",
        Judge::Scene,
        "has no water that the player is in",
    ),
    (
        "step-height",
        Judge::Recordings,
        "tells a step of 17 u from one of 18 u in 1 tick of 2,000 at most, as rare as near-ties",
    ),
    (
        "duck-height",
        Judge::Recordings,
        "has no tick in which a crouched body that is 2 u higher would meet anything",
    ),
];

/// The reason in words, or nothing.
pub(crate) fn reason(fault: AnyFault, judge: Judge) -> &'static str {
    let known = REASONS
        .iter()
        .find(|(name, by, _)| *name == fault.name() && *by == judge);
    known.map_or("", |(_, _, why)| why)
}
