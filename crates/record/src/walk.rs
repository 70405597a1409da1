//! The walk of a contestant: its score, and the state after each tick.

use crate::Keys;

/// The walk.
#[derive(Clone, Debug, Default)]
pub struct MovementScore {
    /// Ticks after which the player wanted to move, could have, and had not for a quarter of a second (F17).
    pub stuck_ticks: usize,
    /// Ticks after which the hull was in a solid deeper than tolerance (F20).
    pub embedded_ticks: usize,
    /// Deepest at the end of any tick, in units (F20).
    pub deepest: f64,
    /// RMS of the second difference of position under constant intent, in units (F19).
    pub shake: f64,
    /// Changes between standing and flying per second (F24).
    pub ground_toggles: f64,
    /// Length of the way, in units.
    pub distance: f64,
    /// Whether it left the bounds of the world downwards.
    pub fell_out: bool,
    /// Answers during the walk that the backend reported as unreliable.
    pub unreliable: usize,
    /// Hash over the state after every tick: equal only if every bit is.
    pub state_hash: String,
    /// Where it leaves the path of [`SceneFacts::measured_from`](crate::SceneFacts::measured_from).
    pub divergence: Option<Divergence>,
    /// Moments worth a look, in order of time: each failure where it begins, and the parting of the paths.
    pub marks: Vec<Mark>,
}

/// A moment of the walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Index of the tick after which it shows, from 0.
    pub tick: usize,
    /// The event there.
    pub what: String,
}

/// Where a path leaves another.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// First tick that differs by more than [`DIVERGED`].
    pub tick: usize,
    /// Its time in seconds.
    pub seconds: f64,
    /// How far apart the paths are at most, in units.
    pub farthest: f64,
    /// How far apart they end, in units.
    pub at_end: f64,
    /// Where the body then is, beside the other path: `13 u below it`.
    pub what: String,
}

/// Paths farther apart than this have parted, in units. Skins and resting gaps explain less (a walker stands on the floor, a
/// tracer an eighth above). A step is more.
pub const DIVERGED: f64 = 1.5;

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
    /// Distance from the position of [`SceneFacts::measured_from`](crate::SceneFacts::measured_from) after the same tick, in
    /// units.
    pub deviation: f64,
}
