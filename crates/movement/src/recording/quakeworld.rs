//! QuakeWorld's commands and states. The earlier recordings are on Quake III's traces. Those on clip hulls also
//! have the jump button and the kind of liquid.

use super::{CommandColumns, StateColumns, ground, keys, liquid, motion};
use crate::body::{Body, MoveFlags};
use crate::command::UserCmd;
use crate::profile::Profile;
use clipmark_collision::recording::{Float, RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

/// Commands on clip hulls.
pub(super) const COMMANDS: CommandColumns = CommandColumns {
    names: "msec forwardmove sidemove upmove jump pitch yaw",
    read: read_command,
};

const NAMES: &str = "x y z vx vy vz waterjumptime jumpheld onground waterlevel watertype";

/// States on clip hulls.
pub(super) const STATES: StateColumns = StateColumns {
    read,
    write,
    begin: |_, _| {},
};

const EARLIER_NAMES: &str = "x y z vx vy vz onground waterjumptime jumpheld waterlevel";

/// States of the earlier recordings.
pub(super) const EARLIER: StateColumns = StateColumns {
    read: read_earlier,
    write: write_earlier,
    begin: |_, _| {},
};

/// In the air.
const AIR: f32 = -1.0;

fn read_command(text: &str, line: usize) -> Result<UserCmd, RecordingError> {
    let [msec, forward, right, up, jump, pitch, yaw] = fields(text, line, COMMANDS.names)?;
    Ok(keys::command(
        [msec, forward, right, up, pitch, yaw],
        Some([jump, 0.0]),
    ))
}

fn read(text: &str, line: usize, _: &Body) -> Result<Body, RecordingError> {
    let [x, y, z, vx, vy, vz, jump_time, held, ground, level, kind] = fields(text, line, NAMES)?;
    let mut body = state([x, y, z, vx, vy, vz], [ground, jump_time, held, level]);
    body.engine.liquid = liquid::of_number(kind);
    Ok(body)
}

fn read_earlier(text: &str, line: usize, _: &Body) -> Result<Body, RecordingError> {
    let [x, y, z, vx, vy, vz, ground, jump_time, held, level] = fields(text, line, EARLIER_NAMES)?;
    Ok(state([x, y, z, vx, vy, vz], [ground, jump_time, held, level]))
}

fn state([x, y, z, vx, vy, vz]: [f32; 6], [ground, jump_time, held, level]: [f32; 4]) -> Body {
    let mut body = Body::at(Point::new(x, y, z));
    body.velocity = Vec3::new(vx, vy, vz);
    body.grounded = ground != AIR;
    body.water_jump_seconds = jump_time;
    body.flags.set(MoveFlags::JUMP_HELD, held != 0.0);
    body.water_level = level as u8;
    body
}

fn write(to: &mut dyn Write, body: &Body, _: &Profile) -> io::Result<()> {
    let held = u8::from(body.flags.contains(MoveFlags::JUMP_HELD));
    writeln!(
        to,
        "{} {} {held} {} {} {}",
        motion(body),
        Float(body.water_jump_seconds),
        ground(body),
        body.water_level,
        liquid::number(body.engine.liquid)
    )
}

fn write_earlier(to: &mut dyn Write, body: &Body, _: &Profile) -> io::Result<()> {
    let held = u8::from(body.flags.contains(MoveFlags::JUMP_HELD));
    writeln!(
        to,
        "{} {} {} {held} {}",
        motion(body),
        ground(body),
        Float(body.water_jump_seconds),
        body.water_level
    )
}
