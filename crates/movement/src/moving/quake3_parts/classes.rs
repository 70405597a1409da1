//! The classes of Quake III's moving parts: what each makes of its keys.

use super::{Corner, GRAVITY, Part, Quake3Part};
use crate::moving::keys::{self, LeftOut};
use crate::moving::trajectory::{Motion, Trajectory};
use clipmark_geometry::{MapEntity, Vec3};

/// Pendulums are reckoned to be at least this long, in units.
const LEAST_LENGTH: f32 = 8.0;
/// Flags of rotating parts: about x, about y axes of the angles.
const ROLLS: u32 = 4;
const PITCHES: u32 = 8;
/// Flag of a door that begins at its second place.
const STARTS_OPEN: u32 = 1;

impl Quake3Part {
    /// Ends as far along its way as it is long, less its lip.
    fn opens(&mut self, e: &MapEntity, lip: f32) -> Result<(), LeftOut> {
        let (way, lip) = (keys::move_direction(e)?, keys::number(e, "lip", lip)?);
        let (size, a) = (self.bounds.maxs - self.bounds.mins, way.abs());
        let distance = a.x * size.x + a.y * size.y + a.z * size.z - lip;
        self.places[1] = self.places[0] + way * distance;
        Ok(())
    }

    /// Waits at its first place; how long it takes to the second is cut to whole milliseconds.
    pub(super) fn settle(&mut self) {
        if self.speed == 0.0 {
            self.speed = 100.0;
        }
        let way = self.places[1] - self.places[0];
        let msec = (way.norm() * 1000.0 / self.speed) as i32;
        self.position = Trajectory {
            duration_msec: if msec > 0 { msec } else { 1 },
            base: self.places[0],
            delta: way * self.speed,
            ..Trajectory::default()
        };
    }

    pub(super) fn door(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let flags = keys::flags(e)?;
        self.part = Part::Door;
        self.speed = keys::number_not_0(e, "speed", 400.0)?;
        self.wait_msec = keys::number_not_0(e, "wait", 2.0)? * 1000.0;
        self.opens(e, 8.0)?;
        if flags & STARTS_OPEN != 0 {
            self.places.swap(0, 1);
        }
        self.settle();
        Ok(())
    }

    pub(super) fn plat(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        self.part = Part::Plat;
        self.speed = keys::number(e, "speed", 200.0)?;
        self.wait_msec = 1000.0;
        let lip = keys::number(e, "lip", 8.0)?;
        let tall = self.bounds.maxs.z - self.bounds.mins.z;
        self.places[0].z -= keys::number_not_0(e, "height", tall - lip)?;
        self.settle();
        Ok(())
    }

    pub(super) fn button(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        self.part = Part::Button;
        self.speed = keys::number_not_0(e, "speed", 40.0)?;
        self.wait_msec = keys::number_not_0(e, "wait", 1.0)? * 1000.0;
        self.damage = 0;
        self.opens_by_touch = keys::number(e, "health", 0.0)? == 0.0;
        self.opens(e, 4.0)?;
        self.settle();
        Ok(())
    }

    pub(super) fn train(&mut self, corners: Vec<Corner>) -> Result<(), LeftOut> {
        self.speed = if self.speed == 0.0 { 100.0 } else { self.speed };
        let speed = self.speed;
        self.settle();
        self.speed = speed;
        self.part = Part::Train(corners);
        Ok(())
    }

    pub(super) fn rotating(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let flags = keys::flags(e)?;
        self.settle();
        self.angles.motion = Motion::Linear;
        let axis = match flags {
            _ if flags & ROLLS != 0 => 2,
            _ if flags & PITCHES != 0 => 0,
            _ => 1,
        };
        self.angles.delta[axis] = self.speed;
        Ok(())
    }

    pub(super) fn bobbing(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let (flags, phase) = (keys::flags(e)?, keys::number(e, "phase", 0.0)?);
        self.speed = keys::number(e, "speed", 4.0)?;
        self.settle();
        self.position.motion = Motion::Sine;
        self.position.duration_msec = (self.speed * 1000.0) as i32;
        self.position.start_msec = (self.position.duration_msec as f32 * phase) as i32;
        let axis = match flags {
            _ if flags & 1 != 0 => 0,
            _ if flags & 2 != 0 => 1,
            _ => 2,
        };
        self.position.delta[axis] = keys::number(e, "height", 32.0)?;
        self.swings(e, self.position.duration_msec)
    }

    pub(super) fn pendulum(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let phase = keys::number(e, "phase", 0.0)?;
        let speed = keys::number(e, "speed", 30.0)?;
        // A rod that swings about its end, reckoned from how far the model reaches below its origin.
        let length = self.bounds.mins.z.abs().max(LEAST_LENGTH);
        let root = f64::from(GRAVITY / (3.0 * length)).sqrt();
        let frequency = (1.0 / (std::f64::consts::PI * 2.0) * root) as f32;
        self.settle();
        self.angles = Trajectory {
            motion: Motion::Sine,
            duration_msec: (1000.0 / frequency) as i32,
            start_msec: 0,
            base: keys::angles(e)?,
            delta: Vec3::new(0.0, 0.0, speed),
        };
        self.angles.start_msec = (self.angles.duration_msec as f32 * phase) as i32;
        self.speed = speed;
        self.swings(e, self.angles.duration_msec)
    }

    fn swings(&self, e: &MapEntity, period: i32) -> Result<(), LeftOut> {
        if period > 0 {
            Ok(())
        } else {
            Err(LeftOut::new(
                e,
                "its period is no whole number of milliseconds above 0; give another speed",
            ))
        }
    }
}
