//! Whether a contestant passes: in a scene, and on a map of the bar. Both follow the table of [fault classes](crate::faults).

use crate::bar::{Answers, BarRow, HullAnswers, LEAST, Met, Walks};
use crate::faults::{FAULTS, Fault, FaultRow, Limit, Source};
use crate::findings::Finding;
use crate::rules::all_rules;
use crate::{Comparison, Entry, SkinScore};

/// A part of the bar's questions to a contestant on a map. Its limits hold for each.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Answers to random sweeps, or to questions with one hull.
    Random(Answers),
    /// Answers to sweeps from rest.
    Rest(Answers),
    /// Players that run about.
    Walks(Walks),
    /// Gaps at faces of all stops.
    Gaps(&'a SkinScore),
}

impl Limit {
    /// Whether `count` of `asked` answers exceed it.
    fn is_exceeded(self, count: usize, asked: usize) -> bool {
        count > 0
            && match self {
                Self::Never => true,
                Self::OneIn(many) => count.saturating_mul(many) >= asked,
                Self::Often { one_in, least } => count >= least && count.saturating_mul(one_in) >= asked,
                Self::Uncounted => false,
            }
    }
}

impl FaultRow {
    /// How often a contestant of a scene shows it.
    pub fn count(&self, entry: &Entry) -> usize {
        let (queries, movement) = (&entry.queries, &entry.movement);
        match self.fault {
            Fault::InSolid => movement.embedded_ticks,
            Fault::Stuck => movement.stuck_ticks,
            Fault::FellOut => movement.fell_out.into(),
            Fault::WalkUnreliable => movement.unreliable,
            of_gaps if self.source == Source::Gaps => queries.skin.count(of_gaps),
            of_answers => queries.faults[of_answers],
        }
    }

    /// The faults in words that follow a name, where a size tells more than a count.
    pub fn measured(&self, skin: &SkinScore) -> Vec<String> {
        match self.fault {
            Fault::WrongSkin => skin.wrong_skin().into_iter().collect(),
            Fault::WrongHull => skin.wrong_hull(),
            _ => Vec::new(),
        }
    }

    /// How often it is in a part of the bar; `None` where that part cannot show it.
    pub fn count_in(&self, part: Part) -> Option<usize> {
        match (self.source, part) {
            (Source::Answers, Part::Random(answers) | Part::Rest(answers)) => {
                Some(answers.faults[self.fault])
            }
            (Source::Walk, Part::Walks(walks)) => match self.fault {
                Fault::InSolid => Some(walks.embedded_ticks),
                Fault::Stuck => Some(walks.stuck_events),
                Fault::FellOut => Some(walks.fell_out),
                _ => None,
            },
            (Source::Gaps, Part::Gaps(skin)) => Some(skin.count(self.fault)),
            _ => None,
        }
    }

    /// Whether it happens in a part of the bar more often than the bar allows.
    pub fn is_beyond_limit(&self, part: Part) -> bool {
        let asked = match part {
            Part::Random(answers) | Part::Rest(answers) => answers.asked,
            Part::Walks(_) | Part::Gaps(_) => 0,
        };
        self.count_in(part)
            .is_some_and(|count| self.limit.is_exceeded(count, asked))
    }
}

impl Part<'_> {
    /// The classes that happen more often than the bar allows.
    pub fn beyond_limits(self) -> impl Iterator<Item = &'static FaultRow> {
        FAULTS.iter().filter(move |class| class.is_beyond_limit(self))
    }
}

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

    /// The verdict in words: who passes by an engine's rules alone does not pass as who needs none.
    pub fn verdict(&self) -> &'static str {
        match (self.passes(), self.by_rules()) {
            (false, _) => "fails",
            (true, 0) => "passes",
            (true, _) => "passes by an engine's rules",
        }
    }

    /// Whether it passes every check: no fault of any class, no finding of a detector, and the judged answers under the clock.
    pub fn passes(&self) -> bool {
        self.is_timed() && self.faults().next().is_none() && self.detection.findings.is_empty()
    }
}

impl Comparison {
    /// Whether the judged contestants pass every check, and every expectation of the scene that concerns them held.
    pub fn passes(&self, is_judged: impl Fn(&str) -> bool) -> bool {
        let passed = self
            .contestants
            .iter()
            .filter(|e| is_judged(&e.name))
            .all(Entry::passes);
        let mut asked = self.expectations.iter().filter(|e| is_judged(&e.contestant));
        passed && asked.all(|e| e.held)
    }

    /// Whether an engine's rule explains an answer of the judged contestants.
    pub fn needs_rules(&self, is_judged: impl Fn(&str) -> bool) -> bool {
        let judged = self.contestants.iter().filter(|e| is_judged(&e.name));
        judged.map(Entry::by_rules).any(|n| n > 0)
    }
}

impl SkinScore {
    /// How often it shows a class of fault that is one of all gaps together.
    fn count(&self, fault: Fault) -> usize {
        match fault {
            Fault::WrongSkin => self.wrong.into(),
            Fault::WrongHull => self.hull.len(),
            _ => 0,
        }
    }
}

impl Answers {
    /// The bar's requirements that they break, in words.
    pub fn broken(&self) -> Vec<&'static str> {
        Part::Random(*self)
            .beyond_limits()
            .map(|class| class.name)
            .collect()
    }
}

impl Walks {
    /// The bar's requirements that they break, in words.
    pub fn broken(&self) -> Vec<&'static str> {
        Part::Walks(*self)
            .beyond_limits()
            .map(|class| class.name)
            .collect()
    }
}

impl HullAnswers {
    /// The parts that the limits hold for.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let kinds = self.kinds().map(|(_, answers)| Part::Random(answers));
        kinds.into_iter().chain([Part::Gaps(&self.skin)])
    }
}

impl BarRow {
    /// The questions with the player's hull, and all walks, in the parts to which the limits apply.
    pub fn parts(&self) -> [Part<'_>; 4] {
        [
            Part::Random(self.random),
            Part::Rest(self.resting()),
            Part::Walks(self.walks),
            Part::Gaps(&self.skin),
        ]
    }

    /// All answers, in the parts to which the limits apply: each hull's kinds of question are separate parts.
    pub fn all_parts(&self) -> Vec<Part<'_>> {
        let hulls = self.hulls.iter().flat_map(HullAnswers::parts);
        self.parts().into_iter().chain(hulls).collect()
    }

    /// The classes that keep the contestant from meeting the bar, the gravest first.
    pub fn beyond_limits(&self) -> impl Iterator<Item = &'static FaultRow> + '_ {
        let parts = self.all_parts();
        let any = move |class: &&FaultRow| parts.iter().any(|part| class.is_beyond_limit(*part));
        FAULTS.iter().filter(any)
    }

    /// How many answers engines' rules explain.
    pub fn by_rules(&self) -> usize {
        all_rules(self.answers().rules.by_rules())
    }

    /// Whether the whole bar is met. Passing through a solid is never allowed: without the rules, one answer by a rule breaks the
    /// bar.
    pub fn met(&self) -> Met {
        if self.refused.is_some() {
            return Met::Refused;
        }
        let broken = self.beyond_limits().next().is_some();
        let w = &self.walks;
        let enough = self.random.asked >= LEAST.sweeps
            && self.resting().asked >= LEAST.rest
            && w.walkers >= LEAST.walkers
            && w.ticks >= w.walkers.saturating_mul(LEAST.ticks);
        match (broken, enough) {
            (true, _) => Met::No,
            (false, true) if self.by_rules() > 0 => Met::ByRules,
            (false, true) => Met::Yes,
            (false, false) => Met::TooLittle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bar::{Resting, Way};
    use crate::counts::{Class, Counts};
    use crate::findings::Detection;
    use crate::rules::{RULES, Rule};
    use crate::{Expected, HullSide, QueryScore};

    fn row(asked: usize, walkers: usize, ticks: usize, missed: usize) -> BarRow {
        BarRow {
            map: "m".into(),
            contestant: "bsp".into(),
            hull: "box".into(),
            left_out: Vec::new(),
            refused: None,
            declared: Vec::new(),
            random: Answers {
                asked,
                faults: Counts::of(&[(Fault::Missed, missed)]),
                ..Answers::default()
            },
            rest: vec![Resting {
                gap: 0.0,
                way: Way::In,
                answers: Answers {
                    asked,
                    ..Answers::default()
                },
            }],
            hulls: Vec::new(),
            skin: SkinScore::default(),
            walks: Walks {
                walkers,
                ticks,
                ..Walks::default()
            },
            cases: [Vec::new(), Vec::new()],
            worst_walk: None,
        }
    }

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
        assert!(!entry.passes());
        assert_eq!(entry.found_besides().count(), 1);
        entry.queries.faults[Fault::WrongNormal] = 1;
        assert_eq!(entry.found_besides().count(), 0, "the class counts it");
        assert_eq!(
            entry.faults().map(|(c, n)| (c.key, n)).collect::<Vec<_>>(),
            [("wrong_normal", 1)]
        );
        entry = Entry::default();
        entry.queries.faults[Fault::WrongStart] = 14;
        assert!(!entry.passes());
        entry = Entry::default();
        assert!(entry.passes());
    }

    #[test]
    fn a_scene_passes_when_those_that_are_judged_do() {
        let entry = |name: &str, phantom| Entry {
            name: name.into(),
            queries: QueryScore {
                faults: Counts::of(&[(Fault::Phantom, phantom)]),
                ..QueryScore::default()
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

    #[test]
    fn a_rule_of_an_engine_is_counted_and_is_no_fault() {
        let mut entry = Entry::default();
        for (i, rule) in Rule::ALL.iter().enumerate() {
            entry.queries.rules[*rule] = i + 1;
        }
        assert!(entry.passes());
        let answers = Answers::of(&entry.queries, 0.0);
        let counts = |rules: &Counts<Rule>| rules.by_rules().map(|(_, n)| n).collect::<Vec<_>>();
        assert_eq!(counts(&entry.queries.rules), [1, 2, 3, 4, 5]);
        assert_eq!(counts(&answers.rules), [1, 2, 3, 4, 5]);
        assert!(answers.broken().is_empty());
        for (i, row) in RULES.iter().enumerate() {
            assert_eq!(row.rule as usize, i, "a row is at the place of its rule");
        }
    }

    #[test]
    fn a_lost_skin_fails_a_scene_and_the_bar() {
        let lost = SkinScore {
            wrong: true,
            ..SkinScore::default()
        };
        let narrow = SkinScore {
            hull: vec![HullSide {
                direction: "+x".into(),
                short: 0.1,
            }],
            ..SkinScore::default()
        };
        for (skin, key) in [(lost, "wrong_skin"), (narrow, "wrong_hull")] {
            let row = BarRow {
                skin: skin.clone(),
                ..row(10_000, 2, 500, 0)
            };
            assert_eq!(row.met(), Met::No);
            let broken: Vec<&str> = row.beyond_limits().map(|class| class.key).collect();
            assert_eq!(broken, [key]);
            let mut entry = Entry::default();
            entry.queries.skin = skin;
            assert!(!entry.passes());
            let (class, n) = entry.faults().next().expect("a fault");
            assert_eq!((class.key, n), (key, 1));
            assert_eq!(class.measured(&entry.queries.skin).len(), 1);
        }
    }

    #[test]
    fn the_bar_is_as_it_is_written() {
        let of = |asked, faults: &[(Fault, usize)]| Answers {
            asked,
            faults: Counts::of(faults),
            ..Answers::default()
        };
        let stops =
            |asked, phantom, normal| of(asked, &[(Fault::Phantom, phantom), (Fault::WrongNormal, normal)]);
        assert_eq!(stops(1_000_000, 9, 99).broken(), [""; 0]);
        assert_eq!(stops(1_000_000, 10, 100).broken(), ["phantom", "normal"]);
        assert_eq!(stops(1000, 0, 0).broken(), [""; 0]);
        assert_eq!(stops(1000, 1, 1).broken(), ["phantom", "normal"]);
        let one = of(1_000_000, &[(Fault::Missed, 1), (Fault::TooDeep, 1)]);
        assert_eq!(one.broken(), ["missed", "too deep"]);
        assert_eq!(
            stops(500_000, 5, 0).and(&stops(500_000, 5, 0)).broken(),
            ["phantom"]
        );
        assert_eq!(of(1000, &[(Fault::WrongStart, 14)]).broken(), ["start"]);
        let changed = of(1_000_000, &[(Fault::Changed, 1), (Fault::WrongPlace, 100)]);
        assert_eq!(
            changed.broken(),
            ["another answer when asked again", "depth or contacts"]
        );
        let fallen = Walks {
            fell_out: 1,
            ..Walks::default()
        };
        assert_eq!(fallen.broken(), ["fell out"]);
    }

    #[test]
    fn what_one_hull_is_answered_wrongly_breaks_the_bar() {
        let of = |faults: &[(Fault, usize)]| Answers {
            asked: 500,
            faults: Counts::of(faults),
            ..Answers::default()
        };
        let mut row = row(10_000, 2, 500, 0);
        row.hulls = vec![HullAnswers {
            hull: "point".into(),
            chains: of(&[(Fault::TooDeep, 1), (Fault::StoppedAlong, 12)]),
            ..HullAnswers::default()
        }];
        let keys = |row: &BarRow| row.beyond_limits().map(|class| class.key).collect::<Vec<_>>();
        assert_eq!(keys(&row), ["penetrating"]);
        row.hulls[0].chains = of(&[(Fault::StoppedAlong, 13)]);
        assert_eq!(keys(&row), ["stopped_along"]);
        assert_eq!(row.met(), Met::No);
    }

    #[test]
    fn a_bar_that_asked_next_to_nothing_is_not_met() {
        assert_eq!(row(12, 0, 0, 0).met(), Met::TooLittle);
        assert_eq!(row(12, 0, 0, 1).met(), Met::No);
        assert_eq!(row(10_000, 2, 499, 0).met(), Met::TooLittle);
        assert_eq!(row(10_000, 2, 500, 0).met(), Met::Yes);
    }

    #[test]
    fn who_meets_the_bar_by_a_rule_does_not_meet_it_strictly() {
        let mut ruled = row(10_000, 2, 500, 0);
        ruled.rest[0].answers.rules[Rule::Touch] = 1;
        assert_eq!(ruled.met(), Met::ByRules);
        assert!(ruled.met().is_met(false) && !ruled.met().is_met(true));
        ruled.random.faults[Fault::Missed] = 1;
        assert_eq!(ruled.met(), Met::No);
        assert!(Met::Yes.is_met(true) && !Met::TooLittle.is_met(false));
    }
}
