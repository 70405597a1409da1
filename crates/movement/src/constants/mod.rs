//! Every constant of a [`Profile`]: its name, unit, origin, effect and range, and how to read and change it.
//!
//! One table ([`CONSTANTS`]) drives the output of `compare list profiles`, the custom profiles of scenes, and the
//! errors about both. A test sees to it that no field of a profile is missing here.

mod custom;
mod table;

pub use custom::{ProfileError, custom};
pub use table::CONSTANTS;

use crate::engines;
use crate::profile::{Choice, Profile};
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

/// One constant of a profile.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Name in tables and scenes.
    pub name: &'static str,
    /// Unit; empty for plain numbers, flags and choices.
    pub unit: &'static str,
    /// The cvar or text that it comes from, in the field's own words.
    pub origin: &'static str,
    /// Its effect.
    pub effect: &'static str,
    /// Least and greatest value of a number.
    pub range: [f32; 2],
    /// Where it is in a profile.
    field: fn(&mut Profile) -> Field<'_>,
}

/// A field of a profile.
pub(crate) enum Field<'a> {
    /// A number.
    Number(&'a mut f32),
    /// A number that the engine has as a double: not the nearest float, but the decimal that is written.
    Double(&'a mut f64),
    /// A number, or nothing.
    Optional(&'a mut Option<f32>),
    /// Yes or no.
    Flag(&'a mut bool),
    /// One of a few.
    Choice(&'a mut dyn Choice),
}

impl Constant {
    /// Its value in a profile.
    pub fn value(&self, profile: &Profile) -> Value {
        let mut copy = *profile;
        match (self.field)(&mut copy) {
            Field::Number(x) => Value::Number(*x),
            Field::Double(x) => Value::Number(*x as f32),
            Field::Optional(x) => x.map_or(Value::none(), Value::Number),
            Field::Flag(x) => Value::Flag(*x),
            Field::Choice(x) => Value::Word(x.chosen().into()),
        }
    }

    /// Gives it another value.
    ///
    /// # Errors
    /// A value of another kind or out of range; the profile is then unchanged.
    pub fn set(&self, profile: &mut Profile, value: &Value) -> Result<(), ProfileError> {
        let kind = |wanted: String| {
            Err(ProfileError::Kind {
                name: self.name,
                wanted,
                found: value.to_string(),
            })
        };
        let [low, high] = self.range;
        let number = format!("a number from {low} to {high}");
        match ((self.field)(profile), value) {
            (Field::Number(x), Value::Number(v)) => *x = self.within(*v)?,
            (Field::Double(x), Value::Number(v)) => *x = decimal(self.within(*v)?),
            (Field::Number(_) | Field::Double(_), _) => return kind(number),
            (Field::Optional(x), Value::Number(v)) => *x = Some(self.within(*v)?),
            (Field::Optional(x), v) if *v == Value::none() => *x = None,
            (Field::Optional(_), _) => return kind(format!("{number}, or \"none\"")),
            (Field::Flag(x), Value::Flag(v)) => *x = *v,
            (Field::Flag(_), _) => return kind("true or false".into()),
            (Field::Choice(x), v) => {
                let chosen = matches!(v, Value::Word(word) if x.choose(word));
                if !chosen {
                    let names: Vec<_> = x.names().iter().map(|n| format!("\"{n}\"")).collect();
                    return kind(format!("one of {}", names.join(", ")));
                }
            }
        }
        Ok(())
    }

    /// The possible values, if it is one of a few.
    pub fn choices(&self) -> &'static [&'static str] {
        let mut any = *engines::ALL[0];
        match (self.field)(&mut any) {
            Field::Choice(x) => x.names(),
            _ => &[],
        }
    }

    /// Whether it may be none.
    pub fn is_optional(&self) -> bool {
        let mut any = *engines::ALL[0];
        matches!((self.field)(&mut any), Field::Optional(_))
    }

    fn within(&self, value: f32) -> Result<f32, ProfileError> {
        let [low, high] = self.range;
        if (low..=high).contains(&value) {
            Ok(value)
        } else {
            Err(ProfileError::Range {
                name: self.name,
                value,
                low,
                high,
                unit: self.unit,
            })
        }
    }
}

/// The double nearest to the shortest decimal that names a float: 0.7 for the float that 0.7 is read as.
fn decimal(x: f32) -> f64 {
    x.to_string().parse().unwrap_or(f64::from(x))
}
