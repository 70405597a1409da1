use crate::Triple;
use serde::{Deserialize, Serialize};

/// Something that must hold for the run of every contestant named (all of them when none is named).
/// Positions are those of the hull's origin after a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// The player is inside this box after some tick.
    Reaches {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// The player is inside this box after the last tick.
    FinalInside {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// The player is inside this box after every tick.
    StaysInside {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// The position never goes below this height.
    NeverBelow {
        /// In units.
        z: f64,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// The position never goes above this height.
    NeverAbove {
        /// In units.
        z: f64,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// The horizontal speed at a time.
    SpeedWithin {
        /// Seconds from the start; the first tick that ends then or later is looked at.
        at: f64,
        /// Wanted horizontal speed in units per second.
        of: f64,
        /// How far off it may be, either way, in units per second.
        tolerance: f64,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// From a time to the end, the position stays within a distance of where it was at that time.
    Rests {
        /// Seconds from the start.
        from: f64,
        /// In units.
        within: f64,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// Ticks after which the hull is in a solid.
    StuckTicks {
        /// At most so many.
        max: u32,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// Refereed sweeps that passed through something.
    Misses {
        /// At most so many.
        max: u32,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// Refereed sweeps that hit where nothing is.
    Phantoms {
        /// At most so many.
        max: u32,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
    /// How deep the hull is in a solid at worst, over all ticks.
    Deepest {
        /// At most so deep, in units.
        max: f64,
        /// For whom.
        #[serde(default)]
        contestants: Vec<String>,
    },
}

impl Expectation {
    /// Its name in a scene file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reaches { .. } => "Reaches",
            Self::FinalInside { .. } => "FinalInside",
            Self::StaysInside { .. } => "StaysInside",
            Self::NeverBelow { .. } => "NeverBelow",
            Self::NeverAbove { .. } => "NeverAbove",
            Self::SpeedWithin { .. } => "SpeedWithin",
            Self::Rests { .. } => "Rests",
            Self::StuckTicks { .. } => "StuckTicks",
            Self::Misses { .. } => "Misses",
            Self::Phantoms { .. } => "Phantoms",
            Self::Deepest { .. } => "Deepest",
        }
    }

    /// The contestants it names; none means all.
    pub fn contestants(&self) -> &[String] {
        match self {
            Self::Reaches { contestants, .. }
            | Self::FinalInside { contestants, .. }
            | Self::StaysInside { contestants, .. }
            | Self::NeverBelow { contestants, .. }
            | Self::NeverAbove { contestants, .. }
            | Self::SpeedWithin { contestants, .. }
            | Self::Rests { contestants, .. }
            | Self::StuckTicks { contestants, .. }
            | Self::Misses { contestants, .. }
            | Self::Phantoms { contestants, .. }
            | Self::Deepest { contestants, .. } => contestants,
        }
    }

    /// Whether it is asked of this contestant.
    pub fn concerns(&self, contestant: &str) -> bool {
        let named = self.contestants();
        named.is_empty() || named.iter().any(|n| n == "*" || n == contestant)
    }
}
