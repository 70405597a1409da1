//! The properties of every backend.

use clipmark_bvh::BvhBackend;
use clipmark_conformance::assert_conforms;

#[test]
fn it_conforms() {
    assert_conforms("bvh", &[], |world, rules| {
        Box::new(BvhBackend::build(world, rules).unwrap())
    });
}
