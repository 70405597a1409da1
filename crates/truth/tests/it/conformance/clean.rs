//! A sound backend has no fault.

use crate::conformance::toys;
use clipmark_truth::conformance::{Solids, Suite};

#[test]
fn the_clean_toy_conforms() {
    Suite::new("clean")
        .solids(Solids::AxisBoxes)
        .assert(&[], |world, rules| Box::new(toys::clean::build(world, rules)));
}
