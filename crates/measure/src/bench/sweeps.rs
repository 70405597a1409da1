//! The cost of a sweep by class of length, in every place at once: all sizes take turns, as contestants do, so that other load on
//! the machine makes no size dearer than another.
//!
//! The reference of a town contains only the brushes that its refereed sweeps can come near, since others cannot change an
//! answer: the reference of a million brushes would take longer than all the rest.

use super::Plan;
use super::place::{Ground, Place};
use super::town::Town;
use crate::Progress;
use crate::bar;
use crate::clock::laps::shifted;
use crate::clock::race::{Entrant, Raced, race, refereed, sets};
use crate::run::least::{LeastWork, Nearest};
use crate::run::setting::BuiltContestant;
use crate::run::sweeps::Line;
use crate::run::uniform::{draw, redrawn};
use clipmark_collision::Sweep;
use clipmark_geometry::{Aabb, Contents, Hull, World};
use clipmark_referee::Reference;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;
use std::rc::Rc;

/// Rounding of an end and of a plane at the largest coordinates, in units: 32 steps of f32 there. Brushes within it of a hull's
/// path and its skin can change an answer; with less the referee would not know one that was met.
const ROUNDING: f32 = 0.25;

/// Which sweeps are asked.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    /// Classes of length, in units.
    pub lengths: Vec<Range<f32>>,
    /// A user's sweeps. Those of each class are asked, or all where there is no class; otherwise sweeps are drawn.
    pub given: Option<Vec<Line>>,
    /// The body that is swept; otherwise every contestant's own.
    pub hull: Option<Hull>,
    /// Sweeps drawn of each class.
    pub count: usize,
    /// How many answers of each class are refereed, spread over all rounds.
    pub refereed: usize,
    /// Rounds under the clock.
    pub rounds: usize,
}

impl SweepPlan {
    /// How many sets of sweeps are held at a time, one a round.
    pub fn sets(&self) -> usize {
        sets(self.rounds)
    }

    /// The first class that none of a user's sweeps is in.
    pub fn empty_class(&self) -> Option<&Range<f32>> {
        let is_empty = |class: &&Range<f32>| self.given_of(Some(class)).is_some_and(|given| given.is_empty());
        self.lengths.iter().find(is_empty)
    }

    /// How many of a user's sweeps are in no class, and so are not asked.
    pub fn given_of_no_class(&self) -> usize {
        let classes = self.classes();
        let is_in = |[a, b]: &Line| {
            let length = (b - a).norm();
            let mut lengths = classes.iter().map(Option::as_ref);
            lengths.any(|class| class.is_none_or(|lengths| lengths.contains(&length)))
        };
        let given = self.given.iter().flatten();
        given.filter(|line| !is_in(line)).count()
    }

    /// The body that a contestant sweeps.
    fn hull(&self, built: &BuiltContestant) -> Hull {
        self.hull.unwrap_or(built.hull)
    }

    /// The classes, or one that has no bounds.
    fn classes(&self) -> Vec<Option<Range<f32>>> {
        match self.lengths.is_empty() {
            true => vec![None],
            false => self.lengths.iter().cloned().map(Some).collect(),
        }
    }

    /// A user's sweeps of a class.
    fn given_of(&self, class: Option<&Range<f32>>) -> Option<Vec<Line>> {
        let given = self.given.as_ref()?.iter();
        let is_in = |[a, b]: &&Line| class.is_none_or(|lengths| lengths.contains(&(b - a).norm()));
        Some(given.filter(is_in).copied().collect())
    }
}

/// A class of sweeps as one contestant of one place was asked it.
pub(super) struct SweepCost {
    pub(super) place: usize,
    /// The contestant's number in its place.
    pub(super) entered: usize,
    pub(super) lengths: Option<Range<f32>>,
    pub(super) raced: Raced,
    /// The least that a tracer of brushes must test for the same sweeps, where the plan counts work.
    pub(super) least: Option<LeastWork>,
}

/// Times all classes, and referees the timed answers.
pub(super) fn sweep_costs(
    places: &[Place],
    plan: &Plan,
    sweeps: &SweepPlan,
    progress: Progress,
) -> Vec<SweepCost> {
    let classes = sweeps.classes().into_iter().enumerate();
    let mut costs = Vec::new();
    for (number, lengths) in classes {
        costs.extend(class_costs(places, plan, sweeps, (number, lengths), progress));
    }
    costs
}

/// Sweeps of one body, a set a round. Contestants of a place that sweep the same body share them.
type SharedSets = Rc<Vec<Vec<Sweep>>>;

/// The sweeps of a contestant.
struct Asked {
    place: usize,
    /// The contestant's number in its place.
    entered: usize,
    sets: SharedSets,
}

fn class_costs(
    places: &[Place],
    plan: &Plan,
    sweeps: &SweepPlan,
    (number, lengths): (usize, Option<Range<f32>>),
    progress: Progress,
) -> Vec<SweepCost> {
    let mut asked = Vec::new();
    let mut of_hulls: Vec<(usize, Hull, SharedSets)> = Vec::new();
    for (place, at) in places.iter().enumerate() {
        let lines = first_lines(&at.ground, plan, sweeps, number, lengths.as_ref());
        if lines.is_empty() || at.entered.is_empty() {
            continue;
        }
        let rounds = Rounds::of(&at.ground, plan, sweeps, lines, lengths.as_ref());
        for (entered, who) in at.entered.iter().enumerate() {
            let hull = sweeps.hull(&who.built);
            let mut known = of_hulls
                .iter()
                .filter(|(of, known, _)| (*of, *known) == (place, hull));
            let sets = match known.next() {
                Some((.., sets)) => Rc::clone(sets),
                None => {
                    let sets = Rc::new(rounds.sets(hull));
                    of_hulls.push((place, hull, Rc::clone(&sets)));
                    sets
                }
            };
            asked.push(Asked { place, entered, sets });
        }
    }
    let near: Vec<Option<Reference>> = places
        .iter()
        .enumerate()
        .map(|(place, at)| {
            let Ground::Town(town, _) = &at.ground else {
                return None;
            };
            let of_place = of_hulls.iter().filter(|(of, ..)| *of == place);
            let all = of_place.flat_map(|(.., sets)| {
                let all: Vec<&Sweep> = sets.iter().flatten().collect();
                refereed(&all, sweeps.refereed).copied().collect::<Vec<_>>()
            });
            Some(near_reference(town, all, at.largest_skin()))
        })
        .collect();
    let entrants: Vec<Entrant> = asked
        .iter()
        .filter_map(|asked| {
            let at = &places[asked.place];
            let reference = match &at.ground {
                Ground::Scene(setting) => &setting.truth,
                Ground::Town(..) => near[asked.place].as_ref()?,
            };
            Some(Entrant {
                backend: &*at.entered[asked.entered].built.backend,
                sets: &asked.sets,
                reference,
                rules: at.ground.profile().trace_rules,
            })
        })
        .collect();
    let raced = race(&entrants, sweeps.rounds, sweeps.refereed, progress);
    let cost = |(asked, raced): (&Asked, Raced)| SweepCost {
        place: asked.place,
        entered: asked.entered,
        lengths: lengths.clone(),
        raced,
        least: plan.counts_work.then(|| {
            let first = &asked.sets[0];
            let hull = first[0].hull;
            let ground = &places[asked.place].ground;
            let nearest = Nearest::new(ground.world(), &hull, &ground.profile().trace_rules);
            nearest.per_trace(refereed(first, sweeps.refereed))
        }),
    };
    asked.iter().zip(raced).map(cost).collect()
}

/// The sweeps of every class that the first round asks in a place.
pub(super) fn first_questions(
    ground: &Ground,
    plan: &Plan,
    sweeps: &SweepPlan,
) -> Vec<(Option<Range<f32>>, Vec<Line>)> {
    let classes = sweeps.classes().into_iter().enumerate();
    let lines = |(number, lengths): (usize, Option<Range<f32>>)| {
        let lines = first_lines(ground, plan, sweeps, number, lengths.as_ref());
        (lengths, lines)
    };
    classes.map(lines).collect()
}

/// The sweeps of a class that the first round asks in a place.
fn first_lines(
    ground: &Ground,
    plan: &Plan,
    sweeps: &SweepPlan,
    number: usize,
    lengths: Option<&Range<f32>>,
) -> Vec<Line> {
    if let Some(given) = sweeps.given_of(lengths) {
        return given;
    }
    let Some(lengths) = lengths else {
        return Vec::new();
    };
    match ground {
        Ground::Scene(setting) => draw(
            &setting.world,
            Contents::PLAYER_MASK,
            lengths,
            sweeps.count,
            plan.seed,
        ),
        Ground::Town(town, profile) => {
            let mut random = Pcg64Mcg::seed_from_u64(bar::seed(plan.seed, number));
            let body = profile.bounds(false);
            let line = |_| town.line(&body, lengths, &mut random);
            (0..sweeps.count).map(line).collect()
        }
    }
}

/// The sweeps of every round: those of a scene's class are drawn anew near the first ones, others are moved a little.
enum Rounds {
    Drawn(Vec<Vec<Line>>),
    Moved {
        first: Vec<Line>,
        sets: usize,
        seed: u64,
    },
}

impl Rounds {
    fn of(
        ground: &Ground,
        plan: &Plan,
        sweeps: &SweepPlan,
        first: Vec<Line>,
        lengths: Option<&Range<f32>>,
    ) -> Self {
        let (sets, seed) = (sets(sweeps.rounds), plan.timing_seed);
        match (ground, lengths) {
            (Ground::Scene(setting), Some(lengths)) if sweeps.given.is_none() => {
                let mask = Contents::PLAYER_MASK;
                Self::Drawn(redrawn(&setting.world, mask, lengths, &first, sets, seed))
            }
            _ => Self::Moved { first, sets, seed },
        }
    }

    /// A set for each round, of a body.
    fn sets(&self, hull: Hull) -> Vec<Vec<Sweep>> {
        let of_lines = |lines: &Vec<Line>| -> Vec<Sweep> {
            let sweep = |[start, end]: &Line| Sweep::new(hull, *start, *end);
            lines.iter().map(sweep).collect()
        };
        match self {
            Self::Drawn(sets) => sets.iter().map(of_lines).collect(),
            Self::Moved { first, sets, seed } => shifted(&of_lines(first), *sets, *seed),
        }
    }
}

/// The reference of a town's brushes that these sweeps can come near, with this skin.
pub(super) fn near_reference<'a>(
    town: &Town,
    sweeps: impl IntoIterator<Item = &'a Sweep>,
    skin: f32,
) -> Reference {
    let around = |sweep: &Sweep| {
        let path = sweep.hull.swept_bounds(&sweep.start, &sweep.end);
        path.grown(skin + ROUNDING)
    };
    let boxes: Vec<Aabb> = sweeps.into_iter().map(around).collect();
    let is_near = |bounds: &Aabb| boxes.iter().any(|b| b.touches(bounds));
    let world = town.world();
    let kept = world.brushes.iter().filter(|b| is_near(&b.bounds));
    let near = World::of_brushes(world.name.clone(), kept.cloned().collect());
    Reference::build(&near, Contents::PLAYER_MASK)
}
