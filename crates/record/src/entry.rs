//! What is drawn of one contestant in one scene.

use crate::held::Held;
use crate::{Divergence, Mark, SweepRecord, TickRecord, WorkTimes, case, classes};

/// One contestant.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// `backend` or `backend+mover`.
    pub name: String,
    /// Shape of the body that it sweeps: `box`, `cylinder`.
    pub hull: String,
    /// Bounds of that body.
    pub body: BodyBounds,
    /// Its answers by class.
    pub classes: Vec<classes::SweepClass>,
    /// The worst of them, one a kind.
    pub cases: Vec<case::Case>,
    /// Where it leaves the path of [`SceneFacts::measured_from`](crate::SceneFacts::measured_from).
    pub divergence: Option<Divergence>,
    /// Moments of its walk that are worth a look.
    pub marks: Vec<Mark>,
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

/// Cost of building a backend.
#[derive(Clone, Debug, Default)]
pub struct BuildCost {
    /// Wall time in milliseconds, taken outside of the backend.
    pub msec: f64,
    /// The same as the backend says.
    pub said_msec: f64,
    /// Bytes held.
    pub bytes: Held,
    /// Brushes, hulls or polygons.
    pub primitives: usize,
    /// The parts of the world that it leaves out, in sentences.
    pub omissions: Vec<String>,
}
