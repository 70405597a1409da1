//! What drawings and the replay need besides rows: runs, answers, faces, and the steps of solvers. Measured, and drawn by
//! reports; nothing here is judged.

pub mod solver;

use crate::{Results, question};

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
    pub classes: Vec<SweepClass>,
    /// The worst of them, one a kind.
    pub cases: Vec<question::Case>,
    /// The tick after which it has left the path of [`SceneFacts::measured_from`].
    pub parted: Option<usize>,
    /// Moments of its walk that are worth a look.
    pub marks: Vec<Mark>,
    /// Time against counted work, one a counter.
    pub work_times: Vec<WorkTimes>,
    /// Median time of each of the timed sweeps, in nanoseconds, each asked alone; they are the first of `answers`.
    pub sweep_times: Vec<f64>,
    /// One a tick.
    pub ticks: Vec<TickRecord>,
    /// Unit normals of the touched surfaces, skin included, as its backend reports them: [`TickRecord::contacts`] of them a
    /// tick.
    pub contact_normals: Vec<[f32; 3]>,
    /// Poses of movers after each tick of its run, in the order of [`Comparison::movers`]. A pose is
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

/// State after a tick.
#[derive(Clone, Copy, Debug)]
pub struct TickRecord {
    /// Seconds since the start, at its end.
    pub seconds: f64,
    /// Position in units.
    pub origin: [f32; 3],
    /// Velocity in units per second.
    pub velocity: [f32; 3],
    /// Stands on the world.
    pub grounded: bool,
    /// View yaw in degrees.
    pub yaw: f32,
    /// Whether a direction key is held.
    pub intent: bool,
    /// Where the direction keys point, horizontally: a yaw in degrees. `None` without such a key.
    pub wish: Option<f32>,
    /// The keys held.
    pub keys: Keys,
    /// Questions asked of the backend.
    pub queries: u32,
    /// Traces that met something.
    pub hits: u32,
    /// Directions in which it touches something, skin included, as its backend says.
    pub contacts: u8,
    /// Depth in solids, exact, in units; 0 when free.
    pub depth: f64,
    /// The part of its motion that reverses the previous tick's, under one wish of the player, in units (F19).
    pub turned_back: f64,
    /// Distance from the position of [`SceneFacts::measured_from`] after the same tick, in
    /// units.
    pub deviation: f64,
}

/// Keys that are down in a tick, as bits: those that the page of `compare play` sends. Opposite keys cancel out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(pub u8);

impl Keys {
    /// Run ahead.
    pub const FORWARD: u8 = 1;
    /// Run backwards.
    pub const BACK: u8 = 2;
    /// Step to the left.
    pub const LEFT: u8 = 4;
    /// Step to the right.
    pub const RIGHT: u8 = 8;
    /// Jump, and swim up.
    pub const JUMP: u8 = 16;
    /// Crouch, and swim down.
    pub const CROUCH: u8 = 32;

    /// Whether no key is down.
    pub fn is_none(&self) -> bool {
        self.0 == 0
    }
}

/// A moment of the walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Index of the tick after which it shows, from 0.
    pub tick: usize,
    /// The event there.
    pub what: String,
}

/// Paths farther apart than this have parted, in units. Skins and resting gaps explain less (a walker stands on the floor, a
/// tracer an eighth above). A step is more.
pub const DIVERGED: f64 = 1.5;

/// One refereed sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepRecord {
    /// Start in units.
    pub start: [f32; 3],
    /// Wished end in units.
    pub end: [f32; 3],
    /// Answered fraction.
    pub fraction: f32,
    /// True fraction to first touch; 1 if free.
    pub truth: f64,
    /// Answered normal; null when none.
    pub normal: [f32; 3],
    /// Passed through something, or ended in it.
    pub missed: bool,
    /// Stopped where nothing is.
    pub phantom: bool,
    /// Depth at the end, in units.
    pub penetration: f64,
    /// Distance beyond the skin at the end, in units.
    pub gap: f64,
    /// Early (positive) or late (negative) along the normal, in units; NaN-free, 0 when free.
    pub time_of_impact: f64,
    /// Angle to the contact cone in degrees; `None` when nothing was hit.
    pub normal_error: Option<f64>,
}

/// The quantities that classes divide answers by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The part of the world that is met first: face, edge, corner, nothing.
    Contact,
    /// Between the path and the surface met, in degrees: 90 is head-on.
    Angle,
    /// Length of the sweep in units.
    Length,
    /// Longest side of the solid met, in units.
    Extent,
    /// Largest coordinate of the sweep, hull included, in units.
    Coordinate,
    /// Distance of the start from the nearest surface, in units.
    StartGap,
}

/// The answers of one class.
#[derive(Clone, Debug)]
pub struct SweepClass {
    /// The quantity that divides them.
    pub scale: Scale,
    /// The class, in words.
    pub class: String,
    /// Where it begins on the scale; 0 if it has no number.
    pub from: f64,
    /// Answers in it; all that follow are of these.
    pub queries: usize,
    /// Answers that meet something, by the truth.
    pub true_hits: usize,
    /// Passed through something (F1).
    pub missed: usize,
    /// Stopped where nothing is (F2).
    pub phantom: usize,
    /// Ended in a solid beyond tolerance (F3).
    pub penetrating: usize,
    /// Normals that are wrong (F5).
    pub wrong_normal: usize,
    /// Deepest end in a solid, in units.
    pub penetration: f64,
    /// How much farther than the skin an end stays off at most, in units.
    pub gap: f64,
    /// How early or late a stop is at most, along the normal, in units.
    pub time_of_impact: f64,
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

/// A face of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The kind of solid that it bounds.
    pub kind: FaceKind,
    /// A convex polygon, counter-clockwise seen from outside; [x, y, z] in units.
    pub corners: Vec<[f32; 3]>,
}

/// A moving part of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoverFaces {
    /// Its name in the scene, or `func_door *3` for model 3 of a map.
    pub name: String,
    /// Its faces, in its own frame.
    pub faces: Vec<Face>,
}

/// The kind of solid that a face bounds.
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

/// A trigger of the world, as a box.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriggerFacts {
    /// Its class, or the part that it sets going.
    pub class: String,
    /// Its low corner.
    pub mins: [f32; 3],
    /// Its high corner.
    pub maxs: [f32; 3],
}

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
    /// Ends elsewhere than it should, those lost included.
    pub elsewhere: usize,
}

/// A sweep, its answer, the truth, and the solids about. Positions and directions are [x, y, z] in units.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Corners of each solid, and whether the exact sweep meets it.
    pub solids: Vec<(bool, Vec<[f64; 3]>)>,
    /// Points of the hull's surface, around its position.
    pub hull: Vec<[f64; 3]>,
    /// Where the sweep starts.
    pub start: [f64; 3],
    /// Where it was to end.
    pub end: [f64; 3],
    /// Where the backend stops it.
    pub answered: [f64; 3],
    /// Where the truth does.
    pub entered: Option<[f64; 3]>,
    /// Normals.
    pub arrows: Vec<Arrow>,
}

/// A normal.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// Position of the hull there.
    pub at: [f64; 3],
    /// Of unit length in a right answer.
    pub along: [f64; 3],
    /// The owner of the normal.
    pub whose: Whose,
}

/// The source of a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The exact reference.
    Truth,
    /// The backend.
    Answer,
}
