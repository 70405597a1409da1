//! Answers to sweeps against the exact reference: the score of a contestant, and one record for each sweep.
//!
//! Which answer is counted as what is decided in crate `truth`; here are counts and sizes alone.

use crate::null;
use serde::{Deserialize, Serialize};

/// Whether stops keep the declared skin and the hull reaches as far as it should: gaps at faces, as a distribution. What is
/// wrong is decided by `SkinCheck` of crate `truth`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SkinScore {
    /// Stops that a face alone decides.
    pub gaps: usize,
    /// Gap less skin, in units: half are below.
    #[serde(deserialize_with = "null::nan")]
    pub median: f64,
    /// One in a hundred is below, in units.
    #[serde(deserialize_with = "null::nan")]
    pub first_percentile: f64,
    /// The skin is not the declared one, by more than rounding.
    pub wrong: bool,
    /// Directions in which the hull does not reach as far as it should.
    pub hull: Vec<HullSide>,
}

/// A direction in which a hull does not reach as far as it should.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HullSide {
    /// As `+x`.
    pub direction: String,
    /// How much it falls short, in units; negative where it reaches too far.
    #[serde(deserialize_with = "null::nan")]
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

    /// What is wrong, in words that follow a name.
    pub fn faults(&self) -> Vec<String> {
        self.wrong_skin().into_iter().chain(self.wrong_hull()).collect()
    }
}

/// Answers against the truth. Counts never average a failure away; lengths are in units.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct QueryScore {
    /// Sweeps judged.
    pub queries: usize,
    /// Sweeps on which the truth meets something.
    pub true_hits: usize,
    /// Passed through something (F1).
    pub missed: usize,
    /// Passed through what they touch at the start, though by exact arithmetic not in it; not among `missed`.
    #[serde(default)]
    pub missed_from_touch: usize,
    /// Whether stops keep the skin and the hull its size.
    #[serde(default)]
    pub skin: SkinScore,
    /// The same by a backend whose declared rule it is: Quake III lets a hull through what it touches. No fault.
    #[serde(default)]
    pub touch_rule: usize,
    /// Passed into a solid that overlaps the one they start in, by a backend that declares overlapping solids to be one
    /// (clip hulls). No fault.
    #[serde(default)]
    pub merged_rule: usize,
    /// Passed through a brush behind whose given planes they start, though not in it, by a backend whose declared rule it
    /// is: Quake III clips against the planes of the map, and ignores what a sweep starts in. No fault.
    #[serde(default)]
    pub bevel_rule: usize,
    /// Stopped at the edge of a curved patch's facet from behind, or passed a piece without a facet, by a backend whose
    /// declared rule it is: Quake III does both. No fault.
    #[serde(default)]
    pub patch_rule: usize,
    /// Named contents with a stop that no solid there has.
    #[serde(default)]
    pub wrong_contents: usize,
    /// Cut a corner by less than the skin, as tracers do that also move the planes a path leaves by in by it.
    pub clipped_corners: usize,
    /// Stopped where nothing is (F2).
    pub phantom: usize,
    /// Of these: at a bevel of the map that lies away from its brush.
    pub phantom_off_bevel: usize,
    /// Of these: where the map gives a brush no bevel that the hull would need.
    pub phantom_no_bevel: usize,
    /// Ended in a solid beyond tolerance (F3).
    pub penetrating: usize,
    /// Of these: at a corner that the backend cuts by its declared rule.
    #[serde(default)]
    pub deep_at_corner: usize,
    /// Of `wrong_normal`: at a plane that the map gives a brush and the brush does not reach.
    #[serde(default)]
    pub normal_at_given: usize,
    /// Of `wrong_contents`: the same.
    #[serde(default)]
    pub contents_at_given: usize,
    /// Of `start_solid`: behind all planes that the map gives a brush, though not in it.
    #[serde(default)]
    pub start_at_given: usize,
    /// Of `missed`, `penetrating` and `wrong_place` together: right with a tree of our own. Counted by the bar alone.
    #[serde(default)]
    pub by_tree: usize,
    /// Of `missed`: started in the skin of what they passed and left a plane of it within that skin. Quake III counts that
    /// plane as left before any is met.
    #[serde(default)]
    pub missed_from_skin: usize,
    /// Start-solid disagreements (F6).
    pub start_solid: usize,
    /// Wrong normals, missing ones among them (F5); class `WrongNormal` of crate `truth`.
    pub wrong_normal: usize,
    /// Stopped in the skin of a surface from which they keep their distance, to a few f32 steps; not wrong normals.
    pub stopped_along: usize,
    /// Answers that the backend reported as unreliable (F13b).
    pub unreliable: usize,
    /// Started in a solid, whose depth or contacts the backend says wrong (F6).
    #[serde(default)]
    pub wrong_place: usize,
    /// Answered by other bits when asked again (F12).
    #[serde(default)]
    pub changed: usize,
    /// How deep ends lie in solids.
    pub penetration: Quantiles,
    /// How much farther than the skin ends stay off.
    pub gap: Quantiles,
    /// How early (positive) or late (negative) stops are, along the normal, as sizes.
    pub time_of_impact: Quantiles,
    /// Angle to the contact cone, in degrees.
    pub normal: Quantiles,
}

/// Of a set of sizes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Quantiles {
    /// Half are below.
    #[serde(deserialize_with = "null::nan")]
    pub median: f64,
    /// 99 % are below.
    #[serde(deserialize_with = "null::nan")]
    pub p99: f64,
    /// 99.9 % are below.
    #[serde(deserialize_with = "null::nan")]
    pub p999: f64,
    /// The largest.
    #[serde(deserialize_with = "null::nan")]
    pub worst: f64,
}

/// One refereed sweep.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct QueryRecord {
    /// Start in units.
    #[serde(deserialize_with = "null::nan")]
    pub start: [f32; 3],
    /// Wished end in units.
    #[serde(deserialize_with = "null::nan")]
    pub end: [f32; 3],
    /// Answered fraction.
    #[serde(deserialize_with = "null::nan")]
    pub fraction: f32,
    /// True fraction to first touch; 1 if free.
    #[serde(deserialize_with = "null::nan")]
    pub truth: f64,
    /// Answered normal; null when none.
    #[serde(deserialize_with = "null::nan")]
    pub normal: [f32; 3],
    /// Passed through something.
    pub missed: bool,
    /// Stopped where nothing is.
    pub phantom: bool,
    /// Depth at the end, in units.
    #[serde(deserialize_with = "null::nan")]
    pub penetration: f64,
    /// Distance beyond the skin at the end, in units.
    #[serde(deserialize_with = "null::nan")]
    pub gap: f64,
    /// Early (positive) or late (negative) along the normal, in units; NaN-free, 0 when free.
    #[serde(deserialize_with = "null::nan")]
    pub time_of_impact: f64,
    /// Angle to the contact cone in degrees; `None` when nothing was hit.
    pub normal_error: Option<f64>,
}
