use clipmark_collision::Sweep;
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

/// Why a tick was refused: its command, or the body it was to move.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CommandError {
    /// A field is NaN or infinite.
    #[error("a field of the command is not a finite number")]
    NotFinite,
    /// A key held harder than any speed.
    #[error("a key of the command asks for {0}; wanted at most {FASTEST} units per second either way")]
    Key(f32),
    /// A body that is not anywhere, or beyond where anything can be answered.
    #[error("the body's position is not finite or lies beyond +-{} units", Sweep::LIMIT)]
    Position,
    /// A body faster than can be reckoned with, or whose velocity or timers are no numbers.
    #[error("the body's velocity or a timer is not finite, or it is faster than {FASTEST} units per second")]
    Motion,
    /// A tick that lasts nothing, runs backwards, or is longer than a second.
    #[error("a tick of {0} ms: wanted more than 0 and at most 1000")]
    Length(f32),
}

/// Longest tick in milliseconds; longer ones are input errors, not play.
const LONGEST_TICK: f32 = 1000.0;
/// Fastest motion and hardest key, in units per second. An hour's fall at the strongest gravity that a profile may
/// have ends at 3.6e8; the square of this, times all that movement multiplies it with, is far below f32's largest 3e38.
pub(crate) const FASTEST: f32 = 1e9;

/// Whether all are numbers and none is larger than a limit. Bit patterns of positive floats are ordered as they are,
/// with infinity and NaN last; so one subtraction each says it, without a branch: this is asked before every tick.
#[inline]
pub(crate) fn all_within<const N: usize>(values: [f32; N], limit: f32) -> bool {
    let over = |x: f32| limit.to_bits().wrapping_sub(x.abs().to_bits());
    values.into_iter().fold(0, |any, x| any | over(x)) >> 31 == 0
}

impl UserCmd {
    /// Refuses what no player can do.
    ///
    /// # Errors
    /// Fields that are not finite or absurd, or a tick of no, negative or absurd length.
    pub fn check(&self) -> Result<(), CommandError> {
        let keys = [self.forward, self.right, self.up];
        let length = self.msec > 0.0 && self.msec <= LONGEST_TICK;
        if length & all_within(keys, FASTEST) & all_within([self.pitch, self.yaw], f32::MAX) {
            return Ok(());
        }
        let [forward, right, up] = keys;
        if !all_within([self.msec, forward, right, up, self.pitch, self.yaw], f32::MAX) {
            Err(CommandError::NotFinite)
        } else if !length {
            Err(CommandError::Length(self.msec))
        } else {
            let key = keys.into_iter().find(|k| k.abs() > FASTEST);
            Err(CommandError::Key(key.unwrap_or_default()))
        }
    }

    /// Length in seconds, rounded once as the engines do.
    pub fn seconds(&self) -> f32 {
        (f64::from(self.msec) * 0.001) as f32
    }
}
