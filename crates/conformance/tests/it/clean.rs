//! A sound backend has no fault.

use crate::toys;
use clipmark_conformance::{Solids, Suite};

#[test]
fn the_clean_toy_conforms() {
    Suite::new("clean")
        .solids(Solids::AxisBoxes)
        .assert(&[], |world, rules| Box::new(toys::clean::build(world, rules)));
}
