//! The walk down the tree under observation: its boxes in the order in which the walk decides about them.
//!
//! The walk is the trace's own ([`crate::hierarchy`]), which tells its steps through its tally.

use crate::V;
use crate::cast::Cast;
use crate::hierarchy::{LEAF, Node, WIDTH};
use crate::solid::Solids;
use std::collections::HashMap;

/// A sweep's way down the tree.
#[derive(Clone, Debug)]
pub struct Descent {
    /// Half the hull's extent and its skin, in units. A box counts as met when the path of the hull's middle enters it, grown by
    /// these on every side.
    pub grown: V,
    /// Solids in the tree.
    pub solids: usize,
    /// The boxes looked at, the root's first.
    pub visits: Vec<Visit>,
    /// The visit whose solid stops the hull.
    pub stop: Option<usize>,
}

/// A box of the tree, and what the walk did with it.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Levels below the root, which is at 0.
    pub depth: usize,
    /// Lowest corner, in units.
    pub mins: V,
    /// Highest corner, in units.
    pub maxs: V,
    /// The fraction of the path at which it enters the grown box. `None` for a box that it does not enter, and for the root, which
    /// is opened untested.
    pub enter: Option<f64>,
    /// What was done.
    pub done: Done,
}

/// What the walk did with a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Done {
    /// Its children were looked at.
    Opened,
    /// Left out: the path does not enter it.
    Missed,
    /// Left out: the path enters it later than the best stop so far.
    Later,
    /// It holds one solid, which was tested.
    Tested {
        /// Number of the solid in the order of the world: brushes, triangles, patches.
        solid: usize,
        /// Steps of GJK; 0 where it was not asked.
        gjk: usize,
        /// The test's result.
        result: Tested,
    },
}

/// The result of a solid's test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tested {
    /// Not asked: its contents do not stop this sweep, or it is a one-sided surface met from behind.
    Ignored,
    /// It does not stop the hull, or not before the best stop so far.
    Passed,
    /// The start is in it.
    Inside,
    /// It stops the hull at this fraction of the path.
    Stops(f64),
}

/// The walk as it is told.
#[derive(Default)]
pub(super) struct Walk {
    visits: Vec<Visit>,
    /// Boxes on the path that wait for their turn, by the child's entry in its node.
    waiting: HashMap<u32, Visit>,
    /// What is told of the present solid before its turn ends.
    gjk: usize,
    answer: Option<Tested>,
    /// Number of the solid that stops the hull.
    decided: Option<usize>,
}

impl Walk {
    pub(super) fn opened(
        &mut self,
        number: u32,
        node: &Node,
        enter: &[f32; WIDTH],
        [met, on_path]: [u32; 2],
    ) {
        let children = (0..WIDTH).filter(|&i| node.bounds[0][0][i] < f32::INFINITY);
        let corner = |i: usize, end: usize| V::from_fn(|axis, _| node.bounds[axis][end][i].into());
        let own = self.waiting.remove(&number).unwrap_or_else(|| Visit {
            depth: 0,
            mins: children
                .clone()
                .map(|i| corner(i, 0))
                .fold(V::repeat(f64::INFINITY), |a, b| a.inf(&b)),
            maxs: children
                .clone()
                .map(|i| corner(i, 1))
                .fold(V::repeat(f64::NEG_INFINITY), |a, b| a.sup(&b)),
            enter: None,
            done: Done::Opened,
        });
        self.visits.push(own);
        for i in children {
            let is = |bits: u32| bits >> i & 1 == 1;
            let child = Visit {
                depth: own.depth + 1,
                mins: corner(i, 0),
                maxs: corner(i, 1),
                enter: is(on_path).then(|| enter[i].into()),
                done: match (is(met), is(on_path)) {
                    (true, _) => Done::Opened,
                    (false, true) => Done::Later,
                    (false, false) => Done::Missed,
                },
            };
            if is(met) {
                self.waiting.insert(node.children[i], child);
            } else {
                self.visits.push(child);
            }
        }
    }

    pub(super) fn dropped(&mut self, child: u32) {
        self.ended(child, Done::Later);
    }

    /// GJK has been asked about the present solid, in so many steps.
    pub(super) fn cast(&mut self, steps: usize) {
        self.gjk = steps;
    }

    pub(super) fn answered(&mut self, cast: Option<&Cast>) {
        self.answer = Some(match cast {
            None => Tested::Passed,
            Some(Cast::Hit(stop)) => Tested::Stops(stop.fraction),
            Some(Cast::StartsInside | Cast::AllInside) => Tested::Inside,
        });
    }

    pub(super) fn tested(&mut self, child: u32) {
        let done = Done::Tested {
            solid: (child & !LEAF) as usize,
            gjk: std::mem::take(&mut self.gjk),
            result: self.answer.take().unwrap_or(Tested::Ignored),
        };
        self.ended(child, done);
    }

    /// This solid stops the hull.
    pub(super) fn decided(&mut self, leaf: u32) {
        self.decided = Some(leaf as usize);
    }

    fn ended(&mut self, child: u32, done: Done) {
        if let Some(own) = self.waiting.remove(&child) {
            self.visits.push(Visit { done, ..own });
        }
    }

    /// The whole walk of a hull that grows boxes by this. Solids are numbered as the world numbers them.
    pub(super) fn finished(mut self, grown: V, solids: &Solids) -> Descent {
        let decides = |v: &Visit| matches!(v.done, Done::Tested { solid, .. } if Some(solid) == self.decided);
        let stop = self.visits.iter().position(decides);
        for visit in &mut self.visits {
            if let Done::Tested { solid, .. } = &mut visit.done {
                *solid = solids.solids.get(*solid).map_or(*solid, |s| s.order as usize);
            }
        }
        Descent {
            grown,
            solids: solids.solids.len(),
            visits: self.visits,
            stop,
        }
    }
}
