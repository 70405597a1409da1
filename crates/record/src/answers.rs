//! Answers to sweeps against the exact reference: the score of a contestant, and one record for each sweep.
//!
//! Crate `referee` decides the class of each answer; here are counts and sizes alone.

use crate::causes::Cause;
use crate::counts::Counts;
use crate::faults::Fault;
use crate::rules::Rule;
use serde::Serialize;

/// Whether stops keep the declared skin and the hull has its right extent: gaps at faces, as a distribution. `SkinCheck`
/// of crate `referee` decides the faults.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SkinScore {
    /// Stops that a face alone decides.
    pub gaps: usize,
    /// Gap less skin, in units: half are below.
    pub median: f64,
    /// One in a hundred is below, in units.
    pub first_percentile: f64,
    /// The skin is not the declared one, by more than rounding.
    pub wrong: bool,
    /// Directions in which the hull does not reach as far as it should.
    pub hull: Vec<HullSide>,
}

/// A direction in which a hull does not reach as far as it should.
#[derive(Clone, Debug, Serialize)]
pub struct HullSide {
    /// As `+x`.
    pub direction: String,
    /// How much it falls short, in units; negative where it reaches too far.
    pub short: f64,
}

impl SkinScore {
    /// How the skin is not the declared one, in words that follow a name.
    pub fn wrong_skin(&self) -> Option<String> {
        self.wrong.then(|| {
            format!(
                "kept a gap off the declared skin by {:.4} u in the median and {:.4} u in the 1st percentile of {} stops",
                self.median, self.first_percentile, self.gaps
            )
        })
    }

    /// Where the hull is of another size than declared, in words that follow a name.
    pub fn wrong_hull(&self) -> Vec<String> {
        let side = |side: &HullSide| {
            let how = if side.short > 0.0 {
                "too narrow"
            } else {
                "too wide"
            };
            format!(
                "swept a hull {:.4} u {how} towards {}",
                side.short.abs(),
                side.direction
            )
        };
        self.hull.iter().map(side).collect()
    }

    /// The classes of fault that all gaps together show.
    pub fn counts(&self) -> Counts<Fault> {
        Counts::collect(&[
            (Fault::WrongSkin, self.wrong.into()),
            (Fault::WrongHull, self.hull.len()),
        ])
    }
}

/// Answers against the truth. Counts never average a failure away; lengths are in units.
#[derive(Clone, Debug, Default)]
pub struct SweepCounts {
    /// Sweeps judged.
    pub queries: usize,
    /// Sweeps on which the truth meets something.
    pub true_hits: usize,
    /// Answers of each class of fault.
    pub faults: Counts<Fault>,
    /// Answers that an engine's rule explains. No fault.
    pub rules: Counts<Rule>,
    /// Answers whose cause is known.
    pub causes: Counts<Cause>,
    /// Whether stops keep the skin and the hull its size.
    pub skin: SkinScore,
    /// Deepest end in a solid, in units.
    pub penetration: f64,
    /// Largest angle to the contact cone, in degrees.
    pub normal: f64,
}

/// One refereed sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepRecord {
    /// Start in units.
    pub start: [f32; 3],
    /// Wished end in units.
    pub end: [f32; 3],
    /// Answered fraction.
    pub fraction: f32,
    /// True fraction to first touch; 1 if free.
    pub truth: f64,
    /// Answered normal; null when none.
    pub normal: [f32; 3],
    /// Passed through something, or ended in it.
    pub missed: bool,
    /// Stopped where nothing is.
    pub phantom: bool,
    /// Depth at the end, in units.
    pub penetration: f64,
    /// Distance beyond the skin at the end, in units.
    pub gap: f64,
    /// Early (positive) or late (negative) along the normal, in units; NaN-free, 0 when free.
    pub time_of_impact: f64,
    /// Angle to the contact cone in degrees; `None` when nothing was hit.
    pub normal_error: Option<f64>,
}
