//! The properties of every backend.

use clipmark_conformance::assert_conforms;
use clipmark_cylinder::CylinderBackend;

#[test]
fn it_conforms() {
    assert_conforms("cylinder", &[], |world, rules| {
        Box::new(CylinderBackend::build(world, rules).unwrap())
    });
}
