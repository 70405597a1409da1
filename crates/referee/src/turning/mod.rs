//! Whether a part that turns meets a body in a tick: certificates in one dimension.
//!
//! The tick is bisected. For each piece of it a solver in f64 (`solver.rs`) proposes a plane between solid and body, and
//! rational arithmetic proves that the plane separates them during all of that piece (`proof.rs`). Or it proposes a point,
//! which is proven to be in both. Pieces narrower than 2^-20 are undecided and counted. The motion (`motion.rs`) is a
//! straight path and a turn about one axis.
//!
//! Only brushes are tested, against boxes and upright cylinders. Surfaces without an inside are counted as not asked.
//! Touching is free, as for sweeps.

mod motion;
mod poly;
mod proof;
mod solver;

pub use motion::{Ends, Upright};

use crate::Reference;
use crate::body::Core;
use crate::frame::Frame;
use crate::rational::Q;
use clipmark_geometry::Pose;
use motion::{Piece, Turn, parts};
use proof::{Proof, Stretch};
use solver::{Moment, bound};

/// Beyond the reach of a solid by this much nothing is near, in units: more than any rounding here, and only cost.
const SIEVE: f64 = 1.0;

/// The solids of a model that may turn.
#[derive(Debug)]
pub struct Turning {
    pieces: Vec<Piece>,
    /// Surfaces and patches, which are not asked.
    pub not_asked: usize,
}

/// What was proven of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turned {
    /// A progress of the tick at which a point of a solid is in the body. The first, to 2^-20 of a part, if that was asked.
    pub hit: Option<f64>,
    /// Pieces of the tick, before a hit, of which nothing is proven.
    pub undecided: usize,
}

impl Turned {
    /// Proven free in the whole tick.
    pub fn is_free(&self) -> bool {
        self.hit.is_none() && self.undecided == 0
    }
}

impl Turning {
    /// The solids of a model's own reference, which is not placed.
    pub fn new(model: &Reference) -> Self {
        let own = |s: &&crate::Solid| s.frame == Frame::HOME;
        let pieces: Vec<Piece> = model
            .solids()
            .iter()
            .filter(own)
            .filter_map(Piece::from_solid)
            .collect();
        Self {
            not_asked: model.solids().len() - pieces.len(),
            pieces,
        }
    }

    /// Whether the model meets a body in a tick in which it goes from one pose to the other, by the shorter turn.
    pub fn meets(&self, poses: &[Pose; 2], body: &Upright, ends: &Ends, wanted: Wanted) -> Turned {
        let mut out = Turned::default();
        for turn in parts(poses, ends) {
            for piece in self.pieces.iter().filter(|p| near(p, &turn, body)) {
                let found = search(&turn, piece, body, wanted);
                out.undecided += found.undecided;
                let hit = found.hit.map(|s| turn.of_tick(s));
                out.hit = [out.hit, hit].into_iter().flatten().reduce(f64::min);
            }
            if out.hit.is_some() {
                break;
            }
        }
        out
    }

    /// How deep the body is in the model at a progress of that tick, in units, in f64; 0 where it is free.
    pub fn depth(&self, poses: &[Pose; 2], body: &Upright, ends: &Ends, progress: f64) -> f64 {
        let turns = parts(poses, ends);
        let Some(turn) = turns.iter().find(|t| progress <= t.share[1]) else {
            return 0.0;
        };
        let s = (progress - turn.share[0]) / (turn.share[1] - turn.share[0]);
        let near = self.pieces.iter().filter(|p| near(p, turn, body));
        near.map(|piece| -Moment::at(turn, piece, s).widest(body, piece))
            .fold(0.0, f64::max)
    }
}

/// Whether a solid's reach about the model's origin comes near the body's way.
fn near(piece: &Piece, turn: &Turn, body: &Upright) -> bool {
    let Core { mins, maxs } = body.bounds;
    let ends = [turn.path.start, turn.path.at(1.0)];
    let (least, most) = (ends[0].inf(&ends[1]) + mins, ends[0].sup(&ends[1]) + maxs);
    let off = least.sup(&-most).map(|x| x.max(0.0)).norm();
    off <= piece.reach + SIEVE
}

/// Halvings of a part. A 2^20th is undecided: in a turn of a part's greatest angle a point 512 u from the origin goes 6e-5 u.
const HALVINGS: u32 = 20;
/// Most pieces of a part that are looked at, for a solid. Beyond it the rest is undecided. A touch needs some 50.
const BUDGET: usize = 4096;

/// What a caller wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether there is a hit: the first that is proven ends the search.
    Any,
    /// When they meet first.
    First,
}

/// From `index` to `index + 1`, in 2^level-ths of the part.
#[derive(Clone, Copy)]
struct Span {
    index: u32,
    level: u32,
}

impl Span {
    fn ends(self) -> [f64; 2] {
        let all = f64::from(1u32 << self.level);
        [self.index, self.index + 1].map(|i| f64::from(i) / all)
    }

    fn exact(self) -> [Q; 2] {
        let all = Q::from(1u32 << self.level);
        [self.index, self.index + 1].map(|i| Q::from(i) / &all)
    }

    fn halves(self) -> [Self; 2] {
        [0, 1].map(|half| Self {
            index: self.index * 2 + half,
            level: self.level + 1,
        })
    }
}

/// Bisects a part of a tick for a solid; the hit is a progress of the part. A half is proven free, a point is proven to be in
/// both, or it is halved again.
fn search(turn: &Turn, piece: &Piece, body: &Upright, wanted: Wanted) -> Turned {
    let mut found = Turned::default();
    let proof = Proof::new(turn, piece, body);
    let mut left = vec![Span { index: 0, level: 0 }];
    let mut budget = BUDGET;
    while let Some(span) = left.pop() {
        let ends = span.ends();
        if found.hit.is_some_and(|hit| hit <= ends[0]) {
            break;
        }
        if budget == 0 {
            found.undecided += 1;
            break;
        }
        budget -= 1;
        let proposed = bound(turn, piece, body, ends);
        let last = span.level == HALVINGS;
        let stretch = Stretch {
            ends: span.exact(),
            exact: last,
        };
        if proposed
            .plane
            .is_some_and(|(plane, support)| proof.parts(plane, support, &stretch))
        {
            continue;
        }
        let middle = f64::midpoint(ends[0], ends[1]);
        if proposed.overlaps {
            let point = Moment::at(turn, piece, middle).point_in_both(body, piece);
            if point.is_some_and(|p| proof.in_both(&p, &stretch.middle())) {
                found.hit = Some(middle);
                if wanted == Wanted::Any {
                    break;
                }
            }
        }
        if last {
            // A hit in its middle says when they meet, as nearly as is asked.
            if found.hit != Some(middle) {
                found.undecided += 1;
            }
            continue;
        }
        let [first, second] = span.halves();
        left.extend([second, first]);
    }
    found
}
