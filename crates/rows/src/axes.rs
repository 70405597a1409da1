//! The axes of a case and of a row: what was varied, and its value as canonical text.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is varied. Columns of a CSV file are these, in this order; new ones are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Ticks a second.
    Hz,
    /// Length of a tick, in words.
    Tick,
    /// A scene of a family.
    Scene,
    /// Parameters of a family's scene.
    Case,
    /// Movement profile.
    Profile,
    /// Where a scene is put.
    Place,
    /// Of a row: what a scene expects, or a contestant declares.
    Expectation,
    /// Players at once.
    Players,
    /// Brushes of the world.
    Brushes,
    /// Threads that work at once.
    Threads,
    /// Lengths of sweeps, in units: `16-256`, or [`ALL_LENGTHS`].
    Lengths,
    /// Of a row: the hull that was asked.
    Hull,
    /// Of a row: the kind of question.
    Questions,
    /// Of a row: how far from a surface sweeps start, in units.
    Gap,
    /// Of a row: where sweeps from rest lead.
    Way,
}

/// The bar's kinds of question: values of [`Axis::Questions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    Random,
    /// Sweeps from rest, by gap and way.
    Rest,
    /// Players that run about.
    Walks,
    /// The gaps of all stops together.
    Gaps,
    /// Sweeps of all lengths with one hull, and so on.
    Lengths,
    /// Sweeps that start where the last answer ended.
    Chains,
    /// Sweeps from rest with one hull, all gaps and ways together.
    HullRest,
    /// Overlaps, near features, and contents of points.
    Places,
    /// The gaps of the stops with one hull.
    HullGaps,
}

impl Questions {
    /// As the axis has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rest => "rest",
            Self::Walks => "walks",
            Self::Gaps => "gaps",
            Self::Lengths => "lengths",
            Self::Chains => "chains",
            Self::HullRest => "hull rest",
            Self::Places => "places",
            Self::HullGaps => "hull gaps",
        }
    }
}

/// The value of [`Axis::Hull`] of the bar's questions among movers: the player's hull, in the world with its movers in it, each
/// somewhere on its way.
pub const AMONG_MOVERS: &str = "player among movers";

/// The value of [`Axis::Lengths`] of sweeps that are in no class of length.
pub const ALL_LENGTHS: &str = "all";

impl Axis {
    /// In the order of columns.
    pub const ALL: [Self; 15] = [
        Self::Hz,
        Self::Tick,
        Self::Scene,
        Self::Case,
        Self::Profile,
        Self::Place,
        Self::Expectation,
        Self::Players,
        Self::Brushes,
        Self::Threads,
        Self::Lengths,
        Self::Hull,
        Self::Questions,
        Self::Gap,
        Self::Way,
    ];

    /// As a key.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hz => "hz",
            Self::Tick => "tick",
            Self::Scene => "scene",
            Self::Case => "case",
            Self::Profile => "profile",
            Self::Place => "place",
            Self::Expectation => "expectation",
            Self::Players => "players",
            Self::Brushes => "brushes",
            Self::Threads => "threads",
            Self::Lengths => "lengths",
            Self::Hull => "hull",
            Self::Questions => "questions",
            Self::Gap => "gap",
            Self::Way => "way",
        }
    }
}

/// Axes with their values; an axis that is not there was not varied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Axes(BTreeMap<Axis, String>);

impl Axes {
    /// The same without some.
    #[must_use]
    pub fn without(mut self, axes: &[Axis]) -> Self {
        self.0.retain(|axis, _| !axes.contains(axis));
        self
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, axis: Axis, value: impl ToString) -> Self {
        self.0.insert(axis, value.to_string());
        self
    }

    /// The value of an axis; empty where it was not varied.
    pub fn get(&self, axis: Axis) -> &str {
        self.0.get(&axis).map_or("", String::as_str)
    }

    /// The value of an axis as a number.
    pub fn number(&self, axis: Axis) -> Option<f64> {
        self.get(axis).parse().ok()
    }

    /// Whether nothing was varied.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For a reader: `at 60 Hz, quake3`.
    pub fn describe(&self) -> String {
        let each = self.0.iter().map(|(axis, value)| match axis {
            Axis::Hz => format!("{value} Hz"),
            Axis::Tick | Axis::Scene | Axis::Case | Axis::Profile | Axis::Place | Axis::Expectation => {
                value.clone()
            }
            Axis::Hull | Axis::Questions | Axis::Way => value.clone(),
            Axis::Gap => format!("from {value} u"),
            Axis::Players | Axis::Brushes | Axis::Threads => format!("{value} {}", axis.word()),
            Axis::Lengths if value == ALL_LENGTHS => "all lengths".into(),
            Axis::Lengths => format!("{value} u"),
        });
        each.collect::<Vec<_>>().join(", ")
    }
}
