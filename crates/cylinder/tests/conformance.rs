//! What every backend must pass.

#![allow(clippy::unwrap_used)]

use clipmark_conformance::{Known, assert_conforms};
use clipmark_cylinder::CylinderBackend;

/// Must be shortened when one of them is put right: the test fails then.
const KNOWN: [Known; 3] = [
    Known {
        property: "answer",
        fault: "the plane met is not one that a solid lies behind and touches",
        at_most: 11.0,
        reason: "where a rim meets an edge, the normal can lie some degrees outside the edge's two faces",
    },
    Known {
        property: "contacts",
        fault: "a distance that is not the gap at the point along the normal",
        at_most: 5.0,
        reason: "the point of a polygon that the hull overlaps sideways is not the one deepest along the way out",
    },
    Known {
        property: "start",
        fault: "mere touching is not what it declares",
        at_most: 1.0,
        reason: "a point that lies exactly on a surface overlaps it, though touching is declared not to",
    },
];

#[test]
fn it_conforms() {
    assert_conforms("cylinder", &KNOWN, |world, rules| {
        Box::new(CylinderBackend::build(world, rules).unwrap())
    });
}
