//! Which properties of an answer PhysX's casts do not keep: known departures, each to be struck off when it goes.
//! Limits are a quarter above what is measured.
use clipmark_conformance::{Known, assert_conforms};
use clipmark_physx::{PhysxBackend, Settings};

const TAUGHT: [Known; 0] = [];
const TUNED: [Known; 0] = [];

#[test]
fn physx_departs_as_known() {
    assert_conforms("physx", &TAUGHT, |world, rules| {
        Box::new(PhysxBackend::build(world, rules, Settings::TAUGHT).unwrap())
    });
}

#[test]
fn tuned_physx_departs_as_known() {
    assert_conforms("physx:tuned", &TUNED, |world, rules| {
        Box::new(PhysxBackend::build(world, rules, Settings::TUNED).unwrap())
    });
}
