//! All that is known of one contestant in one scene.

use crate::held::Held;
use crate::{
    MovementScore, SweepCounts, SweepRecord, TickRecord, Timing, WorkPerTrace, WorkTimes, case, classes,
    findings,
};

/// One contestant.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// `backend` or `backend+mover`.
    pub name: String,
    /// Shape of the body that it sweeps: `box`, `cylinder`.
    pub hull: String,
    /// Bounds of that body.
    pub body: BodyBounds,
    /// Skin it declares, in units.
    pub skin: f32,
    /// Cost of building.
    pub build: BuildCost,
    /// Answers against the truth.
    pub queries: SweepCounts,
    /// The same answers by class.
    pub classes: Vec<classes::SweepClass>,
    /// The worst of them, one a kind.
    pub cases: Vec<case::Case>,
    /// The walk.
    pub movement: MovementScore,
    /// The detectors' findings.
    pub detection: findings::Detection,
    /// Time per answer of the random sweeps.
    pub trace_time: Timing,
    /// Time per tick of the script.
    pub tick_time: Timing,
    /// Work per answer of the random sweeps.
    pub work: WorkPerTrace,
    /// Time against counted work, one a counter.
    pub work_times: Vec<WorkTimes>,
    /// Median time of each of the timed sweeps, in nanoseconds, each asked alone; they are the first of `answers`.
    pub sweep_times: Vec<f64>,
    /// One a tick.
    pub ticks: Vec<TickRecord>,
    /// Unit normals of the touched surfaces, skin included, as its backend reports them: [`TickRecord::contacts`] of them a tick.
    pub contact_normals: Vec<[f32; 3]>,
    /// Poses of movers after each tick of its run, in the order of [`Comparison::movers`](crate::Comparison::movers). A pose is
    /// the origin in units, and pitch, yaw and roll in degrees.
    pub mover_poses: Vec<[f32; 6]>,
    /// One a refereed sweep.
    pub answers: Vec<SweepRecord>,
}

/// Bounds of an upright standing body relative to its origin, in units.
#[derive(Clone, Copy, Debug, Default)]
pub struct BodyBounds {
    /// Half its width in x and y.
    pub half_width: f32,
    /// Height of its feet.
    pub feet: f32,
    /// Height of its top.
    pub top: f32,
    /// Height at which its upper part begins, where the lower part may reach into the world (the two-cylinder walker).
    pub knee: Option<f32>,
}

/// A backend's own build time is shown beside the measured one if they differ by more than this part and this many milliseconds.
/// The call and a lost slice of the scheduler explain less.
const BUILD_PART: f64 = 0.1;
const BUILD_MSEC: f64 = 10.0;

/// Cost of building a backend.
#[derive(Clone, Debug, Default)]
pub struct BuildCost {
    /// Wall time in milliseconds, taken outside of the backend.
    pub msec: f64,
    /// The same as the backend says.
    pub said_msec: Option<f64>,
    /// Bytes held.
    pub bytes: Held,
    /// Brushes, hulls or polygons.
    pub primitives: usize,
    /// The parts of the world that it leaves out, in sentences.
    pub omissions: Vec<String>,
}

impl BuildCost {
    /// The contestant's own build time, in milliseconds, where it differs from the measured time.
    pub fn other_time(&self) -> Option<f64> {
        let far = |said: &f64| (said - self.msec).abs() > BUILD_PART * self.msec + BUILD_MSEC;
        self.said_msec.filter(far)
    }
}
