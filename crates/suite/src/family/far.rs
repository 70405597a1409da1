//! Scene 27: other scenes, far from the origin. A coordinate of f32 has steps of 2^(k-23) at 2^k. So the first
//! failures should come at 2^15 to 2^16 (F29). Worlds end at 65,536, so the largest shift leaves room for the scene.

use serde::Deserialize;

/// The scene played far away, and how far.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Far {
    /// Suite files in the same folder.
    pub(crate) of: Vec<String>,
    /// Along each axis so far.
    pub(crate) shifts: Vec<f64>,
    /// This many cases of each file, spread evenly.
    pub(crate) cases: usize,
}
