//! The boxes of one level of a tree, with the hull as it is swept, along one axis.

use super::picture::{HEIGHT, MARGIN, P, Picture, WIDTH};
use crate::plot::case::convex;
use clipmark_record::solver::{Done, SolverRun, Visit};

/// Boxes that reach farther beyond the swept hull than this many of its sizes are cut off.
const FAR: f64 = 2.0;
/// A box smaller than this in the picture has no number beside it, in the picture's pixels.
const NUMBERED: f64 = 16.0;

/// The axes of the world that point to the right and upwards in a picture.
#[derive(Clone, Copy)]
pub(super) struct Side {
    right: usize,
    up: usize,
    /// Where one looks from.
    pub(super) says: &'static str,
}

const SIDES: [Side; 3] = [
    Side {
        right: 0,
        up: 1,
        says: "from above, x to the right and y upwards",
    },
    Side {
        right: 0,
        up: 2,
        says: "from the side, x to the right and z upwards",
    },
    Side {
        right: 1,
        up: 2,
        says: "from the side, y to the right and z upwards",
    },
];

/// A side that shows less of the path than this share is not taken: the path would be little more than a dot.
const SEEN: f64 = 0.5;

/// The side to look from. It shows much of the path, and as many boxes as possible beside the path that the path does not enter.
/// Of equal sides it shows more of the path.
pub(super) fn side(run: &SolverRun) -> Side {
    let way = |axis: usize| run.cast.end[axis] - run.cast.start[axis];
    let whole = way(0).hypot(way(1)).hypot(way(2));
    let shown = |side: &Side| way(side.right).hypot(way(side.up));
    let missed = || run.descent.visits.iter().filter(|v| v.done == Done::Missed);
    let apart = |side: &Side| missed().filter(|v| !is_met(run, v, *side)).count();
    let sides = SIDES.iter().filter(|side| shown(side) >= SEEN * whole);
    let best = sides.max_by(|a, b| apart(a).cmp(&apart(b)).then(shown(a).total_cmp(&shown(b))));
    best.copied().unwrap_or(SIDES[0])
}

/// Whether the path is seen to enter the grown box.
fn is_met(run: &SolverRun, visit: &Visit, side: Side) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in [side.right, side.up] {
        let (from, way) = (run.cast.start[axis], run.cast.end[axis] - run.cast.start[axis]);
        let grown = run.descent.grown[axis];
        let (low, high) = (visit.mins[axis] - grown - from, visit.maxs[axis] + grown - from);
        if way == 0.0 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        enter = enter.max((low / way).min(high / way));
        leave = leave.min((low / way).max(high / way));
    }
    enter <= leave
}

/// A frame of the world in a picture.
struct Frame {
    side: Side,
    scale: f64,
    middle: P,
}

/// A level's picture, and its width in units.
pub(super) fn level(run: &SolverRun, side: Side, depth: usize) -> (String, f64) {
    let visits = || {
        let numbered = run.descent.visits.iter().enumerate();
        numbered.filter(|(_, v)| v.depth == depth)
    };
    let frame = Frame::of(run, side, visits().map(|(_, v)| v));
    let mut picture = Picture::new(&format!("tree{depth}"), &format!("Depth {depth} of the tree"));
    let stop = run.descent.stop;
    let rank = |v: &Visit| match v.done {
        Done::Missed => 0,
        Done::Later => 1,
        Done::Opened => 2,
        Done::Tested { .. } => 3,
    };
    let mut shown: Vec<(usize, &Visit)> = visits().collect();
    shown.sort_by_key(|(_, v)| rank(v));
    for (i, visit) in shown {
        let corners = frame.outline(visit.mins, visit.maxs);
        let (colour, width, fill, dashed) = match visit.done {
            Done::Missed => ("wall", 1.0, 0.0, true),
            Done::Later => ("c1", 1.75, 0.06, true),
            Done::Opened => ("c0", 1.75, 0.06, false),
            Done::Tested { .. } if Some(i) == stop => ("c2", 3.0, 0.45, false),
            Done::Tested { .. } => ("c2", 1.75, 0.12, false),
        };
        picture.area(&corners, colour, width, fill, dashed);
        let (low, high) = (corners[0], corners[2]);
        let is_large = high.0 - low.0 >= NUMBERED && low.1 - high.1 >= NUMBERED;
        if is_large && visit.done != Done::Missed {
            let at = (low.0.max(2.0) + 3.0, high.1.max(2.0) + 13.0);
            picture.word(&(i + 1).to_string(), at, "ink");
        }
    }
    let ends = [run.cast.start, run.cast.end].map(|at| hull(run, at));
    picture.area(&frame.outline(ends[0][0], ends[0][1]), "ink", 1.0, 0.0, false);
    let swept = ends.iter().flat_map(|[low, high]| frame.outline(*low, *high));
    picture.area(&convex(swept.collect()), "ink", 1.25, 0.0, false);
    let [start, end] = [run.cast.start, run.cast.end].map(|p| frame.at(p));
    picture.line(start, end, "ink", 1.25, true);
    picture.dot(start, "ink", 3.0, true);
    (picture.finished(), WIDTH / frame.scale)
}

/// The hull's box at a place, with its skin.
fn hull(run: &SolverRun, at: [f64; 3]) -> [[f64; 3]; 2] {
    let grown = run.descent.grown;
    [-1.0, 1.0].map(|sign| [0, 1, 2].map(|k| at[k] + sign * grown[k]))
}

impl Frame {
    /// All of the swept hull, and the boxes as far as they are near it.
    fn of<'a>(run: &SolverRun, side: Side, visits: impl Iterator<Item = &'a Visit>) -> Self {
        let ends = [run.cast.start, run.cast.end].map(|at| hull(run, at));
        let visits: Vec<&Visit> = visits.collect();
        let span = |axis: usize| {
            let (low, high) = ends
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
                    (low.min(end[0][axis]), high.max(end[1][axis]))
                });
            (low, high)
        };
        let (x, y) = (span(side.right), span(side.up));
        let far = FAR * (x.1 - x.0).max(y.1 - y.0);
        let wide = |(low, high): (f64, f64), axis: usize| {
            visits.iter().fold((low, high), |(from, to), v| {
                (
                    from.min(v.mins[axis].max(low - far)),
                    to.max(v.maxs[axis].min(high + far)),
                )
            })
        };
        let (x, y) = (wide(x, side.right), wide(y, side.up));
        let across = (WIDTH - 2.0 * MARGIN) / (x.1 - x.0).max(1e-6);
        let upright = (HEIGHT - 2.0 * MARGIN) / (y.1 - y.0).max(1e-6);
        Self {
            side,
            scale: across.min(upright),
            middle: ((x.0 + x.1) * 0.5, (y.0 + y.1) * 0.5),
        }
    }

    fn at(&self, p: [f64; 3]) -> P {
        (
            WIDTH * 0.5 + (p[self.side.right] - self.middle.0) * self.scale,
            HEIGHT * 0.5 - (p[self.side.up] - self.middle.1) * self.scale,
        )
    }

    /// A box: its lower left corner, then around. What lies far outside is moved to just outside.
    fn outline(&self, mins: [f64; 3], maxs: [f64; 3]) -> [P; 4] {
        let near = |p: P| (p.0.clamp(-WIDTH, 2.0 * WIDTH), p.1.clamp(-HEIGHT, 2.0 * HEIGHT));
        let (low, high) = (near(self.at(mins)), near(self.at(maxs)));
        [low, (high.0, low.1), high, (low.0, high.1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_record::solver::{CastRun, Descent, Ended};

    fn run(end: [f64; 3], missed: [[f64; 3]; 2]) -> SolverRun {
        let [mins, maxs] = missed;
        SolverRun {
            sweep: 0,
            hull: "box".into(),
            start: [0.0; 3],
            end: [0.0; 3],
            descent: Descent {
                grown: [1.0; 3],
                solids: 1,
                visits: vec![Visit {
                    depth: 1,
                    mins,
                    maxs,
                    enter: None,
                    done: Done::Missed,
                }],
                stop: None,
            },
            casts: 1,
            cast: CastRun {
                start: [0.0; 3],
                end,
                body: Vec::new(),
                radius: 0.0,
                steps: Vec::new(),
                ended: Ended::Free,
            },
            expansion: None,
        }
    }

    #[test]
    fn a_fall_is_seen_from_a_side_and_a_box_below_the_path_too() {
        let axes = |run: &SolverRun| [side(run).right, side(run).up];
        let beside = [[50.0, -9.0, -9.0], [60.0, 9.0, 9.0]];
        assert_eq!(axes(&run([0.0, 0.0, -40.0], beside)), [0, 2]);
        // The path runs over it: from above they would lie on each other.
        let below = [[10.0, -9.0, -90.0], [30.0, 9.0, -50.0]];
        assert_eq!(axes(&run([40.0, 0.0, 0.0], below)), [0, 2]);
        let north = [[10.0, 50.0, -9.0], [30.0, 60.0, 9.0]];
        assert_eq!(axes(&run([40.0, 10.0, 5.0], north)), [0, 1]);
    }
}
