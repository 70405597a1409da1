//! The predictions of the laws of movement and the measurements, as plain data.

use crate::{Made, null};
use serde::{Deserialize, Serialize};

/// All laws that were asked for, on one contestant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LawResults {
    /// The player: `backend` or `backend+mover`.
    pub contestant: String,
    /// The numbers that it reckoned in: `f32` or `f64`.
    pub numbers: String,
    /// Version of this program.
    pub version: String,
    /// Its origin.
    pub made: Made,
    /// In the order of their numbers.
    pub laws: Vec<LawRecord>,
}

/// One law.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LawRecord {
    /// Its number: `L6`.
    pub id: String,
    /// Name for files: `l06-strafe-growth`.
    pub slug: String,
    /// Heading.
    pub title: String,
    /// Its statement, in one sentence.
    pub statement: String,
    /// Its formula, in plain characters.
    pub formula: String,
    /// The scene that shows it.
    pub scene: String,
    /// Predictions and measurements.
    pub findings: Vec<Finding>,
    /// Its drawing.
    pub plot: LawPlot,
    /// Notes for a reader: where measurement and the law's text differ, and why.
    pub remarks: Vec<String>,
}

/// One prediction and its measurement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Profile, tick, angle, speed.
    pub case: String,
    /// The predicted quantity.
    pub quantity: String,
    /// Its unit; empty for counts.
    pub unit: String,
    /// By the law.
    #[serde(deserialize_with = "null::nan")]
    pub predicted: f64,
    /// Where the prediction comes from.
    pub basis: Basis,
    /// The figure that the law's text prints for it, from an independent simulation or a publication.
    pub printed: Option<String>,
    /// Whether that figure is the prediction, to its last digit.
    pub print_agrees: bool,
    /// By playing.
    #[serde(deserialize_with = "null::nan")]
    pub measured: f64,
    /// Measured less predicted.
    #[serde(deserialize_with = "null::nan")]
    pub deviation: f64,
    /// Largest deviation that is accepted, in the quantity's unit.
    #[serde(deserialize_with = "null::nan")]
    pub tolerance: f64,
    /// Where that limit comes from.
    pub why: String,
    /// Which side of the prediction the measurement may lie on.
    pub side: Side,
    /// Whether the measurement and the print hold.
    pub held: bool,
}

/// Where a prediction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// The law's formula, in f64.
    Formula,
    /// The law's recurrence, tick by tick in f64.
    Recurrence,
    /// An independent simulation only: there is no formula.
    Simulated,
}

/// Which side of the prediction the measurement may lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// On either, by at most the tolerance.
    Both,
    /// Below by any amount, above by at most the tolerance: the law is a bound.
    AtMost,
    /// Above by any amount, below by at most the tolerance.
    AtLeast,
}

/// The drawing of a law.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LawPlot {
    /// Name of the horizontal axis, with its unit.
    pub x_name: String,
    /// Name of the upward axis, with its unit.
    pub y_name: String,
    /// One a case, in one colour each.
    pub curves: Vec<Curve>,
}

/// The law's curve and the measurements.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// For the legend.
    pub name: String,
    /// Points (x, y) of the law's curve.
    #[serde(deserialize_with = "null::nan")]
    pub law: Vec<[f64; 2]>,
    /// Points (x, y) that were measured.
    #[serde(deserialize_with = "null::nan")]
    pub measured: Vec<[f64; 2]>,
}

impl LawRecord {
    /// Whether all of it held.
    pub fn held(&self) -> bool {
        self.findings.iter().all(|f| f.held)
    }
}
