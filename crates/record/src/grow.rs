//! How cost grows with the world, as plain data.

use crate::held::Held;
use crate::{Machine, Made};
use serde::{Deserialize, Serialize};

/// Version of the format of [`GrowResults`].
pub const GROW_FORMAT: u32 = 1;

/// All that was measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GrowResults {
    /// [`GROW_FORMAT`].
    pub format: u32,
    /// `town`.
    pub world: String,
    /// The movement.
    pub profile: String,
    /// Seed of towns, sweeps and commands.
    pub seed: u64,
    /// Sweeps of each class of length.
    pub sweeps: usize,
    /// How many of them the exact reference judged.
    pub refereed: usize,
    /// Players, each by itself, and ticks of each.
    pub players: usize,
    /// See `players`.
    pub ticks: usize,
    /// Rounds under the clock.
    pub rounds: usize,
    /// A build that is expected to take longer is left out, in seconds.
    pub most_seconds: f64,
    /// A backend that is expected to hold more is left out, in megabytes.
    pub most_megabytes: f64,
    /// Where it was measured.
    pub machine: Machine,
    /// Its origin.
    pub made: Made,
    /// One for each size and contestant that was built.
    pub rows: Vec<GrowRow>,
    /// Contestants left out of sizes, and why.
    pub left_out: Vec<LeftOut>,
}

/// A contestant in a world of one size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GrowRow {
    /// `backend` or `backend+mover`.
    pub contestant: String,
    /// Convex solids of the world.
    pub brushes: usize,
    /// Brushes, hulls or polygons that the backend can hit.
    pub primitives: usize,
    /// Bytes of the built backend.
    pub bytes: Held,
    /// CPU time of the build, all threads together, in seconds.
    pub build_seconds: f64,
    /// The same by the wall clock.
    pub build_wall_seconds: f64,
    /// A sweep of each class of length, the shortest first.
    pub traces: Vec<TraceCost>,
    /// A tick in nanoseconds; none where the states under the clock are not those first played.
    pub tick_ns: Option<f64>,
    /// Median absolute deviation from it.
    pub tick_spread_ns: f64,
}

/// A sweep's cost relative to the world of the size before, whose sweeps took turns with these: as a factor for ten times
/// the brushes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// The median of the ratios of the rounds.
    pub times: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// The cost of a sweep of one class of length.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TraceCost {
    /// Lengths in units.
    pub lengths: [f64; 2],
    /// Median in nanoseconds; none where the answers under the clock are not those first given.
    pub ns: Option<f64>,
    /// Median absolute deviation from it.
    pub spread_ns: f64,
    /// `None` for the smallest world, and where either was not timed.
    pub growth: Option<Growth>,
    /// Missing hits among the refereed answers.
    pub missed: usize,
    /// ... hits where nothing is.
    pub phantom: usize,
    /// ... ends inside a solid.
    pub penetrating: usize,
    /// Nodes that a sweep visits on average, where the backend counts them.
    pub nodes: f64,
    /// Planes that it compares with.
    pub planes: f64,
}

/// A contestant that was not built for a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The contestant.
    pub contestant: String,
    /// Convex solids of the world.
    pub brushes: usize,
    /// Why, in words.
    pub why: String,
}

/// The growing quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Time of a sweep of the shortest class.
    TraceShort,
    /// ... for the middle class.
    TraceMiddle,
    /// ... for the longest class.
    TraceLong,
    /// Time of a tick.
    Tick,
    /// Time to build.
    Build,
    /// Bytes held.
    Memory,
}

impl Quantity {
    /// Which class of length it is about.
    pub fn class(self) -> Option<usize> {
        match self {
            Self::TraceShort => Some(0),
            Self::TraceMiddle => Some(1),
            Self::TraceLong => Some(2),
            Self::Tick | Self::Build | Self::Memory => None,
        }
    }
}

impl GrowRow {
    /// A quantity: nanoseconds, seconds or bytes.
    pub fn quantity(&self, quantity: Quantity) -> Option<f64> {
        match quantity.class() {
            Some(class) => self.traces.get(class)?.ns,
            None => match quantity {
                Quantity::Tick => self.tick_ns,
                Quantity::Build => Some(self.build_seconds),
                _ => self.bytes.counted.map(|n| n as f64),
            },
        }
    }

    /// Whether every time is there: the timed answers were the first ones.
    pub fn is_timed(&self) -> bool {
        self.tick_ns.is_some() && self.traces.iter().all(|t| t.ns.is_some())
    }

    /// How many refereed answers are wrong.
    pub fn wrong(&self) -> usize {
        self.traces
            .iter()
            .map(|t| t.missed + t.phantom + t.penetrating)
            .sum()
    }
}

impl GrowResults {
    /// Names of the contestants, in the order in which they were asked for.
    pub fn contestants(&self) -> Vec<&str> {
        let built = self.rows.iter().map(|r| r.contestant.as_str());
        crate::each_once(built.chain(self.left_out.iter().map(|l| l.contestant.as_str())))
    }
}
