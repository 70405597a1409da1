//! What the correctness bar asks of a backend on a map, and what was measured, as plain data.

use crate::case::Case;
use crate::null;
use crate::{Machine, Made, QueryScore, SkinScore};
use serde::{Deserialize, Serialize};

/// All maps and contestants.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BarResults {
    /// Where it was measured.
    pub machine: Machine,
    /// What made it.
    #[serde(default, skip_serializing_if = "Made::is_empty")]
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
    /// Who.
    pub contestant: String,
    /// Kind of the hull that was swept.
    pub hull: String,
    /// Parts of the map that no contestant collides with, in words.
    pub left_out: Vec<String>,
    /// Why it cannot be built from the map, in its library's words: then nothing was asked, and the hull is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Random sweeps.
    pub random: Answers,
    /// Sweeps from rest, one for each gap and way.
    pub rest: Vec<Resting>,
    /// Whether the stops of all sweeps keep the skin and the hull its size.
    #[serde(default)]
    pub skin: SkinScore,
    /// The players.
    pub walks: Walks,
    /// The worst answers, one a kind, of random sweeps and of those from rest; written down as files of their own.
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
    /// Passed through something (F1).
    pub missed: usize,
    /// Passed through what they touch at the start, though by exact arithmetic not in it; not among `missed`.
    #[serde(default)]
    pub missed_from_touch: usize,
    /// The same by a backend whose declared rule it is: Quake III lets a hull through what it touches. No fault.
    #[serde(default)]
    pub touch_rule: usize,
    /// Passed into a solid that overlaps the one they start in, by a backend that declares overlapping solids to be one
    /// (clip hulls). No fault.
    #[serde(default)]
    pub merged_rule: usize,
    /// Passed through a brush behind whose given planes they start, by a backend whose declared rule it is. No fault.
    #[serde(default)]
    pub bevel_rule: usize,
    /// Stopped at the edge of a curved patch's facet from behind, or passed a piece without a facet, by a backend whose
    /// declared rule it is. No fault.
    #[serde(default)]
    pub patch_rule: usize,
    /// Cut a corner by less than the skin.
    pub clipped_corners: usize,
    /// Ended in a solid beyond tolerance (F3).
    pub penetrating: usize,
    /// Of these: at a corner that the backend cuts by its declared rule.
    #[serde(default)]
    pub deep_at_corner: usize,
    /// Of `missed`: started in the skin of what they passed and left a plane of it within that skin. Quake III counts that
    /// plane as left before any is met.
    #[serde(default)]
    pub missed_from_skin: usize,
    /// Stopped where nothing is (F2).
    pub phantom: usize,
    /// Of these: at a bevel of the map that lies away from its brush.
    pub phantom_off_bevel: usize,
    /// Of these: where the map gives a brush no bevel that the hull would need.
    pub phantom_no_bevel: usize,
    /// Wrong normals, missing ones among them (F5); class `WrongNormal` of crate `truth`.
    pub wrong_normal: usize,
    /// Of these: at a plane that the map gives a brush and the brush does not reach: a bevel stands off, or one is missing.
    #[serde(default)]
    pub normal_at_given: usize,
    /// Named contents with a stop that no solid there has.
    #[serde(default)]
    pub wrong_contents: usize,
    /// Of these: at such a plane.
    #[serde(default)]
    pub contents_at_given: usize,
    /// Stopped in the skin of a surface from which they keep their distance, to a few f32 steps.
    pub stopped_along: usize,
    /// Wrong about starting in a solid (F6).
    pub start_solid: usize,
    /// Of these: said of a start behind all planes that the map gives a brush, though not in the brush.
    #[serde(default)]
    pub start_at_given: usize,
    /// Reported as unreliable (F13b).
    pub unreliable: usize,
    /// Started in a solid, whose depth or contacts the backend says wrong (F6).
    #[serde(default)]
    pub wrong_place: usize,
    /// Of `missed`, `penetrating` and `wrong_place` together: right with a tree compiled from the brushes. The map's own does not
    /// name the brush in every leaf that it reaches, or the walk through it cuts a shallow path short as Quake III's does.
    #[serde(default)]
    pub by_tree: usize,
    /// Answered by other bits when asked again (F12).
    #[serde(default)]
    pub changed: usize,
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
    /// What came of them.
    #[serde(flatten)]
    pub answers: Answers,
}

/// Where a sweep from rest leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Straight into the surface, a few units.
    In,
    /// Straight through it, hundreds of units: as short ways are stopped by what they end in, some misses show only here.
    Through,
    /// Sideways and into it: a tick's run and the fall that is stopped.
    Sideways,
    /// Along it.
    Along,
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
    #[serde(default)]
    pub held_in_f32: usize,
    /// Who fell out of the world.
    pub fell_out: usize,
    /// Distance run by all, in units.
    #[serde(deserialize_with = "null::nan")]
    pub distance: f64,
}

/// A body deeper than this in a solid after a tick is embedded, in units; the bar's own figure. Smaller: rounding at the
/// edge of large maps counts; larger: what is felt as sinking in goes unnoticed.
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
    pub fn of(score: &QueryScore, deepest: f64) -> Self {
        Self {
            asked: score.queries,
            true_hits: score.true_hits,
            missed: score.missed,
            missed_from_touch: score.missed_from_touch,
            touch_rule: score.touch_rule,
            merged_rule: score.merged_rule,
            bevel_rule: score.bevel_rule,
            patch_rule: score.patch_rule,
            clipped_corners: score.clipped_corners,
            penetrating: score.penetrating,
            phantom: score.phantom,
            phantom_off_bevel: score.phantom_off_bevel,
            deep_at_corner: score.deep_at_corner,
            missed_from_skin: score.missed_from_skin,
            phantom_no_bevel: score.phantom_no_bevel,
            wrong_normal: score.wrong_normal,
            normal_at_given: score.normal_at_given,
            wrong_contents: score.wrong_contents,
            contents_at_given: score.contents_at_given,
            stopped_along: score.stopped_along,
            start_solid: score.start_solid,
            start_at_given: score.start_at_given,
            by_tree: score.by_tree,
            unreliable: score.unreliable,
            wrong_place: score.wrong_place,
            changed: score.changed,
            deepest,
        }
    }

    /// These and others. Counts that somebody made up end at the largest there is.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            asked: self.asked.saturating_add(other.asked),
            true_hits: self.true_hits.saturating_add(other.true_hits),
            missed: self.missed.saturating_add(other.missed),
            missed_from_touch: self.missed_from_touch.saturating_add(other.missed_from_touch),
            touch_rule: self.touch_rule.saturating_add(other.touch_rule),
            merged_rule: self.merged_rule.saturating_add(other.merged_rule),
            bevel_rule: self.bevel_rule.saturating_add(other.bevel_rule),
            patch_rule: self.patch_rule.saturating_add(other.patch_rule),
            clipped_corners: self.clipped_corners.saturating_add(other.clipped_corners),
            penetrating: self.penetrating.saturating_add(other.penetrating),
            phantom: self.phantom.saturating_add(other.phantom),
            phantom_off_bevel: self.phantom_off_bevel.saturating_add(other.phantom_off_bevel),
            deep_at_corner: self.deep_at_corner.saturating_add(other.deep_at_corner),
            missed_from_skin: self.missed_from_skin.saturating_add(other.missed_from_skin),
            phantom_no_bevel: self.phantom_no_bevel.saturating_add(other.phantom_no_bevel),
            wrong_normal: self.wrong_normal.saturating_add(other.wrong_normal),
            normal_at_given: self.normal_at_given.saturating_add(other.normal_at_given),
            wrong_contents: self.wrong_contents.saturating_add(other.wrong_contents),
            contents_at_given: self.contents_at_given.saturating_add(other.contents_at_given),
            stopped_along: self.stopped_along.saturating_add(other.stopped_along),
            start_solid: self.start_solid.saturating_add(other.start_solid),
            start_at_given: self.start_at_given.saturating_add(other.start_at_given),
            by_tree: self.by_tree.saturating_add(other.by_tree),
            unreliable: self.unreliable.saturating_add(other.unreliable),
            wrong_place: self.wrong_place.saturating_add(other.wrong_place),
            changed: self.changed.saturating_add(other.changed),
            deepest: self.deepest.max(other.deepest),
        }
    }
}

/// The least that is asked on a map before anything can be said of it: with fewer answers a fault of one in ten thousand is
/// not seen, and with fewer ticks a player reaches no corner.
pub const LEAST: Sizes = Sizes {
    sweeps: 10_000,
    rest: 1000,
    walkers: 2,
    ticks: 250,
};

/// Whether a contestant meets the bar on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// All of it.
    Yes,
    /// Some of it is broken.
    No,
    /// Nothing is broken, but less was asked than [`LEAST`].
    TooLittle,
    /// The contestant cannot be built from the map.
    Refused,
}

impl BarRow {
    /// A contestant that refuses a map, of which those parts are left out.
    pub fn refusing(map: &str, contestant: &str, left_out: &[String], why: String) -> Self {
        Self {
            map: map.into(),
            contestant: contestant.into(),
            hull: String::new(),
            left_out: left_out.to_vec(),
            refused: Some(why),
            random: Answers::default(),
            rest: Vec::new(),
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
}
