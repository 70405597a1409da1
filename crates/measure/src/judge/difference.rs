//! Whether two runs differ: their times by intervals, their answers by the counts and the state hash.
//!
//! Contestants of one run take turns, two runs do not. The rounds of one run are more alike than two runs are. So an interval of
//! a change holds the rounds' own spread (`clipmark_rows::Estimate`), and a measured share for runs of one binary. A machine that was
//! slower in one run slows all contestants. Such a common change is shown, but is no regression. A rank test over the rounds is
//! not used: it takes each round for a run of its own.

use clipmark_record::recorded::Recorded;
use clipmark_rows::{BETWEEN_RUNS, Estimate, ratios};

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
    /// Rows that only one of them has.
    pub alone: Vec<[String; 2]>,
}

/// Compares two runs. With `against`, every time is divided by that contestant's in the same round first.
pub fn difference(first: &[Recorded], second: &[Recorded], against: Option<&str>) -> Difference {
    let mut all = Difference::default();
    let [a, b] = [first, second].map(|run| relative(run, against));
    let mut changes = Vec::new();
    for one in &a {
        let Some(other) = b.iter().find(|o| o.name == one.name) else {
            all.alone.push([one.name.clone(), String::new()]);
            continue;
        };
        for (what, samples) in &one.times {
            match other.times.iter().find(|(w, _)| w == what) {
                Some((_, others)) => changes.push(Change::new(&one.name, what, samples, others)),
                None => all.answers.push(untimed(one, what, ["timed", "not timed"])),
            }
        }
        let news = other
            .times
            .iter()
            .filter(|(w, _)| !one.times.iter().any(|(known, _)| known == w));
        all.answers
            .extend(news.map(|(what, _)| untimed(one, what, ["not timed", "timed"])));
        for (what, value) in &one.answers {
            // A count that an older version lacks cannot differ.
            let found = other.answers.iter().find(|(w, _)| w == what);
            if let Some((_, now)) = found.filter(|(_, now)| now != value) {
                all.answers.push(AnswerChange {
                    name: format!("{} {what}", one.name),
                    values: [value.clone(), now.clone()],
                });
            }
        }
    }
    let news = b.iter().filter(|o| !a.iter().any(|one| one.name == o.name));
    all.alone.extend(news.map(|o| [String::new(), o.name.clone()]));
    all.times = changes.iter().map(|c| c.judged(&changes, against)).collect();
    all
}

fn untimed(one: &Recorded, what: &str, values: [&str; 2]) -> AnswerChange {
    AnswerChange {
        name: format!("{} {what}", one.name),
        values: values.map(str::to_owned),
    }
}

/// A time in two runs.
struct Change<'a> {
    contestant: &'a str,
    what: &'a str,
    runs: [Estimate; 2],
    /// Second over first, as far as rounds show.
    by_rounds: Estimate,
}

impl<'a> Change<'a> {
    fn new(contestant: &'a str, what: &'a str, a: &[f64], b: &[f64]) -> Self {
        let runs = [Estimate::from_samples(a), Estimate::from_samples(b)];
        Self {
            contestant,
            what,
            runs,
            by_rounds: runs[1].over(runs[0]),
        }
    }

    fn judged(&self, all: &[Change], against: Option<&str>) -> TimeChange {
        let between = if against.is_some() {
            BETWEEN_RUNS
        } else {
            BETWEEN_TIMES
        };
        let change = self.by_rounds.widened(TWO_RUNS * between);
        let alone = decided(change.interval(), NOTICEABLE);
        let changed = matches!(alone, Direction::Slower | Direction::Quicker);
        let direction = match against {
            None if changed => self.beside_others(all, alone, change),
            _ => alone,
        };
        TimeChange {
            name: format!("{} {}", self.contestant, self.what).trim_end().to_owned(),
            medians: self.runs.map(Estimate::value),
            ratio: change.value(),
            interval: change.interval(),
            direction,
        }
    }

    /// Whether a change is the contestant's own: the change of the others' times is taken off, their middle one.
    fn beside_others(&self, all: &[Change], alone: Direction, change: Estimate) -> Direction {
        let others = all
            .iter()
            .filter(|o| o.what == self.what && o.contestant != self.contestant);
        let mut others: Vec<Estimate> = others.map(|o| o.by_rounds).collect();
        others.sort_by(|a, b| a.middle.total_cmp(&b.middle));
        // With an even number, the one nearer to this change: two that changed must not accuse the rest.
        let middle = match alone {
            Direction::Slower => others.len() / 2,
            _ => others.len().saturating_sub(1) / 2,
        };
        let own = match others.get(middle) {
            Some(other) => {
                let beside = self.by_rounds.over(*other).widened(TWO_RUNS * BETWEEN_RUNS);
                decided(beside.interval(), NOTICEABLE)
            }
            None => decided(change.interval(), ALONE),
        };
        match own {
            own if own == alone => own,
            _ if others.is_empty() => Direction::Undecided,
            _ => Direction::WithOthers,
        }
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

fn relative(run: &[Recorded], against: Option<&str>) -> Vec<Recorded> {
    let mut run = run.to_vec();
    let Some(base) = against.and_then(|name| run.iter().find(|r| r.name == name).cloned()) else {
        return run;
    };
    for (what, samples) in run.iter_mut().flat_map(|r| &mut r.times) {
        if let Some((_, per_round)) = base.times.iter().find(|(w, _)| w == what) {
            *samples = ratios(samples, per_round);
        }
    }
    run
}
