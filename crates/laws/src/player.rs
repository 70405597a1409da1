//! The contestant that performs a law.

use clipmark_measure::Contestant;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawPlayer {
    /// A contestant, in f32.
    Contestant(Contestant),
    /// The reference mover: f64 on the exact reference.
    Reference,
}

impl fmt::Display for LawPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contestant(contestant) => contestant.fmt(f),
            Self::Reference => f.write_str("reference"),
        }
    }
}
