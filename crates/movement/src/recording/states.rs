//! State files: one line after each tick.

use super::{Commands, StateColumns, goldsrc, netquake, quake3, quakeworld, source};
use crate::body::Body;
use crate::profile::{Order, Profile};
use clipmark_collision::recording::{RecordingError, lines};
use std::io::{self, Read, Write};

/// The columns in which states are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFormat {
    /// `x y z vx vy vz groundEntityNum pm_flags pm_time waterlevel`.
    Quake3,
    /// `x y z vx vy vz onground waterjumptime jumpheld waterlevel`: the earlier recordings, and every other order.
    QuakeWorldEarlier,
    /// `x y z vx vy vz waterjumptime jumpheld onground waterlevel watertype`.
    QuakeWorld,
    /// `x y z vx vy vz flags waterlevel watertype teleport_time movedir(3) pitch yaw roll oldorigin(3)`.
    NetQuake,
    /// `x y z vx vy vz flags flDuckTime bInDuck viewz waterjumptime movedir(2) oldbuttons onground waterlevel watertype`.
    GoldSrc,
    /// `x y z vx vy vz onground surfacefriction flags ducked ducking ducktime viewz waterjumptime waterjumpv(2) oldbuttons
    /// waterlevel`.
    Source,
}

impl StateFormat {
    /// The format of an order's states. QuakeWorld has two: with a jump button in the commands it is the later one.
    pub fn new(order: Order, commands: &Commands) -> Self {
        match order {
            Order::Quake3 => Self::Quake3,
            Order::NetQuake => Self::NetQuake,
            Order::GoldSrc => Self::GoldSrc,
            Order::Source => Self::Source,
            Order::QuakeWorld if commands.has_buttons() => Self::QuakeWorld,
            Order::QuakeWorld | Order::Direct => Self::QuakeWorldEarlier,
        }
    }

    pub(super) fn columns(self) -> &'static StateColumns {
        match self {
            Self::Quake3 => &quake3::STATES,
            Self::QuakeWorldEarlier => &quakeworld::EARLIER,
            Self::QuakeWorld => &quakeworld::STATES,
            Self::NetQuake => &netquake::STATES,
            Self::GoldSrc => &goldsrc::STATES,
            Self::Source => &source::STATES,
        }
    }
}

/// Reads the states of a recording, one a tick, of a run that begins with a body.
///
/// # Errors
/// The file itself, or a line that is not of the format.
pub fn read_states(from: impl Read, format: StateFormat, start: &Body) -> Result<Vec<Body>, RecordingError> {
    of_lines(&lines(from)?, format, start)
}

fn of_lines(lines: &[String], format: StateFormat, start: &Body) -> Result<Vec<Body>, RecordingError> {
    let columns = format.columns();
    let mut states: Vec<Body> = Vec::new();
    for (i, text) in lines.iter().enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        let state = (columns.read)(text, i + 1, states.last().unwrap_or(start))?;
        state
            .check()
            .and_then(|()| state.engine.check())
            .map_err(|e| RecordingError::Line {
                line: i + 1,
                why: e.to_string(),
            })?;
        states.push(state);
    }
    Ok(states)
}

/// Writes one state.
///
/// # Errors
/// The stream itself.
pub fn write_state(
    to: &mut impl Write,
    body: &Body,
    format: StateFormat,
    profile: &Profile,
) -> io::Result<()> {
    (format.columns().write)(to, body, profile)
}
