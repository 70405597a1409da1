//! The properties of every backend: `clipmark_referee::conformance`, asked by its `Suite`.

use crate::finding::Findings;
use clipmark_geometry::World;
use clipmark_measure::Contestant;
use clipmark_referee::conformance::{Report, Suite, Violation};

/// The report on a contestant's backend.
///
/// A world that it refuses is a panic there, which the suite reports.
pub(crate) fn report(contestant: Contestant) -> Report {
    Suite::new(contestant.to_string()).check(|world: &World, rules| {
        let built = contestant.build(world, rules);
        built.unwrap_or_else(|error| panic!("{error}"))
    })
}

/// A property that the sound contestant breaks too catches nothing unless it is broken further.
pub(crate) fn judge(known: &Report, contestant: Contestant, findings: &mut Findings) {
    let report = report(contestant);
    let excused = |v: &Violation| {
        let same = |k: &&Violation| k.property == v.property && k.fault == v.fault;
        known
            .violations
            .iter()
            .find(same)
            .is_some_and(|k| v.worst <= k.worst)
    };
    let new = report.violations.iter().filter(|v| !excused(v));
    let new: Vec<String> = new.map(|v| format!("{}: {}", v.property, v.fault)).collect();
    if !new.is_empty() {
        findings.add(new.join("; "));
    }
}
