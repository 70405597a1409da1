//! Command files: where a run starts, and the player's input.

use super::StateFormat;
use crate::body::Body;
use crate::command::{Buttons, UserCmd};
use crate::profile::Order;
use clipmark_collision::recording::{Column, RecordingError, Table, lines};
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
        StateFormat::new(order, self).begin(&mut body, self.yaw);
        body
    }

    /// Whether jump and crouch are keys of their own.
    pub(super) fn has_buttons(&self) -> bool {
        self.ticks.iter().any(|cmd| cmd.buttons.is_some())
    }
}

/// The start of a run at rest, and in motion.
const START: Table<Commands> = Table::new(&[ORIGIN, START_YAW]);
const START_IN_MOTION: Table<Commands> =
    Table::new(&[ORIGIN, START_YAW, Column::vector("vx vy vz", |c| &mut c.velocity)]);
const ORIGIN: Column<Commands> = Column::vector("x y z", |c| &mut c.origin.coords);
const START_YAW: Column<Commands> = Column::float("yaw", |c| &mut c.yaw);

pub(crate) struct CommandFormat {
    table: Table<UserCmd>,
    /// How long every tick is, in milliseconds, where no column tells it.
    msec: f32,
}

const MSEC: Column<UserCmd> = Column::float("msec", |c| &mut c.msec);
const FORWARD: Column<UserCmd> = Column::float("forwardmove", |c| &mut c.forward);
const SIDE: Column<UserCmd> = Column::float("sidemove", |c| &mut c.right);
const UP: Column<UserCmd> = Column::float("upmove", |c| &mut c.up);
const PITCH: Column<UserCmd> = Column::float("pitch", |c| &mut c.pitch);
const YAW: Column<UserCmd> = Column::float("yaw", |c| &mut c.yaw);
const JUMP: Column<UserCmd> = Column::number(
    "jump",
    |c| is_down(c, Buttons::JUMP).into(),
    |c, x| press(c, Buttons::JUMP, x != 0.0),
);
const DUCK: Column<UserCmd> = Column::number(
    "duck",
    |c| is_down(c, Buttons::DUCK).into(),
    |c, x| press(c, Buttons::DUCK, x != 0.0),
);

pub(crate) fn is_down(cmd: &UserCmd, button: Buttons) -> bool {
    cmd.buttons.unwrap_or_default().contains(button)
}

/// Makes a button one that is a key of its own, down or not.
pub(crate) fn press(cmd: &mut UserCmd, button: Buttons, is_down: bool) {
    cmd.buttons.get_or_insert_default().set(button, is_down);
}

/// Of this project's own files and the earlier recordings: the up key is jump and crouch.
const UP_KEY: CommandFormat = CommandFormat::new(&[
    MSEC,
    Column::float("forward", |c| &mut c.forward),
    Column::float("right", |c| &mut c.right),
    Column::float("up", |c| &mut c.up),
    PITCH,
    YAW,
]);
/// Of this project's own files and GoldSrc: jump and crouch are keys of their own.
const WITH_BUTTONS: CommandFormat = CommandFormat::new(&[MSEC, FORWARD, SIDE, UP, JUMP, DUCK, PITCH, YAW]);
/// On clip hulls.
const QUAKEWORLD: CommandFormat = CommandFormat::new(&[MSEC, FORWARD, SIDE, UP, JUMP, PITCH, YAW]);
const NETQUAKE: CommandFormat = CommandFormat {
    msec: 1000.0 / NETQUAKE_RATE,
    ..CommandFormat::new(&[FORWARD, SIDE, UP, JUMP, PITCH, YAW])
};
const SOURCE: CommandFormat = CommandFormat {
    msec: 15.0,
    ..CommandFormat::new(&[FORWARD, SIDE, UP, JUMP, DUCK, PITCH, YAW])
};

/// NetQuake's ticks a second in the recordings.
pub(crate) const NETQUAKE_RATE: f32 = 72.0;

impl CommandFormat {
    const fn new(columns: &'static [Column<UserCmd>]) -> Self {
        Self {
            table: Table::new(columns),
            msec: 0.0,
        }
    }
}

/// The formats that commands of an order may have, told apart by their number of columns.
fn formats(order: Order) -> [&'static CommandFormat; 3] {
    let recorded = match order {
        Order::NetQuake => &NETQUAKE,
        Order::QuakeWorld => &QUAKEWORLD,
        Order::GoldSrc => &WITH_BUTTONS,
        Order::Source => &SOURCE,
        Order::Quake3 | Order::Direct => &UP_KEY,
    };
    [recorded, &UP_KEY, &WITH_BUTTONS]
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
pub fn read_commands(from: impl Read, order: Order) -> Result<Commands, RecordingError> {
    of_lines(&lines(from)?, order)
}

fn of_lines(lines: &[String], order: Order) -> Result<Commands, RecordingError> {
    let bad = |line, why: String| RecordingError::Line { line, why };
    let first = lines
        .first()
        .ok_or_else(|| bad(1, "the file is empty; wanted `x y z yaw`".into()))?;
    let mut out = Commands {
        origin: Point::origin(),
        yaw: 0.0,
        velocity: Vec3::zeros(),
        ticks: Vec::new(),
    };
    let start = match count_words(first) == START_IN_MOTION.width() {
        true => START_IN_MOTION,
        false => START,
    };
    start.read(first, 1, &mut out)?;
    let written: Vec<_> = lines
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let mut formats = formats(order);
    if formats[0].table.width() == formats[1].table.width() && begins_with_length(&written) {
        formats.swap(0, 1);
    }
    let found = written.first().map_or(0, |(_, text)| count_words(text));
    let format = formats.into_iter().find(|f| f.table.width() == found);
    let CommandFormat { table, msec } = format.unwrap_or(formats[0]);
    let tick = |(i, text): (usize, &String)| {
        let mut cmd = UserCmd {
            msec: *msec,
            ..UserCmd::default()
        };
        table.read(text, i + 1, &mut cmd)?;
        cmd.check().map_err(|e| bad(i + 1, e.to_string()))?;
        Ok(cmd)
    };
    out.ticks = written
        .into_iter()
        .map(tick)
        .collect::<Result<_, RecordingError>>()?;
    Ok(out)
}

fn count_words(text: &str) -> usize {
    text.split_ascii_whitespace().count()
}

/// Writes a command file, with buttons if there are any. The start's velocity only if there is one, as the engine recordings have
/// it.
pub fn write_commands(to: &mut impl Write, commands: &Commands) -> io::Result<()> {
    let start = match commands.velocity == Vec3::zeros() {
        true => START,
        false => START_IN_MOTION,
    };
    let still = Commands {
        ticks: Vec::new(),
        ..*commands
    };
    writeln!(to, "{}", start.row(&still))?;
    let format = match commands.has_buttons() {
        true => WITH_BUTTONS,
        false => UP_KEY,
    };
    for cmd in &commands.ticks {
        writeln!(to, "{}", format.table.row(cmd))?;
    }
    Ok(())
}
