//! The correctness bar of a backend on maps, judged by the exact reference. It asks random sweeps, sweeps from rest and a share
//! of questions with every hull, and lets players run about.
//!
//! The bar is [`record::bar`](clipmark_record::bar); the referee classifies each answer. Every contestant is asked the same
//! questions. Random sweeps are those of every comparison ([`sweeps`](crate::run::sweeps)); a share of them starts in solids.

pub(crate) mod answers;
mod chains;
mod declared;
mod hulls;
pub(crate) mod lawful;
mod made;
pub(crate) mod movers;
mod parallel;
mod places;
mod process;
pub(crate) mod rest;
mod walks;

use crate::judge::referee::skin_score;
use crate::judge::worst::CaseContext;
use crate::run::contestant::Contestant;
use crate::{MeasureError, Progress, this_machine};
pub(crate) use answers::seed;
use answers::{BuiltContestant, Swept, random, resting};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_movement::{Profile, Setup};
use clipmark_record::bar::{BarResults, BarRow, Sizes};
use clipmark_record::faults::Fault;
use clipmark_truth::{HullReference, Reference};
pub use made::{MANY, build_world};
pub use process::process_hash;

/// Each hull gets the number of random sweeps, divided by this, as questions. A fault of one in a thousand shows on a map, and
/// all hulls together take a third of the time.
pub const HULL_SHARE: usize = 50;

/// The bar in full: 10^6 random sweeps, 10^5 from rest, 20,000 questions with each hull, 60 players for 1,500 ticks.
pub const FULL: Sizes = Sizes {
    sweeps: 1_000_000,
    rest: 100_000,
    hulls: 1_000_000 / HULL_SHARE,
    walkers: 60,
    ticks: 1500,
};

/// Questions of `--quick` on a map: a tenth, and more than a verdict needs.
pub const QUICK: Sizes = Sizes {
    sweeps: 100_000,
    rest: 10_000,
    hulls: 100_000 / HULL_SHARE,
    walkers: 10,
    ticks: 1000,
};

/// The questions of the bar and the contestants they are put to.
#[derive(Clone, Debug)]
pub struct BarOptions<'a> {
    /// The contestants.
    pub contestants: &'a [Contestant],
    /// The movement; its trace rules hold for the sweeps too.
    pub profile: Profile,
    /// The hull swept at random and from rest, if not the player's hull of each backend.
    pub hull: Option<Hull>,
    /// How much.
    pub sizes: Sizes,
    /// Seed of all that is drawn.
    pub seed: u64,
}

/// Measures all maps, given by name and world. A contestant that cannot be built from a map has a row that says so.
///
/// # Errors
/// Rules that a backend does not know, and a player whose state becomes non-finite or out of range.
pub fn measure(
    maps: Vec<(String, World)>,
    options: &BarOptions,
    progress: Progress,
) -> Result<BarResults, MeasureError> {
    let mut rows = Vec::new();
    let all: Vec<usize> = (0..options.contestants.len()).collect();
    for (name, world) in maps {
        rows.extend(measure_map(&name, world, options, &all, progress)?);
    }
    Ok(BarResults {
        made: clipmark_record::Made::default(),
        machine: this_machine(),
        profile: options.profile.name.into(),
        sizes: options.sizes,
        seed: options.seed,
        rows,
    })
}

/// Measures the contestants at the places `who` in `options` on a map. Their rows do not depend on `who`: all contestants in
/// `options` decide the common choices.
///
/// # Errors
/// As [`measure`].
pub fn measure_map(
    name: &str,
    world: World,
    options: &BarOptions,
    who: &[usize],
    progress: Progress,
) -> Result<Vec<BarRow>, MeasureError> {
    let (mut world, curved, left_out) = shared(world, options.contestants);
    let profile = options.profile;
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    world.bodies.extend(options.hull.map(|h| h.bounds()));
    let truth = Reference::build(&world, Contents::PLAYER_MASK);
    let who = || who.iter().map(|&place| &options.contestants[place]);
    let (mut judges, mut refused) = (Vec::new(), Vec::new());
    for contestant in who() {
        let (backend, setup) = match enter(*contestant, &world, profile) {
            Ok(entered) => entered,
            Err(
                e @ (BuildError::Brush { .. } | BuildError::TooLarge { .. } | BuildError::Library { .. }),
            ) => {
                refused.push(Some(e.to_string()));
                continue;
            }
            Err(e) => return Err(e.into()),
        };
        refused.push(None);
        contestant.check_sizes(&setup, &*backend, name)?;
        let hull = options
            .hull
            .unwrap_or_else(|| setup.shape().hull(profile.bounds(false)));
        judges.push(BuiltContestant::new(*contestant, backend, (setup, hull), &world));
    }
    let mut asked = if judges.is_empty() {
        Vec::new()
    } else {
        rows(
            name,
            (&world, curved.as_ref()),
            &truth,
            &judges,
            options,
            progress,
        )?
    }
    .into_iter();
    let row = |(contestant, refused): (&Contestant, Option<String>)| match refused {
        Some(why) => Some(BarRow::refusing(name, &contestant.to_string(), &left_out, why)),
        None => asked.next().map(|row| BarRow {
            left_out: left_out.clone(),
            ..row
        }),
    };
    Ok(who().zip(refused).filter_map(row).collect())
}

/// A contestant's backend in a world, and its movement.
fn enter(
    contestant: Contestant,
    world: &World,
    profile: Profile,
) -> Result<(Box<dyn CollisionBackend>, Setup), BuildError> {
    let backend = contestant.build(world, profile.trace_rules)?;
    let setup = contestant.setup(profile, world, &*backend)?;
    Ok((backend, setup))
}

/// The row of each judge. The second world is the one whose curved patches are still such, where the first has triangles for
/// them.
fn rows(
    name: &str,
    (world, curved): (&World, Option<&World>),
    truth: &Reference,
    judges: &[BuiltContestant],
    options: &BarOptions,
    progress: Progress,
) -> Result<Vec<BarRow>, MeasureError> {
    let profile = options.profile;
    let largest = truth.for_hull(&options.hull.unwrap_or(Hull::Box {
        bounds: profile.bounds(false),
    }));
    let references: Vec<HullReference> = judges.iter().map(|j| j.reference(truth, &j.hull)).collect();
    let swept = judges.iter().zip(&references).map(|(judge, truth)| Swept {
        judge,
        hull: judge.hull,
        truth,
        least_cosine: 0.0,
        turned: None,
    });
    let swept: Vec<Swept> = swept.collect();
    let drawn = random(world, &largest, &swept, options, &mut |done, all| {
        progress(&format!("{}: sweeps", world.name), done, all);
    });
    let rested = resting(world, &largest, &swept, options, &mut |done, all| {
        progress(&format!("{}: from rest", world.name), done, all);
    });
    let of_hulls = hulls::hulls(world, truth, judges, options, &mut |done, all| {
        progress(&format!("{}: every hull", world.name), done, all);
    });
    let among = movers::movers(world, judges, options, &mut |done, all| {
        progress(&format!("{}: movers", world.name), done, all);
    })?;
    let lawful = curved.unwrap_or(world);
    let walked = walks::walks((world, lawful), truth, judges, options, &mut |done, all| {
        progress(&format!("{}: walks", world.name), done, all);
    })
    .map_err(|lost| lost.on(name))?;
    let of_hulls = of_hulls.into_iter().zip(among).map(|(mut hulls, among)| {
        hulls.answers.extend(among);
        hulls
    });
    let rows = judges.iter().zip(drawn).zip(rested).zip(of_hulls).zip(walked);
    Ok(rows
        .map(|((((judge, mut drawn), rested), hulls), walked)| {
            drawn.worst.merge(hulls.worst);
            let mut skin = drawn.skin;
            skin.merge(rested.skin);
            let library = judge.contestant.library(world, profile.trace_rules);
            let asked = CaseContext {
                world: name,
                patches: curved.is_some() || !world.patches.is_empty(),
                patches_as_triangles: curved.is_some(),
                triangles: !world.triangles.is_empty(),
                name: judge.contestant.backend.name(),
                library: library.as_deref(),
                declared: &judge.declared,
            };
            let declared = declared::declared(judge.contestant, &judge.declared, &profile.trace_rules);
            let untrue = declared.iter().filter(|declared| declared.untrue.is_some());
            drawn.answers[0].faults[Fault::UntrueDeclaration] += untrue.count();
            BarRow {
                map: name.into(),
                contestant: judge.contestant.to_string(),
                hull: judge.hull.kind().into(),
                left_out: Vec::new(),
                refused: None,
                declared,
                random: drawn.answers[0],
                rest: rest::classes()
                    .zip(rested.answers)
                    .map(|(c, a)| c.with(a))
                    .collect(),
                hulls: hulls.answers,
                skin: skin_score(&skin.verdict()),
                walks: walked.walks,
                cases: [drawn.worst.cases(&asked), rested.worst.cases(&asked)],
                worst_walk: walked.worst,
            }
        })
        .collect())
}

/// The world with the parts that all contestants collide with, the same before its patches became triangles, and the left-out
/// parts.
fn shared(mut world: World, contestants: &[Contestant]) -> (World, Option<World>, Vec<String>) {
    let mut left_out = Vec::new();
    let triangles = contestants.iter().all(|c| c.backend.collides_with_triangles());
    let patches = contestants.iter().all(|c| c.backend.collides_with_patches());
    if !world.triangles.is_empty() && !triangles {
        left_out.push(format!("{} triangles", world.triangles.len()));
        world = world.without_triangles();
    }
    if !world.patches.is_empty() && !patches {
        left_out.push(format!("{} curved patches", world.patches.len()));
        world = world.without_patches();
    }
    let mut curved = None;
    if !world.patches.is_empty() && contestants.iter().all(Contestant::takes_patches_as_triangles) {
        curved = Some(world.clone());
        world = world.with_patches_as_triangles();
    }
    (world, curved, left_out)
}
