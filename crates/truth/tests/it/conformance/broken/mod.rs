//! Every property finds the fault it is there for: the clean toy, broken in one place, is caught by it.

mod answers;
mod exact;
mod paths;
mod worlds;

use crate::conformance::toys;
use crate::conformance::toys::broken::{Broken, Faults, SOUND};
use clipmark_collision::*;
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Brush, Contents, Hull, Plane, Vec3, World};
use clipmark_truth::conformance::{Known, PROPERTIES, Report, Solids, Suite};

fn suite() -> Suite {
    Suite::new("broken")
        .solids(Solids::AxisBoxes)
        .size(40, 1)
        .rules(&[TraceRules::QUAKE3])
}

fn report(faults: Faults) -> Report {
    suite().check(|world, rules| Box::new(Broken::build(world, rules, faults)))
}

#[track_caller]
fn caught(faults: Faults, property: &'static str, fault: &str) {
    let suite = suite().only(&[property]);
    let report = suite.check(|world, rules| Box::new(Broken::build(world, rules, faults)));
    let found = report.violations(property).find(|v| v.fault == fault);
    let found = found.unwrap_or_else(|| panic!("`{property}: {fault}` is not in {report}"));
    assert!(
        found.count > 0 && found.worst > 0.0 && found.example.contains("world"),
        "{found}"
    );
}

/// The answer of a clean backend of other brushes.
fn among(b: &Broken, sweep: &Sweep, keep: impl Fn(usize, &Brush) -> bool) -> Trace {
    let brushes = b.clean.0.iter().enumerate().filter(|(i, brush)| keep(*i, brush));
    let brushes = brushes.map(|(_, brush)| brush.clone()).collect();
    let world = clipmark_geometry::World::of_brushes("part", brushes);
    toys::clean::build(&world, b.clean.1).trace(sweep, &mut Work::silent())
}

fn stopped_at(sweep: &Sweep, t: Trace, fraction: f32) -> Trace {
    let end = sweep.at(fraction);
    Trace { fraction, end, ..t }
}

#[test]
fn unbroken_it_conforms() {
    let report = report(SOUND);
    assert!(report.conforms(), "{report}");
}

#[test]
fn every_property_has_a_planted_fault() {
    let tests = [
        include_str!("answers.rs"),
        include_str!("exact.rs"),
        include_str!("paths.rs"),
        include_str!("worlds.rs"),
    ]
    .concat();
    let unplanted: Vec<&str> = PROPERTIES
        .into_iter()
        .filter(|property| !tests.contains(&format!("\"{property}\"")))
        .collect();
    assert_eq!(unplanted, [""; 0]);
}
