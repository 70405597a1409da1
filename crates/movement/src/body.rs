//! The state of a player: the values that every tick reads and writes.
//!
//! It is the union of all engines' state between ticks (`tests/recordings/README.md` lists each), so any order can restart
//! from a recorded line. State of a single engine is in `engine_state.rs`.

use crate::command::{CommandError, FASTEST};
use crate::engine_state::EngineState;
use crate::real::{Real, n};
use bitflags::bitflags;
use clipmark_collision::Sweep;
use clipmark_geometry::Vec3;
use nalgebra::{Point3, Vector3};

/// A player between two ticks: everything that the next tick depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R: Real = f32> {
    /// Position of the hull's origin, in units.
    pub origin: Point3<R>,
    /// Velocity in units per second.
    pub velocity: Vector3<R>,
    /// Whether it stands on the world.
    pub grounded: bool,
    /// Its current states and timers.
    pub flags: MoveFlags,
    /// Rest of the timer that `flags` name, in milliseconds (Quake III); of a water jump (GoldSrc).
    pub timer_msec: R,
    /// Rest of a water jump, in seconds (QuakeWorld).
    pub water_jump_seconds: R,
    /// Rest of the time in which another jump is a double jump, in milliseconds (CPM).
    pub double_jump_msec: R,
    /// How deep in liquid: 0 dry, 1 feet, 2 waist, 3 eyes.
    pub water_level: u8,
    /// State of the two-cylinder walker; unused by other movers.
    pub walker: WalkerState,
    /// State of some engines only.
    pub engine: EngineState<R>,
}

bitflags! {
    /// A player's current states and timers; the bits of Quake III's recordings.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct MoveFlags: u32 {
        /// Crouched.
        const DUCKED = 1;
        /// The jump key has been down since the last jump.
        const JUMP_HELD = 2;
        /// The last jump went backwards.
        const BACKWARDS_JUMP = 8;
        /// Runs backwards.
        const BACKWARDS_RUN = 16;
        /// The timer runs since a hard landing.
        const LAND_TIMER = 32;
        /// The timer runs since a blow.
        const KNOCKBACK_TIMER = 64;
        /// The timer runs since a jump out of water.
        const WATER_JUMP_TIMER = 256;
        /// In the middle of a water jump (NetQuake, GoldSrc).
        const WATER_JUMP = 1 << 24;
        /// In liquid since the tick before (NetQuake).
        const IN_LIQUID = 1 << 25;
        /// On the way from standing to crouched (GoldSrc).
        const DUCKING = 1 << 26;
        /// The crouch key was down in the tick before (GoldSrc).
        const DUCK_HELD = 1 << 27;
        /// Whatever else a recording holds.
        const _ = !0;
    }
}

impl MoveFlags {
    /// All that share the timer.
    pub const TIMERS: Self = Self::LAND_TIMER
        .union(Self::KNOCKBACK_TIMER)
        .union(Self::WATER_JUMP_TIMER);
}

/// Mode of the two-cylinder walker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WalkerMode {
    /// On a surface gentle enough to stand on.
    Walking,
    /// Touching nothing below.
    #[default]
    Falling,
    /// On a surface too steep to stand on.
    Sliding,
    /// Between surfaces too steep to stand on that hold it together.
    Wedged,
}

/// State of the two-cylinder walker from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkerState {
    /// Its mode.
    pub mode: WalkerMode,
    /// The paper's velocity down the surface it slides on, in units per second. The improved walker slides by the body's own
    /// velocity.
    pub slide_velocity: Vec3,
    /// Rising from a jump: the surface below is not to catch it.
    pub jumping: bool,
    /// Normal of the floor it last walked on.
    pub floor: Vec3,
    /// Whether the last step met a floor.
    pub met_floor: bool,
    /// How long a slide has made no progress, in seconds.
    pub slow_seconds: f32,
    /// For how long it still counts as wedged, whatever holds it, in seconds.
    pub wedged_seconds: f32,
}

impl Default for WalkerState {
    fn default() -> Self {
        Self {
            mode: WalkerMode::Falling,
            slide_velocity: Vec3::zeros(),
            jumping: false,
            floor: Vec3::z(),
            met_floor: false,
            slow_seconds: 0.0,
            wedged_seconds: 0.0,
        }
    }
}

impl WalkerState {
    /// Refuses a state that no walk could go on from.
    ///
    /// # Errors
    /// Numbers that are not finite, or an absurd speed.
    pub(crate) fn check(&self) -> Result<(), CommandError> {
        let (s, f) = (&self.slide_velocity, &self.floor);
        let all = [
            s.x,
            s.y,
            s.z,
            f.x,
            f.y,
            f.z,
            self.slow_seconds,
            self.wedged_seconds,
        ];
        if f32::all_within(all, FASTEST) {
            Ok(())
        } else {
            Err(CommandError::Motion)
        }
    }
}

impl<R: Real> Body<R> {
    /// A body at rest in the air.
    pub fn at(origin: Point3<R>) -> Self {
        Self {
            origin,
            velocity: Vector3::zeros(),
            grounded: false,
            flags: MoveFlags::empty(),
            timer_msec: R::ZERO,
            water_jump_seconds: R::ZERO,
            double_jump_msec: R::ZERO,
            water_level: 0,
            walker: WalkerState::default(),
            engine: EngineState::default(),
        }
    }

    /// Rejects non-finite or out-of-range state. State of the walker alone is checked when a walker runs.
    ///
    /// # Errors
    /// Numbers that are not finite, a place out of range, or an absurd speed.
    #[inline(always)]
    pub fn check(&self) -> Result<(), CommandError> {
        let (o, v) = (&self.origin, &self.velocity);
        // For nearly every body the sum of all decides at once. A sum is a number only if all are.
        let timers = self.timer_msec.abs() + self.water_jump_seconds.abs() + self.double_jump_msec.abs();
        let place = o.x.abs() + o.y.abs() + o.z.abs();
        let motion = v.x.abs() + v.y.abs() + v.z.abs();
        if place + motion + timers <= n(Sweep::LIMIT) {
            Ok(())
        } else {
            self.look_closely()
        }
    }

    // Apart, for the reason that `Sweep::check` has it so.
    #[cold]
    #[inline(never)]
    fn look_closely(&self) -> Result<(), CommandError> {
        let (o, v) = (&self.origin, &self.velocity);
        let [a, b, c] = [self.timer_msec, self.water_jump_seconds, self.double_jump_msec];
        if !R::all_within([o.x, o.y, o.z], Sweep::LIMIT) {
            Err(CommandError::Position)
        } else if !R::all_within([v.x, v.y, v.z, a, b, c], FASTEST) {
            Err(CommandError::Motion)
        } else {
            Ok(())
        }
    }

    /// Horizontal speed in units per second.
    pub fn horizontal_speed(&self) -> R {
        self.velocity.xy().norm()
    }

    /// The same body in other numbers, each the nearest there is.
    pub fn cast<T: Real>(&self) -> Body<T> {
        let to = |x: R| T::nearest(x.wide());
        Body {
            origin: self.origin.map(to),
            velocity: self.velocity.map(to),
            grounded: self.grounded,
            flags: self.flags,
            timer_msec: to(self.timer_msec),
            water_jump_seconds: to(self.water_jump_seconds),
            double_jump_msec: to(self.double_jump_msec),
            water_level: self.water_level,
            walker: self.walker,
            engine: self.engine.cast(),
        }
    }
}

impl Body {
    /// A hash of the whole state (FNV-1a over its bits): equal only if every bit is. State of some engines only is left out
    /// while it is at its default.
    pub fn state_hash(&self, seed: u64) -> u64 {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let floats = [
            self.timer_msec,
            self.water_jump_seconds,
            self.double_jump_msec,
            self.walker.slow_seconds,
            self.walker.wedged_seconds,
        ];
        let rest = [
            u32::from(self.grounded),
            self.flags.bits(),
            u32::from(self.water_level),
            self.walker.mode as u32,
            u32::from(self.walker.jumping),
            u32::from(self.walker.met_floor),
        ];
        let places = self
            .origin
            .iter()
            .chain(self.velocity.iter())
            .chain(self.walker.slide_velocity.iter())
            .chain(self.walker.floor.iter())
            .chain(floats.iter());
        let engine = (self.engine != EngineState::default()).then(|| self.engine.hash_words());
        let words = places
            .map(|x| x.to_bits())
            .chain(rest)
            .chain(engine.into_iter().flatten());
        words
            .flat_map(u32::to_le_bytes)
            .fold(seed, |h, byte| (h ^ u64::from(byte)).wrapping_mul(PRIME))
    }
}
