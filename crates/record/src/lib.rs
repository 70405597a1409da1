//! What was found, as plain data: written by those who measure, read by those who report, without any backend.
//!
//! A [`Comparison`] goes to `results.json`, all but what is only drawn: the faces of the world, the normals of
//! contacts and the steps of a solver are skipped there, and empty when it is read back. A number that is infinite or
//! none is `null` in JSON and read back as NaN.

pub mod bar;
pub mod case;
pub mod classes;
pub mod controllers;
pub mod drawing;
pub mod faults;
pub mod findings;
pub mod judges;
pub mod laws;
pub mod load;
mod made;
mod null;
pub mod recorded;
pub mod solver;
pub mod suite;
mod timing;
pub mod walker;

pub use made::Made;
pub use timing::{AnswersDiffer, Standing, Timing};

use serde::{Deserialize, Serialize};

/// One scene, all contestants.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Comparison {
    /// What was played.
    pub scene: SceneFacts,
    /// Where it was measured.
    pub machine: Machine,
    /// What made it.
    #[serde(default, skip_serializing_if = "Made::is_empty")]
    pub made: Made,
    /// Faces of the world, to be drawn.
    #[serde(skip)]
    pub outline: Vec<Face>,
    /// In the order asked for.
    pub contestants: Vec<Entry>,
    /// A sweep as the solvers saw it, where one was asked for.
    #[serde(skip)]
    pub solver: Option<solver::SolverRun>,
    /// What the published tutorial's errors cost, where it takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tutorial: Option<TutorialCosts>,
    /// What the scene asked for and got.
    pub expectations: Vec<Expected>,
    /// What came of it, in sentences.
    pub verdict: Vec<String>,
}

impl Comparison {
    /// Whether every contestant was timed on the answers that were judged.
    pub fn all_timed(&self) -> bool {
        let times = self
            .contestants
            .iter()
            .flat_map(|e| [&e.trace_time, &e.tick_time]);
        times.into_iter().all(|t| t.not_timed.is_none())
    }
}

/// A face of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// What it bounds.
    pub kind: FaceKind,
    /// A convex polygon, counter-clockwise seen from outside; [x, y, z] in units.
    pub corners: Vec<[f32; 3]>,
}

/// What a face bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceKind {
    /// Something solid to everybody.
    Solid,
    /// Something that is solid to players alone.
    Clip,
    /// A piece of a curved patch.
    Patch,
    /// A triangle that belongs to no solid.
    Triangle,
}

/// What was played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SceneFacts {
    /// Short name.
    pub name: String,
    /// Title.
    pub title: String,
    /// What it is there to show.
    pub description: String,
    /// Movement profile.
    pub profile: String,
    /// Speed on level ground that its rules settle at, in units per second (law L1).
    #[serde(deserialize_with = "null::nan")]
    pub run_speed: f64,
    /// Length of a tick in milliseconds.
    #[serde(deserialize_with = "null::nan")]
    pub tick_msec: f64,
    /// Seconds played.
    #[serde(deserialize_with = "null::nan")]
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
    /// Whether they are triangles to all, which the exact referee knows; it does not know patches.
    pub patches_refereed: bool,
    /// Triangles in it.
    pub triangles: usize,
    /// Whether all contestants collide with them; otherwise they are removed for all.
    pub with_triangles: bool,
    /// Moving parts of the map that are left out.
    pub submodels: usize,
}

/// Where it was measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// What passes are timed by: CPU time of the thread, or the wall clock.
    #[serde(default)]
    pub clock: String,
}

/// One contestant.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    /// `backend` or `backend+mover`.
    pub name: String,
    /// Shape of the body that it sweeps: `box`, `cylinder`.
    pub hull: String,
    /// Bounds of that body.
    pub body: BodyBounds,
    /// Skin it declares, in units.
    #[serde(deserialize_with = "null::nan")]
    pub skin: f32,
    /// Cost of building.
    pub build: BuildCost,
    /// Answers against the truth.
    pub queries: QueryScore,
    /// The same answers by class.
    pub classes: Vec<classes::QueryClass>,
    /// The worst of them, one a kind.
    pub cases: Vec<case::Case>,
    /// The walk.
    pub movement: MovementScore,
    /// What the detectors found.
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
    #[serde(deserialize_with = "null::nan")]
    pub sweep_times: Vec<f64>,
    /// One a tick.
    pub ticks: Vec<TickRecord>,
    /// Unit normals of what it touches, skin included, as its backend says: [`TickRecord::contacts`] of them a tick.
    #[serde(skip)]
    pub contact_normals: Vec<[f32; 3]>,
    /// One a refereed sweep.
    pub answers: Vec<QueryRecord>,
}

/// Bounds of an upright standing body relative to its origin, in units.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct BodyBounds {
    /// Half its width in x and y.
    #[serde(deserialize_with = "null::nan")]
    pub half_width: f32,
    /// Height of its feet.
    #[serde(deserialize_with = "null::nan")]
    pub feet: f32,
    /// Height of its top.
    #[serde(deserialize_with = "null::nan")]
    pub top: f32,
    /// Height at which its upper part begins, where the lower part may reach into the world (the two-cylinder walker).
    pub knee: Option<f32>,
}

/// What each error and omission of the published tutorial's tracer costs, against `bsp` by Quake III's rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TutorialCosts {
    /// Random sweeps asked.
    pub random: usize,
    /// Sweeps asked that the player's movement issued on `bsp`.
    pub moving: usize,
    /// The listing as published, each error by itself, and with all of them repaired.
    pub rows: Vec<TutorialCost>,
}

/// What one error costs, on random sweeps and on those of movement.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TutorialCost {
    /// The error, in words.
    pub what: String,
    /// Sweeps answered otherwise when this alone is wrong.
    pub alone: [Otherwise; 2],
    /// Sweeps answered differently when this alone is repaired; `None` where that is impossible.
    pub repaired: Option<[Otherwise; 2]>,
}

/// Sweeps answered otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Otherwise {
    /// Something is met, and this goes on to the end.
    pub lost: usize,
    /// Ends more than [`ELSEWHERE`] from where it should, those lost included.
    pub elsewhere: usize,
}

/// Ends farther apart than this are two, in units: far above rounding, below a tenth of the skins' difference.
pub const ELSEWHERE: f32 = 0.01;

/// Cost of building a backend.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BuildCost {
    /// Wall time in milliseconds.
    #[serde(deserialize_with = "null::nan")]
    pub msec: f64,
    /// Bytes held.
    pub bytes: usize,
    /// Brushes, hulls or polygons.
    pub primitives: usize,
    /// What of the world it leaves out, in sentences.
    pub omissions: Vec<String>,
}

/// Whether stops keep the declared skin and the hull reaches as far as it should: gaps at faces, as a distribution. What is
/// wrong is decided by `SkinCheck` of crate `truth`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SkinScore {
    /// Stops that a face alone decides.
    pub gaps: usize,
    /// Gap less skin, in units: half are below.
    #[serde(deserialize_with = "null::nan")]
    pub median: f64,
    /// One in a hundred is below, in units.
    #[serde(deserialize_with = "null::nan")]
    pub first_percentile: f64,
    /// The skin is not the declared one, by more than rounding.
    pub wrong: bool,
    /// Directions in which the hull does not reach as far as it should.
    pub hull: Vec<HullSide>,
}

/// A direction in which a hull does not reach as far as it should.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HullSide {
    /// As `+x`.
    pub direction: String,
    /// How much it falls short, in units; negative where it reaches too far.
    #[serde(deserialize_with = "null::nan")]
    pub short: f64,
}

impl SkinScore {
    /// What is wrong, in words that follow a name.
    pub fn faults(&self) -> Vec<String> {
        let skin = self.wrong.then(|| {
            format!(
                "kept a gap off the declared skin by {:.4} u in the median and {:.4} u in the 1st percentile of {} stops",
                self.median, self.first_percentile, self.gaps
            )
        });
        let hull = self.hull.iter().map(|side| {
            let how = if side.short > 0.0 {
                "too narrow"
            } else {
                "too wide"
            };
            format!(
                "swept a hull {:.4} u {how} towards {}",
                side.short.abs(),
                side.direction
            )
        });
        skin.into_iter().chain(hull).collect()
    }
}

/// Answers against the truth. Counts never average a failure away; lengths are in units.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct QueryScore {
    /// Sweeps judged.
    pub queries: usize,
    /// Sweeps on which the truth meets something.
    pub true_hits: usize,
    /// Passed through something (F1).
    pub missed: usize,
    /// Passed through what they touch at the start, though by exact arithmetic not in it; not among `missed`.
    #[serde(default)]
    pub missed_from_touch: usize,
    /// Whether stops keep the skin and the hull its size.
    #[serde(default)]
    pub skin: SkinScore,
    /// The same by a backend whose declared rule it is: Quake III lets a hull through what it touches. No fault.
    #[serde(default)]
    pub touch_rule: usize,
    /// Passed into a solid that overlaps the one they start in, by a backend that declares overlapping solids to be one
    /// (clip hulls). No fault.
    #[serde(default)]
    pub merged_rule: usize,
    /// Passed through a brush behind whose given planes they start, though not in it, by a backend whose declared rule it
    /// is: Quake III clips against the planes of the map, and ignores what a sweep starts in. No fault.
    #[serde(default)]
    pub bevel_rule: usize,
    /// Named contents with a stop that no solid there has.
    #[serde(default)]
    pub wrong_contents: usize,
    /// Cut a corner by less than the skin, as tracers do that also move the planes a path leaves by in by it.
    pub clipped_corners: usize,
    /// Stopped where nothing is (F2).
    pub phantom: usize,
    /// Of these: at a bevel of the map that lies away from its brush.
    pub phantom_off_bevel: usize,
    /// Of these: where the map gives a brush no bevel that the hull would need.
    pub phantom_no_bevel: usize,
    /// Ended in a solid beyond tolerance (F3).
    pub penetrating: usize,
    /// Start-solid disagreements (F6).
    pub start_solid: usize,
    /// Wrong normals, missing ones among them (F5); class `WrongNormal` of crate `truth`.
    pub wrong_normal: usize,
    /// Stopped in the skin of a surface from which they keep their distance, to a few f32 steps; not wrong normals.
    pub stopped_along: usize,
    /// Answers that the backend reported as unreliable (F13b).
    pub unreliable: usize,
    /// How deep ends lie in solids.
    pub penetration: Quantiles,
    /// How much farther than the skin ends stay off.
    pub gap: Quantiles,
    /// How early (positive) or late (negative) stops are, along the normal, as sizes.
    pub time_of_impact: Quantiles,
    /// Angle to the contact cone, in degrees.
    pub normal: Quantiles,
}

/// Of a set of sizes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Quantiles {
    /// Half are below.
    #[serde(deserialize_with = "null::nan")]
    pub median: f64,
    /// 99 % are below.
    #[serde(deserialize_with = "null::nan")]
    pub p99: f64,
    /// 99.9 % are below.
    #[serde(deserialize_with = "null::nan")]
    pub p999: f64,
    /// The largest.
    #[serde(deserialize_with = "null::nan")]
    pub worst: f64,
}

/// The walk.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MovementScore {
    /// Ticks after which the player wanted to move, could have, and had not for a quarter of a second (F17).
    pub stuck_ticks: usize,
    /// Ticks after which the hull was in a solid deeper than tolerance (F20).
    pub embedded_ticks: usize,
    /// Deepest at the end of any tick, in units (F20).
    #[serde(deserialize_with = "null::nan")]
    pub deepest: f64,
    /// RMS of the second difference of position under constant intent, in units (F19).
    #[serde(deserialize_with = "null::nan")]
    pub shake: f64,
    /// Share of those ticks that turned back on the one before, 0 to 1 (F19).
    #[serde(deserialize_with = "null::nan")]
    pub alternation: f64,
    /// Changes between standing and flying per second (F24).
    #[serde(deserialize_with = "null::nan")]
    pub ground_toggles: f64,
    /// Length of the way, in units.
    #[serde(deserialize_with = "null::nan")]
    pub distance: f64,
    /// Whether it left the bounds of the world downwards.
    pub fell_out: bool,
    /// Highest horizontal speed, in units per second.
    #[serde(deserialize_with = "null::nan")]
    pub top_speed: f64,
    /// Answers during the walk that the backend reported as unreliable.
    pub unreliable: usize,
    /// Hash over the state after every tick: equal only if every bit is.
    pub state_hash: String,
    /// Where it leaves the path of [`SceneFacts::measured_from`].
    pub divergence: Option<Divergence>,
    /// Moments worth a look, in order of time: each failure where it begins, and the parting of the paths.
    pub marks: Vec<Mark>,
}

/// A moment of the walk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Index of the tick after which it shows, from 0.
    pub tick: usize,
    /// What is seen there.
    pub what: String,
}

/// Where a path leaves another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Divergence {
    /// First tick that differs by more than [`DIVERGED`].
    pub tick: usize,
    /// Its time in seconds.
    #[serde(deserialize_with = "null::nan")]
    pub seconds: f64,
    /// How far apart the paths are at most, in units.
    #[serde(deserialize_with = "null::nan")]
    pub farthest: f64,
    /// How far apart they end, in units.
    #[serde(deserialize_with = "null::nan")]
    pub at_end: f64,
    /// What happens there, in words.
    pub what: String,
}

/// Paths farther apart than this have parted, in units: above what skins and resting gaps make of one path (a walker
/// stands on the floor, a tracer an eighth above), below a step.
pub const DIVERGED: f64 = 1.5;

/// State after a tick.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TickRecord {
    /// Seconds since the start, at its end.
    #[serde(deserialize_with = "null::nan")]
    pub seconds: f64,
    /// Position in units.
    #[serde(deserialize_with = "null::nan")]
    pub origin: [f32; 3],
    /// Velocity in units per second.
    #[serde(deserialize_with = "null::nan")]
    pub velocity: [f32; 3],
    /// Stands on the world.
    pub grounded: bool,
    /// View yaw in degrees.
    #[serde(deserialize_with = "null::nan")]
    pub yaw: f32,
    /// Whether a direction key is held.
    pub intent: bool,
    /// Questions asked of the backend.
    pub queries: u32,
    /// Traces that met something.
    pub hits: u32,
    /// Directions in which it touches something, skin included, as its backend says.
    pub contacts: u8,
    /// Depth in solids, exact, in units; 0 when free.
    #[serde(deserialize_with = "null::nan")]
    pub depth: f64,
    /// How much of its motion turns back on the tick before, while the player asks for one thing, in units (F19).
    #[serde(deserialize_with = "null::nan")]
    pub turned_back: f64,
    /// Distance from the position of [`SceneFacts::measured_from`] after the same tick, in units.
    #[serde(deserialize_with = "null::nan")]
    pub deviation: f64,
}

/// One refereed sweep.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct QueryRecord {
    /// Start in units.
    #[serde(deserialize_with = "null::nan")]
    pub start: [f32; 3],
    /// Wished end in units.
    #[serde(deserialize_with = "null::nan")]
    pub end: [f32; 3],
    /// Answered fraction.
    #[serde(deserialize_with = "null::nan")]
    pub fraction: f32,
    /// True fraction to first touch; 1 if free.
    #[serde(deserialize_with = "null::nan")]
    pub truth: f64,
    /// Answered normal; null when none.
    #[serde(deserialize_with = "null::nan")]
    pub normal: [f32; 3],
    /// Passed through something.
    pub missed: bool,
    /// Stopped where nothing is.
    pub phantom: bool,
    /// Depth at the end, in units.
    #[serde(deserialize_with = "null::nan")]
    pub penetration: f64,
    /// Distance beyond the skin at the end, in units.
    #[serde(deserialize_with = "null::nan")]
    pub gap: f64,
    /// Early (positive) or late (negative) along the normal, in units; NaN-free, 0 when free.
    #[serde(deserialize_with = "null::nan")]
    pub time_of_impact: f64,
    /// Angle to the contact cone in degrees; `None` when nothing was hit.
    pub normal_error: Option<f64>,
}

/// Counted work per trace.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct WorkPerTrace {
    /// Inner nodes.
    #[serde(deserialize_with = "null::nan")]
    pub nodes: f64,
    /// Leaves.
    #[serde(deserialize_with = "null::nan")]
    pub leaves: f64,
    /// Brushes, hulls or polygons.
    #[serde(deserialize_with = "null::nan")]
    pub primitives: f64,
    /// Planes.
    #[serde(deserialize_with = "null::nan")]
    pub planes: f64,
    /// Iterations of GJK.
    #[serde(deserialize_with = "null::nan")]
    pub gjk_iterations: f64,
    /// Iterations of EPA.
    #[serde(deserialize_with = "null::nan")]
    pub epa_iterations: f64,
}

/// Time against one counter of work: groups of the timed sweeps, least work first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WorkTimes {
    /// What was counted.
    pub counter: String,
    /// Up to ten groups of about equal size; sweeps of equal work stay together.
    pub bins: Vec<WorkBin>,
}

/// A group of sweeps of like work.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct WorkBin {
    /// Sweeps in it.
    pub sweeps: usize,
    /// Mean count per sweep.
    #[serde(deserialize_with = "null::nan")]
    pub work: f64,
    /// Median time per sweep, in nanoseconds, the groups taking turns.
    #[serde(deserialize_with = "null::nan")]
    pub median_ns: f64,
    /// Median absolute deviation from it.
    #[serde(deserialize_with = "null::nan")]
    pub spread_ns: f64,
}

/// One expectation of the scene, for one contestant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// Contestant.
    pub contestant: String,
    /// What was asked.
    pub what: String,
    /// What came.
    pub got: String,
    /// Whether it held.
    pub held: bool,
}
