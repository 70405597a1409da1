//! Which properties of an answer Jolt's casts do not keep: known departures, each to be struck off when it goes.
//! Limits are a quarter above what is measured.
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_jolt::JoltBackend;
use clipmark_truth::conformance::{Known, assert_conforms};

const NORMAL: &str = "the normal and the contact point are those that GJK or EPA ended with, not a surface's";
const CONTACT: &str = "EPA ends at another face, and its depth and normal with it";
const START: &str = "a cast reports of a start in a solid what its last normal tells; what it moves out of is no hit by default";
const RULE: &str = "Jolt stops what ends in a solid; it knows no skin that an end is pulled back to";
const MISS: &str =
    "hits whose normal looks along the path are dropped as back faces; rounded edges let the box in";
const UNTRACED: &str =
    "found by the widened questions; whether the library or our adapter causes it is not traced";
const ROUND: &str = "Jolt's tolerance of 1e-4 m is 0.0032 u";

const fn known(property: &'static str, fault: &'static str, at_most: f32, reason: &'static str) -> Known {
    Known {
        property,
        fault,
        at_most,
        reason,
    }
}

const PLAIN_DEPARTURES: [Known; 38] = [
    known("answer", "a normal that does not oppose the motion", 1.0, NORMAL),
    known("answer", "rests behind the plane it met", 12.0, NORMAL),
    known(
        "answer",
        "the plane met is not one that a solid lies behind and touches",
        24.0,
        NORMAL,
    ),
    known(
        "contacts",
        "a contact where nothing is within the margin",
        0.14,
        CONTACT,
    ),
    known(
        "contacts",
        "a distance that is not the gap at the point along the normal",
        17.0,
        CONTACT,
    ),
    known(
        "contacts",
        "no contact with a solid that the hull is in",
        64.0,
        CONTACT,
    ),
    known("exact", "missed", 33.6, MISS),
    known(
        "exact",
        "the hull reaches too far or not far enough",
        0.0012,
        ROUND,
    ),
    known("exact", "normal", 113.0, NORMAL),
    known("exact", "normal at a start in a solid", 1.0, NORMAL),
    known("exact", "phantom", 0.0, UNTRACED),
    known("exact", "start in a solid unsaid", 1.0, START),
    known("exact", "stopped along", 1.0, UNTRACED),
    known("lengths", "stops elsewhere by a long sweep", 0.75, UNTRACED),
    known("exact", "start", 1.0, START),
    known("idempotence", "the end is solid", 1.0, MISS),
    known("idempotence", "the rest of the motion ends in a solid", 8.2, MISS),
    known("idempotence", "there is no way back to the start", 490.0, MISS),
    known("passage", "goes past a wall that it overlaps", 0.015, MISS),
    known(
        "path",
        "passes what its own position test calls solid",
        32.0,
        MISS,
    ),
    known(
        "position",
        "a sweep that starts deep in a solid does not say so",
        78.0,
        START,
    ),
    known("position", "is deeper than it says", 3.3, CONTACT),
    known("position", "overlaps nothing, deep in a solid", 0.44, CONTACT),
    known("position", "stands in nothing, deep in a solid", 0.44, CONTACT),
    known("position", "the way out does not lead out", 42.0, CONTACT),
    known("rest", "has no contact with the floor it rests on", 1.0, CONTACT),
    known("rest", "lacks a contact in a corner", 2.5, CONTACT),
    known("rest", "sinks when pressed down", 0.0004, CONTACT),
    known("splitting", "meets another surface", 1.0, NORMAL),
    known("splitting", "meets something in one case only", 1.0, MISS),
    known("splitting", "stops at another place", 220.0, MISS),
    known(
        "start",
        "a path that ends inside the skin breaks the touch rule",
        1.0,
        RULE,
    ),
    known("start", "declares other rules than it was built with", 1.0, RULE),
    known("start", "does not notice a start in a solid", 1.0, START),
    known("start", "goes on into a solid", 1.0, START),
    known("symmetry", "meets another surface", 1.0, NORMAL),
    known("symmetry", "meets something in one case only", 1.0, MISS),
    known("symmetry", "stops at another place", 270.0, MISS),
];
const TUNED_DEPARTURES: [Known; 21] = [
    known("answer", "a normal that does not oppose the motion", 1.0, NORMAL),
    known("answer", "rests behind the plane it met", 0.99, NORMAL),
    known(
        "answer",
        "rests farther than the skin from the plane it met",
        2.5,
        NORMAL,
    ),
    known(
        "answer",
        "the plane met is not one that a solid lies behind and touches",
        2.5,
        NORMAL,
    ),
    known(
        "contacts",
        "a distance that is not the gap at the point along the normal",
        35.0,
        CONTACT,
    ),
    known(
        "contacts",
        "no contact with a solid that the hull is in",
        64.0,
        CONTACT,
    ),
    known("exact", "phantom", 0.12, NORMAL),
    known(
        "exact",
        "the hull reaches too far or not far enough",
        0.0012,
        ROUND,
    ),
    known("exact", "normal", 180.0, NORMAL),
    known("exact", "normal at a start in a solid", 1.0, NORMAL),
    known("exact", "stopped along", 1.0, UNTRACED),
    known("lengths", "stops elsewhere by a long sweep", 0.75, UNTRACED),
    known("monotonicity", "wanting to go farther ends nearer", 0.083, NORMAL),
    known("position", "is deeper than it says", 19.0, CONTACT),
    known("position", "the way out does not lead out", 19.0, CONTACT),
    known("splitting", "meets another surface", 1.0, NORMAL),
    known("start", "a path out of the skin is a hit", 1.0, START),
    known(
        "start",
        "a path that ends inside the skin breaks the touch rule",
        1.0,
        RULE,
    ),
    known("start", "declares other rules than it was built with", 1.0, RULE),
    known("symmetry", "meets another surface", 1.0, NORMAL),
    known("symmetry", "stops at another place", 1.6, MISS),
];

#[test]
fn jolt_departs_as_known() {
    assert_conforms("jolt", &PLAIN_DEPARTURES, |world, rules| {
        Box::new(JoltBackend::build(world, rules, PLAIN).unwrap())
    });
}

#[test]
fn tuned_jolt_departs_as_known() {
    assert_conforms("jolt:tuned", &TUNED_DEPARTURES, |world, rules| {
        Box::new(JoltBackend::build(world, rules, TUNED).unwrap())
    });
}
