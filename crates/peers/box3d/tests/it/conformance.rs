//! Which properties of an answer Box3D's casts do not keep: known departures, each to be struck off when it goes.
//! Limits are a quarter above what is measured.
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_box3d::Box3dBackend;
use clipmark_truth::conformance::{Known, assert_conforms};

const NORMAL: &str =
    "the normal and the contact point are those that GJK or the manifold ended with, not a surface's";
const CONTACT: &str =
    "manifolds are made for bodies that hardly overlap; deep ones have none, or another face";
const START: &str = "a cast that starts within the slop of a surface is a hit in every direction, without a normal (box3d#32)";
const RULE: &str = "Box3D stops what ends in a solid; it knows no skin that an end is pulled back to";
const MISS: &str = "the cast gives up after 20 steps, which is no hit";
const ROUND: &str = "casts stop a slop of 0.005 m short, in units 0.16 or 0.005";

const fn known(property: &'static str, fault: &'static str, at_most: f32, reason: &'static str) -> Known {
    Known {
        property,
        fault,
        at_most,
        reason,
    }
}

const PLAIN_DEPARTURES: [Known; 37] = [
    known("answer", "a hit without a plane", 1.0, NORMAL),
    known("answer", "a normal that does not oppose the motion", 1.0, NORMAL),
    known("answer", "rests behind the plane it met", 0.2, NORMAL),
    known(
        "answer",
        "rests farther than the skin from the plane it met",
        0.22,
        NORMAL,
    ),
    known(
        "contacts",
        "a distance that is not the gap at the point along the normal",
        34.0,
        CONTACT,
    ),
    known(
        "contacts",
        "no contact with a solid that the hull is in",
        71.0,
        CONTACT,
    ),
    known(
        "contents",
        "other contents than the brushes there have",
        0.079,
        CONTACT,
    ),
    known("exact", "missed", 0.082, MISS),
    known("exact", "too deep", 0.16, MISS),
    known("exact", "phantom", 61.6, NORMAL),
    known("exact", "stopped along", 1.0, START),
    known("exact", "the gap at stops is not the skin", 0.21, ROUND),
    known("exact", "normal", 180.0, NORMAL),
    known("exact", "normal at a start in a solid", 1.0, NORMAL),
    known("idempotence", "the end is solid", 1.0, MISS),
    known("idempotence", "the rest of the motion ends in a solid", 0.2, MISS),
    known(
        "idempotence",
        "the rest of the motion starts in a solid",
        1.0,
        START,
    ),
    known("idempotence", "there is no way back to the start", 1400.0, MISS),
    known("lengths", "sinks into a floor by many short sweeps", 0.25, ROUND),
    known(
        "lengths",
        "stands still by many short sweeps along a floor",
        1.0,
        START,
    ),
    known("lengths", "stops elsewhere by a long sweep", 0.234, ROUND),
    known(
        "many",
        "stops elsewhere before one of many small solids",
        0.2,
        ROUND,
    ),
    known("monotonicity", "wanting to go farther ends nearer", 0.044, NORMAL),
    known("passage", "goes past a wall that it overlaps", 0.045, MISS),
    known(
        "passage",
        "is stopped beside a wall that it does not reach",
        0.21,
        ROUND,
    ),
    known("path", "passes what its own position test calls solid", 0.2, MISS),
    known("rest", "does not land a skin above the floor", 0.21, ROUND),
    known("rest", "does not slide along the floor", 100.0, CONTACT),
    known("rest", "has no contact with the floor it rests on", 1.0, CONTACT),
    known("rest", "sinks when pressed down", 0.001, CONTACT),
    known("splitting", "stops at another place", 0.049, MISS),
    known("start", "a path out of the skin is a hit", 1.0, START),
    known(
        "start",
        "a path that ends inside the skin breaks the touch rule",
        1.0,
        RULE,
    ),
    known("start", "a path that ends outside the skin is a hit", 1.0, START),
    known("start", "declares other rules than it was built with", 1.0, RULE),
    known("start", "goes into a surface that it touches", 1.0, START),
    known("start", "mere touching is not what it declares", 1.0, START),
];
const TUNED_DEPARTURES: [Known; 11] = [
    known("answer", "a normal that does not oppose the motion", 1.0, NORMAL),
    known(
        "contacts",
        "a distance that is not the gap at the point along the normal",
        34.0,
        CONTACT,
    ),
    known(
        "contacts",
        "no contact with a solid that the hull is in",
        71.0,
        CONTACT,
    ),
    known(
        "contents",
        "other contents than the brushes there have",
        0.079,
        CONTACT,
    ),
    known("exact", "missed from touch", 32.1, MISS),
    known("exact", "phantom", 0.131, NORMAL),
    known("exact", "stopped along", 1.0, START),
    known("exact", "normal", 180.0, NORMAL),
    known("exact", "normal at a start in a solid", 1.0, NORMAL),
    known(
        "start",
        "a path that ends inside the skin breaks the touch rule",
        1.0,
        RULE,
    ),
    known("start", "declares other rules than it was built with", 1.0, RULE),
];

#[test]
fn box3d_departs_as_known() {
    assert_conforms("box3d", &PLAIN_DEPARTURES, |world, rules| {
        Box::new(Box3dBackend::build(world, rules, PLAIN).unwrap())
    });
}

#[test]
fn tuned_box3d_departs_as_known() {
    assert_conforms("box3d:tuned", &TUNED_DEPARTURES, |world, rules| {
        Box::new(Box3dBackend::build(world, rules, TUNED).unwrap())
    });
}
