//! The source of a server's commands: random commands of each player's own, the scene's input, or a recorded file.
//!
//! The scene's input and a file are one run. A contestant plays it alone first. Then player i of N plays it from tick i/N on, in
//! the state that the contestant had there. So all of the run is played at any time. A player at the run's end goes back to its
//! own start. A script may look at its player. So its commands are those of the contestant's play alone.

use super::LoadOptions;
use crate::run::play::{InputSource, play_input};
use crate::run::setting::{BuiltContestant, SPAWN_LIFT, Setting};
use crate::run::wander::wander;
use crate::{MeasureError, profile_of};
use clipmark_collision::recording::RecordingError;
use clipmark_geometry::{Hull, Point, Vec3};
use clipmark_movement::recording::{Commands, read_commands};
use clipmark_movement::{Body, CommandError, Order, UserCmd};
use clipmark_scene::{Scene, Step};
use std::fs::{self, File};
use std::path::Path;

/// A start deeper in a solid than this is no rounding, in units.
const START_DEPTH: f64 = 0.01;

/// The source of the players' commands.
#[derive(Clone, Debug)]
pub enum Input {
    /// Each player has random commands of its own and one of the world's spawns.
    Random,
    /// The script of the scene.
    Scene,
    /// A file of recorded commands, with its name.
    Recorded(String, Box<Commands>),
}

impl Input {
    /// The scene's own input: its script, or the file that it names.
    ///
    /// # Errors
    /// A file that cannot be read, or a scene without a tick of input.
    pub fn of_scene(scene: &Scene) -> Result<Self, MeasureError> {
        let segments = scene.segments();
        if let Some(Step::Recorded(path)) = segments.first().map(|s| &s.step) {
            return Self::of_file(&scene.resolve(path), scene);
        }
        if segments.iter().map(|s| s.seconds).sum::<f64>() <= 0.0 {
            let file = scene.named_world();
            let why = "its input has no tick; give --input random or a recorded file".into();
            return Err(MeasureError::LoadInput { file, why });
        }
        Ok(Self::Scene)
    }

    /// The commands in a file, as `compare replay` reads them, for the movement of a scene.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no command.
    pub fn of_file(path: &Path, scene: &Scene) -> Result<Self, MeasureError> {
        let order: Order = profile_of(scene, &scene.named_world())?.order;
        let bad = |source| MeasureError::Recording {
            file: path.to_owned(),
            source,
        };
        let unreadable = |e: std::io::Error| bad(RecordingError::from(e));
        // Looked at before it is opened: to open a pipe waits for its other end.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(MeasureError::LoadInput {
                file: path.display().to_string(),
                why: "it is no regular file; copy it into one first".into(),
            });
        }
        let opened = File::open(path).map_err(unreadable)?;
        let commands = read_commands(opened, order).map_err(bad)?;
        if commands.ticks.is_empty() {
            return Err(MeasureError::LoadInput {
                file: path.display().to_string(),
                why: "it holds no command; give a line for each tick after the start".into(),
            });
        }
        Ok(Self::Recorded(path.display().to_string(), Box::new(commands)))
    }

    /// As results call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Random => "random",
            Self::Scene => "scene",
            Self::Recorded(file, _) => file,
        }
    }

    /// Ticks a second of a file, from its lines' lengths. `None` for input that plays at any rate.
    pub fn rate(&self) -> Option<f32> {
        let Self::Recorded(_, commands) = self else {
            return None;
        };
        let msec: f64 = commands.ticks.iter().map(|c| f64::from(c.msec)).sum();
        Some((commands.ticks.len() as f64 * 1000.0 / msec) as f32)
    }
}

/// Players: their commands, and their starts.
pub(super) struct Players {
    /// Commands that one or many play.
    tracks: Vec<Vec<UserCmd>>,
    pub(super) all: Vec<Script>,
    /// Ticks that each plays.
    pub(super) ticks: usize,
}

/// A player.
pub(super) struct Script {
    pub(super) start: Body,
    /// Before the first command of its track.
    pub(super) again: Body,
    track: usize,
    /// Its first command.
    pub(super) from: usize,
}

impl Players {
    pub(super) fn commands(&self, script: &Script) -> &[UserCmd] {
        &self.tracks[script.track]
    }

    /// Random commands of that many players: the same for every contestant.
    pub(super) fn random(setting: &Setting, seconds: f64, hertz: f32, players: usize, seed: u64) -> Self {
        let (profile, starts) = (&setting.profile, starts(setting));
        let ticks = ticks(seconds, hertz);
        let (mut tracks, mut all) = (Vec::with_capacity(players), Vec::with_capacity(players));
        for player in 0..players {
            let start = starts[player % starts.len()];
            let seed = crate::bar::seed(seed, player);
            let commands = wander(profile, start, 1000.0 / hertz, ticks, seed);
            let start = commands.start(profile.order);
            all.push(Script {
                start,
                again: start,
                track: player,
                from: 0,
            });
            tracks.push(commands.ticks);
        }
        Self { tracks, all, ticks }
    }

    /// Players on one run of a contestant, each from another tick of it.
    pub(super) fn on_a_run(
        setting: &Setting,
        entrant: &BuiltContestant,
        options: &LoadOptions,
        hertz: f32,
        players: usize,
    ) -> Result<Self, CommandError> {
        let (start, source) = match &options.input {
            Input::Recorded(_, commands) => (
                commands.start(setting.profile.order),
                InputSource::Recorded(commands.ticks.clone()),
            ),
            _ => (setting.start, at_rate(&setting.input, hertz)),
        };
        let run = play_input(&*entrant.backend, &entrant.setup, start, &source)?;
        let length = run.commands.len();
        let script = |player: usize| {
            let from = player * length / players;
            Script {
                start: run.states[from],
                again: start,
                track: 0,
                from,
            }
        };
        Ok(Self {
            all: (0..players).map(script).collect(),
            tracks: vec![run.commands],
            ticks: ticks(options.seconds, hertz),
        })
    }
}

fn ticks(seconds: f64, hertz: f32) -> usize {
    (seconds * f64::from(hertz)).round().max(1.0) as usize
}

/// A script that is played at another rate; a recording stays as it is.
fn at_rate(input: &InputSource, hertz: f32) -> InputSource {
    let mut input = input.clone();
    if let InputSource::Script { msec, .. } = &mut input {
        *msec = 1000.0 / f64::from(hertz);
    }
    input
}

/// Refuses a recording that begins in a solid or outside the world: it was made in another map.
pub(super) fn check_start(setting: &Setting, input: &Input) -> Result<(), MeasureError> {
    let Input::Recorded(file, commands) = input else {
        return Ok(());
    };
    let body = setting.truth.for_hull(&Hull::Box {
        bounds: setting.profile.bounds(false),
    });
    let (at, bounds) = (commands.origin, setting.world.bounds);
    let refused = |why: &str| MeasureError::LoadInput {
        file: file.clone(),
        why: format!(
            "it starts {why} {} at ({} {} {}); give a recording of this world",
            setting.world.name, at.x, at.y, at.z
        ),
    };
    if (0..3).any(|i| !(bounds.mins[i]..=bounds.maxs[i]).contains(&at[i])) {
        return Err(refused("outside"));
    }
    let depth = body
        .signed_distance(&at.cast())
        .map_or(0.0, |inside| -inside.distance);
    if depth <= START_DEPTH {
        return Ok(());
    }
    Err(refused(&format!("{depth:.3} u inside a solid of")))
}

/// Free spawns of the world, else where the scene starts.
fn starts(setting: &Setting) -> Vec<Point> {
    let body = setting.truth.for_hull(&Hull::Box {
        bounds: setting.profile.bounds(false),
    });
    let lifted = setting
        .world
        .spawns
        .iter()
        .map(|s| s.origin + Vec3::z() * SPAWN_LIFT);
    let mut free: Vec<Point> = lifted.filter(|at| !body.overlaps(&at.cast())).collect();
    if free.is_empty() {
        free.push(setting.start.origin);
    }
    free
}
