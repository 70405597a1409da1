//! A scene, played and judged for all contestants: the whole of its page.

use crate::{Entry, Face, Made, MoverFaces, TriggerFacts, TutorialCosts, solver};

/// One scene, all contestants.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The scene.
    pub scene: SceneFacts,
    /// Where it was measured.
    pub machine: Machine,
    /// Its origin.
    pub made: Made,
    /// Faces of the world, to be drawn.
    pub outline: Vec<Face>,
    /// The movers in it, to be drawn.
    pub movers: Vec<MoverFaces>,
    /// The triggers in it, to be drawn.
    pub triggers: Vec<TriggerFacts>,
    /// In the order asked for.
    pub contestants: Vec<Entry>,
    /// A sweep as the solvers saw it, where one was asked for.
    pub solver: Option<solver::SolverRun>,
    /// What changed since the run whose report it replaces: a sentence, then the changes.
    pub since: Vec<String>,
    /// The cost of the published tutorial's errors, where it takes part.
    pub tutorial: Option<TutorialCosts>,
    /// The scene's expectations and their results.
    pub expectations: Vec<Expected>,
    /// The result, in sentences.
    pub verdict: Vec<String>,
}

/// The scene.
#[derive(Clone, Debug, Default)]
pub struct SceneFacts {
    /// Short name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Its purpose.
    pub description: String,
    /// Movement profile.
    pub profile: String,
    /// Speed on level ground that its rules settle at, in units per second (law L1).
    pub run_speed: f64,
    /// Length of a tick in milliseconds.
    pub tick_msec: f64,
    /// Seconds played.
    pub seconds: f64,
    /// Ticks played.
    pub ticks: usize,
    /// Seed of the random sweeps.
    pub seed: u64,
    /// Sweeps refereed.
    pub sweeps: usize,
    /// The run that deviations are measured from: the reference mover's, or the first contestant's otherwise.
    pub measured_from: String,
    /// Whether it is the first contestant's.
    pub measured_from_first: bool,
    /// Name of the map or scene that the world came from.
    pub world: String,
    /// Convex solids in it.
    pub brushes: usize,
    /// Curved patches in it.
    pub patches: usize,
    /// Whether all contestants collide with them; otherwise they are removed for all.
    pub with_patches: bool,
    /// Triangles in it.
    pub triangles: usize,
    /// Whether all contestants collide with them; otherwise they are removed for all.
    pub with_triangles: bool,
    /// Moving parts of the map that are left out.
    pub submodels: usize,
    /// Moving parts that play.
    pub movers: usize,
}

/// Where it was measured.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Processor, as the system names it.
    pub cpu: String,
    /// Logical cores.
    pub cores: usize,
    /// Operating system and architecture.
    pub os: String,
    /// Version of this program.
    pub version: String,
    /// Compiler profile: `release` or `debug`.
    pub build: String,
    /// The clock of passes: CPU time of the thread, or the wall clock.
    pub clock: String,
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
