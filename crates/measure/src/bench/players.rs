//! The players of a server and the source of their commands: random ones of each player's own, the scene's input, or a recorded
//! file.
//!
//! The scene's input and a file are one run. A contestant plays it alone first. Then player i of N plays it from tick i/N on, in
//! the state that the contestant had there. So all of the run is played at any time. A player at the run's end goes back to its
//! own start. A script may look at its player. So its commands are those of the contestant's play alone.

use super::place::Ground;
use crate::run::play::{InputSource, play_input};
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::wander::wander;
use crate::{MeasureError, profile_of};
use clipmark_collision::recording::RecordingError;
use clipmark_geometry::Hull;
use clipmark_movement::recording::{Commands, read_commands};
use clipmark_movement::{Body, Order, UserCmd};
use clipmark_rows::{Axes, Axis};
use clipmark_scene::{Scene, Step};
use std::fs::{self, File};
use std::path::Path;

/// A start deeper in a solid than this is no rounding, in units.
const START_DEPTH: f64 = 0.01;

/// Which players are served.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The source of the players' commands.
    pub input: Input,
    /// Numbers of players.
    pub players: Vec<usize>,
    /// Ticks a second.
    pub rates: Vec<f32>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Seconds of play.
    pub seconds: f64,
}

/// A number of players at one rate: measured together, for all contestants and each number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// Ticks a second.
    pub(super) hertz: f32,
    pub(super) players: usize,
}

impl LoadPlan {
    /// All units, those of one rate after each other.
    pub(super) fn units(&self) -> Vec<Unit> {
        let of_rate = |&hertz: &f32| self.players.iter().map(move |&players| Unit { hertz, players });
        self.rates.iter().flat_map(of_rate).collect()
    }

    /// Fewest first: more threads than players have nothing to do.
    pub(super) fn threads_for(&self, players: usize) -> Vec<usize> {
        let mut all: Vec<usize> = self.threads.iter().copied().filter(|n| *n <= players).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Passes over all ticks of a unit: tick by tick, and frames on each number of threads. Each is played alone again.
    pub(super) fn passes(&self, players: usize) -> usize {
        2 * (1 + self.threads_for(players).len())
    }
}

impl Unit {
    /// Those of a place, and these.
    pub(super) fn axes(self, place: Axes) -> Axes {
        place.with(Axis::Players, self.players).with(Axis::Hz, self.hertz)
    }
}

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
    pub fn from_scene(scene: &Scene) -> Result<Self, MeasureError> {
        let segments = scene.segments();
        if let Some(Step::Recorded(path)) = segments.first().map(|s| &s.step) {
            return Self::from_file(&scene.resolve(path), scene);
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
    pub fn from_file(path: &Path, scene: &Scene) -> Result<Self, MeasureError> {
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
    fn random(ground: &Ground, load: &LoadPlan, unit: Unit, players: usize, seed: u64) -> Self {
        let (profile, ticks) = (ground.profile(), ticks(load.seconds, unit.hertz));
        let (mut tracks, mut all) = (Vec::with_capacity(players), Vec::with_capacity(players));
        for (player, start) in ground.starts(players).into_iter().enumerate() {
            let seed = crate::bar::seed(seed, player);
            let commands = wander(profile, start, 1000.0 / unit.hertz, ticks, seed);
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

    /// Players on one run of a contestant in a scene, each from another tick of it.
    fn on_a_run(
        setting: &Setting,
        built: &BuiltContestant,
        load: &LoadPlan,
        unit: Unit,
    ) -> Result<Self, MeasureError> {
        let (start, source) = match &load.input {
            Input::Recorded(_, commands) => (
                commands.start(setting.profile.order),
                InputSource::Recorded(commands.ticks.clone()),
            ),
            _ => (setting.start, at_rate(&setting.input, unit.hertz)),
        };
        let run = play_input(&*built.backend, &built.setup, start, &source);
        let run = run.map_err(|source| MeasureError::RunLost {
            contestant: built.contestant.to_string(),
            file: setting.file.clone(),
            source,
        })?;
        let length = run.commands.len();
        let script = |player: usize| {
            let from = player * length / unit.players;
            Script {
                start: run.states[from],
                again: start,
                track: 0,
                from,
            }
        };
        Ok(Self {
            all: (0..unit.players).map(script).collect(),
            tracks: vec![run.commands],
            ticks: ticks(load.seconds, unit.hertz),
        })
    }
}

/// Players timed alone before the rest; their time stands for the others'.
pub(super) const PROBED: usize = 16;

/// The commands of each pass: new ones, so that no backend gains by remembering, or the one run that was asked for.
pub(super) enum Scripts {
    /// The probe's, those of the pass tick by tick, those of the frames on each number of threads.
    Fresh(Vec<Players>),
    Run(Players),
}

/// Which pass: its place among fresh scripts.
pub(super) const PROBE: usize = 0;
pub(super) const TICKS: usize = 1;
pub(super) const FRAMES: usize = 2;

impl Scripts {
    /// Those that all contestants share; `None` where each plays a run of its own.
    pub(super) fn shared(ground: &Ground, load: &LoadPlan, unit: Unit, seed: u64) -> Option<Self> {
        let passes = FRAMES + load.threads_for(unit.players).len();
        let of_pass = |pass: usize| {
            let players = match pass {
                PROBE => unit.players.min(PROBED),
                _ => unit.players,
            };
            Players::random(ground, load, unit, players, seed.wrapping_add(pass as u64))
        };
        matches!(load.input, Input::Random).then(|| Self::Fresh((0..passes).map(of_pass).collect()))
    }

    /// Those of a contestant's own run; `None` in a town, which has no input.
    pub(super) fn of_run(
        ground: &Ground,
        built: &BuiltContestant,
        load: &LoadPlan,
        unit: Unit,
    ) -> Result<Option<Self>, MeasureError> {
        match (ground, &load.input) {
            (Ground::Scene(setting), Input::Scene | Input::Recorded(..)) => {
                Players::on_a_run(setting, built, load, unit).map(|run| Some(Self::Run(run)))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn of_pass(&self, pass: usize) -> &Players {
        match self {
            Self::Fresh(all) => &all[pass],
            Self::Run(players) => players,
        }
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
pub(super) fn check_start(ground: &Ground, input: &Input) -> Result<(), MeasureError> {
    let (Ground::Scene(setting), Input::Recorded(file, commands)) = (ground, input) else {
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
