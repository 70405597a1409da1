//! A ratio of times and how well it is known.

use crate::null;
use serde::{Deserialize, Serialize};

/// A median of ratios and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The median.
    #[serde(deserialize_with = "null::nan")]
    pub value: f64,
    /// The interval; endless, and not a number when it is read back, where too little was timed.
    #[serde(deserialize_with = "null::nan")]
    pub interval: [f64; 2],
}
