//! Properties of an answer that parry's uses break and `bvh` keeps. Each is a known departure, to be struck off when it goes.

use clipmark_bvh::{StockBackend, StockUse};
use clipmark_referee::conformance::{Known, assert_conforms};

/// Why answers depart.
const REASONS: [(&str, &str); 8] = [
    (
        "NORMAL",
        "parry's normal and witness point are those that its solver ended with, not a surface's",
    ),
    (
        "CONTACT",
        "EPA ends at another face, or with none, and `contact` gives what it has",
    ),
    (
        "INSIDE",
        "slivers are left out by parry's hulls; a mesh has no inside at all",
    ),
    (
        "STILL",
        "a cast of no length meets nothing, and one that starts inside a mesh or moves too little does not notice",
    ),
    (
        "SIDES",
        "a triangle mesh stops what comes from either side of a triangle",
    ),
    (
        "RULE",
        "parry stops what ends in a solid; it knows no skin that an end is pulled back to",
    ),
    (
        "UNTRACED",
        "found by the widened questions; whether the library or our adapter causes it is not traced",
    ),
    (
        "TOUCH",
        "the skin is kept along the path, so that grazing ways use it up, and casts from touching distance fail",
    ),
];

/// The departures of `bvh:stock`: the property, the fault, at most how far, and the reason.
const STOCK: &str = "
    idempotence | the rest of the motion ends in a solid | 31.0 | TOUCH
    idempotence | the rest of the motion starts in a solid | 1.0 | TOUCH
    idempotence | there is no way back to the start | 170.0 | TOUCH
    monotonicity | wanting to go farther ends nearer | 0.019 | TOUCH
    rest | sinks when pressed down | 0.078 | TOUCH
    splitting | meets another surface | 1.0 | NORMAL
    splitting | stops at another place | 0.1 | TOUCH
    start | a path that ends inside the skin breaks the touch rule | 1.0 | RULE
    start | declares other rules than it was built with | 1.0 | RULE
    start | does not notice a start in a solid | 1.0 | STILL
    start | goes on into a solid | 1.0 | STILL
    symmetry | meets another surface | 1.0 | NORMAL
    symmetry | stops at another place | 0.087 | TOUCH
    exact | missed | 56.8 | TOUCH
    exact | missed from touch | 49.4 | TOUCH
    exact | too deep | 0.22 | TOUCH
    exact | phantom | 0.0075 | TOUCH
    exact | normal | 180.0 | NORMAL
    exact | normal at a start in a solid | 1.0 | NORMAL
    exact | stopped along | 1.0 | UNTRACED
    start | goes into a surface that it touches | 1.0 | TOUCH
";

/// The departures of `bvh:mesh`.
const MESH: &str = "
    idempotence | the rest of the motion ends in a solid | 25.0 | TOUCH
    idempotence | there is no way back to the start | 820.0 | TOUCH
    monotonicity | wanting to go farther ends nearer | 0.03 | TOUCH
    splitting | meets another surface | 1.0 | NORMAL
    splitting | stops at another place | 0.091 | TOUCH
    start | a path that ends inside the skin breaks the touch rule | 1.0 | RULE
    start | declares other rules than it was built with | 1.0 | RULE
    start | does not notice a start in a solid | 1.0 | STILL
    start | goes on into a solid | 1.0 | STILL
    symmetry | meets another surface | 1.0 | NORMAL
    symmetry | stops at another place | 0.12 | TOUCH
    exact | missed | 5.8 | TOUCH
    exact | missed from touch | 60.0 | TOUCH
    exact | too deep | 0.65 | TOUCH
    exact | phantom | 1272.7 | TOUCH
    exact | normal | 180.0 | NORMAL
    exact | normal at a start in a solid | 1.0 | NORMAL
    exact | stopped along | 1.0 | UNTRACED
";

fn departures(table: &'static str) -> Vec<Known> {
    let known = |line: &'static str| {
        let cells: Vec<&str> = line.trim().split(" | ").collect();
        let [property, fault, at_most, reason] = cells[..] else {
            panic!("{line}");
        };
        let (_, reason) = REASONS.iter().find(|(name, _)| *name == reason).unwrap();
        Known {
            property,
            fault,
            at_most: at_most.parse().unwrap(),
            per_case: f32::INFINITY,
            reason,
        }
    };
    table.trim().lines().map(known).collect()
}

#[test]
#[ignore = "long: what parry does by itself changes with its version alone"]
fn lengthy_parry_departs_as_known() {
    for (name, how, table) in [
        ("bvh:stock", StockUse::Hulls, STOCK),
        ("bvh:mesh", StockUse::Mesh, MESH),
    ] {
        assert_conforms(name, &departures(table), |world, rules| {
            Box::new(StockBackend::build_for(how, world, rules).unwrap())
        });
    }
}
