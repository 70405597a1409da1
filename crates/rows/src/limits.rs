//! From which amount on a failure is of which severity. The limits are the same for all, and stand in `docs/libraries.md`.

use crate::{Check, Severity};

/// Speed that a player runs, in units per second: Quake III's. A failure in units a second is a share of it.
const RUN: f64 = 320.0;

/// The questions to every run. A check fails beyond these.
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

/// From this amount on a failure is of a severity.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The severity.
    pub severity: Severity,
    /// In the unit of what is measured.
    pub from: f64,
}

impl Limit {
    const fn new(severity: Severity, from: f64) -> Self {
        Self { severity, from }
    }

    /// Of its own severity from the limit on, and where the amount is no number; milder below.
    pub fn severity_of(&self, amount: f64, milder: Severity) -> Severity {
        match amount >= self.from || amount.is_nan() {
            true => self.severity,
            false => milder,
        }
    }
}

/// Depth in units, where no more is known of the middle: half the body's width, so its middle is in the solid.
pub const MIDDLE: Limit = Limit::new(Severity::Lost, 15.0);
/// Seconds of standing still beyond the quarter of a second that makes it so. Half a second in all is a stop; less is a hitch.
pub const STUCK: Limit = Limit::new(Severity::Stuck, 0.25);
/// Units from a place that a course asks for: a tenth of the body's width. Nearer, a gap of the library's own is in question.
pub const GOAL: Limit = Limit::new(Severity::Stuck, 3.0);
/// Share of the exact slide move's way that is lost: half the way in the time is half the time lost.
pub const CRAWL: Limit = Limit::new(Severity::Stuck, 0.5);
/// The same. Smaller: ticks of 30 ms and wider skins fail; larger: a crawl passes.
pub const SLOW: Limit = Limit::new(Severity::Noticeable, 0.1);
/// Share of speed or way that was not asked for: as much as may be lost.
pub const UNASKED: Limit = Limit::new(Severity::Noticeable, 0.1);
/// Root of the mean square of shake, in units: 3 mm at 1.7 m, a pixel of 1080 rows at a field of view of 90 degrees.
pub const SHAKE: Limit = Limit::new(Severity::Noticeable, 0.1);
/// Units in a solid, or beyond a bound of the course: 5 % of the body's width.
pub const DEPTH: Limit = Limit::new(Severity::Noticeable, 1.5);
/// Units higher than the exact slide move: a quarter of a stair; on slopes also a quarter of the slide's own height.
pub const RISE: Limit = Limit::new(Severity::Noticeable, 4.0);
/// Units moved at rest, no key pressed for half a second: 5 % of the body's width.
pub const CREEP: Limit = Limit::new(Severity::Noticeable, 1.5);
/// Seconds without ground over a moving part that carried the player. A jump that is asked for then is lost; shorter gaps hide
/// between two keys.
pub const DROPPED: Limit = Limit::new(Severity::Noticeable, 0.1);

/// The harm that a failed check of a scene, of a suite's cell or of a map does to the player. `worst` is in the check's unit. A
/// random sweep counts as if the player had moved so.
pub fn severity(check: Check, worst: f64) -> Severity {
    let from = |limit: &Limit, milder| limit.severity_of(worst, milder);
    match check {
        // Where the body is after an answer that is no number or a panic, nobody knows; and what went through it.
        Check::Fell | Check::Malformed | Check::BadInput | Check::PassedByMover => Severity::Lost,
        Check::StandsStill => from(&STUCK, Severity::Noticeable),
        Check::StuckSolid => Severity::Stuck,
        Check::LeftBehind => from(&GOAL, Severity::Noticeable),
        // How deep a body is in a solid, or would have gone through one.
        Check::PassesThrough
        | Check::PassesTouched
        | Check::StartUnsaid
        | Check::EndsInSolid
        | Check::Deep
        | Check::InMover => match worst >= MIDDLE.from {
            true => MIDDLE.severity,
            false => from(&DEPTH, Severity::Measurable),
        },
        Check::Shake => from(&SHAKE, Severity::Measurable),
        Check::WallClimb => from(&RISE, Severity::Measurable),
        Check::WedgeCreep | Check::PushedByNothing => from(&CREEP, Severity::Measurable),
        Check::SpeedGain | Check::SpeedLeak | Check::Snag => {
            UNASKED.severity_of(worst / RUN, Severity::Measurable)
        }
        Check::RampBug => SLOW.severity_of(worst / 100.0, Severity::Measurable),
        // A stop, a step that is not taken, a way to and fro: a person notices, whatever its size.
        Check::DeadStop | Check::MissedStep | Check::StepDownBounce | Check::CreaseOscillation => {
            Severity::Noticeable
        }
        _ => Severity::Measurable,
    }
}
