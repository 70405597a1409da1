//! Character controllers on courses at several tick rates, as plain data.

mod alone;
mod amounts;
mod breach;
mod ground;
mod harm;
mod promise;
mod sentence;
mod told;

pub use alone::{Alone, Causes, Label, NOT_TOLD, OTHER_ORDER, UNKNOWN};
pub use breach::{Breach, breaches};
pub use ground::{Ground, Order};
pub use harm::{Grade, Harm, LIMITS, Limit, METRES, limits};
pub use promise::{Promise, bars};

use crate::held::Held;
use crate::{Left, Made, Ratio, null};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// All runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ControllersResults {
    /// Version of this program.
    pub version: String,
    /// What made it.
    pub made: Made,
    /// The processor.
    pub machine: String,
    /// Who ran, in the order of the tables.
    pub entrants: Vec<Entrant>,
    /// What was run, in the order of the tables.
    pub courses: Vec<Course>,
    /// Ticks a second.
    pub rates: Vec<f64>,
    /// One for each course, entrant and rate, in that order.
    pub cells: Vec<CourseRun>,
}

/// One who ran.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Entrant {
    /// Name, as on the command line.
    pub name: String,
    /// What answers the world, in one line.
    pub backend: String,
    /// What carries the body, in one line.
    pub mover: String,
    /// How a library of others is set up, and why.
    pub settings: Vec<SettingSaid>,
    /// Whether a library of others carries the body.
    pub library: bool,
}

/// One setting of a library of others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SettingSaid {
    /// What is set.
    pub name: String,
    /// To what.
    pub value: String,
    /// Why.
    pub reason: String,
}

/// One course: an ordinary scene.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Name of its scene.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// What it is there to show.
    pub description: String,
    /// Whether parts of its world move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
    /// The order of a frame that its scene names; without one another library's controller moves in its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// One run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CourseRun {
    /// The course.
    pub course: String,
    /// Who ran.
    pub entrant: String,
    /// Ticks a second.
    pub hz: f64,
    /// Its outcome.
    pub outcome: Outcome,
    /// File of the scene that shows its failure, from the page's folder.
    pub scene: Option<String>,
    /// Page of the failure in 3-D, from the page's folder.
    pub report: Option<String>,
    /// Its failure as a program with the library alone; none where none shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone: Option<Alone>,
}

/// The outcome of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The library or its wrapper took no such world, or no such move, and said why: a limit that it states, so that nothing was asked of it.
    Refused(String),
    /// Our adapter tells this controller of no moving part ([`NOT_TOLD`]), so that nothing was asked of its library.
    NotTold,
    /// Our set-up of this controller plays in the other order of a frame alone ([`OTHER_ORDER`]), so that nothing was asked of its
    /// library.
    OtherOrder,
    /// It stopped on the way: why.
    Stopped(String),
    /// It was run to the end.
    Run(Run),
}

/// What a run shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// Deepest in a solid after a tick, in units (F20).
    #[serde(deserialize_with = "null::nan")]
    pub deepest: f64,
    /// Time stuck, in seconds (F17).
    #[serde(deserialize_with = "null::nan")]
    pub stuck: f64,
    /// RMS of the motion that turns back under one wish, in units (F19).
    #[serde(deserialize_with = "null::nan")]
    pub shake: f64,
    /// That of the exact slide move: what is lawful, on slopes too steep to be ground; NaN where there is none.
    #[serde(deserialize_with = "null::nan")]
    pub slide_shake: f64,
    /// Way along the wish, as a share of that of the exact slide move; NaN where that went nowhere.
    #[serde(deserialize_with = "null::nan")]
    pub way: f64,
    /// Greatest height above the start, in units.
    #[serde(deserialize_with = "null::nan")]
    pub climbed: f64,
    /// Ticks after which the middle of the body was in a solid, or had passed through one.
    pub through: usize,
    /// Whether it fell out of the world.
    pub fell_out: bool,
    /// Level way that its own velocity does not explain, in units.
    #[serde(deserialize_with = "null::nan")]
    pub unexplained: f64,
    /// Level way of all ticks, in units.
    #[serde(deserialize_with = "null::nan")]
    pub level_way: f64,
    /// Greatest level speed over a quarter of a second, in units a second.
    #[serde(deserialize_with = "null::nan")]
    pub fastest: f64,
    /// The greatest that was asked for: that of the exact slide move, or the profile's, in units a second.
    #[serde(deserialize_with = "null::nan")]
    pub asked_speed: f64,
    /// Height above the greatest of the exact slide move, in units; NaN where there is none.
    #[serde(deserialize_with = "null::nan")]
    pub risen: f64,
    /// Level way while it stood and no key had been pressed for half a second, in units; NaN where parts of the world move.
    #[serde(deserialize_with = "null::nan")]
    pub crept: f64,
    /// Level way on the part that carried the player, in units, from half a second after the last key. The part's own way of one tick is
    /// taken off. NaN where nothing moves.
    #[serde(deserialize_with = "null::nan")]
    pub slid: f64,
    /// Time without ground over what carried it, without a jump, in seconds; NaN where nothing moves.
    #[serde(deserialize_with = "null::nan")]
    pub dropped: f64,
    /// What the course asked and did not get.
    pub unmet: Vec<Unmet>,
    /// Answers that were no numbers.
    pub unreliable: usize,
    /// Whether the same run, played again, was the same to the bit.
    pub repeats: bool,
    /// Time of a tick in nanoseconds, the whole pipeline with it; NaN where nothing was timed.
    #[serde(deserialize_with = "null::nan")]
    pub ns_per_tick: f64,
    /// Bytes of the built backend.
    pub bytes: Held,
}

/// What a course asked of a run and did not get.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Unmet {
    /// What was asked.
    pub asked: String,
    /// What came.
    pub got: String,
    /// As in [`Expected`](crate::Expected); empty where it held.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// Whether a place was to be reached; else a bound was to be kept.
    pub is_goal: bool,
    /// How far it missed, in units; none where that is no length.
    pub off: Option<f64>,
    /// As in [`Expected`](crate::Expected).
    #[serde(skip)]
    pub left: Option<Left>,
}

impl CourseRun {
    /// The promises that it broke, worst first.
    pub fn broken(&self) -> Vec<Breach> {
        breaches(&self.outcome)
    }

    /// The worst harm that it did; none where it broke nothing, or was refused.
    pub fn grade(&self) -> Option<Grade> {
        self.broken().first().map(|b| b.grade)
    }

    /// Why it was not asked, if it was refused.
    pub fn refusal(&self) -> Option<&str> {
        self.outcome.refusal()
    }
}

impl Outcome {
    /// Why nothing was asked; none of a run.
    pub fn refusal(&self) -> Option<&str> {
        match self {
            Self::Refused(why) => Some(why),
            Self::NotTold => Some(NOT_TOLD),
            Self::OtherOrder => Some(OTHER_ORDER),
            Self::Stopped(_) | Self::Run(_) => None,
        }
    }
}

/// Of fewer runs the interval of a median says nothing: the least and the greatest of five hold it in 94 %.
const FEWEST_RUNS: usize = 6;
/// 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.960;

impl ControllersResults {
    /// The runs of one entrant on one course, by rate.
    pub fn runs<'a>(
        &'a self,
        course: &'a str,
        entrant: &'a str,
    ) -> impl Iterator<Item = &'a CourseRun> + Clone {
        self.cells
            .iter()
            .filter(move |c| c.course == course && c.entrant == entrant)
    }

    /// How many runs of an entrant broke nothing, and how many there are.
    pub fn passed(&self, entrant: &str) -> [usize; 2] {
        let runs = || self.cells.iter().filter(|c| c.entrant == entrant);
        let passes = |c: &&CourseRun| c.refusal().is_none() && c.broken().is_empty();
        [runs().filter(passes).count(), runs().count()]
    }

    /// How many runs of an entrant did each harm, worst first as in [`Grade::ALL`], and how many did none.
    pub fn harm(&self, entrant: &str) -> Harm {
        let mut harm = Harm::default();
        for cell in self.cells.iter().filter(|c| c.entrant == entrant) {
            match cell.refusal() {
                Some(_) => harm.refused += 1,
                None => harm.add(cell.grade()),
            }
        }
        harm
    }

    /// The runs that do more harm than the same runs of an earlier book did, each with what it did then.
    pub fn worse_than<'a>(&'a self, earlier: &Self) -> Vec<(&'a CourseRun, Option<Grade>)> {
        let key = |c: &CourseRun| (c.course.clone(), c.entrant.clone(), c.hz.to_bits());
        let before: HashMap<_, Option<Grade>> = earlier.cells.iter().map(|c| (key(c), c.grade())).collect();
        let rank = |grade: Option<Grade>| grade.map_or(usize::MAX, |g| g as usize);
        let of = self.cells.iter().filter_map(|c| Some((c, *before.get(&key(c))?)));
        of.filter(|(c, then)| rank(c.grade()) < rank(*then)).collect()
    }

    /// Middle of the times of an entrant's ticks over its runs, in nanoseconds; NaN where nothing was timed.
    pub fn ns_per_tick(&self, entrant: &str) -> f64 {
        let runs = self.cells.iter().filter(|c| c.entrant == entrant);
        let mut times: Vec<f64> = runs
            .filter_map(|c| match &c.outcome {
                Outcome::Run(run) => Some(run.ns_per_tick),
                _ => None,
            })
            .filter(|t| t.is_finite())
            .collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// The time of an entrant's tick relative to another's: the median over the runs on which both were timed. Its 95 % interval
    /// is by order statistics, which holds for any runs. `None` of too few runs.
    pub fn ratio(&self, entrant: &str, other: &str) -> Option<Ratio> {
        let time = |cell: &CourseRun| match &cell.outcome {
            Outcome::Run(run) if run.ns_per_tick > 0.0 => Some(run.ns_per_tick),
            _ => None,
        };
        let runs = || self.cells.iter();
        let beside: HashMap<(&str, u64), f64> = runs()
            .filter(|c| c.entrant == other)
            .filter_map(|c| Some(((c.course.as_str(), c.hz.to_bits()), time(c)?)))
            .collect();
        let of = runs().filter(|c| c.entrant == entrant);
        let ratios = of.filter_map(|c| Some(time(c)? / beside.get(&(c.course.as_str(), c.hz.to_bits()))?));
        let mut ratios: Vec<f64> = ratios.collect();
        if ratios.len() < FEWEST_RUNS {
            return None;
        }
        ratios.sort_by(f64::total_cmp);
        // Conover, Practical Nonparametric Statistics, 3.2: ranks of the sign test, by the normal distribution.
        let n = ratios.len() as f64;
        let first = ((n - NORMAL * n.sqrt()) / 2.0).floor().max(1.0) as usize - 1;
        Some(Ratio {
            value: ratios[ratios.len() / 2],
            interval: [ratios[first], ratios[ratios.len() - 1 - first]],
        })
    }

    /// The entrant that no other is quicker than by the median of the runs of both, or that comes nearest to it.
    pub fn quickest(&self) -> Option<&str> {
        let least = |name: &str| {
            let ratios = self.entrants.iter().filter_map(|e| self.ratio(&e.name, name));
            ratios.map(|r| r.value).reduce(f64::min)
        };
        let timed = self.entrants.iter().map(|e| e.name.as_str());
        timed
            .filter_map(|name| Some((name, least(name)?)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(name, _)| name)
    }

    /// The run that shows best what an entrant breaks on a course: the worst promise, at the rate nearest to 60 Hz.
    pub fn worst(&self, course: &str, entrant: &str) -> Option<usize> {
        let runs = self.cells.iter().enumerate();
        let runs = runs.filter(|(_, c)| c.course == course && c.entrant == entrant);
        let worst = runs.filter_map(|(i, c)| {
            let breach = c.broken().into_iter().next()?;
            Some(((breach.grade, breach.promise), (c.hz - 60.0).abs(), i))
        });
        worst
            .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
            .map(|(.., i)| i)
    }
}

#[cfg(test)]
mod tests;
