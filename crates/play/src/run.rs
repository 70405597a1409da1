//! Runs that are kept: recorded in play, or recorded before and played as a ghost.

use crate::live::Ground;
use crate::{Live, PlayError};
use clipmark_measure::{InputSource, Played, play_input};
use clipmark_movement::recording::{Commands, StateFormat, read_commands, write_commands, write_state};
use clipmark_movement::{Body, MoveFlags, Profile, UserCmd};
use clipmark_scene::{ProfileChoice, Scene, Step};
use serde::Serialize;

/// A recording under way.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The recorded contestant.
    pub contestant: String,
    profile: Profile,
    commands: Commands,
    states: Vec<Body>,
    moves: bool,
}

/// A recording as files that `compare replay` and `compare` read.
#[derive(Clone, Debug, Serialize)]
pub struct Saved {
    /// The recorded contestant.
    pub contestant: String,
    /// The movement, as `--profile` takes it.
    pub profile: String,
    /// How many ticks.
    pub ticks: usize,
    /// The start and a command a tick.
    pub commands: String,
    /// A state a tick.
    pub states: String,
    /// A scene that plays the commands; it lies beside the scene it came from.
    pub scene: String,
    /// The scene's name of the file of commands.
    pub commands_file: String,
    /// Whether the world moves. `compare replay` then has nothing to say: the scene plays the run.
    pub moves: bool,
}

/// A body as a recording begins with it: at a place, in motion, and nothing else.
pub(crate) fn beginning(profile: &Profile, at: &Body, yaw: f32) -> Body {
    head(at, yaw).start(profile.order)
}

fn head(at: &Body, yaw: f32) -> Commands {
    Commands {
        origin: at.origin,
        yaw,
        velocity: at.velocity,
        ticks: Vec::new(),
    }
}

impl Recorded {
    /// Begins a recording of a body that [`beginning`] has made.
    pub(crate) fn begin(live: &Live, yaw: f32) -> Self {
        Self {
            contestant: live.name().into(),
            profile: live.setup().profile,
            commands: head(&live.body, yaw),
            states: Vec::new(),
            moves: live.moving().is_some(),
        }
    }

    /// Adds a tick.
    pub(crate) fn add(&mut self, cmd: UserCmd, body: Body) {
        self.commands.ticks.push(cmd);
        self.states.push(body);
    }

    /// Ticks so far.
    pub(crate) fn ticks(&self) -> usize {
        self.states.len()
    }

    /// As files.
    pub(crate) fn saved(&self, scene: &Scene, profile: &ProfileChoice) -> Result<Saved, PlayError> {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let bad = |e: &dyn std::fmt::Display| PlayError::Text(e.to_string());
        let (mut commands, mut states) = (Vec::new(), Vec::new());
        write_commands(&mut commands, &self.commands).map_err(|e| bad(&e))?;
        let format = StateFormat::new(self.profile.order, &self.commands);
        for state in &self.states {
            write_state(&mut states, state, format, &self.profile).map_err(|e| bad(&e))?;
        }
        let commands_file = format!("{}-run.txt", scene.name);
        let replayed = Scene {
            name: format!("{}-run", scene.name),
            title: format!("{}, a recorded run", scene.title),
            description: "A run recorded on a page.".into(),
            profile: profile.clone(),
            input: vec![Step::Recorded(commands_file.clone())],
            contestants: vec![self.contestant.clone()],
            expect: Vec::new(),
            ..scene.clone()
        };
        Ok(Saved {
            contestant: self.contestant.clone(),
            profile: self.profile.name.into(),
            ticks: self.states.len(),
            commands: text(commands),
            states: text(states),
            scene: replayed.to_text().map_err(|e| bad(&e))?,
            commands_file,
            moves: self.moves,
        })
    }
}

/// A command file's text as input, with the body it begins with.
pub(crate) fn of_text(name: &str, text: &[u8], profile: &Profile) -> Result<(Body, InputSource), PlayError> {
    let commands = read_commands(text, profile.order).map_err(|source| PlayError::Recording {
        file: name.into(),
        source,
    })?;
    Ok((
        commands.start(profile.order),
        InputSource::Recorded(commands.ticks),
    ))
}

/// Plays an input from its start to its end on a contestant's backend. Where the world moves, it is the contestant's own.
pub(crate) fn played(
    live: &Live,
    ground: &Ground,
    start: Body,
    input: &InputSource,
) -> Result<Played, PlayError> {
    let played = match ground.moving {
        Some(moving) => live.world(ground.world, moving, start)?.play(input),
        None => play_input(live.backend(), live.setup(), start, input),
    };
    played.map_err(|source| PlayError::Tick {
        contestant: live.name().into(),
        source,
    })
}

/// A run for drawing, as f32 words a state: seconds since the start, x, y, z, and 1 if crouching.
pub(crate) fn path(run: &Played) -> Vec<f32> {
    let clock = std::iter::once(0.0).chain(run.clock());
    let state = |(seconds, body): (f64, &Body)| {
        let ducked = f32::from(u8::from(body.flags.contains(MoveFlags::DUCKED)));
        let o = body.origin;
        [seconds as f32, o.x, o.y, o.z, ducked]
    };
    clock.zip(&run.states).flat_map(state).collect()
}
