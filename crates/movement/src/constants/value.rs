//! Values of constants, as scenes write them and tables print them.

use std::fmt;

/// The value of a constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number, in the constant's unit.
    Number(f32),
    /// Yes or no.
    Flag(bool),
    /// One of a few rules by name, or `none`.
    Word(String),
}

impl Value {
    /// No number where there may be none.
    pub fn none() -> Self {
        Self::Word("none".into())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) => write!(f, "{x}"),
            Self::Flag(x) => write!(f, "{x}"),
            Self::Word(x) => f.write_str(x),
        }
    }
}
