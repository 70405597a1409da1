//! How values on the command line are read.

use clap::builder::TypedValueParser;
use clipmark_movement::{Profile, ProfileError, profile_named};
use clipmark_rows::Severity;

/// A number of things from none to `most`.
pub(super) fn amount(most: u64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(0..=most).map(|n| n as usize)
}

pub(super) fn hertz(text: &str) -> Result<f32, String> {
    let rate: f32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (1.0..=1000.0).contains(&rate) {
        Ok(rate)
    } else {
        Err(format!("{rate} ticks a second; wanted 1 to 1000"))
    }
}

pub(super) fn severity(text: &str) -> Result<Severity, String> {
    let known = Severity::ALL.map(Severity::word).join(", ");
    Severity::from_word(text).ok_or_else(|| format!("`{text}` is no severity; wanted {known}"))
}

/// Ticks that a scene may have: 1 to 200 ms.
pub(super) fn tick_rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (5.0..=1000.0).contains(&rate) {
        Ok(rate)
    } else {
        Err(format!("{rate} ticks a second; wanted 5 to 1000"))
    }
}

pub(super) fn profile(name: &str) -> Result<Profile, String> {
    profile_named(name)
        .copied()
        .ok_or_else(|| ProfileError::no_profile(name).to_string())
}

/// Wider skins than this close doors, in units.
const WIDEST_SKIN: f32 = 8.0;

pub(super) fn skin(text: &str) -> Result<f32, String> {
    let width: f32 = text
        .parse()
        .map_err(|_| "wanted a length in u, such as 0.125".to_owned())?;
    if (0.0..=WIDEST_SKIN).contains(&width) {
        Ok(width)
    } else {
        Err(format!("wanted 0 to {WIDEST_SKIN} u"))
    }
}

pub(super) fn mask(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "wanted 32 bits, decimal or 0x hexadecimal, such as 0x2010001".to_owned())
}
