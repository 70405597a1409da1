//! How far a run agrees with a recording of it, tick by tick.

use crate::run::play::run_ticks;
use clipmark_collision::CollisionBackend;
use clipmark_movement::recording::Commands;
use clipmark_movement::{Body, CommandError, Player, Setup};

/// Positions agree within this, in units. The recorders' own margin for another build of the engine is 0.01. A different branch
/// (a step taken or not, a plane more) moves a player by 0.1 and more. Smaller would fail over another compiler's rounding,
/// larger would hide a branch.
pub const NEAR: f32 = 0.001;
/// Velocities agree within this, in units per second: [`NEAR`] over a tick of 0.1 s.
pub const NEAR_SPEED: f32 = 0.01;
/// Share of ticks that must agree for an implementation to be called faithful; the rest allows for near-ties.
pub const FAITHFUL: f64 = 0.999;

/// Where each tick starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// In the recorded state of the tick before, so that one near-tie does not spoil the rest.
    Recorded,
    /// Where the tick before ended: the whole run.
    Own,
}

/// How far a run agrees with a recording of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Ticks compared, or lines of recordings that have several a tick.
    pub ticks: usize,
    /// How many agree, by compared quantity.
    pub agreeing: Vec<(&'static str, usize)>,
    /// How many agree in all of these.
    pub all: usize,
    /// How many are equal to the last bit.
    pub bits: usize,
    /// First tick, from 1, that does not agree in all.
    pub first_apart: Option<usize>,
    /// Largest distance in units, and largest difference of velocity in units per second, each with its tick.
    pub worst: [(f64, usize); 2],
}

impl Agreement {
    /// Share of ticks that agree in all, 0 to 1; 1 without ticks.
    pub fn share(&self) -> f64 {
        if self.ticks == 0 {
            return 1.0;
        }
        self.all as f64 / self.ticks as f64
    }

    /// Whether that is enough.
    pub fn is_faithful(&self) -> bool {
        self.share() >= FAITHFUL
    }

    /// Counts one more tick: which quantities agree, whether every bit does, and how far apart place and velocity are.
    pub(crate) fn count(&mut self, quantities: &[(&'static str, bool)], is_equal: bool, apart: [f64; 2]) {
        self.ticks += 1;
        if self.agreeing.is_empty() {
            self.agreeing = quantities.iter().map(|(name, _)| (*name, 0)).collect();
        }
        for ((_, sum), (_, agrees)) in self.agreeing.iter_mut().zip(quantities) {
            *sum += usize::from(*agrees);
        }
        let agrees = quantities.iter().all(|(_, agrees)| *agrees);
        self.all += usize::from(agrees);
        self.bits += usize::from(is_equal);
        if !agrees {
            self.first_apart.get_or_insert(self.ticks);
        }
        for (worst, now) in self.worst.iter_mut().zip(apart) {
            if now > worst.0 || now.is_nan() {
                *worst = (now, self.ticks);
            }
        }
    }

    fn count_body(&mut self, got: &Body, want: &Body) {
        let apart = (got.origin - want.origin).norm();
        let speed_apart = (got.velocity - want.velocity).norm();
        let flags = got.flags == want.flags
            && got.timer_msec == want.timer_msec
            && got.water_jump_seconds == want.water_jump_seconds
            && carried_alike(got, want);
        let quantities = [
            ("position", apart < NEAR),
            ("velocity", speed_apart < NEAR_SPEED),
            ("grounded", got.grounded == want.grounded),
            ("water level", got.water_level == want.water_level),
            ("flags and timers", flags),
        ];
        let is_equal = got.origin == want.origin && got.velocity == want.velocity;
        self.count(&quantities, is_equal, [apart, speed_apart].map(f64::from));
    }
}

/// Whether the values that only some engines carry agree: times and kinds in all digits, places and angles as near as others.
fn carried_alike(got: &Body, want: &Body) -> bool {
    let (a, b) = (&got.engine, &want.engine);
    let near = |a: f32, b: f32| (a - b).abs() < NEAR;
    let free = match (a.last_free, b.last_free) {
        (Some(a), Some(b)) => (a - b).norm() < NEAR,
        (a, b) => a.is_none() == b.is_none(),
    };
    let eyes = match (a.eyes, b.eyes) {
        (Some(a), Some(b)) => near(a, b),
        (a, b) => a.is_none() == b.is_none(),
    };
    let lean = a
        .model_angles
        .iter()
        .zip(b.model_angles.iter())
        .all(|(a, b)| near(*a, *b));
    let leap = (a.move_dir - b.move_dir).norm() < NEAR_SPEED;
    let times = a.duck_msec == b.duck_msec
        && a.surface_friction == b.surface_friction
        && a.water_jump_ends == b.water_jump_ends;
    // Some recordings have no column for the kind of liquid.
    let unknown = b.liquid.is_empty() && want.water_level > 0;
    free && eyes && lean && leap && times && (unknown || a.liquid == b.liquid)
}

/// Plays commands and compares the state after each tick with the recorded one, as far as both go.
///
/// # Errors
/// A command that no player can give.
pub fn agree(
    backend: &dyn CollisionBackend,
    setup: &Setup,
    commands: &Commands,
    states: &[Body],
    starts: Starts,
) -> Result<Agreement, CommandError> {
    let mut agreement = Agreement::default();
    let mut wanted = states.iter();
    let restarts = (starts == Starts::Recorded).then_some(states);
    let played = Commands {
        ticks: commands.ticks.iter().copied().take(states.len()).collect(),
        ..*commands
    };
    replay(backend, setup, &played, restarts, |body| {
        if let Some(want) = wanted.next() {
            agreement.count_body(body, want);
        }
    })?;
    Ok(agreement)
}

/// Plays a recording's commands from its start and shows the body after each tick. With `restarts` every tick but the first
/// starts in the recorded state of the tick before. Values that only the walker carries go on.
///
/// # Errors
/// A command that no player can give.
pub fn replay(
    backend: &dyn CollisionBackend,
    setup: &Setup,
    commands: &Commands,
    restarts: Option<&[Body]>,
    mut after: impl FnMut(&Body),
) -> Result<(), CommandError> {
    let mut ticks = commands.ticks.iter().enumerate();
    let next = |body: &mut Body| {
        let (i, cmd) = ticks.next()?;
        if let Some(state) = restarts.filter(|_| i > 0).and_then(|states| states.get(i - 1)) {
            *body = Body {
                walker: body.walker,
                ..*state
            };
        }
        Some(*cmd)
    };
    let start = commands.start(setup.profile.order);
    run_ticks(&mut Player::new(backend, setup), start, next, |body, _, _| {
        after(body)
    })?;
    Ok(())
}
