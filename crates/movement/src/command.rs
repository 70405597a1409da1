use thiserror::Error;

/// What the player's hands do in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UserCmd {
    /// Length of the tick in milliseconds; need not be whole.
    pub msec: f32,
    /// Forward key: -127..127 in Quake III, units per second (+-400) in QuakeWorld.
    pub forward: f32,
    /// Right key, in the same measure.
    pub right: f32,
    /// Up key: jump when positive (10 and more in Quake III), crouch or sink when negative.
    pub up: f32,
    /// View pitch in degrees, positive down.
    pub pitch: f32,
    /// View yaw in degrees; 0 looks along +x, 90 along +y.
    pub yaw: f32,
}

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CommandError {
    /// A field is NaN or infinite.
    #[error("a field of the command is not a finite number")]
    NotFinite,
    /// A tick that lasts nothing, runs backwards, or is longer than a second.
    #[error("a tick of {0} ms: wanted more than 0 and at most 1000")]
    Length(f32),
}

/// Longest tick in milliseconds; longer ones are input errors, not play.
const LONGEST_TICK: f32 = 1000.0;

impl UserCmd {
    /// Refuses what no player can do.
    ///
    /// # Errors
    /// Fields that are not finite, or a tick of no, negative or absurd length.
    pub fn check(&self) -> Result<(), CommandError> {
        let fields = [self.msec, self.forward, self.right, self.up, self.pitch, self.yaw];
        if fields.iter().any(|x| !x.is_finite()) {
            Err(CommandError::NotFinite)
        } else if !(self.msec > 0.0 && self.msec <= LONGEST_TICK) {
            Err(CommandError::Length(self.msec))
        } else {
            Ok(())
        }
    }

    /// Length in seconds, rounded once as the engines do.
    pub fn seconds(&self) -> f32 {
        (f64::from(self.msec) * 0.001) as f32
    }
}
