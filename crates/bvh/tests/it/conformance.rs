//! The properties of every backend.

use clipmark_bvh::{BvhBackend, PlanesBackend};
use clipmark_referee::conformance::assert_conforms;

#[test]
fn bvh_conforms() {
    assert_conforms("bvh", &[], |world, rules| {
        Box::new(BvhBackend::build(world, rules).unwrap())
    });
}

#[test]
fn planes_conform() {
    assert_conforms("bvh:planes", &[], |world, rules| {
        Box::new(PlanesBackend::build(world, rules).unwrap())
    });
}
