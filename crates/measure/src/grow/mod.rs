//! How cost grows with the world: the same questions and players in worlds of ten, a hundred, a thousand times the brushes.
//!
//! The worlds are generated towns. For each size every contestant is built, from small to large. A contestant that would go beyond
//! the budget is left out of the next size and named. Its bytes are those that the caller counts. Then some answers of each are
//! refereed. Sweeps and ticks are timed, contestants and sizes in turns, on answers that are known beforehand.

pub(crate) mod budget;
pub(crate) mod cost;
mod ticks;
pub(crate) mod town;

pub use budget::Budget;
pub use town::{MOST_BRUSHES, Town};

use crate::clock::stopwatch::process_seconds;
use crate::machine::this_machine;
use crate::run::contestant::Contestant;
use crate::run::setting::BuiltContestant;
use crate::{MeasureError, Progress};
use budget::Past;
use clipmark_collision::BuildError;
use clipmark_collision::clock::Instant;
use clipmark_geometry::{Aabb, World};
use clipmark_movement::Profile;
use clipmark_record::grow::{GROW_FORMAT, GrowResults, GrowRow, LeftOut};
use clipmark_record::held::Held;
use cost::Place;

/// The measurement to be made.
#[derive(Clone, Debug)]
pub struct GrowOptions {
    /// The contestants.
    pub contestants: Vec<Contestant>,
    /// Whether contestants that cannot be built or moved are left out and named. Otherwise they are an error, unless the world is
    /// too large for them.
    pub leaves_out: bool,
    /// The movement.
    pub profile: Profile,
    /// Sweeps of each class of length.
    pub sweeps: usize,
    /// How many of them are refereed.
    pub refereed: usize,
    /// Players, each by itself, and ticks of each.
    pub players: usize,
    /// See `players`.
    pub ticks: usize,
    /// Rounds under the clock.
    pub rounds: usize,
    /// Seed of towns, sweeps and commands.
    pub seed: u64,
    /// The limits of a build.
    pub budget: Budget,
}

/// A contestant that was built of a world.
#[derive(Clone, Copy, Debug)]
pub struct Weighed<'a> {
    /// Its name.
    pub contestant: &'a str,
    /// Brushes of the world.
    pub brushes: usize,
    /// Bytes that it says it holds.
    pub said: usize,
}

/// Counts the bytes that a contestant holds. The budget goes by the count, and by the contestant's word where nobody can count.
pub type Count<'a> = &'a mut dyn FnMut(&Weighed) -> Held;

/// A contestant in a world, and the cost of its build.
struct Entered {
    built: BuiltContestant,
    bytes: Held,
    seconds: f64,
    wall_seconds: f64,
}

/// A contestant, the costs of its builds so far, and why it could not be built of a smaller world.
struct Candidate {
    contestant: Contestant,
    past: Past,
    refused: Option<String>,
}

/// Measures towns of these numbers of brushes.
///
/// # Errors
/// A contestant that cannot be built or moved.
pub fn measure(
    sizes: &[usize],
    options: &GrowOptions,
    count: Count,
    progress: Progress,
) -> Result<GrowResults, MeasureError> {
    let mut results = empty(options);
    let mut candidates: Vec<Candidate> = options
        .contestants
        .iter()
        .map(|&contestant| Candidate {
            contestant,
            past: Past::default(),
            refused: None,
        })
        .collect();
    let mut places: Vec<Place> = Vec::new();
    for &brushes in sizes {
        progress(&format!("a town of {brushes} brushes"), 0, 1);
        let town = Town::build(brushes, options.seed).map_err(MeasureError::Town)?;
        let left_out = &mut results.left_out;
        places.push(place(town, &mut candidates, options, left_out, count, progress)?);
    }
    results.rows = cost::rows(&places, options, progress)?;
    Ok(results)
}

/// A town by itself, as contestants are built of it.
///
/// # Errors
/// As [`Town::build`].
pub fn town_world(brushes: usize, profile: &Profile, seed: u64) -> Result<World, MeasureError> {
    let town = Town::build(brushes, seed).map_err(MeasureError::Town)?;
    let mut world = town.world().clone();
    world.bodies = bodies(profile);
    Ok(world)
}

/// The bodies that are moved in a world.
fn bodies(profile: &Profile) -> Vec<Aabb> {
    [false, true].map(|ducked| profile.bounds(ducked)).to_vec()
}

fn standing(options: &GrowOptions) -> Aabb {
    options.profile.bounds(false)
}

/// Builds all contestants that are not left out of a town, and has their bytes counted.
fn place(
    mut town: Town,
    candidates: &mut [Candidate],
    options: &GrowOptions,
    left_out: &mut Vec<LeftOut>,
    count: Count,
    progress: Progress,
) -> Result<Place, MeasureError> {
    town.world_mut().bodies = bodies(&options.profile);
    let brushes = town.world().brushes.len();
    let mut entered = Vec::new();
    for candidate in candidates {
        let name = candidate.contestant.to_string();
        if let Some(refused) = candidate.past.refused(&options.budget, &name, brushes) {
            left_out.push(refused);
            continue;
        }
        progress(&format!("{name} of {brushes} brushes"), 0, 1);
        let built = match &candidate.refused {
            Some(why) => Err(why.clone()),
            None => match enter(town.world(), candidate.contestant, options) {
                Err(MeasureError::Build(e @ (BuildError::TooLarge { .. } | BuildError::Library { .. }))) => {
                    Err(e.to_string())
                }
                Err(e) if options.leaves_out => Err(e.to_string()),
                built => Ok(built?),
            },
        };
        let mut built = match built {
            Ok(built) => built,
            Err(why) => {
                left_out.push(LeftOut {
                    contestant: name,
                    brushes,
                    why: why.clone(),
                });
                candidate.refused = Some(why);
                continue;
            }
        };
        built.bytes = count(&Weighed {
            contestant: &name,
            brushes,
            said: built.bytes.said,
        });
        let bytes = built.bytes.known() as f64;
        candidate.past.0.push([brushes as f64, built.seconds, bytes]);
        entered.push(built);
    }
    Ok(Place { town, entered })
}

/// Builds a contestant for a world, by the clock.
fn enter(world: &World, contestant: Contestant, options: &GrowOptions) -> Result<Entered, MeasureError> {
    let (began, cpu) = (Instant::now(), process_seconds());
    let backend = contestant.build(world, options.profile.trace_rules)?;
    let wall_seconds = began.elapsed().as_secs_f64();
    let seconds = match (cpu, process_seconds()) {
        (Some(from), Some(to)) => to - from,
        _ => wall_seconds,
    };
    let setup = contestant.setup(options.profile, world, &*backend)?;
    let hull = setup.shape().hull(standing(options));
    if !backend.facts().supports(&hull) {
        let Aabb { mins, maxs } = hull.bounds();
        return Err(MeasureError::NoSuchBody {
            file: world.name.clone(),
            contestant: contestant.to_string(),
            kind: hull.kind(),
            bounds: format!(
                "({} {} {}) to ({} {} {})",
                mins.x, mins.y, mins.z, maxs.x, maxs.y, maxs.z
            ),
        });
    }
    contestant.check_sizes(&setup, &*backend, &world.name)?;
    let bytes = Held::declared(backend.facts().bytes);
    let built = BuiltContestant {
        contestant,
        backend,
        setup,
        hull,
        build_seconds: wall_seconds,
    };
    Ok(Entered {
        built,
        bytes,
        seconds,
        wall_seconds,
    })
}

fn empty(options: &GrowOptions) -> GrowResults {
    GrowResults {
        format: GROW_FORMAT,
        world: "town".to_owned(),
        profile: options.profile.name.to_string(),
        seed: options.seed,
        sweeps: options.sweeps,
        refereed: options.refereed.min(options.sweeps),
        players: options.players,
        ticks: options.ticks,
        rounds: options.rounds,
        most_seconds: options.budget.seconds,
        most_megabytes: options.budget.megabytes,
        machine: this_machine(),
        made: clipmark_record::Made::default(),
        rows: Vec::<GrowRow>::new(),
        left_out: Vec::<LeftOut>::new(),
    }
}
