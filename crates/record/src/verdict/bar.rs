//! Whether a contestant meets the correctness bar on a map.

use super::Part;
use crate::bar::{Answers, BarRow, HullAnswers, LEAST, Met, Walks};
use crate::faults::{FAULTS, FaultRow};
use crate::rules::all_rules;

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
    use crate::faults::Fault;
    use crate::rules::{RULES, Rule};
    use crate::{Entry, HullSide, SkinScore};

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
                faults: Counts::collect(&[(Fault::Missed, missed)]),
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
    fn a_rule_of_an_engine_is_counted_and_is_no_fault() {
        let mut entry = Entry::default();
        for (i, rule) in Rule::ALL.iter().enumerate() {
            entry.queries.rules[*rule] = i + 1;
        }
        assert!(entry.passes(&[]));
        let answers = Answers::from_score(&entry.queries, 0.0);
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
            assert!(!entry.passes(&[]));
            let (class, n) = entry.faults().next().expect("a fault");
            assert_eq!((class.key, n), (key, 1));
            assert_eq!(class.measured(&entry.queries.skin).len(), 1);
        }
    }

    #[test]
    fn the_bar_is_as_it_is_written() {
        let of = |asked, faults: &[(Fault, usize)]| Answers {
            asked,
            faults: Counts::collect(faults),
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
            faults: Counts::collect(faults),
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
