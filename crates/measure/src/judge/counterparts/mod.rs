//! The same run elsewhere and again: without the world's seams, turned, far away, on another thread, at other tick rates.
//! The differential detectors (F18, F28 to F31) compare with these runs.
//!
//! A whole run would diverge at the first near-tie and say nothing after it. So each tick begins from the run's own state
//! ([`Shadow`]). Ends that a small step aside also gives at home are near-ties and left out.

mod merged;
pub(crate) mod turned;

pub use merged::merged;

use crate::judge::detect::{Evidence, Needs, Walk, detect};
use crate::run::play::{InputSource, play};
use crate::run::reference_space::ReferenceSpace;
use clipmark_collision::CollisionBackend;
use clipmark_faults::MovementFault;
use clipmark_geometry::{Contents, Point, Vec3, World};
use clipmark_movement::{Body, Player, Profile, Setup, UserCmd};
use clipmark_referee::conformance::{MOVES, Move};
use clipmark_referee::{Corners, Reference};
use clipmark_rows::drawn::DIVERGED;
use std::cell::OnceCell;

/// A run and the means to play it elsewhere.
pub struct Home<'a> {
    /// The world it was played in.
    pub world: &'a World,
    /// The backend it was played on.
    pub backend: &'a dyn CollisionBackend,
    /// Builds that backend from another world; `None` for one it refuses.
    pub build: &'a dyn Fn(&World) -> Option<Box<dyn CollisionBackend>>,
    /// Movement, mover and shape.
    pub setup: &'a Setup,
    /// The run and its rules.
    pub walk: Walk<'a>,
    /// Where the exact reference mover ends, if there is one.
    pub reference: Option<Ends<'a>>,
}

/// Where a run from a state by these commands ends, by a rule of corners.
pub type Ends<'a> = &'a dyn Fn(&Body, &[UserCmd], Corners) -> Option<Point>;

/// The same run elsewhere and again.
#[derive(Clone, Debug, Default)]
pub struct Counterparts {
    /// In the world with its seams merged away; `None` where there are none.
    pub merged: Option<Shadow>,
    /// In the world turned and mirrored, turned back.
    pub turned: Vec<Turned>,
    /// Far from the origin.
    pub far: Vec<Far>,
    /// Played again: the hash of the state after each tick.
    pub replays: Vec<Vec<u64>>,
    /// Stretches of it at other tick rates, and the reference mover's; none without it.
    pub rates: Vec<AtRates>,
}

/// The state after each tick, begun from the state that the run itself had; `None` for near-ties.
pub type Shadow = Vec<Option<Body>>;

/// Ticks in the world turned or mirrored.
#[derive(Clone, Debug)]
pub struct Turned {
    /// How.
    pub name: &'static str,
    /// Their results, turned back.
    pub after: Shadow,
}

/// The run far away.
#[derive(Clone, Debug)]
pub struct Far {
    /// It was moved by two to this, in x and in y.
    pub power: i32,
    /// Ids of failures that it has there and not at home.
    pub lost: Vec<&'static str>,
}

/// A stretch of the run played at other tick rates: the same keys at the same times.
#[derive(Clone, Debug)]
pub struct AtRates {
    /// The state it begins from is that before this tick of the run.
    pub tick: usize,
    /// How far from the exact reference mover's its end is, in units, one a tick rate; empty for near-ties.
    pub apart: Vec<f32>,
}

/// Ties are nearer than this many f32 steps of the largest coordinate: the error of three roundings of a plane's
/// distance. More would step over the very seam that holds a body.
const NEAR: f32 = 4.0;

/// Returns where the reference mover ends in a world, with a planted fault if given. `None` where no such mover exists.
pub fn reference_ends(
    world: &World,
    profile: Profile,
    fault: Option<&'static MovementFault>,
) -> Option<impl Fn(&Body, &[UserCmd], Corners) -> Option<Point>> {
    let kept = ReferenceSpace::with(world, profile, Corners::Kept, fault)?;
    let cut = OnceCell::new();
    Some(move |start: &Body, commands: &[UserCmd], corners: Corners| {
        let space = match corners {
            Corners::Kept => &kept,
            // Seldom asked for.
            Corners::Cut => cut
                .get_or_init(|| ReferenceSpace::with(world, profile, Corners::Cut, fault))
                .as_ref()?,
        };
        let run = space
            .play(start.cast(), &InputSource::Recorded(commands.to_vec()))
            .ok()?;
        run.states.last().map(|b| b.origin.cast())
    })
}

/// Worlds of more brushes are not rebuilt: their planes are made anew each time, which takes seconds.
pub(crate) const LARGE: usize = 2000;
/// Powers of two by which a run is moved away. From 2^15 on f32 itself should fail (`docs/truth.md` section 7).
const POWERS: [i32; 3] = [10, 12, 14];
/// Where the skin is fewer f32 steps than this nothing is expected.
const SKIN_STEPS: f32 = 16.0;
/// Tick rates, in milliseconds: those of the scene suite.
const RATES: [f32; 4] = [8.0, 13.0, 1000.0 / 60.0, 1000.0 / 33.0];
/// Stretches played at other tick rates: their length in seconds, and the number of ticks from one to the next. Longer
/// ones part at near-ties and tell nothing.
const STRETCH: f64 = 0.1;
const EVERY: usize = 20;

impl Counterparts {
    /// Plays all that can be played.
    pub fn play(home: &Home) -> Self {
        let small = home.world.brushes.len() <= LARGE;
        Self {
            merged: merged(home.world).and_then(|world| {
                let backend = (home.build)(&world)?;
                let setup = home.setup.in_world(&world).ok()?;
                Some(shadow(home, (&*backend, &setup), |b| *b, |c| *c, |b| *b))
            }),
            turned: if small { turned_runs(home) } else { Vec::new() },
            far: if small { far_runs(home) } else { Vec::new() },
            // A player who is put elsewhere is played again with his world.
            replays: match home.walk.run.course {
                None => replays(home),
                Some(_) => Vec::new(),
            },
            rates: rates(home),
        }
    }
}

fn turned_runs(home: &Home) -> Vec<Turned> {
    let turns =
        |m: &Move| m.is_upright() && (m.vector(&Vec3::x()), m.vector(&Vec3::y())) != (Vec3::x(), Vec3::y());
    let play = |motion: Move| {
        let world = motion.world(home.world)?;
        let backend = (home.build)(&world)?;
        let order = home.setup.profile.order;
        let setup = home.setup.in_world(&world).ok()?;
        let after = shadow(
            home,
            (&*backend, &setup),
            |b| turned::body(b, &motion),
            |c| turned::command(c, &motion, order),
            |b| turned::body_back(b, &motion),
        );
        Some(Turned {
            name: motion.name,
            after,
        })
    };
    MOVES.into_iter().filter(turns).filter_map(play).collect()
}

/// Every tick of the run, begun from its own state, on another backend and by a setup for its world.
fn shadow(
    home: &Home,
    (backend, setup): (&dyn CollisionBackend, &Setup),
    there: impl Fn(&Body) -> Body,
    keys: impl Fn(&UserCmd) -> UserCmd,
    back: impl Fn(&Body) -> Body,
) -> Shadow {
    let run = home.walk.run;
    let mut player = Player::new(backend, setup);
    let mut one = |k: usize| {
        if run.is_thrown(k) {
            return None;
        }
        let mut body = there(&run.states[k]);
        player.tick(&mut body, &keys(&run.commands[k])).ok()?;
        let other = back(&body);
        (!near_tie(home, k, &other)).then_some(other)
    };
    (0..run.commands.len()).map(&mut one).collect()
}

/// Whether a tick that ended otherwise does so at home too if it begins a small step aside.
fn near_tie(home: &Home, k: usize, other: &Body) -> bool {
    let run = home.walk.run;
    let (before, after) = (&run.states[k], &run.states[k + 1]);
    let tolerance = home.walk.tolerance(&before.origin) as f32;
    // A velocity that is off by this moves a body by the tolerance in a tick.
    let speed = tolerance / run.commands[k].seconds().max(f32::EPSILON);
    let alike = |a: &Body, b: &Body, times: f32| {
        (a.origin - b.origin).norm() <= tolerance * times
            && (a.velocity - b.velocity).norm() <= speed.min(1.0) * times
    };
    if alike(after, other, 1.0) {
        return false;
    }
    let largest = before.origin.coords.amax();
    let step = NEAR * (largest.next_up() - largest);
    let mut player = Player::new(home.backend, home.setup);
    (0..6).any(|i| {
        let mut body = *before;
        body.origin[i / 2] += if i % 2 == 0 { step } else { -step };
        let played = player.tick(&mut body, &run.commands[k]);
        played.is_ok() && alike(&body, other, 2.0)
    })
}

fn far_runs(home: &Home) -> Vec<Far> {
    let found = |walk: Walk| -> Vec<&'static str> {
        let seen = detect(&Evidence::new(walk)).seen;
        let of_run = seen.into_iter().filter(|(d, _)| d.needs == Needs::Run);
        of_run.map(|(d, _)| d.id).collect()
    };
    let skin = home.walk.rules.skin;
    let stays = home.walk.run.stays();
    let at_home: Vec<Vec<&str>> = stays.iter().map(|run| found(Walk { run, ..home.walk })).collect();
    let play = |power: i32| {
        let by = 2f32.powi(power);
        if skin < SKIN_STEPS * (by.next_up() - by) {
            return None;
        }
        let motion = Move::translation([by, by, 0.0]);
        let world = motion.world(home.world)?;
        let backend = (home.build)(&world)?;
        let setup = home.setup.in_world(&world).ok()?;
        let reference = Reference::build(&world, Contents::PLAYER_MASK);
        let truth = home.walk.truth.elsewhere(&reference);
        let mut lost = Vec::new();
        for (stay, at_home) in stays.iter().zip(&at_home) {
            let mut start = *stay.states.first()?;
            start.origin = motion.point(&start.origin);
            let run = play(&*backend, &setup, start, &stay.commands).ok()?;
            let there = found(Walk {
                run: &run,
                truth: &truth,
                ..home.walk
            });
            for id in there {
                if !at_home.contains(&id) && !lost.contains(&id) {
                    lost.push(id);
                }
            }
        }
        Some(Far { power, lost })
    };
    POWERS.into_iter().filter_map(play).collect()
}

fn replays(home: &Home) -> Vec<Vec<u64>> {
    let run = home.walk.run;
    let Some(&start) = run.states.first() else {
        return Vec::new();
    };
    let (setup, commands) = (home.setup, &run.commands);
    let again = |backend: &dyn CollisionBackend| Some(play(backend, setup, start, commands).ok()?.hashes());
    let backend = home.backend;
    let thread = std::thread::scope(|scope| {
        let elsewhere = scope.spawn(move || again(backend));
        // A panic there is a run that does not replay.
        elsewhere.join().unwrap_or(Some(Vec::new()))
    });
    let rebuilt = (home.build)(home.world).and_then(|b| again(&*b));
    [thread, rebuilt].into_iter().flatten().collect()
}

fn rates(home: &Home) -> Vec<AtRates> {
    let run = home.walk.run;
    let Some(reference) = home.reference else {
        return Vec::new();
    };
    let clock = run.clock();
    let stretch = |first: usize| {
        let begin = if first == 0 { 0.0 } else { clock[first - 1] };
        let last = clock
            .partition_point(|&t| t < begin + STRETCH)
            .min(clock.len() - 1);
        let at = |msec: f32| {
            let times: Vec<f64> = clock[first..=last].iter().map(|t| t - begin).collect();
            let commands = at_rate(&run.commands[first..=last], &times, msec);
            apart(home, &run.states[first], &commands, reference)
        };
        let all: Option<Vec<f32>> = RATES.into_iter().map(at).collect();
        AtRates {
            tick: first,
            apart: all.unwrap_or_default(),
        }
    };
    (0..run.commands.len()).step_by(EVERY).map(stretch).collect()
}

/// How far the run ends from the right place, by the nearer rule of corners. `None` if a small step aside gets there.
fn apart(home: &Home, start: &Body, commands: &[UserCmd], reference: Ends) -> Option<f32> {
    let end = |start: Body| {
        let run = play(home.backend, home.setup, start, commands).ok()?;
        run.states.last().map(|b| b.origin)
    };
    let truth = reference(start, commands, Corners::Kept)?;
    let ended = end(*start)?;
    let apart = (ended - truth).norm();
    if f64::from(apart) <= DIVERGED {
        return Some(apart);
    }
    // Passing a corner nearer than the skin is lawful, and so is being held there.
    let cut = reference(start, commands, Corners::Cut).map(|truth| (ended - truth).norm());
    if let Some(cut) = cut.filter(|apart| f64::from(*apart) <= DIVERGED) {
        return Some(cut);
    }
    let largest = start.origin.coords.amax();
    let step = NEAR * (largest.next_up() - largest);
    let tie = (0..6).any(|i| {
        let mut aside = *start;
        aside.origin[i / 2] += if i % 2 == 0 { step } else { -step };
        end(aside).is_some_and(|at| f64::from((at - truth).norm()) <= DIVERGED)
    });
    (!tie).then_some(apart)
}

/// The same keys at the same times, in ticks of another length. `clock` has the end of each tick.
fn at_rate(commands: &[UserCmd], clock: &[f64], msec: f32) -> Vec<UserCmd> {
    let total = clock.last().copied().unwrap_or_default();
    let count = (total * 1000.0 / f64::from(msec)).round() as usize;
    let mut k = 0;
    (0..count)
        .map(|i| {
            let now = i as f64 * f64::from(msec) / 1000.0;
            while k + 1 < commands.len() && clock[k] <= now {
                k += 1;
            }
            UserCmd { msec, ..commands[k] }
        })
        .collect()
}
