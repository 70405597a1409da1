//! Keys held in a page, as a command in the measure of a profile.

use clipmark_movement::{Profile, UserCmd};

/// Keys that are down, as bits: the numbers that the page sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(pub u32);

impl Keys {
    /// Run ahead.
    pub const FORWARD: u32 = 1;
    /// Run backwards.
    pub const BACK: u32 = 2;
    /// Step to the left.
    pub const LEFT: u32 = 4;
    /// Step to the right.
    pub const RIGHT: u32 = 8;
    /// Jump, and swim up.
    pub const JUMP: u32 = 16;
    /// Crouch, and swim down.
    pub const CROUCH: u32 = 32;

    fn axis(self, plus: u32, minus: u32) -> f32 {
        let held = |bit| f32::from(u8::from(self.0 & bit != 0));
        held(plus) - held(minus)
    }

    /// Forward and to the right, each -1, 0 or 1.
    pub(crate) fn direction(self) -> [f32; 2] {
        [
            self.axis(Self::FORWARD, Self::BACK),
            self.axis(Self::RIGHT, Self::LEFT),
        ]
    }
}

/// The command of a tick: each key held is the profile's whole key, as in scripts. Angles in degrees, pitch positive down.
pub fn command(profile: &Profile, keys: Keys, pitch: f32, yaw: f32, msec: f32) -> UserCmd {
    let [forward, right] = keys.direction();
    UserCmd {
        msec,
        forward: forward * profile.full_key,
        right: right * profile.full_key,
        up: keys.axis(Keys::JUMP, Keys::CROUCH) * profile.full_key,
        pitch,
        yaw,
        buttons: None,
    }
}
