//! The counted work per trace, and its cost in time.

use clipmark_rows::{Check, Row};

/// Counted work per trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorkPerTrace {
    /// Inner nodes.
    pub nodes: f64,
    /// Leaves.
    pub leaves: f64,
    /// Brushes, hulls or polygons.
    pub primitives: f64,
    /// Planes.
    pub planes: f64,
    /// Iterations of GJK.
    pub gjk_iterations: f64,
    /// Iterations of EPA.
    pub epa_iterations: f64,
}

impl WorkPerTrace {
    /// A row for each kind of work that was done.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        let counts = [
            (Check::Nodes, self.nodes),
            (Check::Leaves, self.leaves),
            (Check::Solids, self.primitives),
            (Check::Planes, self.planes),
            (Check::GjkSteps, self.gjk_iterations),
            (Check::EpaSteps, self.epa_iterations),
        ];
        let done = counts.into_iter().filter(|(_, count)| *count > 0.0);
        done.map(|(check, count)| Row::counted(check, count))
    }
}

/// The least work that a trace asks of any tracer that knows every brush by its bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeastWork {
    /// Brushes whose bounds, moved out by hull and skin, the sweep meets before it stops.
    pub solids: f64,
    /// Their planes that must be known.
    pub planes: f64,
    /// The same where four planes of a brush are tested at a time.
    pub planes_in_fours: f64,
}

/// Time against one counter of work: groups of the timed sweeps, least work first.
#[derive(Clone, Debug, Default)]
pub struct WorkTimes {
    /// The counter.
    pub counter: String,
    /// Up to ten groups of about equal size; sweeps of equal work stay together.
    pub bins: Vec<WorkBin>,
}

/// A group of sweeps of like work.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorkBin {
    /// Mean count per sweep.
    pub work: f64,
    /// Median time per sweep, in nanoseconds, the groups taking turns.
    pub median_ns: f64,
}
