//! The contestant that performs a law.

use crate::check::Grain;
use clipmark_measure::Contestant;
use std::fmt;

/// A contestant, or the reference mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawPlayer {
    /// A contestant, in f32.
    Contestant(Contestant),
    /// The reference mover: f64 on the exact reference.
    Reference,
}

impl LawPlayer {
    /// The numbers that it reckons in.
    pub(crate) fn grain(self) -> Grain {
        match self {
            Self::Contestant(_) => Grain::F32,
            Self::Reference => Grain::F64,
        }
    }
}

impl fmt::Display for LawPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contestant(contestant) => contestant.fmt(f),
            Self::Reference => f.write_str("reference"),
        }
    }
}
