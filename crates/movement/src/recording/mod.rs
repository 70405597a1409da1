//! The text formats in which commands and states are exchanged with other tools, gzip'd or plain. Column order
//! and number format are those of the engine recordings in `tests/recordings`.
//!
//! A profile's order and the number of columns choose among an engine's tables of columns.

pub(crate) mod commands;
pub(crate) mod states;

pub use commands::{Commands, read_commands, write_commands};
pub use states::{StateFormat, read_states, write_state};

/// The liquids of Quake's maps, from empty downwards.
pub(crate) mod liquid {
    use clipmark_geometry::Contents;

    const EMPTY: f32 = -1.0;
    const KINDS: [(f32, Contents); 3] = [
        (-3.0, Contents::WATER),
        (-4.0, Contents::SLIME),
        (-5.0, Contents::LAVA),
    ];

    /// The number of a kind of liquid.
    pub(crate) fn number(contents: Contents) -> f32 {
        let kind = KINDS.iter().rev().find(|(_, c)| contents.intersects(*c));
        kind.map_or(EMPTY, |k| k.0)
    }

    /// The liquid of that number; none for any other.
    pub(crate) fn of_number(number: f32) -> Contents {
        let kind = KINDS.iter().find(|k| k.0 == number);
        kind.map_or(Contents::empty(), |k| k.1)
    }
}
