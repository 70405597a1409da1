//! A caller's choices for a comparison.

/// How thoroughly to compare.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Contestants instead of the scene's.
    pub contestants: Option<Vec<String>>,
    /// Seed of the random sweeps instead of the scene's.
    pub seed: Option<u64>,
    /// A quarter of the sweeps and fewer rounds under the clock.
    pub quick: bool,
}
