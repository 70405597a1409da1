//! Players that run about a map: random headings, a side key now and then, jumps.

use super::answers::{BuiltContestant, seed};
use super::part::{Answers, Part};
use super::{BarOptions, lawful, parallel, rest};
use crate::judge::detect::stuck::{Footing, stuck_ticks};
use crate::judge::detect::{SolidTruth, Walk, embedded};
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
    /// Ticks of all.
    pub(super) ticks: usize,
    /// Ticks after which a body was deeper in a solid than [`EMBEDDED`].
    embedded_ticks: usize,
    /// Deepest, in units.
    deepest: f64,
    /// Times a player was stuck (F17) where the reference mover gets on.
    stuck_events: usize,
    /// Times a player was stuck where the reference mover is held too.
    pub(super) held_by_law: usize,
    /// Times a player was stuck where the reference mover gets on in f64 and is held in f32.
    pub(super) held_in_f32: usize,
    fell_out: usize,
    /// Distance run by all, in units.
    distance: f64,
}

impl Walks {
    fn answers(&self) -> Answers {
        Answers {
            asked: self.ticks,
            faults: Counts::collect(&[
                (Fault::InSolid, self.embedded_ticks),
                (Fault::Stuck, self.stuck_events),
                (Fault::FellOut, self.fell_out),
            ]),
            deepest: self.deepest,
            ..Answers::default()
        }
    }

    /// As a part of the questions with the player's hull.
    pub(super) fn part(&self, hull: &str) -> Part {
        Part {
            counted: Check::Walked,
            size: Some(self.distance),
            ..Part::new(hull, Questions::Walks, self.answers())
        }
    }
}

/// A contestant's walks.
pub(super) struct Walked {
    pub(super) walks: Walks,
    pub(super) worst: Option<String>,
}

/// Lets every contestant's players run, the same ways, in the first world. The reference mover, which knows patches and no
/// triangles, runs in the second. A contestant whose player is led where no tick can be played has stopped.
pub(super) fn walks(
    (world, lawful): (&World, &World),
    truth: &Reference,
    contestants: &[BuiltContestant],
    options: &BarOptions,
) -> Vec<Walked> {
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
            let is_wrong = !walks.answers().beyond_limits().is_empty();
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
fn together(walks: impl Iterator<Item = (Walks, Option<Commands>)>) -> Walked {
    let mut sum = Walks::default();
    let mut worst: Option<((usize, usize), Commands)> = None;
    for (walk, commands) in walks {
        sum = Walks {
            walkers: sum.walkers + 1,
            ticks: sum.ticks + walk.ticks,
            embedded_ticks: sum.embedded_ticks + walk.embedded_ticks,
            deepest: sum.deepest.max(walk.deepest),
            stuck_events: sum.stuck_events + walk.stuck_events,
            held_by_law: sum.held_by_law + walk.held_by_law,
            held_in_f32: sum.held_in_f32 + walk.held_in_f32,
            fell_out: sum.fell_out + walk.fell_out,
            distance: sum.distance + walk.distance,
        };
        let size = (walk.embedded_ticks, walk.stuck_events);
        if let Some(commands) = commands.filter(|_| worst.as_ref().is_none_or(|w| size > w.0)) {
            worst = Some((size, commands));
        }
    }
    Walked {
        walks: sum,
        worst: worst.map(|w| text(&w.1)),
    }
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
    Walks {
        walkers: 1,
        ticks: run.commands.len(),
        embedded_ticks: depths.iter().filter(|d| **d > EMBEDDED).count(),
        deepest: depths.iter().copied().fold(0.0, f64::max),
        stuck_events: stuck.events,
        held_by_law: stuck.by_law,
        held_in_f32: stuck.in_f32,
        fell_out: usize::from(run.states.iter().any(|b| b.origin.z < bottom)),
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
