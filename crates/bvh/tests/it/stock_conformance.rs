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
    idempotence | the rest of the motion ends in a solid | 15.0 | TOUCH
    idempotence | the rest of the motion starts in a solid | 1.0 | TOUCH
    idempotence | there is no way back to the start | 97.0 | TOUCH
    rest | sinks when pressed down | 0.061 | TOUCH
    splitting | meets another surface | 1.0 | NORMAL
    splitting | stops at another place | 0.073 | TOUCH
    start | a path that ends inside the skin breaks the touch rule | 1.0 | RULE
    start | declares other rules than it was built with | 1.0 | RULE
    start | does not notice a start in a solid | 1.0 | STILL
    start | goes on into a solid | 1.0 | STILL
    symmetry | meets another surface | 1.0 | NORMAL
    symmetry | stops at another place | 0.048 | TOUCH
    exact | missed | 59.0 | TOUCH
    exact | missed from touch | 64.0 | TOUCH
    exact | too deep | 0.98 | TOUCH
    exact | phantom | 0.0075 | TOUCH
    exact | normal | 180.0 | NORMAL
    exact | normal at a start in a solid | 1.0 | NORMAL
    exact | stopped along | 1.0 | UNTRACED
    start | goes into a surface that it touches | 1.0 | TOUCH
    exact | plane's distance | 1.0 | NORMAL
    exact | start | 1.0 | STILL
    exact | start in a solid unsaid | 1.0 | STILL
    lengths | phantom | 0.96 | UNTRACED
    lengths | plane's distance | 1.0 | NORMAL
    lengths | too deep | 0.35 | UNTRACED
    many | normal at a start in a solid | 1.0 | NORMAL
    many | phantom | 0.0 | UNTRACED
    passage | normal | 5.7 | NORMAL
    passage | phantom | 1.1 | UNTRACED
    places | a contact is beyond the margin | 0.027 | CONTACT
    places | a contact's distance is not the gap at its point | 0.07 | CONTACT
    places | a contact's face is none at its point | 1.0 | CONTACT
    places | a contact's point is on no surface | 1.0 | CONTACT
    places | a contact's top is not that of its polygon in the hull | 1.0 | CONTACT
    places | contents that fill the point are not reported | 0.063 | INSIDE
    places | is deeper than it says | 0.13 | CONTACT
    places | no contact with a solid that is near | 16.0 | CONTACT
    places | no contact with a solid that the hull is in | 20.0 | CONTACT
    places | overlaps nothing, deep in a solid | 0.12 | INSIDE
";

/// The departures of `bvh:mesh`.
const MESH: &str = "
    idempotence | the rest of the motion ends in a solid | 5.3 | TOUCH
    idempotence | there is no way back to the start | 630.0 | TOUCH
    monotonicity | wanting to go farther ends nearer | 0.0082 | TOUCH
    splitting | meets another surface | 1.0 | NORMAL
    splitting | stops at another place | 0.074 | TOUCH
    start | a path that ends inside the skin breaks the touch rule | 1.0 | RULE
    start | declares other rules than it was built with | 1.0 | RULE
    start | does not notice a start in a solid | 1.0 | STILL
    start | goes on into a solid | 1.0 | STILL
    symmetry | meets another surface | 1.0 | NORMAL
    symmetry | stops at another place | 0.096 | TOUCH
    exact | missed | 5.8 | TOUCH
    exact | missed from touch | 98.0 | TOUCH
    exact | too deep | 1.4 | TOUCH
    exact | phantom | 1500.0 | TOUCH
    exact | normal | 180.0 | NORMAL
    exact | normal at a start in a solid | 1.0 | NORMAL
    exact | stopped along | 1.0 | UNTRACED
    exact | a sweep that starts deep in a solid does not say so | 36.0 | STILL
    exact | plane's distance | 1.0 | NORMAL
    lengths | phantom | 5.9 | UNTRACED
    lengths | plane's distance | 1.0 | NORMAL
    lengths | too deep | 1.1 | UNTRACED
    many | normal | 1.3 | NORMAL
    many | normal at a start in a solid | 1.0 | NORMAL
    many | phantom | 30.0 | UNTRACED
    passage | normal | 5.7 | NORMAL
    passage | phantom | 1.1 | UNTRACED
    places | a contact is beyond the margin | 0.11 | CONTACT
    places | a contact of contents that are not there | 1.0 | INSIDE
    places | a contact's distance is not the gap at its point | 0.4 | CONTACT
    places | a contact's face is none at its point | 1.0 | CONTACT
    places | a contact's point is on no surface | 1.0 | CONTACT
    places | a contact's top is not that of its polygon in the hull | 1.0 | CONTACT
    places | contents that fill the point are not reported | 65.0 | INSIDE
    places | is deeper than it says | 12.0 | CONTACT
    surfaces | phantom | 110.0 | SIDES
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
