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

/// Ticks that agree, by compared quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Ticks compared.
    pub ticks: usize,
    /// Position within [`NEAR`].
    pub near: usize,
    /// Velocity within [`NEAR_SPEED`].
    pub speed: usize,
    /// Standing or in the air.
    pub grounded: usize,
    /// Depth in liquid.
    pub water: usize,
    /// Flags and timers.
    pub flags: usize,
    /// All of these.
    pub all: usize,
    /// Every bit of position and velocity.
    pub bits: usize,
    /// First tick, from 1, that does not agree in all.
    pub first_apart: Option<usize>,
    /// Largest distance in units, and its tick.
    pub worst: (f32, usize),
    /// Largest difference of velocity in units per second, and its tick.
    pub worst_speed: (f32, usize),
}

impl Agreement {
    /// Share of ticks that agree in all, 0 to 1; 1 without ticks.
    pub fn share(&self) -> f64 {
        if self.ticks == 0 {
            return 1.0;
        }
        self.all as f64 / self.ticks as f64
    }

    fn count(&mut self, number: usize, got: &Body, want: &Body) {
        let apart = (got.origin - want.origin).norm();
        let speed_apart = (got.velocity - want.velocity).norm();
        let same = [
            apart < NEAR,
            speed_apart < NEAR_SPEED,
            got.grounded == want.grounded,
            got.water_level == want.water_level,
            got.flags == want.flags
                && got.timer_msec == want.timer_msec
                && got.water_jump_seconds == want.water_jump_seconds
                && carried_alike(got, want),
        ];
        let sums = [
            &mut self.near,
            &mut self.speed,
            &mut self.grounded,
            &mut self.water,
            &mut self.flags,
        ];
        for (sum, same) in sums.into_iter().zip(same) {
            *sum += usize::from(same);
        }
        let all = same.iter().all(|s| *s);
        self.ticks += 1;
        self.all += usize::from(all);
        self.bits += usize::from(got.origin == want.origin && got.velocity == want.velocity);
        if !all {
            self.first_apart.get_or_insert(number);
        }
        for (worst, now) in [(&mut self.worst, apart), (&mut self.worst_speed, speed_apart)] {
            if now > worst.0 || now.is_nan() {
                *worst = (now, number);
            }
        }
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
    let mut wanted = states.iter().enumerate();
    let restarts = (starts == Starts::Recorded).then_some(states);
    let played = Commands {
        ticks: commands.ticks.iter().copied().take(states.len()).collect(),
        ..*commands
    };
    replay(backend, setup, &played, restarts, |body| {
        if let Some((i, want)) = wanted.next() {
            agreement.count(i + 1, body, want);
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
