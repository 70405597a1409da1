//! Which properties of an answer PhysX's casts do not keep: known departures, each to be struck off when it goes.
//! Limits are a quarter above what is measured.
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_physx::PhysxBackend;
use clipmark_truth::conformance::{Known, assert_conforms};

const SHORT: &str = "a sweep of a box stops short by half a hundredth of its least half length: 0.075 u for the player's \
     (own_api.rs); its back-off adds to that at grazing angles";
const CONTACT: &str =
    "contacts are overlaps of a hull grown by the margin: PhysX tells no distance between two geometries";
const ROUND: &str = "sweeps and overlaps of capsules with meshes as long as a wall are off by up to 0.4 u";
const DEPTH: &str = "the face of a mesh as long as a wall leans, by 1/8192 in world thin-wall, and a depth with it; that of a \
     ball in a mesh is short by 1/64 u, which is not traced";
const NORMAL: &str =
    "the face that a hull rests on is within 1/32 u of it, and may be the wrong one at an edge";
const KEPT: &str = "a skin that is thinner than what PhysX leaves of its own accord, 0.075 u for the player's box, is that and \
     1/64 u";
const EDGE: &str =
    "a sweep of a box along boxes of one height may meet the edge of the next one, with a slanted normal";
const RULE: &str = "PhysX stops what ends in a solid; it knows no skin that an end is pulled back to";

const fn known(property: &'static str, fault: &'static str, at_most: f32, reason: &'static str) -> Known {
    Known {
        property,
        fault,
        at_most,
        reason,
    }
}

const PLAIN_DEPARTURES: [Known; 23] = [
    known(
        "answer",
        "the plane met is not one that a solid lies behind and touches",
        0.16,
        SHORT,
    ),
    known(
        "contacts",
        "a contact where nothing is within the margin",
        6.9,
        CONTACT,
    ),
    known(
        "contacts",
        "a distance that is not the gap at the point along the normal",
        53.0,
        CONTACT,
    ),
    known(
        "contacts",
        "no contact with a solid that the hull is in",
        62.0,
        CONTACT,
    ),
    known("exact", "phantom", 2.6, SHORT),
    known("exact", "start", 1.0, ROUND),
    known("exact", "the gap at stops is not the skin", 0.026, SHORT),
    known("exact", "too deep", 0.079, ROUND),
    known("fields", "a plane that is not the face's", 0.095, SHORT),
    known(
        "idempotence",
        "the rest of the motion ends in a solid",
        0.078,
        ROUND,
    ),
    known(
        "lengths",
        "stands still by many short sweeps along a floor",
        1.0,
        SHORT,
    ),
    known(
        "passage",
        "is stopped beside a wall that it does not reach",
        0.055,
        SHORT,
    ),
    known("position", "is deeper than it says", 0.15, DEPTH),
    known("position", "overlaps something that is apart", 0.47, ROUND),
    known("position", "stands in something that is apart", 0.47, ROUND),
    known("position", "the way out does not lead out", 0.27, ROUND),
    known("rest", "does not land a skin above the floor", 0.094, SHORT),
    known("rest", "has no contact with the floor it rests on", 1.0, SHORT),
    known("start", "a path out of the skin is a hit", 1.0, SHORT),
    known(
        "start",
        "a path that ends inside the skin breaks the touch rule",
        1.0,
        RULE,
    ),
    known("start", "a path that ends outside the skin is a hit", 1.0, SHORT),
    known("start", "declares other rules than it was built with", 1.0, RULE),
    known("symmetry", "stops at another place", 0.45, SHORT),
];
const TUNED_DEPARTURES: [Known; 20] = [
    known("answer", "rests behind the plane it met", 0.015, NORMAL),
    known(
        "answer",
        "rests farther than the skin from the plane it met",
        0.075,
        KEPT,
    ),
    known(
        "answer",
        "the plane met is not one that a solid lies behind and touches",
        0.095,
        SHORT,
    ),
    known(
        "contacts",
        "a contact where nothing is within the margin",
        6.9,
        CONTACT,
    ),
    known(
        "contacts",
        "a distance that is not the gap at the point along the normal",
        53.0,
        CONTACT,
    ),
    known(
        "contacts",
        "no contact with a solid that the hull is in",
        62.0,
        CONTACT,
    ),
    known("exact", "normal", 4.3, NORMAL),
    known("exact", "phantom", 0.92, SHORT),
    known("exact", "the gap at stops is not the skin", 0.0055, KEPT),
    known("lengths", "stops elsewhere by a long sweep", 0.032, SHORT),
    known(
        "passage",
        "is stopped beside a wall that it does not reach",
        0.21,
        SHORT,
    ),
    known("position", "is deeper than it says", 0.02, DEPTH),
    known("position", "the way out does not lead out", 0.27, ROUND),
    known("rest", "does not land a skin above the floor", 0.075, KEPT),
    known("rest", "does not slide along the floor", 19.0, EDGE),
    known("rest", "has no contact with the floor it rests on", 1.0, KEPT),
    known(
        "start",
        "a path that ends inside the skin breaks the touch rule",
        1.0,
        RULE,
    ),
    known("start", "a path that ends outside the skin is a hit", 1.0, SHORT),
    known("start", "declares other rules than it was built with", 1.0, RULE),
    known("symmetry", "stops at another place", 0.012, SHORT),
];

#[test]
fn physx_departs_as_known() {
    assert_conforms("physx", &PLAIN_DEPARTURES, |world, rules| {
        Box::new(PhysxBackend::build(world, rules, PLAIN).unwrap())
    });
}

#[test]
fn tuned_physx_departs_as_known() {
    assert_conforms("physx:tuned", &TUNED_DEPARTURES, |world, rules| {
        Box::new(PhysxBackend::build(world, rules, TUNED).unwrap())
    });
}
