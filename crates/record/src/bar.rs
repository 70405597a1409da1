//! The correctness bar's questions to a backend on a map, and the measurements, as plain data.

use crate::case::Case;
use crate::causes::Cause;
use crate::counts::Counts;
use crate::faults::Fault;
use crate::null;
use crate::rules::Rule;
use crate::{Machine, Made, SkinScore, SweepCounts};
use serde::{Deserialize, Serialize};

/// All maps and contestants.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BarResults {
    /// Where it was measured.
    pub machine: Machine,
    /// Its origin.
    pub made: Made,
    /// The movement, whose trace rules hold too.
    pub profile: String,
    /// How much was asked.
    pub sizes: Sizes,
    /// Seed of all that is drawn.
    pub seed: u64,
    /// One for each map and contestant.
    pub rows: Vec<BarRow>,
}

/// How much is asked on each map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// Random sweeps.
    pub sweeps: usize,
    /// Sweeps from rest, all gaps and ways together.
    pub rest: usize,
    /// Questions besides with each hull that a contestant sweeps; none where one hull alone was asked for.
    pub hulls: usize,
    /// Players that run about.
    pub walkers: usize,
    /// Ticks of each.
    pub ticks: usize,
}

/// One contestant on one map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BarRow {
    /// The map, as it was named.
    pub map: String,
    /// The contestant.
    pub contestant: String,
    /// Kind of the hull that was swept at random and from rest.
    pub hull: String,
    /// Parts of the map that no contestant collides with, in words.
    pub left_out: Vec<String>,
    /// Why it cannot be built from the map, in its library's words. Then nothing was asked, and the hull is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The contestant's declarations that may excuse answers.
    pub declared: Vec<Declared>,
    /// Random sweeps.
    pub random: Answers,
    /// Sweeps from rest, one for each gap and way.
    pub rest: Vec<Resting>,
    /// A share of questions with each hull that the contestant sweeps.
    pub hulls: Vec<HullAnswers>,
    /// Whether the stops of all sweeps keep the skin and the hull its size.
    pub skin: SkinScore,
    /// The players.
    pub walks: Walks,
    /// The worst answers, one a kind, of random sweeps and of sweeps from rest. Each is written to its own file.
    #[serde(skip)]
    pub cases: [Vec<Case>; 2],
    /// The worst walk, as `compare replay` reads it; none where all went well.
    #[serde(skip)]
    pub worst_walk: Option<String>,
}

/// Answers, counted.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Answers {
    /// Sweeps judged.
    pub asked: usize,
    /// On which the truth meets something.
    pub true_hits: usize,
    /// Counts of each class of fault.
    #[serde(flatten)]
    pub faults: Counts<Fault>,
    /// Explained by an engine's rule. No fault.
    #[serde(flatten)]
    pub rules: Counts<Rule>,
    /// Counts of each known cause.
    #[serde(flatten)]
    pub causes: Counts<Cause>,
    /// Deepest end in a solid, in units.
    #[serde(deserialize_with = "null::nan")]
    pub deepest: f64,
}

/// Answers to sweeps from rest at one gap, one way.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Resting {
    /// Distance from the surface, in units.
    #[serde(deserialize_with = "null::nan")]
    pub gap: f64,
    /// Where to.
    pub way: Way,
    /// Their results.
    #[serde(flatten)]
    pub answers: Answers,
}

/// Where a sweep from rest leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Straight into the surface, a few units.
    In,
    /// Straight through it, hundreds of units. Short ways are stopped by the solid that they end in, so some misses show
    /// only here.
    Through,
    /// Sideways and into it: a tick's run and the fall that is stopped.
    Sideways,
    /// Along it.
    Along,
}

/// Something that a contestant declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// In words that follow its name: `counts touching a solid as being in it`.
    pub what: String,
    /// Keys of the rules and causes that count the excused answers.
    pub excused: Vec<String>,
    /// The broken property of conformance, in its words; `None` where the declaration holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untrue: Option<String>,
    /// What speaks for it.
    pub shown: Shown,
}

/// What speaks for a declaration that is not shown to be untrue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// Conformance tried it.
    Tried,
    /// Each excused answer is that of the engine's model, or of the declared shape.
    Answers,
    /// Nothing: it excuses no answer.
    #[default]
    Nothing,
}

impl Shown {
    /// In the table's words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Tried => "yes",
            Self::Answers => "in each answer",
            Self::Nothing => "not tried",
        }
    }
}

/// [`HullAnswers::hull`] of the player's hull in the world with its movers in it, each somewhere on its way.
pub const MOVERS: &str = "player among movers";

/// Answers to the questions with one hull.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct HullAnswers {
    /// Its name: `player`, `crouched`, `point` and so on, or [`MOVERS`].
    pub hull: String,
    /// Sweeps of 0.001 to 16,384 u.
    pub lengths: Answers,
    /// Sweeps that start where the last answer ended.
    pub chains: Answers,
    /// Sweeps from rest, all gaps and ways together.
    pub rest: Answers,
    /// Places: overlaps, near features, and a point's contents.
    pub places: Answers,
    /// Faults at places, each kind with the first place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong_places: Vec<WrongPlaces>,
    /// Whether the stops of these sweeps keep the skin and the hull its size.
    pub skin: SkinScore,
}

/// Places with the same error.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WrongPlaces {
    /// In words.
    pub what: String,
    /// How many.
    pub count: usize,
    /// The first, in units.
    pub at: [f32; 3],
    /// The margin of contacts that was asked there, in units.
    pub margin: f32,
}

impl HullAnswers {
    /// The kinds of question, each by its name.
    pub fn kinds(&self) -> [(&'static str, Answers); 4] {
        [
            ("lengths", self.lengths),
            ("chains", self.chains),
            ("hull rest", self.rest),
            ("places", self.places),
        ]
    }

    /// All answers together.
    pub fn all(&self) -> Answers {
        let all = self.kinds().into_iter();
        all.fold(Answers::default(), |sum, (_, part)| sum.and(&part))
    }
}

/// Players that run about.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Walks {
    /// How many.
    pub walkers: usize,
    /// Ticks of all.
    pub ticks: usize,
    /// Ticks after which a body was deeper in a solid than [`EMBEDDED`].
    pub embedded_ticks: usize,
    /// Deepest, in units.
    #[serde(deserialize_with = "null::nan")]
    pub deepest: f64,
    /// Times a player was stuck (F17) where the reference mover gets on.
    pub stuck_events: usize,
    /// Times a player was stuck where the reference mover is held too.
    pub held_by_law: usize,
    /// Times a player was stuck where the reference mover gets on in f64 and is held in f32.
    pub held_in_f32: usize,
    /// Players that fell out of the world.
    pub fell_out: usize,
    /// Distance run by all, in units.
    #[serde(deserialize_with = "null::nan")]
    pub distance: f64,
}

/// A body deeper than this in a solid after a tick is embedded, in units; the bar's own figure. Smaller: rounding at the
/// edge of large maps counts; larger: a depth that a player feels goes unnoticed.
pub const EMBEDDED: f64 = 0.05;
impl Way {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::In => "straight in",
            Self::Through => "straight through",
            Self::Sideways => "sideways",
            Self::Along => "along",
        }
    }
}

impl Answers {
    /// Counts of a score, and the deepest end, in units.
    pub fn from_score(score: &SweepCounts, deepest: f64) -> Self {
        Self {
            asked: score.queries,
            true_hits: score.true_hits,
            faults: score.faults,
            rules: score.rules,
            causes: score.causes,
            deepest,
        }
    }

    /// These and others. Counts that somebody made up end at the largest there is.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            asked: self.asked.saturating_add(other.asked),
            true_hits: self.true_hits.saturating_add(other.true_hits),
            faults: self.faults + other.faults,
            rules: self.rules + other.rules,
            causes: self.causes + other.causes,
            deepest: self.deepest.max(other.deepest),
        }
    }
}

/// Fewest questions on a map for a verdict. Fewer answers hide a fault of one in ten thousand, and with fewer ticks a
/// player reaches no corner.
pub const LEAST: Sizes = Sizes {
    sweeps: 10_000,
    rest: 1000,
    hulls: 0,
    walkers: 2,
    ticks: 250,
};

/// Whether a contestant meets the bar on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// All of it.
    Yes,
    /// Nothing is broken, but answers by an engine's rules would break it.
    ByRules,
    /// Some of it is broken.
    No,
    /// Nothing is broken, but less was asked than [`LEAST`].
    TooLittle,
    /// The contestant cannot be built from the map.
    Refused,
}

impl Met {
    /// In words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Yes => "meets the bar",
            Self::ByRules => "meets the bar by an engine's rules",
            Self::No => "does not meet the bar",
            Self::TooLittle => "not enough evidence",
            Self::Refused => "refuses the map",
        }
    }

    /// Whether it is met: strictly, or by an engine's rules too.
    pub fn is_met(self, strict: bool) -> bool {
        self == Self::Yes || self == Self::ByRules && !strict
    }
}

impl BarRow {
    /// A contestant that refuses a map; `left_out` names the map's left-out parts.
    pub fn refusing(map: &str, contestant: &str, left_out: &[String], why: String) -> Self {
        Self {
            map: map.into(),
            contestant: contestant.into(),
            hull: String::new(),
            left_out: left_out.to_vec(),
            refused: Some(why),
            declared: Vec::new(),
            random: Answers::default(),
            rest: Vec::new(),
            hulls: Vec::new(),
            skin: SkinScore::default(),
            walks: Walks::default(),
            cases: [Vec::new(), Vec::new()],
            worst_walk: None,
        }
    }

    /// All sweeps from rest.
    pub fn resting(&self) -> Answers {
        let all = self.rest.iter().map(|r| r.answers);
        all.fold(Answers::default(), |sum, part| sum.and(&part))
    }

    /// All answers, of all hulls.
    pub fn answers(&self) -> Answers {
        let hulls = self.hulls.iter().map(HullAnswers::all);
        hulls.fold(self.random.and(&self.resting()), |sum, part| sum.and(&part))
    }
}
