//! The toy of `examples/` fails where a backend that steps along its way must, and nowhere that it need not.

#[allow(unreachable_pub, reason = "an example is a crate of its own")]
#[path = "../../../examples/toy_backend.rs"]
mod example;

use clipmark_referee::conformance::{Solids, Suite};
use example::Stepper;

#[test]
fn stepping_along_the_way_passes_thin_walls_and_stops_short_of_thick_ones() {
    let report = Suite::new("stepper")
        .solids(Solids::AxisBoxes)
        .size(60, 2)
        .check(|world, rules| Box::new(Stepper::new(world, rules)));
    let has = |property: &str, fault: &str| report.violations(property).any(|v| v.fault == fault);
    assert!(has("exact", "missed"), "{report}");
    assert!(has("exact", "phantom"), "{report}");
    assert!(has("rest", "does not land a skin above the floor"), "{report}");
    assert!(
        has("places", "no contact with a solid that the hull is in"),
        "{report}"
    );
    // It answers every question, always the same, and refuses malformed ones.
    for property in ["bad-input", "determinism"] {
        assert_eq!(report.violations(property).count(), 0, "{property}: {report}");
    }
}

#[test]
fn it_is_as_short_as_is_said() {
    let lines = include_str!("../../../examples/toy_backend.rs")
        .lines()
        .map(str::trim);
    let code = lines.filter(|l| !l.is_empty() && !l.starts_with("//"));
    assert!(code.count() < 80);
}
