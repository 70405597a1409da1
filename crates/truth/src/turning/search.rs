//! Bisects a part of a tick. A half is proven free, a point is proven to be in both, or it is halved again.

use super::piece::{Piece, Upright};
use super::proof::{Effort, Part, Proof};
use super::solver::{Moment, bound};
use super::turn::Turn;
use crate::exact::Q;

/// Halvings of a part. A 2^20th is undecided: in a turn of a part's greatest angle a point 512 u from the origin goes 6e-5 u.
const HALVINGS: u32 = 20;
/// Most pieces of a part that are looked at, for a solid. Beyond it the rest is undecided. A touch needs some 50.
const BUDGET: usize = 4096;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether there is a hit: the first that is proven ends the search.
    Any,
    /// When they meet first.
    First,
}

/// What was proven of a solid in a part of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// The earliest progress of the part at which a point is proven to be in both.
    pub(super) hit: Option<f64>,
    /// Pieces before it of which nothing is proven.
    pub(super) undecided: usize,
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

pub(super) fn search(turn: &Turn, piece: &Piece, body: &Upright, wanted: Wanted) -> Found {
    let mut found = Found::default();
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
        let thought = bound(turn, piece, body, ends);
        let last = span.level == HALVINGS;
        let part = Part {
            ends: span.exact(),
            effort: if last { Effort::Exact } else { Effort::Quick },
        };
        if thought
            .plane
            .is_some_and(|(plane, support)| proof.parts(plane, support, &part))
        {
            continue;
        }
        let middle = f64::midpoint(ends[0], ends[1]);
        if thought.overlaps {
            let point = Moment::at(turn, piece, middle).point_in_both(body, piece);
            if point.is_some_and(|p| proof.in_both(&p, &part.middle())) {
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
