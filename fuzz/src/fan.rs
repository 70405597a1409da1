//! A fan's answers are those of its sweeps asked one by one, to the bit.

use crate::finding::{Finding, told};
use clipmark_collision::{CollisionBackend, Fan, Sweep, Trace, Work};
use clipmark_geometry::{Point, World};

/// Fewer sweeps than these are no fan.
const LEAST: usize = 3;

/// The fans of a case: the hull, start and mask of each sweep, with the ends of all of them. None if these are few.
pub(crate) fn fault_of_fans(
    backend: &dyn CollisionBackend,
    world: &World,
    sweeps: &[Sweep],
) -> Option<Finding> {
    let ends: Vec<Point> = sweeps.iter().map(|s| s.end).collect();
    if ends.len() < LEAST {
        return None;
    }
    sweeps.iter().find_map(|sweep| {
        let fan = Fan::new(sweep.hull, sweep.start, &ends).against(sweep.mask);
        fault_of_fan(backend, world, &fan)
    })
}

/// Asks a fan, then its sweeps one by one.
///
/// # Panics
/// If an answer differs in a bit, or one was written that was not asked for.
pub fn assert_fan_is_its_sweeps(backend: &dyn CollisionBackend, world: &World, fan: &Fan) {
    if let Some(finding) = fault_of_fan(backend, world, fan) {
        finding.fail();
    }
}

fn fault_of_fan(backend: &dyn CollisionBackend, world: &World, fan: &Fan) -> Option<Finding> {
    // An answer that no sweep of the fan has, so that one which is not written is seen; and one more place, which must be left.
    let unwritten = Trace {
        fraction: -1.0,
        ..Trace::free(&fan.sweep_to(fan.start))
    };
    let mut answers = vec![unwritten; fan.ends.len() + 1];
    let mut work = Work::silent();
    backend.trace_fan(fan, &mut answers, &mut work);
    let last = fan.sweep_to(fan.start);
    if answers.last().map(Trace::bits) != Some(unwritten.bits()) {
        let told = told(world, &[fan]);
        return Some(Finding::of(backend, &last, "fan writes beyond its ends", told));
    }
    fan.sweeps().zip(&answers).find_map(|(sweep, together)| {
        let alone = backend.trace(&sweep, &mut work);
        (alone.bits() != together.bits()).then(|| {
            let told = told(world, &[fan, &sweep, &alone, together]);
            Finding::of(backend, &sweep, "fan differs from its sweep", told)
        })
    })
}
