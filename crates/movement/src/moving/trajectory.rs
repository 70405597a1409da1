//! Where a mover is at a time: Quake III's trajectories, in the engine's arithmetic.
//!
//! Source: measured on recordings of moving worlds. Seconds are a product of doubles rounded to f32. The sine's quotient is
//! f32, its sine a double rounded to f32. The rest is f32. Departure: sums of milliseconds that leave the range of 32 bits
//! stay at its end instead of wrapping.

use clipmark_geometry::Vec3;

/// The kind of motion, with the number that recordings give it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    #[default]
    Fixed = 0,
    Linear = 2,
    /// Moves for the duration, then stays.
    LinearStop = 3,
    /// Swings about the base, a full period in the duration.
    Sine = 4,
}

/// A motion of a place (units) or of angles (degrees) in time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trajectory {
    pub motion: Motion,
    /// When it begins, in milliseconds; of a sine when it passes its base upwards.
    pub start_msec: i32,
    /// How long it lasts, or a period, in milliseconds.
    pub duration_msec: i32,
    /// The place or angles at the start; of a sine its middle.
    pub base: Vec3,
    /// Velocity per second; of a sine its amplitude.
    pub delta: Vec3,
}

/// A millisecond in seconds.
const SECOND: f64 = 0.001;

impl Trajectory {
    pub fn fixed(base: Vec3) -> Self {
        Self {
            base,
            ..Self::default()
        }
    }

    pub fn is_fixed(&self) -> bool {
        self.motion == Motion::Fixed
    }

    /// When a motion that stops has stopped, in milliseconds.
    pub fn end_msec(&self) -> i32 {
        self.start_msec.saturating_add(self.duration_msec)
    }

    /// Whether it is a motion that stops, and has.
    pub fn has_arrived(&self, msec: i32) -> bool {
        self.motion == Motion::LinearStop && msec >= self.end_msec()
    }

    pub fn delay(&mut self, msec: i32) {
        self.start_msec = self.start_msec.saturating_add(msec);
    }

    pub fn at(&self, msec: i32) -> Vec3 {
        let since = |msec: i32| (f64::from(msec.saturating_sub(self.start_msec)) * SECOND) as f32;
        match self.motion {
            Motion::Fixed => self.base,
            Motion::Linear => self.base + self.delta * since(msec),
            Motion::LinearStop => self.base + self.delta * since(msec.min(self.end_msec())).max(0.0),
            Motion::Sine => {
                let turns = msec.saturating_sub(self.start_msec) as f32 / self.duration_msec as f32;
                let swing = (f64::from(turns) * std::f64::consts::PI * 2.0).sin() as f32;
                self.base + self.delta * swing
            }
        }
    }
}
