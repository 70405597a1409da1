//! The correctness bar of a backend on maps, judged by the exact reference. It asks random sweeps, sweeps from rest and a
//! share of questions with every hull, and lets players run about.
//!
//! The referee classifies each answer; `part.rs` counts them, and `cases.rs` has the verdict. Every contestant is asked the
//! same questions. Random sweeps are those of every comparison ([`sweeps`](crate::run::sweeps)); a share of them starts in
//! solids.

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
use crate::judge::again;
use crate::judge::referee::SweepCounts;
use crate::judge::worst::CaseContext;
pub use crate::judge::worst::case_kind;
use crate::panics::catch_panic;
use crate::run::contestant::Contestant;
use crate::run::setting::Kept;
pub(crate) use answers::seed;
use answers::{BuiltContestant, Panel, Swept};
use cases::Found;
pub use cases::{QUESTION, WALK, answer_checks, answer_rows, checks, gap_rows, worst_answers};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_movement::{Profile, Setup};
use clipmark_referee::Reference;
use clipmark_rows::faults::Fault;
use clipmark_rows::{Axis, Case, End, LEFT_OUT, Questions};
use declared::Declared;
pub use made::{MANY, TURNED, build_world};
use part::Part;
pub use process::process_hash;
use std::mem::take;

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
    let left_out = (!left_out.is_empty()).then(|| (LEFT_OUT.to_owned(), left_out.join(", ")));
    let nothing = |contestant: &Contestant| Case {
        subject: name.into(),
        contestant: contestant.to_string(),
        checklist: CHECKLIST.into(),
        facts: left_out.clone().into_iter().collect(),
        ..Case::default()
    };
    let mut cases: Vec<Case> = options.contestants.iter().map(nothing).collect();
    let (mut contestants, mut asked) = (Vec::new(), Vec::new());
    for (contestant, case) in options.contestants.iter().zip(&mut cases) {
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
                contestants.push(built);
                asked.push(case);
            }
            Ok(Err(MeasureError::Build(why))) if is_refusal(&why) => case.end = End::Refused(why.to_string()),
            Ok(Err(why)) => return Err(why),
            Err(why) => *case = take(case).stopped(format!("its build panicked: {why}")),
        }
    }
    if !contestants.is_empty() {
        let found = found(name, (&world, curved.as_ref()), &truth, &contestants, options)?;
        for ((case, contestant), found) in asked.into_iter().zip(&contestants).zip(found) {
            *case = match contestant.stopped() {
                Some(why) => take(case).stopped(why),
                None => cases::case(take(case), found),
            };
        }
    }
    Ok(cases)
}

/// Whether a library refuses the world, or a part of it.
fn is_refusal(why: &BuildError) -> bool {
    matches!(
        why,
        BuildError::Brush { .. } | BuildError::TooLarge { .. } | BuildError::Library { .. }
    )
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

/// What is found of each contestant. The second world is the one whose curved patches are still such, where the first has
/// triangles for them.
fn found(
    name: &str,
    (world, curved): (&World, Option<&World>),
    truth: &Reference,
    contestants: &[BuiltContestant],
    options: &BarOptions,
) -> Result<Vec<Found>, MeasureError> {
    let (profile, sizes) = (options.profile, options.sizes);
    let largest = truth.for_hull(&options.hull.unwrap_or(Hull::Box {
        bounds: profile.bounds(false),
    }));
    let swept = contestants.iter().map(|contestant| Swept {
        least_cosine: 0.0,
        ..Swept::new(contestant, contestant.hull, truth)
    });
    let swept: Vec<Swept> = swept.collect();
    let panel = Panel {
        swept: &swept,
        world,
        largest: &largest,
        skin: profile.trace_rules.skin,
    };
    let drawn = panel.sweeps(sizes.sweeps, options.seed, again::LEAST, |draw| draw.line());
    // Other places than those of the random sweeps.
    let rested = panel.rest(sizes.rest, !options.seed, again::LEAST);
    let walked = walks::walks((world, curved.unwrap_or(world)), truth, contestants, options);
    let players = contestants.iter().zip(drawn).zip(rested).zip(walked);
    let mut all: Vec<Found> = players
        .map(|(((contestant, drawn), rested), (walks, worst_walk))| {
            let hull = contestant.hull.kind();
            let declared = declared::declared(contestant.who, &contestant.declared, &profile.trace_rules);
            let mut skin = drawn.skin;
            skin.merge(rested.skin);
            let mut parts = vec![of_random(hull, drawn.answers[0], &declared)];
            parts.extend(of_rest(hull, &rested.answers));
            parts.push(walks.part(hull));
            parts.push(Part::of_gaps(hull, Questions::Gaps, &skin.verdict()));
            Found {
                parts,
                walks,
                worst_walk,
                declared,
                worst: [drawn.worst, rested.worst],
                questions: Vec::new(),
                not_asked: Vec::new(),
            }
        })
        .collect();
    hulls::hulls(world, truth, contestants, options, &mut all);
    let among = movers::movers(world, contestants, options)?;
    for ((contestant, found), among) in contestants.iter().zip(&mut all).zip(among) {
        found.parts.extend(among.parts);
        let other_hulls = (sizes.hulls == 0).then(|| "other hulls".to_owned());
        let movers = among.refused.map(|why| format!("among movers: {why}"));
        found.not_asked.extend(other_hulls.into_iter().chain(movers));
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
        // The library of each question is asked again.
        let worst = take(&mut found.worst).into_iter();
        found.questions = contestant.ask_unless_stopped(|| worst.map(|worst| worst.cases(&asked)).collect());
    }
    Ok(all)
}

/// Random sweeps. What is declared and is not so counts beside them.
fn of_random(hull: &str, mut answers: SweepCounts, declared: &[Declared]) -> Part {
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
fn of_rest<'a>(hull: &'a str, answers: &'a [SweepCounts]) -> impl Iterator<Item = Part> + 'a {
    let limited = SweepCounts::sum(answers);
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
fn shared(world: World, contestants: &[Contestant]) -> (World, Option<World>, Vec<String>) {
    let kept = Kept::by_all(contestants);
    let parts = [
        (kept.triangles, world.triangles.len(), "triangles"),
        (kept.patches, world.patches.len(), "curved patches"),
    ];
    let left_out = parts.iter().filter(|(is_kept, n, _)| !is_kept && *n > 0);
    let left_out = left_out.map(|(_, n, what)| format!("{n} {what}")).collect();
    let (solids, _) = Kept {
        as_triangles: false,
        ..kept
    }
    .split(world);
    match kept.as_triangles && !solids.patches.is_empty() {
        true => (solids.clone().with_patches_as_triangles(), Some(solids), left_out),
        false => (solids, None, left_out),
    }
}
