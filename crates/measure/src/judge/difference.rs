//! Whether two runs differ: their times by intervals, their answers by the counts and the state hash.
//!
//! Contestants of one run take turns, two runs do not. The rounds of one run are more alike than two runs are. So an interval of
//! a change holds the rounds' own spread (`clipmark_rows::Estimate`), and a measured share for runs of one binary. A machine that
//! was slower in one run slows all contestants. Such a common change is shown, but is no regression. A rank test over the rounds
//! is not used: it takes each round for a run of its own.

use clipmark_record::recorded::Recorded;
use clipmark_rows::{Axes, BETWEEN_RUNS, Estimate, ratios};
use std::collections::{BTreeSet, HashMap, HashSet};

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
pub fn difference(first: &[Recorded], second: &[Recorded], against: Option<&str>) -> Difference {
    let mut all = Difference::default();
    let [a, b] = [first, second].map(|run| relative(run, against));
    let names = Names::of([&a, &b]);
    let mut changes = Vec::new();
    let others: HashMap<_, &Recorded> = b.iter().map(|other| (other.key(), other)).collect();
    for one in &a {
        let name = names.of_case(one);
        let Some(other) = others.get(&one.key()) else {
            all.alone.push([name, String::new()]);
            continue;
        };
        all.both += 1;
        for (what, samples) in &one.times {
            match other.times.iter().find(|(w, _)| w == what) {
                Some((_, others)) => changes.push(Change::new(&name, what, samples, others)),
                None => all.answers.push(untimed(&name, what, ["timed", "not timed"])),
            }
        }
        let news = other
            .times
            .iter()
            .filter(|(w, _)| !one.times.iter().any(|(known, _)| known == w));
        all.answers
            .extend(news.map(|(what, _)| untimed(&name, what, ["not timed", "timed"])));
        all.answers.extend(other_counts(&name, one, other));
        for (what, value) in &one.answers {
            // A fact that an older version lacks cannot differ.
            let found = other.answers.iter().find(|(w, _)| w == what);
            if let Some((_, now)) = found.filter(|(_, now)| now != value) {
                all.answers.push(AnswerChange {
                    name: format!("{name} {what}"),
                    values: [value.clone(), now.clone()],
                });
            }
        }
    }
    let known: HashSet<_> = a.iter().map(Recorded::key).collect();
    let news = b.iter().filter(|other| !known.contains(&other.key()));
    all.alone
        .extend(news.map(|other| [String::new(), names.of_case(other)]));
    all.times = judged(&changes, against);
    all
}

/// Names for a reader: a contestant that has one place in both runs is named without it.
struct Names<'a> {
    places: HashMap<&'a str, HashSet<(&'a str, &'a Axes)>>,
}

impl<'a> Names<'a> {
    fn of(runs: [&'a [Recorded]; 2]) -> Self {
        let mut places = HashMap::<&str, HashSet<_>>::new();
        for case in runs.into_iter().flatten() {
            let of_contestant = places.entry(&case.contestant).or_default();
            of_contestant.insert((case.subject.as_str(), &case.axes));
        }
        Self { places }
    }

    fn of_case(&self, case: &Recorded) -> String {
        match self.places.get(case.contestant.as_str()) {
            Some(places) if places.len() > 1 => case.describe(),
            _ => case.contestant.clone(),
        }
    }
}

/// Checks that both asked and that failed another number of times. A check that one of them did not ask cannot differ.
fn other_counts(name: &str, one: &Recorded, other: &Recorded) -> Vec<AnswerChange> {
    let mut found = Vec::new();
    for (check, before) in &one.failed {
        let Some(now) = other.failed.get(check) else {
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

fn untimed(name: &str, what: &str, values: [&str; 2]) -> AnswerChange {
    AnswerChange {
        name: format!("{name} {what}"),
        values: values.map(str::to_owned),
    }
}

/// A time in two runs.
struct Change<'a> {
    /// Of the case.
    name: String,
    what: &'a str,
    runs: [Estimate; 2],
    /// Second over first, as far as rounds show.
    by_rounds: Estimate,
}

impl<'a> Change<'a> {
    fn new(name: &str, what: &'a str, a: &[f64], b: &[f64]) -> Self {
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
            name: format!("{} {}", self.name, self.what).trim_end().to_owned(),
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
    let mut by_quantity = HashMap::<&str, Vec<usize>>::new();
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
            sorted: &by_quantity[change.what],
            own,
        };
        change.judged(&others, against)
    })
    .collect()
}

/// Changes of one quantity by their middles, without one of them.
struct Others<'a> {
    changes: &'a [Change<'a>],
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
fn relative(run: &[Recorded], against: Option<&str>) -> Vec<Recorded> {
    let mut relative = run.to_vec();
    let Some(against) = against else {
        return relative;
    };
    let bases = run.iter().filter(|case| case.contestant == against);
    let bases: HashMap<_, &Recorded> = bases.map(|case| ((&case.subject, &case.axes), case)).collect();
    for case in &mut relative {
        let base = bases.get(&(&case.subject, &case.axes));
        case.times.retain_mut(|(what, samples)| {
            let base = base.and_then(|base| base.times.iter().find(|(other, _)| other == what));
            if let Some((_, per_round)) = base {
                *samples = ratios(samples, per_round);
            }
            base.is_some()
        });
    }
    relative
}
