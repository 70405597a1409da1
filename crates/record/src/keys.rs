//! The keys of a tick, as the 3-D replay tells them.

/// Keys that are down in a tick, as bits: those that the page of `compare play` sends. Opposite keys cancel out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(pub u8);

impl Keys {
    /// Run ahead.
    pub const FORWARD: u8 = 1;
    /// Run backwards.
    pub const BACK: u8 = 2;
    /// Step to the left.
    pub const LEFT: u8 = 4;
    /// Step to the right.
    pub const RIGHT: u8 = 8;
    /// Jump, and swim up.
    pub const JUMP: u8 = 16;
    /// Crouch, and swim down.
    pub const CROUCH: u8 = 32;

    /// Whether no key is down.
    pub fn is_none(&self) -> bool {
        self.0 == 0
    }
}
