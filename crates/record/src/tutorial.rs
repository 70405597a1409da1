//! The cost of each error of the published tutorial's tracer.

/// The cost of each error and omission of the published tutorial's tracer, against `bsp` by Quake III's rules.
#[derive(Clone, Debug, Default)]
pub struct TutorialCosts {
    /// Random sweeps asked.
    pub random: usize,
    /// Sweeps asked that the player's movement issued on `bsp`.
    pub moving: usize,
    /// The listing as published, each error by itself, and with all of them repaired.
    pub rows: Vec<TutorialCost>,
}

/// The cost of one error, on random sweeps and on those of movement.
#[derive(Clone, Debug, Default)]
pub struct TutorialCost {
    /// The error, in words.
    pub what: String,
    /// Sweeps answered otherwise when this alone is wrong.
    pub alone: [Otherwise; 2],
    /// Sweeps answered differently when this alone is repaired; `None` where that is impossible.
    pub repaired: Option<[Otherwise; 2]>,
}

/// Sweeps answered otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Otherwise {
    /// Something is met, and this goes on to the end.
    pub lost: usize,
    /// Ends more than [`ELSEWHERE`] from where it should, those lost included.
    pub elsewhere: usize,
}

/// Ends farther apart than this are two, in units: far above rounding, below a tenth of the skins' difference.
pub const ELSEWHERE: f32 = 0.01;
