//! F17, stuck: the player wants to move, has not moved for a quarter of a second, and could (`docs/failures.md`).
//!
//! Unit: seconds of the longest stretch; counted are ticks. Departure: a direction must go with the wish by a cosine
//! of 0.3, not 0.1. Along a wall movement starts only where acceleration beats friction. That is at a cosine of stop
//! speed x friction / (acceleration x speed): 0.1875 in Quake III and 0.125 in QuakeWorld. Below that, standing
//! still is the law.

use super::{Evidence, Seen, SolidTruth, Walk};
use crate::run::play::Played;
use clipmark_geometry::{Point, Vec3};
use clipmark_movement::Body;
use clipmark_referee::HullReference;
use std::cell::RefCell;

pub(super) fn stuck(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let ticks = stuck_ticks(walk.run, walk.truth, Footing::new(walk));
    let mut seen = Seen::default();
    for stretch in ticks.chunk_by(|a, b| a + 1 == *b) {
        let mut long = 0.0;
        for &k in stretch {
            long += walk.seconds(k);
            seen.tick(long, k, &walk.run.states[k + 1].origin);
        }
    }
    seen
}

/// How long without moving, in seconds.
const WINDOW: f64 = 0.25;
/// Less than this in that time is not moving, in units. The last tick must be as slow.
const MOVED: f32 = 1.0;
/// A direction serves if it goes this much with the wish (cosine); smaller calls friction a fault.
const WITH_WISH: f32 = 0.3;
/// ... and is free for so far, in units.
const FREE_WAY: f32 = 4.0;
/// Directions tried around the circle.
const DIRECTIONS: usize = 32;

/// A wish within this of the one now (cosine) is still the same wish.
const SAME_WISH: f32 = 0.95;

/// Ways of the body's part that must stay free around an obstacle.
#[derive(Clone, Copy, Debug)]
pub struct Footing {
    /// Height it may step over, in units.
    pub step: f32,
    /// Ground for a step has a normal z of at least this.
    pub walkable: f32,
}

impl Footing {
    /// The step height of the body's part that must stay free: 0 where the rest of the body steps by design.
    pub(crate) fn new(walk: &Walk) -> Self {
        let profile = walk.profile;
        let knee = walk.mover.solid_bounds(profile).mins.z - profile.size.feet;
        Self {
            step: (profile.step_height - knee).max(0.0),
            walkable: profile.walkable_normal,
        }
    }
}

/// Ticks after which the player was stuck, in order.
pub fn stuck_ticks(played: &Played, truth: &SolidTruth, footing: Footing) -> Vec<usize> {
    // A player that stands still asks the same again each tick, and an answer may need exact arithmetic.
    let last = RefCell::new(None);
    stuck_where(played, |body, wishes| {
        let space = truth.reference(body);
        let question = (std::ptr::from_ref(space), body.origin, wishes);
        if let Some((asked, free)) = *last.borrow()
            && asked == question
        {
            return free;
        }
        let free = way_out(space, body.origin, wishes, footing);
        *last.borrow_mut() = Some((question, free));
        free
    })
}

/// The same, with another way to tell whether the player could have gone where all the wishes point.
fn stuck_where(played: &Played, way_out: impl Fn(&Body, [Vec3; 2]) -> bool) -> Vec<usize> {
    let clock = played.clock();
    let mut since = 0;
    let mut stuck = Vec::new();
    for k in 0..played.commands.len() {
        let wish = played.wish(k);
        // The window begins anew when the player asks for something else.
        if wish.dot(&played.wish(since)) < SAME_WISH {
            since = k;
        }
        let mut first = since;
        while first < k && clock[k] - clock[first] > WINDOW {
            first += 1;
        }
        let waited = clock[k] - clock[since] > WINDOW && wish != Vec3::zeros();
        let here = played.states[k + 1].origin;
        let last_step = (here - played.states[k].origin).norm() * 1000.0 / played.commands[k].msec;
        let still = (here - played.states[first].origin).norm() < MOVED && last_step < MOVED / WINDOW as f32;
        if waited && still && way_out(&played.states[k + 1], [wish, played.wish(first)]) {
            stuck.push(k);
        }
    }
    stuck
}

/// Whether a direction that goes with all the wishes is free, from here or over a step.
fn way_out(truth: &HullReference, here: Point, wishes: [Vec3; 2], footing: Footing) -> bool {
    let rise = Vec3::z() * footing.step;
    let raised = (footing.step > 0.0 && is_free(truth, here, here + rise)).then_some(here + rise);
    (0..DIRECTIONS).any(|i| {
        let angle = i as f32 / DIRECTIONS as f32 * std::f32::consts::TAU;
        let d = Vec3::new(angle.cos(), angle.sin(), 0.0);
        let over = |from: Point| {
            is_free(truth, from, from + d * FREE_WAY) && lands(truth, from + d * FREE_WAY, footing)
        };
        wishes.iter().all(|wish| d.dot(wish) > WITH_WISH)
            && (is_free(truth, here, here + d * FREE_WAY) || raised.is_some_and(over))
    })
}

fn is_free(truth: &HullReference, from: Point, to: Point) -> bool {
    truth.sweep(&from.cast(), &to.cast()).entry.is_none()
}

/// Whether there is something to stand on within a step below.
fn lands(truth: &HullReference, from: Point, footing: Footing) -> bool {
    let met = truth.sweep(&from.cast(), &(from - Vec3::z() * footing.step).cast());
    met.contacts
        .iter()
        .flat_map(|c| &c.normals)
        .any(|n| n.z >= f64::from(footing.walkable))
}
