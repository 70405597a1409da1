//! Subtracts stretches of *stuck* (F17) in which the reference mover does not get on either.
//!
//! The movement itself leaves players standing in places that could be left (a crease whose corner blocks the keys'
//! direction, a ledge under a ceiling): `bsp`, `bvh` and stock casts stand there alike. So from the state at the
//! beginning of a quarter of a second without motion the reference mover plays the same commands, in f64 on the exact
//! world. If it does not move a unit, the stretch is the movement's law and no fault of the backend.

use crate::run::play::{InputSource, Played};
use crate::run::reference_space::ReferenceSpace;

/// The window and the way of F17: less than a unit in a quarter of a second, here in ticks of 8 ms.
const WINDOW: usize = 32;
const MOVED: f64 = 1.0;

/// Parts stretches of stuck ticks: how many are the backend's, and how many the law's.
pub(super) fn parted(run: &Played, stuck: &[usize], space: Option<&ReferenceSpace>) -> [usize; 2] {
    let mut parts = [0, 0];
    for stretch in stuck.chunk_by(|a, b| a + 1 == *b) {
        let held = |&k: &usize| space.is_some_and(|space| is_held(run, k, space));
        let lawful = stretch.iter().step_by(WINDOW).all(held);
        parts[usize::from(lawful)] += 1;
    }
    parts
}

/// Whether the reference mover, from where the player was a window before the end of a tick, stays too.
fn is_held(run: &Played, tick: usize, space: &ReferenceSpace) -> bool {
    let from = (tick + 1).saturating_sub(WINDOW);
    let commands = run.commands[from..=tick].to_vec();
    let start = run.states[from].cast();
    let begun = run.states[from].origin.cast::<f64>();
    let played = space.play(start, &InputSource::Recorded(commands));
    let end = played.ok().and_then(|run| run.states.last().map(|b| b.origin));
    end.is_some_and(|end| (end - begun).norm() < MOVED)
}
