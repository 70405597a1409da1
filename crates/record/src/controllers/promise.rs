//! What is promised of every run.

/// The questions to every run. A promise is broken beyond these; the limits of grades are in [`LIMITS`](super::LIMITS).
pub mod bars {
    /// Depth in units: as the bar on maps has it.
    pub const DEPTH: f64 = 0.05;
    /// Shake in units: as for the two-cylinder walker.
    pub const SHAKE: f64 = 1.0 / 32.0;
    /// Shake is lawful up to so many times that of the exact slide move, which runs at the same rate.
    pub const LAWFUL_SHAKE: f64 = 1.5;
    /// Least share of the exact slide move's way. Smaller: a crawl passes; larger: ticks of 30 ms and wider skins fail.
    pub const WAY: f64 = 0.9;
    /// Where the exact slide move goes less far in all, in units, its way is no measure.
    pub const LEAST_WAY: f64 = 64.0;
    /// Speed and way beyond what was asked, as a share: as much as may be lost.
    pub const UNASKED: f64 = 0.1;
    /// Motion without a velocity is allowed up to this many units a run: pushes out of a skin, once a course.
    pub const LEAST_UNEXPLAINED: f64 = 4.0;
    /// Rise above the exact slide move's greatest height, in units: a quarter of a stair of 16 u.
    pub const RISE: f64 = 4.0;
    /// ... and as a share of that height: bodies of other shapes run up other ways on slopes that are no ground.
    pub const RISE_SHARE: f64 = 0.25;
    /// Way at rest, in units: as the course of standing on 40 degrees has it.
    pub const CREEP: f64 = 0.25;
}

/// A promise. Worst first within a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Promise {
    /// It plays to the end, and every answer is a number.
    Plays,
    /// It goes through no solid.
    Through,
    /// It stays in the world.
    FellOut,
    /// It is never stuck (F17).
    Stuck,
    /// It gets where the course asks.
    Goal,
    /// It keeps the bounds of the course.
    Bound,
    /// It gets on as a slide does.
    Slow,
    /// It is no faster than was asked.
    Fast,
    /// It rises no higher than was asked.
    Rise,
    /// It rests where it stands.
    Creep,
    /// It goes with the moving part that carries it.
    Rides,
    /// It stands on that part all the while.
    Stands,
    /// It is in no solid (F20).
    Deep,
    /// It does not shake (F19).
    Shake,
    /// It is the same when it is played again (F31).
    Replay,
}
