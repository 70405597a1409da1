//! NetQuake's commands and states. A command is always a 72nd of a second. The time of a state is not in its line, but follows
//! from the line's number.

use super::{CommandColumns, Row, StateColumns, bit, keys, liquid, motion};
use crate::body::{Body, MoveFlags};
use crate::command::UserCmd;
use crate::profile::Profile;
use clipmark_collision::recording::{Float, RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

pub(super) const COMMANDS: CommandColumns = CommandColumns {
    names: "forwardmove sidemove upmove jump pitch yaw",
    read: read_command,
};

const NAMES: &str = "x y z vx vy vz flags waterlevel watertype teleport_time movedirx movediry movedirz pitch yaw \
                     roll oldx oldy oldz";

pub(super) const STATES: StateColumns = StateColumns { read, write, begin };

/// Ticks a second in the recordings.
const RATE: f32 = 72.0;
/// Seconds on the world's clock at the first tick.
const BEGINS: f64 = 1.2;

/// Every player.
const CLIENT: u32 = 8;
const IN_WATER: u32 = 16;
const ON_GROUND: u32 = 512;
const WATER_JUMP: u32 = 2048;
const JUMP_RELEASED: u32 = 4096;

fn read_command(text: &str, line: usize) -> Result<UserCmd, RecordingError> {
    let [forward, right, up, jump, pitch, yaw] = fields(text, line, COMMANDS.names)?;
    Ok(keys::command(
        [1000.0 / RATE, forward, right, up, pitch, yaw],
        Some([jump, 0.0]),
    ))
}

fn begin(body: &mut Body, yaw: f32) {
    body.flags.insert(MoveFlags::JUMP_HELD);
    body.engine.clock = BEGINS;
    body.engine.model_angles.y = yaw;
    body.engine.last_free = Some(body.origin);
}

fn read(text: &str, line: usize, before: &Body) -> Result<Body, RecordingError> {
    let [
        x,
        y,
        z,
        vx,
        vy,
        vz,
        flags,
        level,
        kind,
        ends,
        mx,
        my,
        mz,
        pitch,
        yaw,
        roll,
        fx,
        fy,
        fz,
    ] = fields(text, line, NAMES)?;
    let flags = flags as u32;
    let mut body = Body::at(Point::new(x, y, z));
    body.velocity = Vec3::new(vx, vy, vz);
    body.grounded = flags & ON_GROUND != 0;
    body.water_level = level as u8;
    body.flags.set(MoveFlags::IN_LIQUID, flags & IN_WATER != 0);
    body.flags.set(MoveFlags::WATER_JUMP, flags & WATER_JUMP != 0);
    body.flags.set(MoveFlags::JUMP_HELD, flags & JUMP_RELEASED == 0);
    let engine = &mut body.engine;
    engine.liquid = liquid::of_number(kind);
    engine.move_dir = Vec3::new(mx, my, mz);
    engine.water_jump_ends = ends;
    engine.model_angles = Vec3::new(pitch, yaw, roll);
    engine.last_free = Some(Point::new(fx, fy, fz));
    engine.clock = before.engine.clock + 1.0 / f64::from(RATE);
    Ok(body)
}

fn write(to: &mut dyn Write, body: &Body, _: &Profile) -> io::Result<()> {
    let engine = &body.engine;
    let flags = CLIENT
        | bit(body.flags.contains(MoveFlags::IN_LIQUID), IN_WATER)
        | bit(body.grounded, ON_GROUND)
        | bit(body.flags.contains(MoveFlags::WATER_JUMP), WATER_JUMP)
        | bit(!body.flags.contains(MoveFlags::JUMP_HELD), JUMP_RELEASED);
    let (move_dir, model_angles) = (engine.move_dir, engine.model_angles);
    let free = engine.last_free.unwrap_or(body.origin);
    writeln!(
        to,
        "{} {flags} {} {} {} {}",
        motion(body),
        body.water_level,
        liquid::number(engine.liquid),
        Float(engine.water_jump_ends),
        Row([
            move_dir.x,
            move_dir.y,
            move_dir.z,
            model_angles.x,
            model_angles.y,
            model_angles.z,
            free.x,
            free.y,
            free.z
        ])
    )
}
