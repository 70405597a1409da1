//! A scene's possible expectations of a run.

use crate::{Shape, Triple};
use serde::{Deserialize, Serialize};

/// Groups of contestants that an expectation may name besides contestants themselves.
pub(crate) const GROUPS: [&str; 5] = ["*", "mover:slide", "mover:walker", "hull:box", "hull:cylinder"];

/// Something that must hold for the run of every contestant named (all of them when none is named).
/// Positions are those of the hull's origin after a tick, in the scene's own axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// The player is inside this box after some tick.
    Reaches {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// At the latest, in seconds.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        by: Option<f64>,
        /// At the earliest, in seconds.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: Option<f64>,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The player is inside this box after the last tick.
    FinalInside {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The player is inside this box after every tick.
    StaysInside {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The player is inside this box after no tick.
    StaysOut {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The position never goes below this height.
    NeverBelow {
        /// In units.
        z: f64,
        /// Start, in seconds; default from the start.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: Option<f64>,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The position never goes above this height.
    NeverAbove {
        /// In units.
        z: f64,
        /// Start, in seconds; default from the start.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: Option<f64>,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
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
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The velocity at a time.
    VelocityWithin {
        /// Seconds from the start; the first tick that ends then or later is looked at.
        at: f64,
        /// Wanted velocity in units per second.
        of: Triple,
        /// How far off any component may be, either way, in units per second.
        tolerance: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The player is never faster than this, all components taken together.
    SpeedNeverAbove {
        /// In units per second.
        of: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// No tick loses more than a share of the speed that the player had, all components taken together. Below 100 units
    /// per second nothing is asked.
    LosesAtMost {
        /// 0 to 1.
        share: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// From a time to the end, the position stays within a distance of where it was at that time.
    Rests {
        /// Seconds from the start.
        from: f64,
        /// In units.
        within: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// Changes between standing and flying.
    GroundToggles {
        /// At most this many.
        max: u32,
        /// Start, in seconds.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// Motion that turns back on itself under constant intent, RMS of second differences (F19).
    Shake {
        /// At most, in units.
        max: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// At the end the way in a direction is blocked within a distance, by the exact reference.
    Against {
        /// A yaw in degrees.
        toward: f64,
        /// In units.
        within: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// At the end the hull is in no solid, by the exact reference.
    FinalFree {
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// The same script in another world, which ought to feel the same, gives the same run (F18).
    LikeOn {
        /// The other world.
        shapes: Vec<Shape>,
        /// How far apart the velocities may be after any tick, in units per second.
        speed: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// Ticks after which the player wanted to move, could have, and had not for a quarter of a second (F17).
    StuckTicks {
        /// At most this many.
        max: u32,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// Refereed sweeps that passed through something.
    Misses {
        /// At most this many.
        max: u32,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// Refereed sweeps that hit where nothing is.
    Phantoms {
        /// At most this many.
        max: u32,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        contestants: Vec<String>,
    },
    /// How deep the hull is in a solid at worst, over all ticks.
    Deepest {
        /// At most so deep, in units.
        max: f64,
        /// The contestants that it is asked of.
        #[serde(default, skip_serializing_if = "crate::is_default")]
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
            Self::StaysOut { .. } => "StaysOut",
            Self::NeverBelow { .. } => "NeverBelow",
            Self::NeverAbove { .. } => "NeverAbove",
            Self::SpeedWithin { .. } => "SpeedWithin",
            Self::VelocityWithin { .. } => "VelocityWithin",
            Self::SpeedNeverAbove { .. } => "SpeedNeverAbove",
            Self::LosesAtMost { .. } => "LosesAtMost",
            Self::Rests { .. } => "Rests",
            Self::GroundToggles { .. } => "GroundToggles",
            Self::Shake { .. } => "Shake",
            Self::Against { .. } => "Against",
            Self::FinalFree { .. } => "FinalFree",
            Self::LikeOn { .. } => "LikeOn",
            Self::StuckTicks { .. } => "StuckTicks",
            Self::Misses { .. } => "Misses",
            Self::Phantoms { .. } => "Phantoms",
            Self::Deepest { .. } => "Deepest",
        }
    }

    /// The contestants and groups it names; none means all.
    pub fn contestants(&self) -> &[String] {
        match self {
            Self::Reaches { contestants, .. }
            | Self::FinalInside { contestants, .. }
            | Self::StaysInside { contestants, .. }
            | Self::StaysOut { contestants, .. }
            | Self::NeverBelow { contestants, .. }
            | Self::NeverAbove { contestants, .. }
            | Self::SpeedWithin { contestants, .. }
            | Self::VelocityWithin { contestants, .. }
            | Self::SpeedNeverAbove { contestants, .. }
            | Self::LosesAtMost { contestants, .. }
            | Self::Rests { contestants, .. }
            | Self::GroundToggles { contestants, .. }
            | Self::Shake { contestants, .. }
            | Self::Against { contestants, .. }
            | Self::FinalFree { contestants, .. }
            | Self::LikeOn { contestants, .. }
            | Self::StuckTicks { contestants, .. }
            | Self::Misses { contestants, .. }
            | Self::Phantoms { contestants, .. }
            | Self::Deepest { contestants, .. } => contestants,
        }
    }

    /// Whether it concerns a contestant with any of these names: its own, and its groups'.
    pub fn concerns(&self, names: &[&str]) -> bool {
        let named = self.contestants();
        named.is_empty() || named.iter().any(|n| n == "*" || names.contains(&n.as_str()))
    }
}
