//! Quake III's states.

use super::{Row, StateColumns, motion};
use crate::body::{Body, MoveFlags};
use crate::profile::Profile;
use clipmark_collision::recording::{Float, RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

const NAMES: &str = "x y z vx vy vz groundEntityNum pm_flags pm_time waterlevel";

pub(super) const STATES: StateColumns = StateColumns {
    read,
    write,
    begin: |_, _| {},
};

/// Stands on the world, and in the air.
const GROUND: [f32; 2] = [1022.0, 1023.0];

fn read(text: &str, line: usize, _: &Body) -> Result<Body, RecordingError> {
    let [x, y, z, vx, vy, vz, ground, flags, timer_msec, level] = fields(text, line, NAMES)?;
    Ok(Body {
        velocity: Vec3::new(vx, vy, vz),
        grounded: ground != GROUND[1],
        flags: MoveFlags::from_bits_retain(flags as u32),
        timer_msec,
        water_level: level as u8,
        ..Body::at(Point::new(x, y, z))
    })
}

fn write(to: &mut dyn Write, body: &Body, _: &Profile) -> io::Result<()> {
    let ground = Row([GROUND[usize::from(!body.grounded)]]);
    let (flags, timer, level) = (body.flags.bits(), Float(body.timer_msec), body.water_level);
    writeln!(to, "{} {ground} {flags} {timer} {level}", motion(body))
}
