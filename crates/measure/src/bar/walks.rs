//! Players that run about a map: random headings, a side key now and then, jumps.

use super::answers::{BuiltContestant, seed};
use super::part::Part;
use super::{BarOptions, lawful, parallel, rest};
use crate::judge::detect::stuck::{Footing, stuck_ticks};
use crate::judge::detect::{SolidTruth, Walk, embedded};
use crate::judge::referee::SweepCounts;
use crate::run::contestant::Contestant;
use crate::run::play::{Played, play};
use crate::run::reference_space::ReferenceSpace;
use crate::run::setting::SPAWN_LIFT;
use crate::run::sweeps::Draw;
use crate::run::wander::wander;
use clipmark_geometry::{Hull, Point, Vec3, World};
use clipmark_movement::Body;
use clipmark_movement::recording::{Commands, write_commands};
use clipmark_referee::{Corners, HullReference, Reference};
use clipmark_rows::faults::{Counts, Fault};
use clipmark_rows::{Check, Questions};

/// Length of a tick in milliseconds: 125 a second, as Quake III is played.
pub(super) const MSEC: f32 = 8.0;
/// A player this far below the world's bounds has fallen out, in units.
const FALLEN: f32 = 64.0;

/// A body deeper than this in a solid after a tick is embedded, in units; the bar's own figure. Smaller: rounding at the
/// edge of large maps counts; larger: a depth that a player feels goes unnoticed.
const EMBEDDED: f64 = 0.05;

/// Players that run about.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walks {
    pub(super) walkers: usize,
    /// Ticks of all; those after which a body was deeper in a solid than [`EMBEDDED`]; how often a player was stuck (F17) where
    /// the reference mover gets on, or fell out.
    pub(super) counts: SweepCounts,
    /// Times a player was stuck where the reference mover is held too.
    pub(super) held_by_law: usize,
    /// Times a player was stuck where the reference mover gets on in f64 and is held in f32.
    pub(super) held_in_f32: usize,
    /// Distance run by all, in units.
    distance: f64,
}

impl Walks {
    fn and(self, other: &Self) -> Self {
        Self {
            walkers: self.walkers + other.walkers,
            counts: self.counts.and(&other.counts),
            held_by_law: self.held_by_law + other.held_by_law,
            held_in_f32: self.held_in_f32 + other.held_in_f32,
            distance: self.distance + other.distance,
        }
    }

    /// As a part of the questions with the player's hull.
    pub(super) fn part(&self, hull: &str) -> Part {
        Part {
            counted: Check::Walked,
            size: Some(self.distance),
            ..Part::new(hull, Questions::Walks, self.counts)
        }
    }
}

/// Lets every contestant's players run, the same ways, in the first world. The reference mover, which knows patches and no
/// triangles, runs in the second. A contestant whose player is led where no tick can be played has stopped. Beside the walks of
/// each are the commands of the worst one, where one is wrong.
pub(super) fn walks(
    (world, lawful): (&World, &World),
    truth: &Reference,
    contestants: &[BuiltContestant],
    options: &BarOptions,
) -> Vec<(Walks, Option<String>)> {
    let profile = &options.profile;
    let whole = truth.for_hull(&Hull::Box {
        bounds: profile.bounds(false),
    });
    let starts = starts(world, &whole, options);
    let solid: Vec<SolidTruth> = contestants
        .iter()
        .map(|one| SolidTruth::of_setup(truth, &one.setup))
        .collect();
    let fault = options.contestants.iter().find_map(Contestant::movement_fault);
    let space = ReferenceSpace::with(lawful, *profile, Corners::Kept, fault);
    let walkers = if starts.is_empty() {
        0
    } else {
        options.sizes.walkers
    };
    let work = |piece: usize| {
        let (contestant, walker) = (&contestants[piece / walkers], piece % walkers);
        let commands = wander(
            profile,
            starts[walker % starts.len()],
            MSEC,
            options.sizes.ticks,
            seed(options.seed, walker),
        );
        contestant.ask_unless_stopped(|| {
            let start = commands.start(profile.order);
            let run = match play(&*contestant.backend, &contestant.setup, start, &commands.ticks) {
                Ok(run) => run,
                Err(why) => {
                    contestant.stop(format!("player {walker} is lost: {why}"));
                    return None;
                }
            };
            let slides = contestant.setup.mover().slides();
            let space = space.as_ref().filter(|_| slides);
            let walks = judged(&run, contestant, &solid[piece / walkers], space, world);
            let is_wrong = !walks.counts.beyond_limits().is_empty();
            Some((walks, is_wrong.then_some(commands)))
        })
    };
    let mut found = parallel::pieces(contestants.len() * walkers, work).into_iter();
    contestants
        .iter()
        .map(|_| together(found.by_ref().take(walkers).flatten()))
        .collect()
}

/// All walks of one contestant, and the commands of that with most that is wrong.
fn together(walks: impl Iterator<Item = (Walks, Option<Commands>)>) -> (Walks, Option<String>) {
    let mut sum = Walks::default();
    let mut worst: Option<((usize, usize), Commands)> = None;
    for (walk, commands) in walks {
        sum = sum.and(&walk);
        let faults = &walk.counts.faults;
        let size = (faults[Fault::InSolid], faults[Fault::Stuck]);
        if let Some(commands) = commands.filter(|_| worst.as_ref().is_none_or(|w| size > w.0)) {
            worst = Some((size, commands));
        }
    }
    (sum, worst.map(|w| text(&w.1)))
}

fn text(commands: &Commands) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_commands(&mut text, commands);
    String::from_utf8_lossy(&text).into_owned()
}

fn judged(
    run: &Played,
    contestant: &BuiltContestant,
    truth: &SolidTruth,
    space: Option<&ReferenceSpace>,
    world: &World,
) -> Walks {
    let walk = Walk {
        run,
        profile: &contestant.setup.profile,
        mover: contestant.setup.mover(),
        rules: contestant.declared.rules,
        truth,
    };
    let depths = embedded::depths(run, truth);
    let stuck = stuck_ticks(run, truth, Footing::new(&walk));
    let stuck = lawful::parted(run, &stuck, space);
    let bottom = world.bounds.mins.z - FALLEN;
    let moved = |w: &[Body]| f64::from((w[1].origin - w[0].origin).norm());
    let faults = [
        (Fault::InSolid, depths.iter().filter(|d| **d > EMBEDDED).count()),
        (Fault::Stuck, stuck.events),
        (
            Fault::FellOut,
            usize::from(run.states.iter().any(|b| b.origin.z < bottom)),
        ),
    ];
    Walks {
        walkers: 1,
        counts: SweepCounts {
            queries: run.commands.len(),
            faults: Counts::collect(&faults),
            penetration: depths.iter().copied().fold(0.0, f64::max),
            ..SweepCounts::default()
        },
        held_by_law: stuck.by_law,
        held_in_f32: stuck.in_f32,
        distance: run.states.windows(2).map(moved).sum(),
    }
}

/// Free places where players start; at rest on floors where the map has none.
pub(super) fn starts(world: &World, body: &HullReference, options: &BarOptions) -> Vec<Point> {
    let mut lifted: Vec<Point> = world
        .spawns
        .iter()
        .map(|s| s.origin + Vec3::z() * SPAWN_LIFT)
        .collect();
    lifted.retain(|at| !body.overlaps(&at.cast()));
    if !lifted.is_empty() {
        return lifted;
    }
    let skin = options.profile.trace_rules.skin;
    let mut draw = Draw::new(world, body, skin, options.seed);
    rest::floors(&mut draw, body, &options.profile, options.sizes.walkers)
}
