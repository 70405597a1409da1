//! The properties of every backend.

use clipmark_bsp::{BspBackend, ViaBvhBackend};
use clipmark_referee::conformance::{Known, assert_conforms};

/// The engine's own rules: the first by recordings of it on maps, the second by our reading. An entry must go when it no longer
/// occurs: the test fails then.
const KNOWN: [Known; 2] = [
    Known {
        property: "exact",
        fault: "a sweep that starts deep in a solid does not say so",
        at_most: 40.0,
        per_case: f32::INFINITY,
        reason: "as in the engine, which stops looking at the first surface that is met at once, before it comes to the solid: 5 \
                 of 5,415 recorded deep starts, each at fraction 0 (tests/it/engine_quirks.rs)",
    },
    Known {
        property: "start",
        fault: "goes into a surface that it touches",
        at_most: 1.0,
        per_case: f32::INFINITY,
        reason: "Quake III's touch rule: a hull that touches a brush is in it, and a sweep ignores what it starts \
                 in; the referee counts such sweeps under the name of that rule",
    },
];

#[test]
fn it_conforms() {
    assert_conforms("bsp", &KNOWN, |world, rules| {
        Box::new(BspBackend::build(world, rules).unwrap())
    });
}

#[test]
fn its_shortcut_conforms() {
    assert_conforms("bsp:via-bvh", &KNOWN, |world, rules| {
        Box::new(ViaBvhBackend::build(world, rules).unwrap())
    });
}
