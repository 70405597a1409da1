//! The list of faults.

use super::{CollisionFault, answers, skipped, worlds};
use clipmark_collision::TraceRules;

const NONE: CollisionFault = CollisionFault::NONE;

/// The skin of [`skin-lost`](COLLISION), in units.
const LOST_SKIN: f32 = 0.005;

/// All faults of collision.
pub static COLLISION: [CollisionFault; 26] = [
    CollisionFault {
        name: "skipped-brush",
        what: "In 1 sweep of 1,000 the brush that is met is not tested.",
        trace: skipped::now_and_then,
        ..NONE
    },
    CollisionFault {
        name: "normal-3-degrees",
        what: "Normals are turned by 3 degrees.",
        trace: |_, _, t| answers::turned(t, 3.0),
        ..NONE
    },
    CollisionFault {
        name: "normal-1.5-degrees",
        what: "Normals are turned by 1.5 degrees.",
        trace: |_, _, t| answers::turned(t, 1.5),
        ..NONE
    },
    CollisionFault {
        name: "normal-missing",
        what: "A hit has no plane.",
        trace: answers::without_plane,
        ..NONE
    },
    CollisionFault {
        name: "end-too-deep",
        what: "Stops are 0.05 u nearer to the surface than they should be.",
        trace: |_, asked, t| answers::deeper(asked, t, 0.05),
        ..NONE
    },
    CollisionFault {
        name: "start-solid-dropped",
        what: "Start-solid is never reported.",
        trace: answers::start_unsaid,
        ..NONE
    },
    CollisionFault {
        name: "all-solid-invented",
        what: "All-solid is reported for every start in a solid.",
        trace: answers::all_solid,
        ..NONE
    },
    CollisionFault {
        name: "skin-sign",
        what: "The skin is kept behind the surface instead of in front of it.",
        trace: |planted, asked, t| answers::deeper(asked, t, 2.0 * planted.skin()),
        ..NONE
    },
    CollisionFault {
        name: "skin-lost",
        what: "A skin of 0.005 u is kept instead of the one declared.",
        rules: |rules: TraceRules| rules.with_skin(LOST_SKIN),
        ..NONE
    },
    CollisionFault {
        name: "hull-narrow",
        what: "Hulls are narrower by 0.1 u on one axis; round ones on both.",
        hull: answers::narrower,
        ..NONE
    },
    CollisionFault {
        name: "no-edge-bevels",
        what: "Brushes have no bevels along edges that are not axial, so they stick out there.",
        trace: answers::without_bevels,
        ..NONE
    },
    CollisionFault {
        name: "last-plane",
        what: "Brushes of more than six faces lose their last one.",
        world: worlds::without_last_planes,
        ..NONE
    },
    CollisionFault {
        name: "stale-state",
        what: "After 5,000 queries every 16th hit is taken for one that has been tested already.",
        trace: skipped::when_old,
        ..NONE
    },
    CollisionFault {
        name: "nondeterministic",
        what: "1 answer in 10,000, whichever it is, stops 0.01 u early.",
        trace: answers::by_the_count,
        ..NONE
    },
    CollisionFault {
        name: "touching-forgotten",
        what: "A brush that the start touches is not tested.",
        trace: skipped::where_touching,
        ..NONE
    },
    CollisionFault {
        name: "thin-wall-points",
        what: "Points pass through brushes thinner than a quarter of a unit.",
        trace: skipped::thin_for_points,
        ..NONE
    },
    CollisionFault {
        name: "wrong-contents",
        what: "Contents are those of the last brush whose bounding box is there.",
        trace: answers::contents_met,
        contents: answers::contents_at,
        ..NONE
    },
    CollisionFault {
        name: "end-apart",
        what: "The end lies 0.02 u before the place that the fraction says.",
        trace: answers::end_apart,
        ..NONE
    },
    CollisionFault {
        name: "silent-code",
        what: "Stops are 0.5 u too deep, but only when nothing is counted.",
        trace: answers::in_silence,
        ..NONE
    },
    CollisionFault {
        name: "far-origin",
        what: "Coordinates of ends beyond 1,024 u are rounded to eighths.",
        trace: answers::coarse_far_away,
        ..NONE
    },
    CollisionFault {
        name: "patch-skipped",
        what: "Every fourth curved patch is not there.",
        world: worlds::without_patches,
        ..NONE
    },
    CollisionFault {
        name: "one-sided",
        what: "Two-sided triangles stop only sweeps from their front.",
        world: worlds::fronts_only,
        ..NONE
    },
    CollisionFault {
        name: "early-stop",
        what: "Stops are 0.3 u early along the way.",
        trace: |_, asked, t| answers::farther(asked, t, -0.3),
        ..NONE
    },
    CollisionFault {
        name: "late-at-grazing",
        what: "Where a surface is met at less than 15 degrees, stops are 0.2 u too deep.",
        trace: answers::late_at_grazing,
        ..NONE
    },
    CollisionFault {
        name: "corner-contact",
        what: "The last contact is dropped where there are several.",
        contacts: |found| {
            if found.len() > 1 {
                found.pop();
            }
        },
        ..NONE
    },
    CollisionFault {
        name: "half-depth",
        what: "Reported penetration depths are half the true ones.",
        overlap: answers::half_depth,
        ..NONE
    },
];
