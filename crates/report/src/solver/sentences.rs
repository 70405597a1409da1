//! The event of a step, in words.

use super::view::{dot, length, sub};
use crate::format::{fixed, small};
use clipmark_record::solver::{CastRun, Ended, ExpandRun};

/// A point that moves by less, in units, has not moved.
const MOVED: f64 = 1e-6;
/// A face of the polytope and the support beyond it are one when they are this near, in units. It is the f32 step at coordinates
/// of some hundred units, and more than the tolerance at which EPA stops.
const SAME: f64 = 2e-3;

pub(super) fn cast_step(run: &CastRun, i: usize) -> String {
    let step = &run.steps[i];
    let [x, y, z] = [0, 1, 2].map(|k| fixed(step.support[k], 1));
    let [from, to] = [step.from, step.to].map(|p| length(sub(p, run.start)));
    let asks = match i {
        0 => "The first question goes against the path: how far does the grown solid reach towards us?",
        _ => "The question goes from the nearest feature of the simplex towards the point.",
    };
    let last = i + 1 == run.steps.len();
    if step.simplex.is_empty() {
        return match run.ended {
            Ended::Free => format!(
                "{asks} Its farthest corner is ({x} {y} {z}), and the plane through it keeps the point, to the end of \
                 its path, on the far side. Nothing is met."
            ),
            _ if i == 0 => format!(
                "{asks} Its farthest corner is ({x} {y} {z}), and the whole side through it is as far: the solid is a box. The \
                 point comes to that side, so it is met."
            ),
            _ => format!("{asks} With the corner ({x} {y} {z}) the point has reached the simplex: a hit."),
        };
    }
    let moved = length(sub(step.to, step.from));
    let moves = if moved > MOVED {
        format!(
            ". All of the solid lies behind the plane through it, so nothing can stop the point before: it is moved from {} \
             to {} u along its path.",
            fixed(from, 2),
            fixed(to, 2)
        )
    } else {
        ", and the plane through it lets the point go no farther.".to_owned()
    };
    let kept = match step.simplex.len() {
        1 => "one corner",
        2 => "an edge",
        _ => "a triangle",
    };
    let mut out = format!(
        "{asks} Answer: the corner ({x} {y} {z}){moves} Nearest to it in the simplex is {kept}, {} u off.",
        small(step.distance - run.radius)
    );
    if last {
        out += match run.ended {
            Ended::Meets(_) => " That is no distance: the point is on the solid.",
            Ended::Free => " The path ends in front of it.",
            Ended::Open => {
                " No new corner comes, and some distance is left: the exact planes settle the rest."
            }
        };
    }
    out
}

pub(super) fn in_short(run: &CastRun) -> String {
    let n = run.steps.len();
    let steps = crate::format::plural(n, "step", "steps");
    match run.ended {
        Ended::Free => {
            format!("Free after {steps}: a plane separates the point from the solid on the whole path.")
        }
        Ended::Meets(t) => format!(
            "Met after {steps}, at fraction {} of the path. From there bvh goes back by the skin, along the normal, in \
             closed form.",
            fixed(t.max(0.0), 6)
        ),
        Ended::Open => format!("Not settled after {steps}."),
    }
}

pub(super) fn expand_step(run: &ExpandRun, i: usize) -> String {
    let step = &run.steps[i];
    let reach = dot(step.toward, step.support);
    let [x, y, z] = [0, 1, 2].map(|k| fixed(step.support[k], 1));
    if reach > step.reach + SAME {
        format!(
            "That way the polytope ends {} u from the origin, the grown solid only at {}: its corner ({x} {y} {z}) is \
             added, and the faces that it sees give way to new ones.",
            small(step.reach),
            small(reach)
        )
    } else {
        format!(
            "That way the polytope ends {} u from the origin, and the grown solid has nothing beyond: this face is its \
             own.",
            small(step.reach)
        )
    }
}
