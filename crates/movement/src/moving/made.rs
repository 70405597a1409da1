//! Moving parts that a program makes, where no map has them: the same data as a map's entities give.

use super::SPREAD;
use super::keys::Corner;
use super::quake1::{Quake1Kind, Quake1Part};
use super::quake3::{Quake3Kind, Quake3Part};
use super::trajectory::{Motion, Trajectory};
use clipmark_geometry::{Aabb, Vec3};

/// The motion of a part, in any engine.
#[derive(Clone, Debug, PartialEq)]
pub enum MadeMotion {
    /// A door: from its drawn place by `by`, and back.
    Door {
        /// Its way, in units.
        by: Vec3,
        /// Rest at the end, in seconds.
        wait: f32,
    },
    /// A lift: from where it is drawn upwards, and back.
    Lift {
        /// How far, in units.
        height: f32,
        /// Rest at the top, in seconds.
        wait: f32,
    },
    /// Round a loop of places, from the first.
    Train(Vec<Corner>),
    /// Turns for ever: degrees per second about the axes of pitch, yaw and roll.
    Turns(Vec3),
    /// Swings for ever about where it is drawn.
    Swings {
        /// From the middle to an end, in units.
        by: Vec3,
        /// A whole swing, in milliseconds.
        period_msec: i32,
        /// Part of a swing that it is behind, 0 to 1.
        phase: f32,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Number of its model, from 1, as maps count them.
    pub model: usize,
    /// Bounds of its model, in the model's frame.
    pub bounds: Aabb,
    /// Where it is drawn: the place of its model's frame, in units.
    pub origin: Vec3,
    pub motion: MadeMotion,
    /// Units per second.
    pub speed: f32,
    /// Damage that it asks of a player that blocks it.
    pub damage: f32,
    /// Moves with all of that team.
    pub team: Option<String>,
    /// Hurts a body that blocks it and goes on.
    pub crusher: bool,
}

impl Made {
    pub fn quake3(&self) -> Quake3Part {
        let mut out = Quake3Part {
            crusher: self.crusher,
            speed: self.speed,
            damage: self.damage as i32,
            team: self.team.clone(),
            opens_by_touch: true,
            ..Quake3Part::still(self.model, self.bounds.grown(SPREAD), self.origin)
        };
        match &self.motion {
            MadeMotion::Door { by, wait } => out.goes(Quake3Kind::Door, *by, *wait),
            MadeMotion::Lift { height, wait } => out.goes(Quake3Kind::Plat, Vec3::z() * *height, *wait),
            MadeMotion::Train(corners) => {
                out.goes(Quake3Kind::Train(corners.clone()), Vec3::zeros(), 0.0);
            }
            MadeMotion::Turns(rate) => {
                out.angles = Trajectory {
                    motion: Motion::Linear,
                    delta: *rate,
                    ..Trajectory::default()
                };
            }
            MadeMotion::Swings {
                by,
                period_msec,
                phase,
            } => {
                out.position = Trajectory {
                    motion: Motion::Sine,
                    duration_msec: *period_msec,
                    start_msec: (*period_msec as f32 * *phase) as i32,
                    base: self.origin,
                    delta: *by,
                };
            }
        }
        out
    }

    /// As Quake has it. `None` for parts that turn or swing: Quake has none.
    pub fn quake1(&self) -> Option<Quake1Part> {
        let bounds = self.bounds.grown(SPREAD);
        let mut out = Quake1Part {
            speed: self.speed,
            damage: self.damage,
            origin: self.origin,
            opens_by_touch: true,
            ..Quake1Part::still(self.model, bounds)
        };
        match &self.motion {
            MadeMotion::Door { by, wait } => {
                out.places = [self.origin, self.origin + by];
                out.wait = *wait;
                out.kind = Quake1Kind::Door {
                    toggles: false,
                    links: true,
                };
            }
            MadeMotion::Lift { height, .. } => {
                out.places = [self.origin + Vec3::z() * *height, self.origin];
                out.kind = Quake1Kind::Plat { low_trigger: false };
            }
            MadeMotion::Train(corners) => {
                // A train of Quake goes with the low corner of its box.
                let corner = |c: &Corner| Corner {
                    origin: c.origin + bounds.mins.coords,
                    ..*c
                };
                out.kind = Quake1Kind::Train(corners.iter().map(corner).collect());
            }
            MadeMotion::Turns(_) | MadeMotion::Swings { .. } => return None,
        }
        Some(out)
    }
}
