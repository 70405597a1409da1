//! The properties of every backend: `clipmark_conformance::check`, as its authors' tests call it.

use crate::Found;
use clipmark_conformance::{Report, Suite};
use clipmark_geometry::World;
use clipmark_measure::Contestant;

/// What is found of a contestant's backend.
///
/// A world that it refuses is a panic there, which the suite reports.
pub(crate) fn report(contestant: Contestant) -> Report {
    Suite::new(contestant.to_string()).check(|world: &World, rules| {
        let built = contestant.build(world, rules);
        built.unwrap_or_else(|error| panic!("{error}"))
    })
}

pub(crate) fn judge(known: &Report, contestant: Contestant) -> Found {
    let report = report(contestant);
    let excused = |v: &clipmark_conformance::Violation| {
        let same = |k: &&clipmark_conformance::Violation| k.property == v.property && k.fault == v.fault;
        known
            .violations
            .iter()
            .find(same)
            .is_some_and(|k| v.worst <= k.worst)
    };
    let new: Vec<String> = report
        .violations
        .iter()
        .filter(|v| !excused(v))
        .map(|v| format!("{}: {}", v.property, v.fault))
        .collect();
    (!new.is_empty()).then(|| new.join("; "))
}
