//! The contestant that performs a law.

use crate::LawError;
use crate::within::Grain;
use clipmark_measure::Contestant;
use std::fmt;
use std::str::FromStr;

/// A contestant, or the reference mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawPlayer {
    /// A contestant, in f32.
    Contestant(Contestant),
    /// The reference mover: f64 on the exact reference.
    Reference,
}

/// Its name on the command line.
const REFERENCE: &str = "reference";

impl LawPlayer {
    /// The numbers that it reckons in.
    pub(crate) fn grain(self) -> Grain {
        match self {
            Self::Contestant(_) => Grain::F32,
            Self::Reference => Grain::F64,
        }
    }
}

impl FromStr for LawPlayer {
    type Err = LawError;

    fn from_str(name: &str) -> Result<Self, LawError> {
        if name == REFERENCE {
            return Ok(Self::Reference);
        }
        Ok(Self::Contestant(name.parse()?))
    }
}

impl fmt::Display for LawPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contestant(contestant) => contestant.fmt(f),
            Self::Reference => f.write_str(REFERENCE),
        }
    }
}
