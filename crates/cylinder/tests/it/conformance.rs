//! The properties of every backend.

use clipmark_cylinder::CylinderBackend;
use clipmark_referee::conformance::assert_conforms;

#[test]
fn it_conforms() {
    assert_conforms("cylinder", &[], |world, rules| {
        Box::new(CylinderBackend::build(world, rules).unwrap())
    });
}
