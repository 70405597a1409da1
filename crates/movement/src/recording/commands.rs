//! Command files: where a run starts, and the player's input.

use super::{CommandColumns, Row, keys, netquake, quakeworld, source, states};
use crate::body::Body;
use crate::command::{Buttons, UserCmd};
use crate::profile::Order;
use clipmark_collision::recording::{Float, RecordingError, fields, lines};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Read, Write};

/// A start and the player's input from there.
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
    /// The body before the first tick, as the recordings of an engine begin.
    pub fn start(&self, order: Order) -> Body {
        let mut body = Body::at(self.origin);
        body.velocity = self.velocity;
        (states::StateFormat::new(order, self).columns().begin)(&mut body, self.yaw);
        body
    }

    /// Whether jump and crouch are keys of their own.
    pub(super) fn has_buttons(&self) -> bool {
        self.ticks.iter().any(|cmd| cmd.buttons.is_some())
    }
}

/// The formats that commands of an order may have, told apart by their number of columns.
fn formats(order: Order) -> [&'static CommandColumns; 3] {
    let recorded = match order {
        Order::NetQuake => &netquake::COMMANDS,
        Order::QuakeWorld => &quakeworld::COMMANDS,
        Order::GoldSrc => &keys::WITH_BUTTONS,
        Order::Source => &source::COMMANDS,
        Order::Quake3 | Order::Direct => &keys::UP_KEY,
    };
    [recorded, &keys::UP_KEY, &keys::WITH_BUTTONS]
}

/// Longest tick of NetQuake in milliseconds: a frame never counts for more.
const LONGEST_FRAME: f32 = 100.0;

/// NetQuake's recorded commands have as many columns as those of this project. They begin with the forward key, which is 0 or
/// some hundreds; these with the length of the tick.
fn begins_with_length(ticks: &[(usize, &String)]) -> bool {
    ticks.iter().all(|(_, text)| {
        let first = text.split_ascii_whitespace().next();
        let number: Option<f32> = first.and_then(|x| x.parse().ok());
        number.is_some_and(|x| x > 0.0 && x <= LONGEST_FRAME)
    })
}

/// Reads a command file. The start is `x y z yaw`, or `x y z yaw vx vy vz` in motion, then a line a tick. A tick is `msec forward
/// right up pitch yaw`, `msec forwardmove sidemove upmove jump duck pitch yaw`, or in the recorded form of that order's engine.
///
/// # Errors
/// The file itself, or a line that is not of the format.
pub fn read_commands(from: impl Read, order: Order) -> Result<Commands, RecordingError> {
    of_lines(&lines(from)?, order)
}

fn of_lines(lines: &[String], order: Order) -> Result<Commands, RecordingError> {
    let bad = |line, why: String| RecordingError::Line { line, why };
    let first = lines
        .first()
        .ok_or_else(|| bad(1, "the file is empty; wanted `x y z yaw`".into()))?;
    let [x, y, z, yaw, vx, vy, vz] = if super::count(first) == 7 {
        fields(first, 1, "x y z yaw vx vy vz")?
    } else {
        let [x, y, z, yaw] = fields(first, 1, "x y z yaw")?;
        [x, y, z, yaw, 0.0, 0.0, 0.0]
    };
    let written: Vec<_> = lines
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let mut formats = formats(order);
    if formats[0].count() == formats[1].count() && begins_with_length(&written) {
        formats.swap(0, 1);
    }
    let found = written.first().map_or(0, |(_, text)| super::count(text));
    let format = formats.into_iter().find(|f| f.count() == found);
    let read = format.unwrap_or(formats[0]).read;
    let tick = |(i, text): (usize, &String)| {
        let cmd = read(text, i + 1)?;
        cmd.check().map_err(|e| bad(i + 1, e.to_string()))?;
        Ok(cmd)
    };
    let ticks = written
        .into_iter()
        .map(tick)
        .collect::<Result<_, RecordingError>>()?;
    Ok(Commands {
        origin: Point::new(x, y, z),
        yaw,
        velocity: Vec3::new(vx, vy, vz),
        ticks,
    })
}

/// Writes a command file, with buttons if there are any. The start's velocity only if there is one, as the engine recordings have
/// it.
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
    let has_buttons = commands.has_buttons();
    for c in &commands.ticks {
        let keys = Row([c.msec, c.forward, c.right, c.up]);
        let view = Row([c.pitch, c.yaw]);
        if has_buttons {
            let held = c.buttons.unwrap_or_default();
            let [jump, duck] = [Buttons::JUMP, Buttons::DUCK].map(|b| u8::from(held.contains(b)));
            writeln!(to, "{keys} {jump} {duck} {view}")?;
        } else {
            writeln!(to, "{keys} {view}")?;
        }
    }
    Ok(())
}
