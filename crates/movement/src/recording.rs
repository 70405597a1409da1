//! The text formats in which commands and states are exchanged with other tools, gzip'd or plain. Column order
//! and number format are those of the engine recordings in `tests/recordings`.

use crate::body::{Body, MoveFlags};
use crate::command::UserCmd;
use crate::profile::Order;
use clipmark_collision::recording::{Float, RecordingError, fields, lines};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Read, Write};

/// A start and what the player's hands did from there.
#[derive(Clone, Debug, PartialEq)]
pub struct Commands {
    /// Position at the start, in units.
    pub origin: Point,
    /// View yaw at the start, in degrees.
    pub yaw: f32,
    /// Velocity at the start, in units per second.
    pub velocity: Vec3,
    /// One a tick.
    pub ticks: Vec<UserCmd>,
}

impl Commands {
    /// The body before the first tick.
    pub fn start(&self) -> Body {
        Body {
            velocity: self.velocity,
            ..Body::at(self.origin)
        }
    }
}

/// Reads a command file: `x y z yaw`, or `x y z yaw vx vy vz` for a start in motion, then `msec forward right up
/// pitch yaw` a tick.
///
/// # Errors
/// The file itself, or a line that is not of the format.
pub fn read_commands(from: impl Read) -> Result<Commands, RecordingError> {
    let lines = lines(from)?;
    let bad = |line, why: String| RecordingError::Line { line, why };
    let first = lines
        .first()
        .ok_or_else(|| bad(1, "the file is empty; wanted `x y z yaw`".into()))?;
    let [x, y, z, yaw, vx, vy, vz] = if first.split_ascii_whitespace().count() == 7 {
        fields(first, 1, "x y z yaw vx vy vz")?
    } else {
        let [x, y, z, yaw] = fields(first, 1, "x y z yaw")?;
        [x, y, z, yaw, 0.0, 0.0, 0.0]
    };
    let tick = |(i, text): (usize, &String)| {
        let [msec, forward, right, up, pitch, yaw] = fields(text, i + 1, "msec forward right up pitch yaw")?;
        let cmd = UserCmd {
            msec,
            forward,
            right,
            up,
            pitch,
            yaw,
        };
        cmd.check().map_err(|e| bad(i + 1, e.to_string()))?;
        Ok(cmd)
    };
    let written = lines
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, text)| !text.trim().is_empty());
    let ticks = written.map(tick).collect::<Result<_, RecordingError>>()?;
    Ok(Commands {
        origin: Point::new(x, y, z),
        yaw,
        velocity: Vec3::new(vx, vy, vz),
        ticks,
    })
}

/// Writes a command file; the start's velocity only if there is one, as the engine recordings have it.
///
/// # Errors
/// The stream itself.
pub fn write_commands(to: &mut impl Write, commands: &Commands) -> io::Result<()> {
    let (o, v) = (commands.origin, commands.velocity);
    let [x, y, z, yaw] = [o.x, o.y, o.z, commands.yaw].map(Float);
    write!(to, "{x} {y} {z} {yaw}")?;
    if v != Vec3::zeros() {
        let [vx, vy, vz] = [v.x, v.y, v.z].map(Float);
        write!(to, " {vx} {vy} {vz}")?;
    }
    writeln!(to)?;
    for c in &commands.ticks {
        let [a, b, d, e, f, g] = [c.msec, c.forward, c.right, c.up, c.pitch, c.yaw].map(Float);
        writeln!(to, "{a} {b} {d} {e} {f} {g}")?;
    }
    Ok(())
}

/// Stands on the world, and in the air, as Quake III writes it.
const QUAKE3_GROUND: [f32; 2] = [1022.0, 1023.0];
/// The same as QuakeWorld writes it.
const QUAKEWORLD_GROUND: [f32; 2] = [0.0, -1.0];

/// Reads the states of a recording, one a tick: `x y z vx vy vz` and, for Quake III, `groundEntityNum pm_flags
/// pm_time waterlevel`, for QuakeWorld and all other orders `onground waterjumptime jumpheld waterlevel`.
///
/// # Errors
/// The file itself, or a line that is not of the format.
pub fn read_states(from: impl Read, order: Order) -> Result<Vec<Body>, RecordingError> {
    let wanted = match order {
        Order::Quake3 => "x y z vx vy vz groundEntityNum pm_flags pm_time waterlevel",
        _ => "x y z vx vy vz onground waterjumptime jumpheld waterlevel",
    };
    let state = |(i, text): (usize, &String)| {
        let [x, y, z, vx, vy, vz, a, b, c, level] = fields(text, i + 1, wanted)?;
        let mut body = Body::at(Point::new(x, y, z));
        body.velocity = Vec3::new(vx, vy, vz);
        body.water_level = level as u8;
        match order {
            Order::Quake3 => {
                body.grounded = a != QUAKE3_GROUND[1];
                body.flags = MoveFlags::from_bits_retain(b as u32);
                body.timer_msec = c;
            }
            _ => {
                body.grounded = a != QUAKEWORLD_GROUND[1];
                body.water_jump_seconds = b;
                body.flags.set(MoveFlags::JUMP_HELD, c != 0.0);
            }
        }
        Ok(body)
    };
    lines(from)?
        .iter()
        .enumerate()
        .filter(|(_, text)| !text.trim().is_empty())
        .map(state)
        .collect()
}

/// Writes one state.
///
/// # Errors
/// The stream itself.
pub fn write_state(to: &mut impl Write, body: &Body, order: Order) -> io::Result<()> {
    let (o, v) = (body.origin, body.velocity);
    let [x, y, z, vx, vy, vz] = [o.x, o.y, o.z, v.x, v.y, v.z].map(Float);
    write!(to, "{x} {y} {z} {vx} {vy} {vz} ")?;
    let air = usize::from(!body.grounded);
    let level = body.water_level;
    match order {
        Order::Quake3 => {
            let (flags, timer) = (body.flags.bits(), Float(body.timer_msec));
            writeln!(to, "{} {flags} {timer} {level}", QUAKE3_GROUND[air])
        }
        _ => {
            let held = u8::from(body.flags.contains(MoveFlags::JUMP_HELD));
            writeln!(
                to,
                "{} {} {held} {level}",
                QUAKEWORLD_GROUND[air],
                Float(body.water_jump_seconds)
            )
        }
    }
}
