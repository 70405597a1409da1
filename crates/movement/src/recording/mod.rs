//! The text formats in which commands and states are exchanged with other tools, gzip'd or plain. Column order
//! and number format are those of the engine recordings in `tests/recordings`.
//!
//! One file an engine holds its columns; a profile's order and the number of columns choose among them.

mod commands;
mod goldsrc;
pub(crate) mod keys;
mod netquake;
mod quake3;
mod quakeworld;
mod source;
mod states;

pub use commands::{Commands, read_commands, write_commands};
pub use states::{StateFormat, read_states, write_state};

use crate::body::Body;
use crate::command::UserCmd;
use crate::profile::Profile;
use clipmark_collision::recording::{Float, RecordingError};
use std::io::{self, Write};

/// The columns of a command.
struct CommandColumns {
    /// Their names, separated by one space.
    names: &'static str,
    /// Reads a line; its number is for the error.
    read: fn(&str, usize) -> Result<UserCmd, RecordingError>,
}

/// The columns of a state.
struct StateColumns {
    /// Reads a line after the state of the tick before; its number is for the error.
    read: fn(&str, usize, &Body) -> Result<Body, RecordingError>,
    /// Writes a state.
    write: fn(&mut dyn Write, &Body, &Profile) -> io::Result<()>,
    /// Makes the run's first body at a place, looking along a yaw in degrees.
    begin: fn(&mut Body, f32),
}

impl CommandColumns {
    fn count(&self) -> usize {
        count(self.names)
    }
}

fn count(text: &str) -> usize {
    text.split_ascii_whitespace().count()
}

/// Floats of a line, separated by one space.
struct Row<const N: usize>([f32; N]);

impl<const N: usize> std::fmt::Display for Row<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, x) in self.0.into_iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{}", Float(x))?;
        }
        Ok(())
    }
}

/// Position and velocity, with which every state begins.
fn motion(body: &Body) -> Row<6> {
    let (o, v) = (body.origin, body.velocity);
    Row([o.x, o.y, o.z, v.x, v.y, v.z])
}

/// On the world and in the air, as the engines before Quake III write it.
fn ground(body: &Body) -> i32 {
    if body.grounded { 0 } else { -1 }
}

/// A flag of an engine's word of flags.
fn bit(on: bool, bit: u32) -> u32 {
    if on { bit } else { 0 }
}

/// The height of the eyes, in the columns of GoldSrc and Source. A body keeps it only while it ducks or rises.
mod eyes {
    use crate::body::{Body, MoveFlags};
    use crate::profile::Profile;

    fn resting(body: &Body, profile: &Profile) -> f32 {
        if body.flags.contains(MoveFlags::DUCKED) {
            profile.size.crouched_eyes
        } else {
            profile.size.eyes
        }
    }

    pub(super) fn encode(body: &Body, profile: &Profile) -> f32 {
        body.engine.eyes.unwrap_or_else(|| resting(body, profile))
    }

    /// After its flags are set.
    pub(super) fn set(body: &mut Body, height: f32, profile: &Profile) {
        body.engine.eyes = (height != resting(body, profile)).then_some(height);
    }
}

/// The buttons of the tick before, in the columns of GoldSrc and Source: a whole word; a body keeps two of its bits.
mod old_buttons {
    use crate::body::{Body, MoveFlags};
    use crate::command::Buttons;

    const HELD: [(MoveFlags, Buttons); 2] = [
        (MoveFlags::JUMP_HELD, Buttons::JUMP),
        (MoveFlags::DUCK_HELD, Buttons::DUCK),
    ];

    pub(super) fn encode(body: &Body) -> u32 {
        let bits = HELD.map(|(flag, button)| super::bit(body.flags.contains(flag), button.bits().into()));
        bits[0] | bits[1]
    }

    pub(super) fn set(body: &mut Body, word: f32) {
        let down = Buttons::from_bits_truncate(word as u8);
        for (flag, button) in HELD {
            body.flags.set(flag, down.contains(button));
        }
    }
}

/// The liquids of Quake's maps, from empty downwards.
pub(crate) mod liquid {
    use clipmark_geometry::Contents;

    const EMPTY: i32 = -1;
    const KINDS: [(i32, Contents); 3] = [(-3, Contents::WATER), (-4, Contents::SLIME), (-5, Contents::LAVA)];

    /// The number of a kind of liquid.
    pub(crate) fn number(contents: Contents) -> i32 {
        let kind = KINDS.iter().rev().find(|(_, c)| contents.intersects(*c));
        kind.map_or(EMPTY, |k| k.0)
    }

    /// The liquid of that number; none for any other.
    pub(crate) fn of_number(number: f32) -> Contents {
        let kind = KINDS.iter().find(|k| k.0 as f32 == number);
        kind.map_or(Contents::empty(), |k| k.1)
    }
}
