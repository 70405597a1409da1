//! How values on the command line are read.

use clap::builder::TypedValueParser;
use clipmark_movement::{Profile, ProfileError, profile_named};
use clipmark_rows::Severity;

/// A number of things.
pub(super) fn amount(least: u64, most: u64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(least..=most).map(|n| n as usize)
}

/// A number within limits, of a unit.
pub(super) fn within(least: f64, most: f64, unit: &'static str) -> impl TypedValueParser<Value = f64> {
    let wanted = move || match least < 1e-9 && least > 0.0 {
        true => format!("more than 0 to {most} {unit}"),
        false => format!("{least} to {most} {unit}"),
    };
    move |text: &str| match text.parse::<f64>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("`{text}` is not {}", wanted())),
    }
}

/// Ticks a second of a player.
pub(super) fn hertz() -> impl TypedValueParser<Value = f32> {
    within(1.0, 1000.0, "ticks a second").map(|hz| hz as f32)
}

pub(super) fn severity(text: &str) -> Result<Severity, String> {
    let known = Severity::ALL.map(Severity::word).join(", ");
    Severity::from_word(text).ok_or_else(|| format!("`{text}` is no severity; wanted {known}"))
}

pub(super) fn profile(name: &str) -> Result<Profile, String> {
    profile_named(name)
        .copied()
        .ok_or_else(|| ProfileError::no_profile(name).to_string())
}

/// A skin, in units. A wider one closes doors.
pub(super) fn skin() -> impl TypedValueParser<Value = f32> {
    within(0.0, 8.0, "u, such as 0.125").map(|width| width as f32)
}

pub(super) fn mask(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "wanted 32 bits, decimal or 0x hexadecimal, such as 0x2010001".to_owned())
}
