//! Answers and states as one number, to compare with those of another process.
//!
//! An answer may depend on an address, on the order in which threads began, or on something else of the process. Within a process
//! it is the same each time, so it shows nowhere else.

use super::answers::seed;
use super::{BarOptions, enter, shared, walks};
use crate::MeasureError;
use crate::clock::fingerprint;
use crate::run::play::play;
use crate::run::sweeps::Draw;
use crate::run::wander::wander;
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_referee::Reference;

/// Sweeps asked: an answer of one in a thousand is among them.
const SWEEPS: usize = 8192;
/// Ticks that a player runs.
const TICKS: usize = 500;

/// All bits of a contestant's answers to some sweeps, and of the states of a running player. The contestant is the first in
/// `options`. None where the contestant cannot be built from the world.
///
/// # Errors
/// As [`measure_map`](super::measure_map).
pub fn process_hash(name: &str, world: World, options: &BarOptions) -> Result<Option<u64>, MeasureError> {
    let Some(contestant) = options.contestants.first() else {
        return Ok(None);
    };
    let (mut world, _, _) = shared(world, options.contestants);
    let profile = options.profile;
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    let Ok((backend, setup)) = enter(*contestant, &world, profile) else {
        return Ok(None);
    };
    contestant.check_sizes(&setup, &*backend, name)?;
    let truth = Reference::build(&world, Contents::PLAYER_MASK);
    let whole = truth.for_hull(&Hull::Box {
        bounds: profile.bounds(false),
    });
    let hull = setup.shape().hull(profile.bounds(false));
    let mut draw = Draw::new(&world, &whole, profile.trace_rules.skin, seed(options.seed, 0));
    let mut work = Work::silent();
    let answers = (0..SWEEPS).map(|_| draw.line()).map(|[start, end]| {
        let answer = backend.trace(&Sweep::new(hull, start, end), &mut work);
        fingerprint::of_trace(&answer)
    });
    let mut hash = fingerprint::of_pass(answers);
    if let Some(start) = walks::starts(&world, &whole, options).first() {
        let commands = wander(&profile, *start, walks::MSEC, TICKS, seed(options.seed, 0));
        let run = play(&*backend, &setup, commands.start(profile.order), &commands.ticks);
        let states = run.iter().flat_map(|run| &run.states);
        hash = states.fold(hash, |hash, body| {
            fingerprint::then(hash, fingerprint::of_body(body))
        });
    }
    Ok(Some(hash))
}
