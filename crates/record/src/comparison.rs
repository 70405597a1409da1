//! A scene, played and judged for all contestants: its results, and what drawings need.

use crate::{Entry, Face, MoverFaces, TriggerFacts, TutorialCosts, solver};
use clipmark_rows::Results;

/// One scene, all contestants.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// What was found: a case for each contestant.
    pub results: Results,
    /// The scene, as drawings need it.
    pub scene: SceneFacts,
    /// Faces of the world, to be drawn.
    pub outline: Vec<Face>,
    /// The movers in it, to be drawn.
    pub movers: Vec<MoverFaces>,
    /// The triggers in it, to be drawn.
    pub triggers: Vec<TriggerFacts>,
    /// Runs and answers, in the order of the cases.
    pub contestants: Vec<Entry>,
    /// A sweep as the solvers saw it, where one was asked for.
    pub solver: Option<solver::SolverRun>,
    /// The cost of the published tutorial's errors, where it takes part.
    pub tutorial: Option<TutorialCosts>,
}

/// The scene, as drawings need it.
#[derive(Clone, Debug, Default)]
pub struct SceneFacts {
    /// Speed on level ground that its rules settle at, in units per second (law L1).
    pub run_speed: f64,
    /// Length of a tick in milliseconds.
    pub tick_msec: f64,
    /// Seconds played.
    pub seconds: f64,
    /// The run that deviations are measured from: the reference mover's, or the first contestant's otherwise.
    pub measured_from: String,
    /// Whether it is the first contestant's.
    pub measured_from_first: bool,
    /// Whether all contestants collide with curved patches; otherwise they are removed for all.
    pub with_patches: bool,
    /// Whether all contestants collide with triangles; otherwise they are removed for all.
    pub with_triangles: bool,
}

/// One expectation of the scene, for one contestant.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Contestant.
    pub contestant: String,
    /// The expectation.
    pub what: String,
    /// The result.
    pub got: String,
    /// The failure in a few words that follow the contestant's name and a colon: `got as far as step 9 of 10`. Empty where it
    /// held.
    pub short: String,
    /// Whether it held.
    pub held: bool,
    /// Whether a place was to be reached.
    pub is_goal: bool,
    /// How far it missed, in units; none where that is no length.
    pub off: Option<f64>,
    /// How a bound was left; none where it is no bound or was kept.
    pub left: Option<Left>,
}

impl Expected {
    /// The failure in a few words; expectation and result where these are not known.
    pub fn in_short(&self) -> String {
        match self.short.is_empty() {
            true => format!("expected: {}; got: {}", self.what, self.got),
            false => self.short.clone(),
        }
    }
}

/// How a run left a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// Number of the first tick that the bound holds for, from 0.
    pub since: usize,
    /// Number of the first tick that leads out.
    pub tick: usize,
    /// From the bound to where it then is, in units and the world's axes.
    pub out: [f64; 3],
}
