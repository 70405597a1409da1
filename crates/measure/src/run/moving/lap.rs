//! A lap over the ticks of a moving world: the whole world is played from its start, its frames included.

use super::MovingWorld;
use crate::clock::fingerprint;
use crate::clock::turns::Pass;
use clipmark_movement::{Body, UserCmd};
use std::cell::RefCell;
use std::rc::Rc;

/// A lap over sets of keys, each set from the same start. The first set led through the states `after` when it was judged. The
/// states of other sets come from another play.
pub(crate) fn moving_lap<'a>(
    world: MovingWorld<'a>,
    sets: &'a [Vec<UserCmd>],
    after: &'a [Body],
) -> Pass<'a> {
    let world = Rc::new(RefCell::new(world));
    let played = {
        let world = world.clone();
        move |set: usize, note: &mut dyn FnMut(&Body)| {
            let mut world = world.borrow_mut();
            world.rewind();
            for keys in &sets[set] {
                // A command that is refused ends the run, and so its states.
                if world.frame(keys).is_err() {
                    break;
                }
                note(world.body());
            }
        }
    };
    let states = {
        let played = played.clone();
        move |set: usize| {
            let mut states = Vec::with_capacity(sets[set].len());
            played(set, &mut |body| states.push(fingerprint::of_body(body)));
            states
        }
    };
    let again = states.clone();
    Pass {
        items: sets.iter().map(Vec::len).collect(),
        pass: Box::new(move |set| {
            let mut hash = 0;
            played(set, &mut |body| {
                hash = fingerprint::then(hash, fingerprint::of_body(body));
            });
            hash
        }),
        judged: Box::new(move |set| match set {
            0 => after.iter().map(fingerprint::of_body).collect(),
            _ => states(set),
        }),
        now: Box::new(again),
    }
}
