//! Answers and states of programs that are no part of this one, judged by the same referee.
//!
//! A program in any language reads sweeps, writes answers, and names its rules. A game writes where its player was after each
//! tick. Both are judged as a contestant's are. Timed is nothing.

use crate::judge::judged::JudgedAnswer;
use crate::judge::referee::Refereed;
use crate::judge::score::FALLEN;
use clipmark_collision::recording::Answer;
use clipmark_collision::{Declaration, Status, Sweep, Trace, Work};
use clipmark_geometry::{Plane, Point, SurfaceFlags, Vec3};
use clipmark_referee::{HullReference, judge, tolerance};

/// Judges answers that were given elsewhere. The reference must be of the sweeps' hull, of the declared round hulls.
pub fn judge_answers(
    truth: &HullReference,
    declared: &Declaration,
    answered: &[(Sweep, Answer)],
    mut step: impl FnMut(),
) -> Refereed {
    let answers = answered.iter().map(|(sweep, answer)| {
        let trace = as_trace(answer);
        step();
        JudgedAnswer {
            sweep: *sweep,
            trace,
            // Neither places nor what a stop names: a line has no flags, and who writes it need not know the plane's distance.
            verdict: judge(truth, sweep, &trace, declared),
        }
    });
    Refereed {
        answers: answers.collect(),
        changed: 0,
        work: Work::silent(),
    }
}

/// A line has no field for "no surface": its normal is null, and where nothing stops the sweep some engines leave an old one.
fn as_trace(answer: &Answer) -> Trace {
    let met = answer.fraction < 1.0 && answer.normal != Vec3::zeros();
    Trace {
        fraction: answer.fraction,
        end: answer.end,
        plane: met.then(|| Plane::new(answer.normal, answer.dist)),
        contents: answer.contents,
        surface: SurfaceFlags::empty(),
        start_solid: answer.start_solid,
        all_solid: answer.all_solid,
        status: Status::Exact,
        model: None,
    }
}

/// Faults of a run, by the places where the player was after each tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JudgedStates {
    /// Places judged.
    pub states: usize,
    /// Places deeper in a solid than a quarter of the skin and 8 f32 steps.
    pub embedded: usize,
    /// The deepest, in units, and after which tick (from 1).
    pub deepest: (f64, usize),
    /// Ticks whose straight way leads into a solid at one side and out of it at the opposite one.
    pub tunnelled: usize,
    /// The first of these, from 1.
    pub first_tunnelled: Option<usize>,
    /// The first tick after which the player is below the world, from 1.
    pub fell_out: Option<usize>,
}

/// Cosine from which two sides are opposite: walls of a wedge sharper than 45 degrees count. Nearer to 0, a path round a corner
/// counts as one through it, since the straight way between two ticks cuts it. Nearer to -1, only parallel sides count.
const OPPOSITE: f64 = -0.7;

/// Judges a run by its places, in units. `floor` is the height of the world's lowest point; `skin` is the player's.
pub fn judge_states(truth: &HullReference, skin: f64, floor: f32, places: &[Point]) -> JudgedStates {
    let mut found = JudgedStates::default();
    let mut before: Option<Point> = None;
    for (i, at) in places.iter().enumerate() {
        let tick = i + 1;
        found.states += 1;
        let depth = truth.depth_from(&before.unwrap_or(*at).cast(), &at.cast());
        let is_in = depth > tolerance(skin, at.coords.amax());
        found.embedded += usize::from(is_in);
        if is_in && depth > found.deepest.0 {
            found.deepest = (depth, tick);
        }
        if at.z < floor - FALLEN {
            found.fell_out.get_or_insert(tick);
        }
        if before.is_some_and(|from| leads_through(truth, &from, at)) {
            found.tunnelled += 1;
            found.first_tunnelled.get_or_insert(tick);
        }
        before = Some(*at);
    }
    found
}

/// Whether a straight way enters a solid at one side and leaves it at the opposite one.
fn leads_through(truth: &HullReference, from: &Point, to: &Point) -> bool {
    let [there, back] = [
        truth.sweep(&from.cast(), &to.cast()),
        truth.sweep(&to.cast(), &from.cast()),
    ];
    there.contacts.iter().any(|into| {
        let same = back.contacts.iter().filter(|out| out.part == into.part);
        same.flat_map(|out| &out.normals)
            .any(|out| into.normals.iter().any(|n| n.dot(out) < OPPOSITE))
    })
}
