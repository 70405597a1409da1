//! Whether two runs differ: their times by intervals, their answers by the counts and the state hash.
//!
//! Contestants of one run take turns, two runs do not. The rounds of one run are more alike than two runs are. So an interval of
//! a change holds the rounds' own spread (`clipmark_rows::Estimate`), and a measured share for runs of one binary. A machine that
//! was slower in one run slows all contestants. Such a common change is shown, but is no regression. A rank test over the rounds
//! is not used: it takes each round for a run of its own.

use clipmark_rows::{Axes, BETWEEN_RUNS, Case, Check, Estimate, Results, Run, STATES, counterparts, ratios};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A change of times counts when its whole interval is above this ratio, or below its inverse. The placement of code explains
/// less.
pub const NOTICEABLE: f64 = 1.05;
/// A time is called the same when the whole interval of its change is within this ratio and its inverse. Smaller, and two runs of
/// one binary would often be undecided; larger hides changes that a reader wants to know.
pub const SAME: f64 = 1.25;
/// Without another contestant to compare with, a time counts as changed from this ratio up. A busy neighbour on the same core
/// takes up to about half of a thread's speed.
pub const ALONE: f64 = 2.0;
/// Standard deviation of the logarithm of a time between runs of one binary on one machine, beyond the rounds' own spread.
const BETWEEN_TIMES: f64 = 0.05;

/// Times of a contestant in two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeChange {
    /// Contestant and timed quantity.
    pub name: String,
    /// Medians in the first and the second run.
    pub medians: [f64; 2],
    /// Second over first.
    pub ratio: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// How it has changed.
    pub direction: Direction,
}

/// How a time has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It takes less: the whole interval is below the inverse of [`NOTICEABLE`].
    Quicker,
    /// It takes more: the whole interval is above [`NOTICEABLE`].
    Slower,
    /// It takes more or less, as the other contestants do: the cause is the machine, or a common part.
    WithOthers,
    /// The whole interval is within [`SAME`].
    Same,
    /// The interval holds both a change and none.
    Undecided,
}

/// An answer that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerChange {
    /// Contestant and counted quantity.
    pub name: String,
    /// In the first and the second run; empty where one lacks it.
    pub values: [String; 2],
}

/// The differences of two runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// One for each time that both have.
    pub times: Vec<TimeChange>,
    /// Answers that are not the same.
    pub answers: Vec<AnswerChange>,
    /// Cases that only one of them has.
    pub alone: Vec<[String; 2]>,
    /// How many cases both have.
    pub both: usize,
}

/// Compares two runs, case by case. With `against`, every time is divided first by that contestant's in the same place and round.
pub fn difference(first: &Results, second: &Results, against: Option<&str>) -> Difference {
    let mut all = Difference::default();
    let [a, b] = [first, second].map(|run| relative(&run.cases, against));
    let names = Names::of([&a, &b]);
    let mut changes = Vec::new();
    for (other, one) in counterparts(&b, &a) {
        let name = names.of_case(one);
        let Some(other) = other else {
            all.alone.push([name, String::new()]);
            continue;
        };
        all.both += 1;
        let is_timed = |case: &Case, check| match case.samples.contains_key(check) {
            true => "timed",
            false => "not timed",
        };
        for check in one
            .samples
            .keys()
            .chain(other.samples.keys())
            .collect::<BTreeSet<_>>()
        {
            match [one, other].map(|case| case.samples.get(check)) {
                [Some(samples), Some(others)] => changes.push(Change::new(&name, *check, samples, others)),
                _ => all.answers.push(AnswerChange {
                    name: format!("{name} {}", check.name()),
                    values: [one, other].map(|case| is_timed(case, check).to_owned()),
                }),
            }
        }
        let failed = [(first, one), (second, other)].map(|(run, case)| failed(&run.run, case));
        all.answers.extend(other_counts(&name, failed));
        let states = [one, other].map(|case| case.facts.get(STATES).map(String::as_str));
        // Why a case ended may name a thread or a moment, so how it ended stands alone.
        let ends = [one, other].map(|case| Some(case.end.word()));
        for (what, values) in [(STATES, states), ("end", ends)] {
            // A fact that one of them lacks cannot differ.
            if let [Some(was), Some(is)] = values
                && was != is
            {
                all.answers.push(AnswerChange {
                    name: format!("{name} {what}"),
                    values: [was, is].map(str::to_owned),
                });
            }
        }
    }
    let news = counterparts(&a, &b).filter(|(one, _)| one.is_none());
    all.alone
        .extend(news.map(|(_, other)| [String::new(), names.of_case(other)]));
    all.times = judged(&changes, against);
    all
}

/// Names for a reader: a contestant that has one place in both runs is named without it.
struct Names<'a> {
    places: HashMap<&'a str, HashSet<(&'a str, &'a Axes)>>,
}

impl<'a> Names<'a> {
    fn of(runs: [&'a [Case]; 2]) -> Self {
        let mut places = HashMap::<&str, HashSet<_>>::new();
        for case in runs.into_iter().flatten() {
            let of_contestant = places.entry(&case.contestant).or_default();
            of_contestant.insert((case.subject.as_str(), &case.axes));
        }
        Self { places }
    }

    fn of_case(&self, case: &Case) -> String {
        match self.places.get(case.contestant.as_str()) {
            Some(places) if places.len() > 1 => format!("{}, {}", case.contestant, case.place()),
            _ => case.contestant.clone(),
        }
    }
}

/// How often each check that was asked failed, by the kind of question; a kind that is not there has no failure.
type Failed = BTreeMap<Check, BTreeMap<Axes, u64>>;

fn failed(run: &Run, case: &Case) -> Failed {
    let listed = run.checklists.get(&case.checklist).into_iter().flatten();
    let mut failed: Failed = listed.map(|check| (*check, BTreeMap::new())).collect();
    for row in &case.rows {
        if let Some(of_check) = failed.get_mut(&row.check) {
            let count = of_check.entry(row.axes.clone()).or_default();
            *count = count.saturating_add(row.failed);
        }
    }
    failed
}

/// Checks that both asked and that failed another number of times. A check that one of them did not ask cannot differ.
fn other_counts(name: &str, [one, other]: [Failed; 2]) -> Vec<AnswerChange> {
    let mut found = Vec::new();
    for (check, before) in &one {
        let Some(now) = other.get(check) else {
            continue;
        };
        for axes in before.keys().chain(now.keys()).collect::<BTreeSet<_>>() {
            let [was, is] = [before, now].map(|failed| failed.get(axes).copied().unwrap_or_default());
            if was != is {
                let kind = match axes.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", axes.describe()),
                };
                found.push(AnswerChange {
                    name: format!("{name} {}{kind}", check.name()),
                    values: [was, is].map(|n| n.to_string()),
                });
            }
        }
    }
    found
}

/// A time in two runs.
struct Change {
    /// Of the case.
    name: String,
    what: Check,
    runs: [Estimate; 2],
    /// Second over first, as far as rounds show.
    by_rounds: Estimate,
}

impl Change {
    fn new(name: &str, what: Check, a: &[f64], b: &[f64]) -> Self {
        let runs = [Estimate::from_samples(a), Estimate::from_samples(b)];
        Self {
            name: name.to_owned(),
            what,
            runs,
            by_rounds: runs[1].over(runs[0]),
        }
    }

    fn judged(&self, others: &Others, against: Option<&str>) -> TimeChange {
        let between = if against.is_some() {
            BETWEEN_RUNS
        } else {
            BETWEEN_TIMES
        };
        let change = self.by_rounds.widened(TWO_RUNS * between);
        let alone = decided(change.interval(), NOTICEABLE);
        let changed = matches!(alone, Direction::Slower | Direction::Quicker);
        let direction = match against {
            None if changed => self.beside_others(others, alone, change),
            _ => alone,
        };
        TimeChange {
            name: format!("{} {}", self.name, self.what.name()),
            medians: self.runs.map(Estimate::value),
            ratio: change.value(),
            interval: change.interval(),
            direction,
        }
    }

    /// Whether a change is the contestant's own: the change of the others' times is taken off, their middle one.
    fn beside_others(&self, others: &Others, alone: Direction, change: Estimate) -> Direction {
        // With an even number, the one nearer to this change: two that changed must not accuse the rest.
        let middle = match alone {
            Direction::Slower => others.len() / 2,
            _ => others.len().saturating_sub(1) / 2,
        };
        let own = match others.get(middle) {
            Some(other) => {
                let beside = self.by_rounds.over(other).widened(TWO_RUNS * BETWEEN_RUNS);
                decided(beside.interval(), NOTICEABLE)
            }
            None => decided(change.interval(), ALONE),
        };
        match own {
            own if own == alone => own,
            _ if others.len() == 0 => Direction::Undecided,
            _ => Direction::WithOthers,
        }
    }
}

/// Judges each change beside the others of the same quantity.
fn judged(changes: &[Change], against: Option<&str>) -> Vec<TimeChange> {
    let mut by_quantity = HashMap::<Check, Vec<usize>>::new();
    for (i, change) in changes.iter().enumerate() {
        by_quantity.entry(change.what).or_default().push(i);
    }
    let mut places = vec![0; changes.len()];
    for of_one in by_quantity.values_mut() {
        of_one.sort_by(|&a, &b| {
            changes[a]
                .by_rounds
                .middle
                .total_cmp(&changes[b].by_rounds.middle)
        });
        for (place, &i) in of_one.iter().enumerate() {
            places[i] = place;
        }
    }
    let each = changes.iter().zip(&places);
    each.map(|(change, &own)| {
        let others = Others {
            changes,
            sorted: &by_quantity[&change.what],
            own,
        };
        change.judged(&others, against)
    })
    .collect()
}

/// Changes of one quantity by their middles, without one of them.
struct Others<'a> {
    changes: &'a [Change],
    sorted: &'a [usize],
    /// Which is left out.
    own: usize,
}

impl Others<'_> {
    fn len(&self) -> usize {
        self.sorted.len() - 1
    }

    fn get(&self, i: usize) -> Option<Estimate> {
        let place = i + usize::from(i >= self.own);
        self.sorted.get(place).map(|&i| self.changes[i].by_rounds)
    }
}

/// Two runs vary independently.
const TWO_RUNS: f64 = std::f64::consts::SQRT_2;

#[doc(hidden)]
pub fn decided([low, high]: [f64; 2], from: f64) -> Direction {
    if low > from {
        Direction::Slower
    } else if high < from.recip() {
        Direction::Quicker
    } else if low >= SAME.recip() && high <= SAME {
        Direction::Same
    } else {
        Direction::Undecided
    }
}

/// Times as ratios to a contestant's in the same place. Where it was not there, nothing is timed.
fn relative(cases: &[Case], against: Option<&str>) -> Vec<Case> {
    let mut relative = cases.to_vec();
    let Some(against) = against else {
        return relative;
    };
    let bases = cases.iter().filter(|case| case.contestant == against);
    let bases: HashMap<_, &Case> = bases.map(|case| ((&case.subject, &case.axes), case)).collect();
    for case in &mut relative {
        let base = bases.get(&(&case.subject, &case.axes));
        case.samples.retain(|check, samples| {
            let base = base.and_then(|base| base.samples.get(check));
            if let Some(per_round) = base {
                *samples = ratios(samples, per_round);
            }
            base.is_some()
        });
    }
    relative
}
