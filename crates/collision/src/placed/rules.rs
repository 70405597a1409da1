//! How answers of placed models are carried into the world and merged, as data.
//!
//! Source: `docs/moving.md`, "Traces through entities".

use crate::TraceRules;

/// How a sweep through placed models is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedRules {
    /// Whether a box is traced by its middle: start and end are shifted there before the rotation into the model's frame.
    /// Rounding differs.
    pub recentred: bool,
    /// Whether the end is computed again from the fraction, even where that is 1. Else it is carried out of the model's frame.
    pub end_from_fraction: bool,
    /// Whether the plane's distance stays in the model's frame, as the engine answers it.
    pub plane_as_met: bool,
    /// Whether a start in a model replaces the answer so far, as a nearer hit does.
    pub starts_replace: bool,
    /// Whether a start in one of the models is noted also where the answer is another's.
    pub starts_stay: bool,
    /// How far the game grows the bounds of its world and of the map's models on loading, in units. It moves the planes of the
    /// halvings, and so decides which bodies cross them.
    pub spread: f32,
    /// Whether of models that the same halving of the world holds the one put there last is asked first.
    pub latest_first: bool,
}

impl PlacedRules {
    /// The rules of no engine: answers are in the world's frame, and among equal ones the first placed counts.
    pub const PLAIN: Self = Self {
        recentred: false,
        end_from_fraction: true,
        plane_as_met: false,
        starts_replace: false,
        starts_stay: true,
        spread: 0.0,
        latest_first: false,
    };
    /// Quake III.
    pub const QUAKE3: Self = Self {
        recentred: true,
        end_from_fraction: true,
        plane_as_met: true,
        starts_replace: false,
        starts_stay: true,
        spread: 0.0,
        latest_first: true,
    };
    /// QuakeWorld.
    pub const QUAKEWORLD: Self = Self {
        recentred: false,
        end_from_fraction: false,
        plane_as_met: true,
        starts_replace: false,
        starts_stay: false,
        spread: 1.0,
        latest_first: false,
    };
    /// Quake of 1996.
    pub const NETQUAKE: Self = Self {
        starts_replace: true,
        starts_stay: true,
        ..Self::QUAKEWORLD
    };

    /// The rules of the named game; [`Self::PLAIN`] for others.
    pub fn from_trace_rules(rules: &TraceRules) -> Self {
        match rules.name {
            "quake3" => Self::QUAKE3,
            "quakeworld" => Self::QUAKEWORLD,
            "netquake" => Self::NETQUAKE,
            _ => Self::PLAIN,
        }
    }
}
