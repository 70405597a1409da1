//! One contestant's run: the script, tick by tick, with everything that detectors read.

use crate::driver::Driver;
use clipmark_collision::{CollisionBackend, Work};
use clipmark_geometry::Vec3;
use clipmark_movement::{Basis, Body, CommandError, Setup, TickFacts, UserCmd, tick};

/// A run.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The state before the first tick and after each tick.
    pub states: Vec<Body>,
    /// The command of each tick.
    pub commands: Vec<UserCmd>,
    /// What each tick asked and met.
    pub facts: Vec<TickFacts>,
}

/// What gives the commands.
#[derive(Clone, Debug)]
pub(crate) enum Hands {
    /// A script that may look at the player.
    Script(Driver, f64),
    /// A recording.
    Recorded(Vec<UserCmd>),
}

/// Plays commands from a start.
///
/// # Errors
/// A command that no player can give.
pub fn play<B: CollisionBackend + ?Sized>(
    backend: &B,
    setup: &Setup,
    start: Body,
    commands: &[UserCmd],
) -> Result<Played, CommandError> {
    let mut hands = Hands::Recorded(commands.to_vec());
    play_hands(backend, setup, start, &mut hands)
}

pub(crate) fn play_hands<B: CollisionBackend + ?Sized>(
    backend: &B,
    setup: &Setup,
    start: Body,
    hands: &mut Hands,
) -> Result<Played, CommandError> {
    let mut work = Work::silent();
    let mut body = start;
    let mut played = Played {
        states: vec![start],
        ..Played::default()
    };
    let recorded = match hands {
        Hands::Recorded(commands) => commands.clone(),
        Hands::Script(..) => Vec::new(),
    };
    let mut recorded = recorded.into_iter();
    loop {
        let cmd = match hands {
            Hands::Script(driver, msec) => driver.next(&setup.profile, &body, *msec),
            Hands::Recorded(_) => recorded.next(),
        };
        let Some(cmd) = cmd else { return Ok(played) };
        played
            .facts
            .push(tick(backend, setup, &mut body, &cmd, &mut work)?);
        played.commands.push(cmd);
        played.states.push(body);
    }
}

impl Played {
    /// A hash over the state after every tick.
    pub fn hash(&self) -> u64 {
        const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        self.states.iter().fold(FNV_OFFSET, |h, body| body.state_hash(h))
    }

    /// Where the keys of a tick point, horizontally; null without keys.
    pub fn wish(&self, tick: usize) -> Vec3 {
        let cmd = &self.commands[tick];
        let basis = Basis::of_angles(0.0, cmd.yaw);
        let v = basis.forward * cmd.forward + basis.right * cmd.right;
        v.try_normalize(f32::EPSILON).unwrap_or_else(Vec3::zeros)
    }

    /// Seconds from the start to the end of each tick.
    pub fn clock(&self) -> Vec<f64> {
        let mut now = 0.0;
        let step = |c: &UserCmd| {
            now += f64::from(c.msec) / 1000.0;
            now
        };
        self.commands.iter().map(step).collect()
    }
}
