//! Which promises a run broke, by how much, and with what harm.

use super::amounts::{apart, apart_from, digits};
use super::harm::limits::{CRAWL, CREEP, DEPTH, DROPPED, RISE, SHAKE, SLOW, STUCK, UNASKED};
use super::harm::{Grade, Limit};
use super::promise::{Promise, bars};
use super::{Outcome, Run, Unmet};
use crate::Left;
use crate::graded::of_unmet;

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The harm.
    pub grade: Grade,
    /// Which promise.
    pub promise: Promise,
    /// By how much, beside the limit, in a few words.
    pub says: String,
    /// The same with every place and box; none where the few words say everything.
    pub in_full: Option<String>,
    /// How the bound was left, where it is one.
    pub left: Option<Left>,
}

impl Breach {
    /// By how much, with every place and box.
    pub fn in_full(&self) -> &str {
        self.in_full.as_deref().unwrap_or(&self.says)
    }

    /// By how much, and the limit.
    pub fn describe(&self) -> String {
        match self.promise.limit() {
            Some(limit) => format!("{} (limit: {limit})", self.says),
            None => self.says.clone(),
        }
    }
}

/// The promises that were broken, worst first.
pub fn breaches(outcome: &Outcome) -> Vec<Breach> {
    let mut broken = match outcome {
        // What is not asked breaks no promise.
        Outcome::Refused(_) | Outcome::NotTold | Outcome::OtherOrder => Vec::new(),
        Outcome::Stopped(why) => vec![lost(Promise::Plays, why.clone())],
        Outcome::Run(run) => Limited(run).breaches(),
    };
    broken.sort_by_key(|b| (b.grade, b.promise));
    broken
}

fn lost(promise: Promise, says: String) -> Breach {
    Breach {
        grade: Grade::Lost,
        promise,
        says,
        in_full: None,
        left: None,
    }
}

/// Of the limit's grade from there on, milder below.
fn graded(limit: &Limit, amount: f64, milder: Grade, promise: Promise, says: String) -> Breach {
    Breach {
        grade: limit.grade_of(amount, milder),
        promise,
        says,
        in_full: None,
        left: None,
    }
}

struct Limited<'a>(&'a Run);

impl Limited<'_> {
    fn breaches(&self) -> Vec<Breach> {
        let run = self.0;
        let mut out: Vec<Breach> = self.lost();
        if run.stuck > 0.0 {
            let says = format!("stuck for {} s", digits(run.stuck));
            out.push(graded(&STUCK, run.stuck, Grade::Felt, Promise::Stuck, says));
        }
        out.extend(run.unmet.iter().map(unmet));
        out.extend(self.slow());
        out.extend(self.unasked());
        if run.deepest.is_nan() || run.deepest > bars::DEPTH {
            let [deep, of] = apart(run.deepest, bars::DEPTH);
            let says = format!("{deep} u in a solid, of {of} u");
            out.push(graded(&DEPTH, run.deepest, Grade::Seen, Promise::Deep, says));
        }
        let lawful = bars::SHAKE.max(bars::LAWFUL_SHAKE * run.slide_shake);
        if run.shake > lawful {
            let [by, of] = apart(run.shake, lawful);
            let says = format!("shakes by {by} u, of {of} u");
            out.push(graded(&SHAKE, run.shake, Grade::Seen, Promise::Shake, says));
        }
        if !run.repeats {
            out.push(Breach {
                grade: Grade::Seen,
                promise: Promise::Replay,
                says: "another run when played again".into(),
                in_full: None,
                left: None,
            });
        }
        out
    }

    fn lost(&self) -> Vec<Breach> {
        let run = self.0;
        let mut out = Vec::new();
        if run.unreliable > 0 {
            let says = format!("{} answers that are no numbers", run.unreliable);
            out.push(lost(Promise::Plays, says));
        }
        if run.through > 0 {
            let says = format!("in or through a wall by its middle after {} ticks", run.through);
            out.push(lost(Promise::Through, says));
        }
        if run.fell_out {
            out.push(lost(Promise::FellOut, "falls out of the world".into()));
        }
        out
    }

    fn slow(&self) -> Option<Breach> {
        let way = self.0.way;
        let [got, _] = apart_from(0, 100.0 * way, 100.0 * bars::WAY);
        let says = format!("{got} % of a slide's way");
        let limit = if 1.0 - way >= CRAWL.from { &CRAWL } else { &SLOW };
        (way < bars::WAY).then(|| graded(limit, 1.0 - way, Grade::Seen, Promise::Slow, says))
    }

    /// What a run did that nobody asked for.
    fn unasked(&self) -> Vec<Breach> {
        let run = self.0;
        let mut out = Vec::new();
        let share = run.fastest / run.asked_speed - 1.0;
        if share > bars::UNASKED {
            let says = format!("{:.0} u/s, asked for {:.0} u/s", run.fastest, run.asked_speed);
            out.push(graded(&UNASKED, share, Grade::Seen, Promise::Fast, says));
        }
        let share = run.unexplained / run.level_way;
        if run.unexplained > bars::LEAST_UNEXPLAINED && share > bars::UNASKED {
            let [far, of] = [run.unexplained, run.level_way].map(digits);
            let says = format!("{far} of {of} u that its velocity does not explain");
            out.push(graded(&UNASKED, share, Grade::Seen, Promise::Fast, says));
        }
        let lawful = bars::RISE.max(bars::RISE_SHARE * (run.climbed - run.risen));
        if run.risen > lawful {
            let says = format!("{} u higher than a slide", digits(run.risen));
            out.push(graded(&RISE, run.risen, Grade::Seen, Promise::Rise, says));
        }
        if run.slid > bars::CREEP {
            let [far, of] = apart(run.slid, bars::CREEP);
            let says = format!("slides {far} u on what carries it, of {of} u");
            out.push(graded(&CREEP, run.slid, Grade::Seen, Promise::Rides, says));
        }
        if run.dropped > 0.0 {
            let says = format!("{} s without the ground that carries it", digits(run.dropped));
            out.push(graded(&DROPPED, run.dropped, Grade::Seen, Promise::Stands, says));
        }
        if run.crept > bars::CREEP {
            let [far, of] = apart(run.crept, bars::CREEP);
            let says = format!("creeps {far} u at rest, of {of} u");
            out.push(graded(&CREEP, run.crept, Grade::Seen, Promise::Creep, says));
        }
        out
    }
}

/// How far from a place to be reached the run ended or came, where that is known.
fn away(unmet: &Unmet) -> String {
    let off = unmet.off.filter(|off| unmet.is_goal && *off > 0.0);
    off.map_or(String::new(), |off| format!(", {} u away at best", digits(off)))
}

fn unmet(unmet: &Unmet) -> Breach {
    let in_full = format!("{}; got: {}{}", unmet.asked, unmet.got, away(unmet));
    let (says, in_full) = match unmet.short.is_empty() {
        true => (in_full, None),
        false => (unmet.short.clone(), Some(in_full)),
    };
    Breach {
        grade: of_unmet(unmet.is_goal, unmet.off),
        promise: if unmet.is_goal {
            Promise::Goal
        } else {
            Promise::Bound
        },
        says,
        in_full,
        left: unmet.left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        Run {
            way: 1.0,
            level_way: 500.0,
            fastest: 320.0,
            asked_speed: 320.0,
            repeats: true,
            ..Run::default()
        }
    }

    fn worst(run: Run) -> Option<(Grade, Promise)> {
        breaches(&Outcome::Run(run))
            .into_iter()
            .next()
            .map(|b| (b.grade, b.promise))
    }

    #[test]
    fn each_limit_parts_two_grades() {
        let goal = |off| Unmet {
            is_goal: true,
            off,
            ..Unmet::default()
        };
        let cases = [
            (run(), None),
            (Run { stuck: 0.26, ..run() }, Some((Grade::Held, Promise::Stuck))),
            (
                Run {
                    stuck: 0.003,
                    ..run()
                },
                Some((Grade::Felt, Promise::Stuck)),
            ),
            (Run { way: 0.49, ..run() }, Some((Grade::Held, Promise::Slow))),
            (Run { way: 0.89, ..run() }, Some((Grade::Felt, Promise::Slow))),
            (
                Run {
                    deepest: 1.6,
                    ..run()
                },
                Some((Grade::Felt, Promise::Deep)),
            ),
            (
                Run {
                    deepest: 0.16,
                    ..run()
                },
                Some((Grade::Seen, Promise::Deep)),
            ),
            (
                Run {
                    deepest: f64::NAN,
                    ..run()
                },
                Some((Grade::Felt, Promise::Deep)),
            ),
            (Run { shake: 0.05, ..run() }, Some((Grade::Seen, Promise::Shake))),
            (Run { shake: 0.2, ..run() }, Some((Grade::Felt, Promise::Shake))),
            (
                Run {
                    through: 1,
                    deepest: 20.0,
                    ..run()
                },
                Some((Grade::Lost, Promise::Through)),
            ),
            (
                Run {
                    fell_out: true,
                    ..run()
                },
                Some((Grade::Lost, Promise::FellOut)),
            ),
            (
                Run {
                    unmet: vec![goal(Some(2.0))],
                    ..run()
                },
                Some((Grade::Seen, Promise::Goal)),
            ),
            (
                Run {
                    unmet: vec![goal(Some(200.0))],
                    ..run()
                },
                Some((Grade::Held, Promise::Goal)),
            ),
            (
                Run {
                    unmet: vec![goal(None)],
                    ..run()
                },
                Some((Grade::Held, Promise::Goal)),
            ),
            (
                Run {
                    repeats: false,
                    ..run()
                },
                Some((Grade::Seen, Promise::Replay)),
            ),
        ];
        for (run, wanted) in cases {
            assert_eq!(worst(run.clone()), wanted, "{run:?}");
        }
    }

    #[test]
    fn what_nobody_asked_for_is_a_breach() {
        let cases = [
            (
                Run {
                    fastest: 3200.0,
                    ..run()
                },
                Promise::Fast,
            ),
            (
                Run {
                    unexplained: 60.0,
                    ..run()
                },
                Promise::Fast,
            ),
            (
                Run {
                    climbed: 19.0,
                    risen: 19.0,
                    ..run()
                },
                Promise::Rise,
            ),
            (Run { crept: 2.0, ..run() }, Promise::Creep),
            (Run { slid: 2.0, ..run() }, Promise::Rides),
            (
                Run {
                    dropped: 0.2,
                    ..run()
                },
                Promise::Stands,
            ),
        ];
        for (run, wanted) in cases {
            assert_eq!(worst(run.clone()), Some((Grade::Felt, wanted)), "{run:?}");
        }
        // A wider skin, and another way up a slope that is no ground, are none.
        let lawful = Run {
            fastest: 330.0,
            unexplained: 3.0,
            climbed: 50.0,
            risen: 9.0,
            crept: 0.2,
            ..run()
        };
        assert_eq!(worst(lawful), None);
    }
}
