//! One contestant's run: the script, tick by tick, with everything that detectors read.

use crate::run::input::Driver;
use crate::run::moving::Course;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;
use clipmark_movement::{
    Basis, Body, CommandError, Player, Profile, Real, Setup, TickFacts, TickSpace, UserCmd,
};
use clipmark_rows::drawn::{Keys, TickRecord};
use clipmark_scene::Segment;
use std::ops::Range;
use std::sync::Arc;

/// FNV-1a's start, for [`Body::state_hash`].
pub(crate) const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// A run.
#[derive(Clone, Debug, Default)]
pub struct Played<R: Real = f32> {
    /// The state before the first tick and after each tick.
    pub states: Vec<Body<R>>,
    /// The command of each tick.
    pub commands: Vec<UserCmd<R>>,
    /// Questions and hits of each tick.
    pub facts: Vec<TickFacts>,
    /// The movers, in a moving world.
    pub course: Option<Arc<Course>>,
}

/// The source of the commands.
#[derive(Clone, Debug)]
pub enum InputSource {
    /// A script that may look at the player.
    Script {
        /// Its parts.
        segments: Vec<Segment>,
        /// View yaw at the start, in degrees.
        yaw: f64,
        /// Length of a tick in milliseconds.
        msec: f64,
    },
    /// A recording.
    Recorded(Vec<UserCmd>),
}

/// Plays commands from a start.
///
/// # Errors
/// A command that no player can give.
pub fn play(
    backend: &dyn CollisionBackend,
    setup: &Setup,
    start: Body,
    commands: &[UserCmd],
) -> Result<Played, CommandError> {
    play_input(backend, setup, start, &InputSource::Recorded(commands.to_vec()))
}

/// Plays a source's commands from a start.
///
/// # Errors
/// A command that no player can give.
pub fn play_input<S: TickSpace + ?Sized>(
    space: &S,
    setup: &Setup,
    start: Body<S::Real>,
    input: &InputSource,
) -> Result<Played<S::Real>, CommandError> {
    let mut next = commands(input);
    play_by(space, setup, start, |body| next(&setup.profile, body))
}

/// Plays commands given in view of the body, which may be put elsewhere first, from a start, and notes everything.
///
/// # Errors
/// A command that no player can give.
pub fn play_by<S: TickSpace + ?Sized>(
    space: &S,
    setup: &Setup,
    start: Body<S::Real>,
    next: impl FnMut(&mut Body<S::Real>) -> Option<UserCmd<S::Real>>,
) -> Result<Played<S::Real>, CommandError> {
    let mut played = Played {
        states: vec![start],
        ..Played::default()
    };
    run_ticks(&mut Player::new(space, setup), start, next, |body, cmd, facts| {
        played.facts.push(facts);
        played.commands.push(*cmd);
        played.states.push(*body);
    })?;
    Ok(played)
}

/// The one loop of ticks: asks for commands until there are none, and shows the body after each. `next` may put the body
/// elsewhere first. Returns the body after the last tick.
///
/// # Errors
/// A command that no player can give.
#[inline]
pub fn run_ticks<S: TickSpace + ?Sized>(
    player: &mut Player<S>,
    start: Body<S::Real>,
    mut next: impl FnMut(&mut Body<S::Real>) -> Option<UserCmd<S::Real>>,
    mut after: impl FnMut(&Body<S::Real>, &UserCmd<S::Real>, TickFacts),
) -> Result<Body<S::Real>, CommandError> {
    let mut body = start;
    while let Some(cmd) = next(&mut body) {
        let facts = player.tick(&mut body, &cmd)?;
        after(&body, &cmd, facts);
    }
    Ok(body)
}

pub(crate) type NextCommand<'a, R> = Box<dyn FnMut(&Profile, &Body<R>) -> Option<UserCmd<R>> + 'a>;

/// The source of the commands, one after another.
pub(crate) fn commands<R: Real>(input: &InputSource) -> NextCommand<'_, R> {
    match input {
        InputSource::Script { segments, yaw, msec } => {
            let mut driver = Driver::new(segments.clone(), *yaw);
            Box::new(move |profile, body| driver.next(profile, body, *msec))
        }
        InputSource::Recorded(recorded) => {
            let mut recorded = recorded.iter();
            Box::new(move |_, _| recorded.next().map(UserCmd::cast))
        }
    }
}

impl<R: Real> Played<R> {
    /// The same run in other numbers, each the nearest there is.
    pub fn cast<T: Real>(&self) -> Played<T> {
        Played {
            states: self.states.iter().map(Body::cast).collect(),
            commands: self.commands.iter().map(UserCmd::cast).collect(),
            facts: self.facts.clone(),
            course: self.course.clone(),
        }
    }
}

impl Played {
    /// A hash over the state after every tick.
    pub fn hash(&self) -> u64 {
        self.states.iter().fold(FNV_OFFSET, |h, body| body.state_hash(h))
    }

    /// The hash of the state after each tick by itself.
    pub(crate) fn hashes(&self) -> Vec<u64> {
        self.states
            .iter()
            .skip(1)
            .map(|body| body.state_hash(0))
            .collect()
    }

    /// Where the keys of a tick point, horizontally; null without keys.
    pub fn wish(&self, tick: usize) -> Vec3 {
        let cmd = &self.commands[tick];
        let basis = Basis::of_angles(0.0, cmd.yaw);
        let v = basis.forward * cmd.forward + basis.right * cmd.right;
        v.try_normalize(f32::EPSILON).unwrap_or_else(Vec3::zeros)
    }

    /// The yaw of [`wish`](Self::wish) in degrees; `None` without direction keys.
    pub fn wish_yaw(&self, tick: usize) -> Option<f32> {
        let wish = self.wish(tick);
        (wish != Vec3::zeros()).then(|| wish.y.atan2(wish.x).to_degrees())
    }

    /// Some of its ticks as a run of its own, in a world where nothing moves.
    pub(crate) fn part(&self, ticks: Range<usize>) -> Self {
        Self {
            states: self.states[ticks.start..=ticks.end].to_vec(),
            commands: self.commands[ticks.clone()].to_vec(),
            facts: self.facts[ticks].to_vec(),
            course: None,
        }
    }

    /// Whether the body was put elsewhere as a tick began, or in it: by a jump pad, a teleporter or a respawn.
    pub(crate) fn is_thrown(&self, tick: usize) -> bool {
        self.course.as_ref().is_some_and(|course| course.thrown[tick])
    }

    /// Its pieces between the ticks in which the body was put elsewhere, each as in a world where nothing moves.
    pub(crate) fn stays(&self) -> Vec<Self> {
        let ticks = self.commands.len();
        let mut first = 0;
        let mut stays = Vec::new();
        for cut in (0..ticks).filter(|&k| self.is_thrown(k)).chain([ticks]) {
            if cut > first {
                stays.push(self.part(first..cut));
            }
            first = cut + 1;
        }
        stays
    }

    /// The keys of a tick.
    pub fn keys(&self, tick: usize) -> Keys {
        let cmd = &self.commands[tick];
        let down = [
            (cmd.forward > 0.0, Keys::FORWARD),
            (cmd.forward < 0.0, Keys::BACK),
            (cmd.right < 0.0, Keys::LEFT),
            (cmd.right > 0.0, Keys::RIGHT),
            (cmd.jumps(), Keys::JUMP),
            (cmd.ducks(), Keys::CROUCH),
        ];
        Keys(down.iter().filter(|key| key.0).map(|key| key.1).sum())
    }

    /// A tick as it is recorded, before anything is judged. `seconds` is its end on [`clock`](Self::clock).
    pub fn record(&self, tick: usize, seconds: f64) -> TickRecord {
        let body = &self.states[tick + 1];
        TickRecord {
            seconds,
            origin: body.origin.into(),
            velocity: body.velocity.into(),
            grounded: body.grounded,
            yaw: self.commands[tick].yaw,
            intent: self.wish(tick).norm() > 0.0,
            wish: self.wish_yaw(tick),
            keys: self.keys(tick),
            queries: 0,
            hits: 0,
            contacts: 0,
            depth: 0.0,
            turned_back: 0.0,
            deviation: 0.0,
        }
    }

    /// Seconds from the start to the end of each tick.
    pub fn clock(&self) -> Vec<f64> {
        // Summed in whole milliseconds, which is exact.
        let mut msec = 0.0;
        let step = |c: &UserCmd| {
            msec += f64::from(c.msec);
            msec / 1000.0
        };
        self.commands.iter().map(step).collect()
    }
}
