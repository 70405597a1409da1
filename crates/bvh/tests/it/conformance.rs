//! What every backend must pass.

use clipmark_bvh::BvhBackend;
use clipmark_conformance::assert_conforms;

#[test]
fn it_conforms() {
    assert_conforms("bvh", &[], |world, rules| {
        Box::new(BvhBackend::build(world, rules).unwrap())
    });
}
