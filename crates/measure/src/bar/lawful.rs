//! Subtracts stretches of *stuck* (F17) in which the reference mover does not get on either.
//!
//! The movement itself leaves players standing in places with a way out. Examples are a crease whose corner blocks the keys'
//! direction, and a ledge under a ceiling. `bsp`, `bvh` and stock casts stand there alike. So the reference mover plays the same
//! commands on the exact world, from the state at the beginning of a quarter of a second without motion. It plays in f64, and if
//! that gets on, in f32. If it does not move a unit, the stretch is no fault of the backend. The movement's law is the cause in
//! the first case, f32 in the second.
//!
//! The second is needed where two surfaces are met within one f32 step. Quake III compares a new plane with those met before.
//! Within 8 degrees it pushes the body off by 1 u/s instead of clipping its velocity. In a corner so flat a body stands at both
//! walls and meets the one it moves along. It is pushed off the other thrice, and has not moved a step. In f64 it has, by 1e-5 u,
//! and meets the other wall first in the next tick.

use crate::run::play::{InputSource, Played};
use crate::run::reference_f32::ReferenceInF32;
use crate::run::reference_space::ReferenceSpace;
use clipmark_movement::{Body, Real};

/// The window and the distance of F17: less than a unit in a quarter of a second, here in ticks of 8 ms.
const WINDOW: usize = 32;
const MOVED: f64 = 1.0;

/// Stretches of stuck ticks, by their cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stuck {
    /// By the backend's answers.
    pub events: usize,
    /// By the movement's law.
    pub by_law: usize,
    /// By the movement's law in f32; in f64 the player gets on.
    pub in_f32: usize,
}

/// Why a player did not get on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    ByLaw,
    InF32,
    ByBackend,
}

/// Parts stretches of stuck ticks by their cause.
pub fn parted(run: &Played, stuck: &[usize], space: Option<&ReferenceSpace>) -> Stuck {
    let mut parts = Stuck::default();
    for stretch in stuck.chunk_by(|a, b| a + 1 == *b) {
        let held = |&k: &usize| space.map_or(Held::ByBackend, |space| held(run, k, space));
        match stretch.iter().step_by(WINDOW).map(held).max() {
            Some(Held::ByLaw) => parts.by_law += 1,
            Some(Held::InF32) => parts.in_f32 += 1,
            Some(Held::ByBackend) | None => parts.events += 1,
        }
    }
    parts
}

/// Why the player did not get on in the window that ends with a tick: whether the reference mover stays too.
fn held(run: &Played, tick: usize, space: &ReferenceSpace) -> Held {
    let from = (tick + 1).saturating_sub(WINDOW);
    let start = run.states[from];
    let commands = &run.commands[from..=tick];
    let exact = space.play(start.cast(), &InputSource::Recorded(commands.to_vec()));
    if exact.is_ok_and(|run| stays(&run)) {
        return Held::ByLaw;
    }
    let rounded = ReferenceInF32(space).play(start, commands);
    if rounded.is_ok_and(|run| stays(&run)) {
        return Held::InF32;
    }
    Held::ByBackend
}

fn stays<R: Real>(run: &Played<R>) -> bool {
    let place = |body: Option<&Body<R>>| body.map(|b| b.cast::<f64>().origin);
    let (begun, end) = (place(run.states.first()), place(run.states.last()));
    begun.zip(end).is_some_and(|(a, b)| (b - a).norm() < MOVED)
}
