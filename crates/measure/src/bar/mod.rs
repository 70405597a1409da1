//! The correctness bar of a backend on maps, judged by the exact reference. It asks random sweeps, sweeps from rest and a share
//! of questions with every hull, and lets players run about.
//!
//! The referee classifies each answer; `part.rs` counts them, and `cases.rs` has the verdict. Every contestant is asked the same
//! questions. Random sweeps are those of every comparison ([`sweeps`](crate::run::sweeps)); a share of them starts in solids.

pub(crate) mod answers;
mod cases;
mod chains;
mod declared;
mod hulls;
pub(crate) mod lawful;
mod made;
pub(crate) mod movers;
mod parallel;
pub(crate) mod part;
mod places;
mod process;
pub(crate) mod rest;
mod walks;

use crate::MeasureError;
use crate::judge::worst::CaseContext;
use crate::panics::catch_panic;
use crate::run::contestant::Contestant;
pub(crate) use answers::seed;
use answers::{BuiltContestant, Swept, random, resting};
use cases::Found;
pub use cases::{QUESTION, WALK, answer_checks, answer_rows, checks, checks_shown, gap_rows, worst_answers};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_movement::{Profile, Setup};
use clipmark_referee::{HullReference, Reference};
use clipmark_rows::faults::Fault;
use clipmark_rows::{Axis, Case, End, LEFT_OUT, Questions};
use declared::Declared;
pub use made::{MANY, TURNED, build_world};
use part::{Answers, Part};
pub use process::process_hash;

/// Name of the list of checks that every case is asked.
pub const CHECKLIST: &str = "the bar";

/// How much is asked on each map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Fewest questions on a map for a verdict. Fewer answers hide a fault of one in ten thousand, and with fewer ticks a
/// player reaches no corner.
pub const LEAST: Sizes = Sizes {
    sweeps: 10_000,
    rest: 1000,
    hulls: 0,
    walkers: 2,
    ticks: 250,
};

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

/// Measures the contestants on a map. One that cannot be built from it has a case that says so, and so has one that panics or
/// leads a player where no tick can be played.
///
/// # Errors
/// Rules that a backend does not know.
pub fn measure_map(name: &str, world: World, options: &BarOptions) -> Result<Vec<Case>, MeasureError> {
    let (mut world, curved, left_out) = shared(world, options.contestants);
    let profile = options.profile;
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    world.bodies.extend(options.hull.map(|h| h.bounds()));
    let truth = Reference::build(&world, Contents::PLAYER_MASK);
    let (mut contestants, mut unable) = (Vec::new(), Vec::new());
    for contestant in options.contestants {
        let build = || {
            let (backend, setup) = enter(*contestant, &world, profile)?;
            contestant.check_sizes(&setup, &*backend, name)?;
            let hull = options
                .hull
                .unwrap_or_else(|| setup.shape().hull(profile.bounds(false)));
            Ok(BuiltContestant::new(*contestant, backend, (setup, hull), &world))
        };
        match catch_panic(build) {
            Ok(Ok(built)) => {
                unable.push(None);
                contestants.push(built);
            }
            Ok(Err(MeasureError::Build(
                e @ (BuildError::Brush { .. } | BuildError::TooLarge { .. } | BuildError::Library { .. }),
            ))) => unable.push(Some(End::Refused(e.to_string()))),
            Ok(Err(e)) => return Err(e),
            Err(why) => unable.push(Some(End::Stopped(format!("its build panicked: {why}")))),
        }
    }
    let mut asked = match contestants.is_empty() {
        true => Vec::new(),
        false => found(name, (&world, curved.as_ref()), &truth, &contestants, options)?,
    }
    .into_iter();
    let case = |(contestant, unable): (&Contestant, Option<End>)| {
        let found = match unable {
            Some(end) => Err(end),
            None => asked.next()?.map_err(End::Stopped),
        };
        let nothing = Case {
            subject: name.into(),
            contestant: contestant.to_string(),
            checklist: CHECKLIST.into(),
            ..Case::default()
        };
        let mut case = match found {
            Ok(found) => cases::case(nothing, found),
            Err(End::Stopped(why)) => nothing.stopped(why),
            Err(end) => Case { end, ..nothing },
        };
        if !left_out.is_empty() {
            case.facts.insert(LEFT_OUT.into(), left_out.join(", "));
        }
        Some(case)
    };
    Ok(options.contestants.iter().zip(unable).filter_map(case).collect())
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

/// What is found of each contestant, or why it stopped. The second world is the one whose curved patches are still such, where
/// the first has triangles for them.
fn found(
    name: &str,
    (world, curved): (&World, Option<&World>),
    truth: &Reference,
    contestants: &[BuiltContestant],
    options: &BarOptions,
) -> Result<Vec<Result<Found, String>>, MeasureError> {
    let profile = options.profile;
    let largest = truth.for_hull(&options.hull.unwrap_or(Hull::Box {
        bounds: profile.bounds(false),
    }));
    let references: Vec<HullReference> = contestants
        .iter()
        .map(|one| one.reference(truth, &one.hull))
        .collect();
    let swept = contestants
        .iter()
        .zip(&references)
        .map(|(contestant, truth)| Swept {
            contestant,
            hull: contestant.hull,
            mask: Contents::PLAYER_MASK,
            truth,
            least_cosine: 0.0,
            turned: None,
        });
    let swept: Vec<Swept> = swept.collect();
    let drawn = random(world, &largest, &swept, options);
    let rested = resting(world, &largest, &swept, options);
    let of_hulls = hulls::hulls(world, truth, contestants, options);
    let among = movers::movers(world, contestants, options)?;
    let lawful = curved.unwrap_or(world);
    let walked = walks::walks((world, lawful), truth, contestants, options);
    let of_hulls = of_hulls.into_iter().zip(among);
    let each = contestants
        .iter()
        .zip(drawn)
        .zip(rested)
        .zip(of_hulls)
        .zip(walked);
    Ok(each
        .map(|((((contestant, mut drawn), rested), (hulls, among)), walked)| {
            drawn.worst.merge(hulls.worst);
            let mut skin = drawn.skin;
            skin.merge(rested.skin);
            let build = || contestant.who.library(world, profile.trace_rules);
            let library = contestant.ask_unless_stopped(build);
            let asked = CaseContext {
                world: name,
                patches: curved.is_some() || !world.patches.is_empty(),
                patches_as_triangles: curved.is_some(),
                triangles: !world.triangles.is_empty(),
                name: contestant.who.backend.name(),
                library: library.as_deref(),
                declared: &contestant.declared,
            };
            let declared = declared::declared(contestant.who, &contestant.declared, &profile.trace_rules);
            let hull = contestant.hull.kind();
            let mut parts = vec![of_random(hull, drawn.answers[0], &declared)];
            parts.extend(of_rest(hull, &rested.answers));
            parts.push(walked.walks.part(hull));
            parts.push(Part::of_gaps(hull, Questions::Gaps, &skin.verdict()));
            parts.extend(hulls.parts.into_iter().chain(among.parts));
            let other_hulls = (options.sizes.hulls == 0).then(|| "other hulls".to_owned());
            let movers = among.refused.map(|why| format!("among movers: {why}"));
            let not_asked: Vec<String> = other_hulls.into_iter().chain(movers).collect();
            // The library of each question is asked again.
            let questions =
                contestant.ask_unless_stopped(|| [drawn.worst.cases(&asked), rested.worst.cases(&asked)]);
            if let Some(why) = contestant.stopped() {
                return Err(why.to_owned());
            }
            Ok(Found {
                parts,
                walks: walked.walks,
                declared,
                questions,
                worst_walk: walked.worst,
                not_asked: (!not_asked.is_empty()).then(|| not_asked.join("; ")),
            })
        })
        .collect())
}

/// Random sweeps. What is declared and is not so counts beside them.
fn of_random(hull: &str, mut answers: Answers, declared: &[Declared]) -> Part {
    let untrue = declared.iter().filter_map(|declared| {
        let shown = declared.untrue.as_ref()?;
        Some((
            Fault::UntrueDeclaration,
            format!("that it {}: {shown}", declared.what),
        ))
    });
    let notes: Vec<(Fault, String)> = untrue.collect();
    answers.faults[Fault::UntrueDeclaration] += notes.len();
    Part {
        notes,
        ..Part::new(hull, Questions::Random, answers)
    }
}

/// Sweeps from rest, by gap and way. The limits hold for all of them together.
fn of_rest<'a>(hull: &'a str, answers: &'a [Answers]) -> impl Iterator<Item = Part> + 'a {
    let limited = Answers::sum(answers);
    rest::classes().zip(answers).map(move |(class, answers)| {
        let part = Part::new(hull, Questions::Rest, *answers);
        Part {
            axes: part
                .axes
                .with(Axis::Gap, class.gap)
                .with(Axis::Way, class.way.name()),
            limited,
            ..part
        }
    })
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
