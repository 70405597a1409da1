//! One command of a player: keys, view and time, and the rules for a valid one.

use crate::real::{Real, n};
use bitflags::bitflags;
use clipmark_collision::Sweep;
use thiserror::Error;

/// A player's input in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UserCmd<R = f32> {
    /// Length of the tick in milliseconds; need not be whole.
    pub msec: R,
    /// Forward key: -127..127 in Quake III, units per second (+-400) in QuakeWorld.
    pub forward: R,
    /// Right key, in the same measure.
    pub right: R,
    /// Up key: jump when positive (10 and more in Quake III), crouch or sink when negative. With `buttons` it only says
    /// how fast to rise or sink.
    pub up: R,
    /// View pitch in degrees, positive down.
    pub pitch: R,
    /// View yaw in degrees; 0 looks along +x, 90 along +y.
    pub yaw: R,
    /// Jump and crouch where they are keys of their own; `None` where the up key is both. The order `quake3` reads the up
    /// key alone.
    pub buttons: Option<Buttons>,
}

bitflags! {
    /// Keys that are down or not; the bits of GoldSrc's recordings.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Buttons: u8 {
        /// Jump.
        const JUMP = 2;
        /// Crouch.
        const DUCK = 4;
    }
}

/// Why a tick was refused: its command, or the body it was to move.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CommandError {
    /// A field is NaN or infinite.
    #[error("a field of the command is not a finite number")]
    NotFinite,
    /// A key held harder than any speed.
    #[error("a key of the command asks for {0}; wanted at most {FASTEST} u/s either way")]
    Key(f32),
    /// A body that is not anywhere, or beyond where anything can be answered.
    #[error("the body's position is not finite or lies beyond +-{} u", Sweep::LIMIT)]
    Position,
    /// A body that is too fast to compute with, or whose velocity or timers are not finite.
    #[error("the body's velocity or a timer is not finite, or it is faster than {FASTEST} u/s")]
    Motion,
    /// A tick that lasts nothing, runs backwards, or is longer than a second.
    #[error("a tick of {0} ms: wanted more than 0 and at most 1000")]
    Length(f32),
}

/// Longest tick in milliseconds; longer ones are input errors, not play.
const LONGEST_TICK: f32 = 1000.0;
/// Fastest motion and hardest key, in units per second. An hour's fall at the strongest gravity that a profile may have ends at
/// 3.6e8. The square of this, times all that movement multiplies it with, is far below f32's largest 3e38.
pub(crate) const FASTEST: f32 = 1e9;

impl<R: Real> UserCmd<R> {
    /// Rejects commands that no player can give.
    ///
    /// # Errors
    /// Fields that are not finite or absurd, or a tick of no, negative or absurd length.
    #[inline(always)]
    pub fn check(&self) -> Result<(), CommandError> {
        let turn = self.pitch.abs() + self.yaw.abs();
        // For nearly every command the sum of all decides at once. A sum is a number only if all are.
        let all = self.msec + self.forward.abs() + self.right.abs() + self.up.abs() + turn;
        if self.msec > R::ZERO && self.msec <= n(LONGEST_TICK) && all <= n(FASTEST) {
            Ok(())
        } else {
            self.look_closely()
        }
    }

    #[cold]
    #[inline(never)]
    fn look_closely(&self) -> Result<(), CommandError> {
        let keys = [self.forward, self.right, self.up];
        if !R::all_within([self.msec, self.pitch, self.yaw], f32::MAX) || !R::all_within(keys, f32::MAX) {
            Err(CommandError::NotFinite)
        } else if !(self.msec > R::ZERO && self.msec <= n(LONGEST_TICK)) {
            Err(CommandError::Length(self.msec.wide() as f32))
        } else {
            let key = keys
                .map(|k| k.wide() as f32)
                .into_iter()
                .find(|k| k.abs() > FASTEST);
            key.map_or(Ok(()), |key| Err(CommandError::Key(key)))
        }
    }

    /// The same command in other numbers, each the nearest there is.
    pub fn cast<T: Real>(&self) -> UserCmd<T> {
        let to = |x: R| T::nearest(x.wide());
        UserCmd {
            msec: to(self.msec),
            forward: to(self.forward),
            right: to(self.right),
            up: to(self.up),
            pitch: to(self.pitch),
            yaw: to(self.yaw),
            buttons: self.buttons,
        }
    }

    /// Whether the jump key is down.
    pub fn jumps(&self) -> bool {
        self.buttons
            .map_or(self.up > R::ZERO, |b| b.contains(Buttons::JUMP))
    }

    /// Whether the crouch key is down.
    pub fn ducks(&self) -> bool {
        self.buttons
            .map_or(self.up < R::ZERO, |b| b.contains(Buttons::DUCK))
    }

    /// The wish to rise or sink, in units of the keys; 0 where the up key means a jump.
    pub fn rise(&self) -> R {
        if self.buttons.is_none() && self.up > R::ZERO {
            R::ZERO
        } else {
            self.up
        }
    }

    /// Length in seconds as a double. Milliseconds that are the nearest there are to a whole number of ticks a second mean that
    /// number. 1000/72 in f32 is a 72nd of a second to the last bit of a double.
    pub fn double_seconds(&self) -> f64 {
        let rate = (1000.0 / self.msec.wide()).round();
        if R::nearest(1000.0 / rate) == self.msec {
            1.0 / rate
        } else {
            self.msec.wide() / 1000.0
        }
    }

    /// Length in seconds, rounded once as the engines do.
    pub fn seconds(&self) -> R {
        R::nearest(self.msec.wide() * 0.001)
    }
}
