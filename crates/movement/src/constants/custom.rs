//! Profiles made from others by changing constants.

use super::{CONSTANTS, Value};
use crate::engines;
use crate::profile::Profile;
use strsim::levenshtein;
use thiserror::Error;

/// Why there is no such profile.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ProfileError {
    /// An unknown profile.
    #[error(
        "there is no movement profile `{name}`{nearest}; known are {}, each also as NAME:ideal, with every repair on",
        known_profiles()
    )]
    Profile {
        /// As written.
        name: String,
        /// Words that name the nearest, or nothing.
        nearest: String,
    },
    /// A constant that profiles do not have.
    #[error("no profile has a constant `{name}`{nearest}; `compare list profiles` lists them")]
    Constant {
        /// As written.
        name: String,
        /// Words that name the nearest, or nothing.
        nearest: String,
    },
    /// A number out of range.
    #[error("{name} cannot be {value}; it must lie between {low} and {high}{}", spaced(.unit))]
    Range {
        /// The constant.
        name: &'static str,
        /// As written.
        value: f32,
        /// Least.
        low: f32,
        /// Greatest.
        high: f32,
        /// Unit of all three, or empty.
        unit: &'static str,
    },
    /// A value of another kind.
    #[error("{name} cannot be {found}; give {wanted}")]
    Kind {
        /// The constant.
        name: &'static str,
        /// The expected value.
        wanted: String,
        /// As written.
        found: String,
    },
    /// A body that is inside out, or is higher crouched than standing.
    #[error(
        "the body's heights do not fit each other: feet {feet}, top {top}, crouched {crouched_feet} to {crouched_top}; \
         feet must be below tops, and crouching must not make it higher"
    )]
    Body {
        /// Height of the feet.
        feet: f32,
        /// Height of the top.
        top: f32,
        /// Height of the feet, crouched.
        crouched_feet: f32,
        /// Height of the top, crouched.
        crouched_top: f32,
    },
}

impl ProfileError {
    /// For a name that no profile has.
    pub fn no_profile(name: &str) -> Self {
        Self::Profile {
            name: name.into(),
            nearest: meant(name, &mut engines::ALL.iter().map(|p| p.name)),
        }
    }
}

/// A profile by name with some constants changed. On a fault, also says which change it is of; `None` for the base.
///
/// Changes happen in the order of the table, so that a change of `trace_rules` does not undo one of `trace_skin`.
///
/// # Errors
/// A base, constant or value that there is not.
pub fn custom(base: &str, changes: &[(String, Value)]) -> Result<Profile, (Option<usize>, ProfileError)> {
    let mut profile = *engines::named(base).ok_or_else(|| (None, ProfileError::no_profile(base)))?;
    for (i, (name, _)) in changes.iter().enumerate() {
        if !CONSTANTS.iter().any(|c| c.name == name) {
            let nearest = meant(name, &mut CONSTANTS.iter().map(|c| c.name));
            let fault = ProfileError::Constant {
                name: name.clone(),
                nearest,
            };
            return Err((Some(i), fault));
        }
    }
    for constant in &CONSTANTS {
        for (i, (_, value)) in changes.iter().enumerate().filter(|(_, c)| c.0 == constant.name) {
            constant.set(&mut profile, value).map_err(|f| (Some(i), f))?;
        }
    }
    let s = profile.size;
    let stands = s.feet < s.top && s.crouched_feet < s.crouched_top;
    if !stands || s.crouched_top - s.crouched_feet > s.top - s.feet {
        let fault = ProfileError::Body {
            feet: s.feet,
            top: s.top,
            crouched_feet: s.crouched_feet,
            crouched_top: s.crouched_top,
        };
        return Err((None, fault));
    }
    Ok(profile)
}

fn known_profiles() -> String {
    engines::ALL.map(|p| p.name).join(", ")
}

fn spaced(unit: &str) -> String {
    if unit.is_empty() {
        String::new()
    } else {
        format!(" {unit}")
    }
}

fn meant(found: &str, known: &mut dyn Iterator<Item = &'static str>) -> String {
    /// More slips than this in three letters, and names resemble each other by chance.
    const LETTERS_A_SLIP: usize = 3;
    known
        .map(|k| (levenshtein(found, k), k))
        .min()
        .filter(|(slips, k)| slips * LETTERS_A_SLIP <= k.len())
        .map_or(String::new(), |(_, k)| format!(", did you mean `{k}`?"))
}
