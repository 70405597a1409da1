//! Whether a part that turns meets a body in a tick: certificates in one dimension.
//!
//! The tick is bisected. For a piece of it a solver in f64 proposes a plane between solid and body. Rational arithmetic proves that it
//! parts them all the while (`proof.rs`). Or it proposes a point, which is proven to be in both. Pieces narrower than 2^-20
//! are undecided and counted. The motion is that of `turn.rs`: an origin that moves straight, and a turn about one axis.
//!
//! Asked are brushes, against boxes and upright cylinders that stay or move straight. Surfaces without an inside are counted as not
//! asked. Touching is free, as for sweeps.

mod piece;
mod poly;
mod proof;
mod roots;
mod search;
mod solver;
mod turn;

pub use piece::Upright;
pub use search::Wanted;
pub use turn::Way;

use crate::Reference;
use crate::frame::Frame;
use clipmark_geometry::Pose;
use piece::Piece;
use search::search;
use solver::Moment;
use turn::Turn;

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
    pub fn meets(&self, poses: &[Pose; 2], body: &Upright, way: &Way, wanted: Wanted) -> Turned {
        let mut out = Turned::default();
        for turn in turn::parts(poses, way) {
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
    pub fn depth(&self, poses: &[Pose; 2], body: &Upright, way: &Way, progress: f64) -> f64 {
        let turns = turn::parts(poses, way);
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
    let [mins, maxs] = body.bounds();
    let ends = [turn.from, turn.from + turn.way];
    let (least, most) = (ends[0].inf(&ends[1]) + mins, ends[0].sup(&ends[1]) + maxs);
    let off = least.sup(&-most).map(|x| x.max(0.0)).norm();
    off <= piece.reach + SIEVE
}
