//! Source's commands and states.

use super::{CommandColumns, Row, StateColumns, bit, eyes, keys, motion, old_buttons};
use crate::body::{Body, MoveFlags};
use crate::command::UserCmd;
use crate::engines::SOURCE;
use crate::profile::Profile;
use clipmark_collision::recording::{RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

/// Commands: every tick is as long as [`TICK_MSEC`].
pub(super) const COMMANDS: CommandColumns = CommandColumns {
    names: "forwardmove sidemove upmove jump duck pitch yaw",
    read: read_command,
};

const NAMES: &str = "x y z vx vy vz onground surfacefriction flags ducked ducking ducktime viewz \
    waterjumptime waterjumpvx waterjumpvy oldbuttons waterlevel";

pub(super) const STATES: StateColumns = StateColumns {
    read,
    write,
    begin: |_, _| {},
};

/// A recorded tick in milliseconds.
const TICK_MSEC: f32 = 15.0;
const DUCKED: u32 = 2;
const WATER_JUMP: u32 = 4;

fn read_command(text: &str, line: usize) -> Result<UserCmd, RecordingError> {
    let [forward, right, up, jump, duck, pitch, yaw] = fields(text, line, COMMANDS.names)?;
    Ok(keys::command(
        [TICK_MSEC, forward, right, up, pitch, yaw],
        Some([jump, duck]),
    ))
}

fn read(text: &str, line: usize, _: &Body) -> Result<Body, RecordingError> {
    let [
        x,
        y,
        z,
        vx,
        vy,
        vz,
        ground,
        surface_friction,
        flags,
        ducked,
        ducking,
        duck_msec,
        height,
        jump_msec,
        jump_x,
        jump_y,
        old,
        level,
    ] = fields(text, line, NAMES)?;
    let flags = flags as u32;
    if (flags & DUCKED != 0) != (ducked != 0.0) {
        return Err(RecordingError::Line {
            line,
            why: "the flag 2 (ducking) and the column `ducked` differ; wanted both or neither".into(),
        });
    }
    let mut body = Body::at(Point::new(x, y, z));
    body.velocity = Vec3::new(vx, vy, vz);
    body.grounded = ground != 0.0;
    body.timer_msec = jump_msec;
    body.water_level = level as u8;
    body.flags.set(MoveFlags::DUCKED, ducked != 0.0);
    body.flags.set(MoveFlags::DUCKING, ducking != 0.0);
    body.flags.set(MoveFlags::WATER_JUMP, flags & WATER_JUMP != 0);
    old_buttons::set(&mut body, old);
    body.engine.surface_friction = surface_friction;
    body.engine.duck_msec = duck_msec;
    eyes::set(&mut body, height, &SOURCE);
    body.engine.move_dir = Vec3::new(jump_x, jump_y, 0.0);
    // A run begins with tick 0, so after the first line the next tick is 1.
    body.engine.ticks = u32::try_from(line).unwrap_or(u32::MAX);
    Ok(body)
}

fn write(to: &mut dyn Write, body: &Body, profile: &Profile) -> io::Result<()> {
    let (engine, has) = (&body.engine, |flag| body.flags.contains(flag));
    let ducked = has(MoveFlags::DUCKED);
    let flags = bit(ducked, DUCKED) | bit(has(MoveFlags::WATER_JUMP), WATER_JUMP);
    let (old, height) = (old_buttons::encode(body), eyes::encode(body, profile));
    writeln!(
        to,
        "{} {} {} {flags} {} {} {} {old} {}",
        motion(body),
        u8::from(body.grounded),
        Row([engine.surface_friction]),
        u8::from(ducked),
        u8::from(has(MoveFlags::DUCKING)),
        Row([
            engine.duck_msec,
            height,
            body.timer_msec,
            engine.move_dir.x,
            engine.move_dir.y
        ]),
        body.water_level
    )
}
