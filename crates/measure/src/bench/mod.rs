//! What contestants cost on one subject, over axes: a sweep by its length, ticks and frames by players and threads, and all
//! of it in towns of more and more brushes.
//!
//! One subject is a scene, or generated towns. All contestants are built in each of its places, and their bytes counted by
//! the caller. Sweeps are timed in turns, contestants and towns alike, each round with new questions; their answers are
//! refereed. Players pass through each other and the world stands still. Who answers wrong is shown, and never ranked.

mod cases;
pub(crate) mod frames;
pub(crate) mod place;
mod players;
mod ranks;
pub(crate) mod serve;
mod sweeps;
pub(crate) mod town;

pub use cases::checklists;
pub use place::{Budget, town_world};
pub use players::{Input, LoadPlan};
pub use ranks::rank;
pub use sweeps::SweepPlan;
pub use town::{MOST_BRUSHES, Town};

use crate::panics::without_who_panics;
use crate::run::contestant::Contestant;
use crate::run::sweeps::Line;
use crate::{MeasureError, Progress};
use clipmark_geometry::World;
use clipmark_movement::Profile;
use clipmark_rows::{Axes, Case, End};
use clipmark_scene::Scene;
use place::{Candidate, Place};
use std::ops::Range;

/// Random sweeps that are refereed of each contestant where players are served: a fault of one in 500 shows in most runs. The
/// bar asks more.
const REFEREED: usize = 2000;
/// The same of a town, whose reference is built of the brushes around them.
const REFEREED_IN_A_TOWN: usize = 200;

/// The measurement to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where.
    pub subject: Subject,
    /// Who.
    pub contestants: Vec<Contestant>,
    /// Whether contestants that cannot be built or moved are left out and named. Otherwise they are an error, unless the
    /// world is too large for them.
    pub leaves_out: bool,
    /// The sweeps that are timed, if any.
    pub sweeps: Option<SweepPlan>,
    /// The players that are served, if any.
    pub load: Option<LoadPlan>,
    /// Whether the work of sweeps is counted beside their time, and the least that any tracer must do.
    pub counts_work: bool,
    /// Seed of towns, of the sweeps of the first round, and of commands.
    pub seed: u64,
    /// Seed of the sweeps of all later rounds. One that nobody knows before the run keeps a contestant from bringing its
    /// answers along.
    pub timing_seed: u64,
    /// Who would go beyond it is left out and named.
    pub budget: Budget,
}

/// Where contestants are measured.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The part of a scene or map that all contestants collide with.
    Scene(Box<Scene>),
    /// Generated towns of these numbers of brushes, under a movement.
    Towns {
        /// See [`Town::build`].
        brushes: Vec<usize>,
        /// The movement.
        profile: Box<Profile>,
    },
}

impl Subject {
    /// As results call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Scene(scene) => &scene.name,
            Self::Towns { .. } => "towns",
        }
    }
}

/// Bytes that a built backend holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// As the allocator of a process of its own counted; none where it was not asked or cannot count.
    pub counted: Option<usize>,
    /// As the contestant says.
    pub said: usize,
}

impl Held {
    /// For a contestant whose bytes were not counted.
    pub fn declared(said: usize) -> Self {
        Self { counted: None, said }
    }

    /// The counted bytes, or else the contestant's own report.
    pub fn known(&self) -> usize {
        self.counted.unwrap_or(self.said)
    }
}

/// Counts the bytes that a contestant holds in a scene, or in a town of so many brushes; the last is its own word.
pub type CountBytes<'a> = &'a mut dyn FnMut(&str, Option<usize>, usize) -> Held;

/// A contestant that was not measured.
struct LeftOut {
    contestant: String,
    axes: Axes,
    end: End,
}

/// Measures everything that a plan asks. Cases of one setting are in the order of the contestants; those of contestants who panic
/// are the last.
///
/// # Errors
/// A scene that cannot be used, or a contestant that cannot be built or moved.
pub fn measure(plan: &Plan, count: CountBytes, progress: Progress) -> Result<Vec<Case>, MeasureError> {
    let (cases, panicked) = without_who_panics(&plan.contestants, |contestants| {
        let plan = Plan {
            contestants: contestants.to_vec(),
            ..plan.clone()
        };
        measure_all(&plan, count, progress)
    })?;
    let stopped = panicked.into_iter().map(|(contestant, why)| {
        let left = LeftOut {
            contestant: contestant.to_string(),
            axes: Axes::default(),
            // It may be the judge's fault.
            end: End::NotJudged(why),
        };
        cases::of_left_out(plan, left)
    });
    Ok(cases.into_iter().flatten().chain(stopped).collect())
}

fn measure_all(plan: &Plan, count: CountBytes, progress: Progress) -> Result<Vec<Case>, MeasureError> {
    let mut left_out = Vec::new();
    let mut candidates: Vec<Candidate> = plan.contestants.iter().map(|&c| Candidate::new(c)).collect();
    let mut places = Vec::new();
    progress("building", 0, 1);
    for ground in Place::grounds(plan)? {
        if let Some(load) = &plan.load {
            players::check_start(&ground, &load.input)?;
        }
        let place = Place::build(ground, plan, &mut candidates, count, &mut left_out, progress)?;
        places.push(place);
    }
    let mut cases = Vec::new();
    for place in &places {
        cases.extend(cases::of_builds(plan, place));
    }
    if let Some(sweeps) = &plan.sweeps {
        let costs = sweeps::sweep_costs(&places, plan, sweeps, progress);
        cases.extend(
            costs
                .into_iter()
                .map(|cost| cases::of_sweeps(plan, &places[cost.place], cost)),
        );
    }
    if let Some(load) = &plan.load {
        let units = load.units();
        let all = (places.len() * units.len()) as u64;
        let each = places
            .iter()
            .flat_map(|place| units.iter().map(move |unit| (place, unit)));
        for ((place, &unit), done) in each.zip(0..) {
            progress(
                &format!("serving {} players at {} Hz", unit.players, unit.hertz),
                done,
                all,
            );
            let served = serve::serve(place, plan, load, unit, &mut left_out)?;
            cases.extend(
                served
                    .into_iter()
                    .map(|served| cases::of_load(plan, place, served)),
            );
        }
    }
    cases.extend(left_out.into_iter().map(|left| cases::of_left_out(plan, left)));
    let names: Vec<String> = plan.contestants.iter().map(ToString::to_string).collect();
    cases.sort_by_key(|case| names.iter().position(|name| *name == case.contestant));
    rank(&mut cases);
    Ok(cases)
}

/// What a plan asks in one place.
pub struct Questions {
    /// Of a town.
    pub brushes: Option<usize>,
    /// The scene's shared world, or the town with places to start in.
    pub world: World,
    /// The sweeps of the first round, by class of length.
    pub sweeps: Vec<(Option<Range<f32>>, Vec<Line>)>,
}

/// What a plan asks, for other programs.
///
/// # Errors
/// A scene that cannot be used.
pub fn questions(plan: &Plan) -> Result<Vec<Questions>, MeasureError> {
    let of_place = |ground: place::Ground| {
        let sweeps = plan.sweeps.as_ref();
        let sweeps = sweeps.map_or_else(Vec::new, |sweeps| sweeps::first_questions(&ground, plan, sweeps));
        Questions {
            brushes: ground.brushes(),
            world: ground.into_world(),
            sweeps,
        }
    };
    Ok(Place::grounds(plan)?.into_iter().map(of_place).collect())
}
