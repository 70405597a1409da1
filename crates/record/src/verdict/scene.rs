//! Whether a contestant passes in a scene.

use crate::faults::{FAULTS, FaultRow, Limit};
use crate::findings::Finding;
use crate::rules::all_rules;
use crate::{Comparison, Entry, Expected};

impl Entry {
    /// The classes of fault that the contestant shows, with their counts, the gravest first.
    pub fn faults(&self) -> impl Iterator<Item = (&'static FaultRow, usize)> {
        let counted = FAULTS.iter().map(|class| (class, class.count(self)));
        // A scene allows the occasional effect of rounding, as the bar does.
        let allowed = |class: &FaultRow, n| {
            matches!(class.limit, Limit::Often { .. }) && !class.limit.is_exceeded(n, self.queries.queries)
        };
        counted.filter(move |(class, n)| *n > 0 && !allowed(class, *n))
    }

    /// Further findings of detectors, without those that a class of the same code counts.
    pub fn found_besides(&self) -> impl Iterator<Item = &Finding> {
        let counted = |code: &str| self.faults().any(|(class, _)| class.code == code);
        self.detection.findings.iter().filter(move |f| !counted(&f.id))
    }

    /// Whether it gave the same answers under the clock as when it was judged.
    pub fn is_timed(&self) -> bool {
        self.trace_time.not_timed.is_none() && self.tick_time.not_timed.is_none()
    }

    /// How many answers engines' rules explain.
    pub fn by_rules(&self) -> usize {
        all_rules(self.queries.rules.by_rules())
    }

    /// The scene's expectations that it did not meet.
    pub fn unmet<'a>(&'a self, expected: &'a [Expected]) -> impl Iterator<Item = &'a Expected> {
        expected.iter().filter(|e| !e.held && e.contestant == self.name)
    }

    /// The verdict in words. It says whether a pass needed an engine's rules.
    pub fn verdict(&self, expected: &[Expected]) -> &'static str {
        match (self.passes(expected), self.by_rules()) {
            (false, _) => "fails",
            (true, 0) => "passes",
            (true, _) => "passes by an engine's rules",
        }
    }

    /// Whether it passes every check. It has no fault and no finding of a detector. It meets every expectation of the scene. The
    /// answers that were timed are those that were judged.
    pub fn passes(&self, expected: &[Expected]) -> bool {
        let is_clean = self.faults().next().is_none() && self.detection.findings.is_empty();
        is_clean && self.is_timed() && self.unmet(expected).next().is_none()
    }
}

impl Comparison {
    /// Whether the judged contestants pass every check, and every expectation of the scene that concerns them held.
    pub fn passes(&self, is_judged: impl Fn(&str) -> bool) -> bool {
        let mut judged = self.contestants.iter().filter(|e| is_judged(&e.name));
        judged.all(|e| e.passes(&self.expectations))
    }

    /// Whether an engine's rule explains an answer of the judged contestants.
    pub fn needs_rules(&self, is_judged: impl Fn(&str) -> bool) -> bool {
        let judged = self.contestants.iter().filter(|e| is_judged(&e.name));
        judged.map(Entry::by_rules).any(|n| n > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SweepCounts;
    use crate::counts::Counts;
    use crate::faults::Fault;
    use crate::findings::Detection;

    #[test]
    fn what_a_detector_alone_found_is_no_pass() {
        let finding = Finding {
            id: "F5".into(),
            count: 1,
            ..Finding::default()
        };
        let mut entry = Entry {
            detection: Detection {
                findings: vec![finding],
                ..Detection::default()
            },
            ..Entry::default()
        };
        assert!(!entry.passes(&[]));
        assert_eq!(entry.found_besides().count(), 1);
        entry.queries.faults[Fault::WrongNormal] = 1;
        assert_eq!(entry.found_besides().count(), 0, "the class counts it");
        assert_eq!(
            entry.faults().map(|(c, n)| (c.key, n)).collect::<Vec<_>>(),
            [("wrong_normal", 1)]
        );
        entry = Entry::default();
        entry.queries.faults[Fault::WrongStart] = 14;
        assert!(!entry.passes(&[]));
        entry = Entry::default();
        assert!(entry.passes(&[]));
    }

    #[test]
    fn a_failed_expectation_is_no_pass_of_its_contestant() {
        let entry = Entry {
            name: "bvh".into(),
            ..Entry::default()
        };
        let expected = |contestant: &str, held| Expected {
            contestant: contestant.into(),
            held,
            ..Expected::default()
        };
        for (all, verdict) in [
            (vec![expected("bvh", true), expected("bsp", false)], "passes"),
            (vec![expected("bvh", true), expected("bvh", false)], "fails"),
        ] {
            assert_eq!(entry.verdict(&all), verdict);
            assert_eq!(entry.passes(&all), entry.severity(&all).is_none());
        }
    }

    #[test]
    fn a_scene_passes_when_those_that_are_judged_do() {
        let entry = |name: &str, phantom| Entry {
            name: name.into(),
            queries: SweepCounts {
                faults: Counts::collect(&[(Fault::Phantom, phantom)]),
                ..SweepCounts::default()
            },
            ..Entry::default()
        };
        let expected = |contestant: &str| Expected {
            contestant: contestant.into(),
            what: String::new(),
            got: String::new(),
            held: false,
            ..Expected::default()
        };
        let mut comparison = Comparison {
            contestants: vec![entry("good", 0), entry("bad", 1)],
            ..Comparison::default()
        };
        assert!(!comparison.passes(|_| true));
        assert!(comparison.passes(|name| name == "good"));
        comparison.expectations = vec![expected("bad")];
        assert!(comparison.passes(|name| name == "good"));
        comparison.expectations = vec![expected("good")];
        assert!(!comparison.passes(|name| name == "good"));
    }
}
