//! State of single engines from tick to tick, beside the state that all of them share.
//!
//! One struct for all engines: a field stays at its default in orders that do not name it. Columns of the engines'
//! recordings map to these fields in `recording/`.

use crate::command::{CommandError, FASTEST};
use crate::real::Real;
use clipmark_collision::Sweep;
use clipmark_geometry::Contents;
use nalgebra::{Point3, Vector3};

/// State that only some orders read and write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineState<R: Real = f32> {
    /// Velocity that a water jump holds the body to, in units per second (NetQuake, GoldSrc, Source).
    pub move_dir: Vector3<R>,
    /// When the water jump ends at the latest, on `clock` (NetQuake).
    pub water_jump_ends: R,
    /// Seconds since the world began; a double in every run, as in the engine (NetQuake).
    pub clock: f64,
    /// Pitch, yaw and roll of the model, in degrees: a third of the view's pitch, the previous tick's roll
    /// (NetQuake).
    pub model_angles: Vector3<R>,
    /// Where the body last was in no solid (NetQuake).
    pub last_free: Option<Point3<R>>,
    /// Rest of a change between standing and crouched, in milliseconds (GoldSrc, Source; counted down from 1000).
    pub duck_msec: R,
    /// Height of the eyes over the origin where it is neither of the profile's two, in units (GoldSrc, Source).
    pub eyes: Option<R>,
    /// Share of friction and acceleration that the surface below gives (Source).
    pub surface_friction: R,
    /// Ticks since the run began (Source).
    pub ticks: u32,
    /// Liquid at the feet (NetQuake, QuakeWorld, GoldSrc).
    pub liquid: Contents,
}

impl<R: Real> Default for EngineState<R> {
    fn default() -> Self {
        Self {
            move_dir: Vector3::zeros(),
            water_jump_ends: R::ZERO,
            clock: 0.0,
            model_angles: Vector3::zeros(),
            last_free: None,
            duck_msec: R::ZERO,
            eyes: None,
            surface_friction: R::ONE,
            ticks: 0,
            liquid: Contents::empty(),
        }
    }
}

/// Latest time that a run may start at, in seconds: eleven days, far above any recording.
const LATEST: f64 = 1e6;

impl<R: Real> EngineState<R> {
    /// Rejects numbers that are not finite or out of range.
    ///
    /// # Errors
    /// A position out of range, or an absurd speed, angle or time.
    #[cold]
    #[inline(never)]
    pub(crate) fn check(&self) -> Result<(), CommandError> {
        let place = self.last_free.unwrap_or_else(Point3::origin);
        if !R::all_within([place.x, place.y, place.z], Sweep::LIMIT) {
            Err(CommandError::Position)
        } else if !R::all_within(self.numbers(), FASTEST) || !(0.0..=LATEST).contains(&self.clock) {
            Err(CommandError::Motion)
        } else {
            Ok(())
        }
    }

    /// All numbers in the run's precision, in the order of the hash.
    fn numbers(&self) -> [R; 13] {
        let (way, angles) = (&self.move_dir, &self.model_angles);
        let free = self.last_free.unwrap_or_else(Point3::origin);
        [
            way.x,
            way.y,
            way.z,
            self.water_jump_ends,
            angles.x,
            angles.y,
            angles.z,
            free.x,
            free.y,
            free.z,
            self.duck_msec,
            self.eyes.unwrap_or(R::ZERO),
            self.surface_friction,
        ]
    }

    /// The same state in other numbers, each the nearest there is.
    pub(crate) fn cast<T: Real>(&self) -> EngineState<T> {
        let to = |x: R| T::nearest(x.wide());
        EngineState {
            move_dir: self.move_dir.map(to),
            water_jump_ends: to(self.water_jump_ends),
            clock: self.clock,
            model_angles: self.model_angles.map(to),
            last_free: self.last_free.map(|p| p.map(to)),
            duck_msec: to(self.duck_msec),
            eyes: self.eyes.map(to),
            surface_friction: to(self.surface_friction),
            ticks: self.ticks,
            liquid: self.liquid,
        }
    }
}

impl EngineState {
    /// Everything in words, for a hash.
    pub(crate) fn hash_words(&self) -> impl Iterator<Item = u32> + use<> {
        let clock = self.clock.to_bits();
        let rest = [
            clock as u32,
            (clock >> 32) as u32,
            u32::from(self.last_free.is_some()),
            u32::from(self.eyes.is_some()),
            self.liquid.bits(),
            self.ticks,
        ];
        self.numbers().map(f32::to_bits).into_iter().chain(rest)
    }
}
